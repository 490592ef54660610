# pyright: basic
# Compiled functions carry no annotations.
"""A small neural network that estimates each seat's probability to win a match of Alphabetickell.

The network turns the open facts about a seat into a score, the same way for every seat; the probabilities are the softmax of
the scores. Its weights, `network.json`, were learned by self-play (`bench/learn.py alphabetickell`).
"""

from __future__ import annotations

import math

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.network import network_score, read_network
from muckle.games.alphabetickell.rules import letter
from muckle.games.alphabetickell.state import LETTERS, NONE

INPUTS = 30
"""Number of inputs of the network for a seat."""
NEAR, MIDDLE = 2, 5
"""Distances, in letters from the end of a line, up to which a letter counts as near, and as neither near nor far."""
END_INPUTS = 5
"""Number of inputs for an end of a line."""
FURTHEST = 30
"""Largest number of points to the target in the matches that the network learned from."""
LEAST_CAP, LEAST_DECK = 8, 40
"""Smallest values of the option `cap` and of the deck's size for which the network is used."""


@compiled
def has_learned(setup):
    """Return whether the network has learned rounds with these options: a long line or an empty draw pile ends them."""
    options = setup.options
    return options.cap >= LEAST_CAP and options.deck_size >= LEAST_DECK and options.discard_limit == 0


@compiled
def fill_all_inputs(setup, state, rows):
    """Write the inputs of the network for every seat into its row of `rows`."""
    for seat in range(setup.options.seats):
        fill_inputs(setup, state, seat, rows[seat])


@compiled
def fill_inputs(setup, state, number, row):
    """Write the inputs for a seat into `row`: its line and the letters open to it, the offer, the other seats."""
    seat, seats = state.seats[number], setup.options.seats
    row[:] = 0.0
    pile = state.undrawn
    if state.offer == NONE:  # dealt cards that are not kept go back; such a state is a re-dealt one
        pile = (1 << setup.options.deck_size) - 1
        for other in range(seats):
            if state.seats[other].kept != NONE:
                pile &= ~(1 << state.seats[other].kept)
    ahead, longest, lines = -1000, 0, 0
    for other in range(seats):
        if other != number:
            ahead = max(ahead, state.seats[other].total + state.seats[other].length)
            longest = max(longest, state.seats[other].length)
            lines += state.seats[other].length
    most = setup.options.cap if setup.options.cap else LETTERS
    row[0] = seat.length / 10
    row[1] = (seat.total + seat.length - ahead) / 5
    row[2] = (seat.length - longest) / 5
    row[3] = longest / 10
    row[4] = (most - max(longest, seat.length)) / 10
    row[5] = min(FURTHEST, setup.options.target - seat.total - seat.length) / 10
    row[6] = min(FURTHEST, setup.options.target - ahead) / 10
    row[7] = size(pile) / 45
    row[8] = (lines / (seats - 1) - seat.length) / 5
    row[9] = seats / 5
    place = seats_behind(number, state.dealer, seats)
    if state.offer != NONE:
        waits = place - seats_behind(state.turn, state.dealer, seats)
        row[10] = waits >= 0
        row[11] = max(0, waits) / 3
        row[12] = place / 3
        if waits >= 0:
            skipped = least_skipped(setup, seat, setup.options.letters[state.offer])
            row[13] = skipped >= 0
            row[14] = max(0, skipped) / 5
    if seat.kept == NONE:
        row[15] = 1.0
        return
    left, right = seat.left, seat.right
    if left == NONE:
        row[16] = 1.0
        early, late = letter(setup, seat.kept, 0), letter(setup, seat.kept, 1)
        left = right = early if abs(2 * early - 25) < abs(2 * late - 25) else late
    fill_end_inputs(setup, pile, left, -1, row[17 : 17 + END_INPUTS])
    fill_end_inputs(setup, pile, right, 1, row[17 + END_INPUTS : 17 + 2 * END_INPUTS])
    if row[17 + 3] < row[17 + END_INPUTS + 3]:
        for k in range(17, 17 + END_INPUTS):
            row[k], row[k + END_INPUTS] = row[k + END_INPUTS], row[k]
    near = middle = either = 0
    for letters in range(LETTERS):
        far = max(left - letters, letters - right)
        if far > 0:
            either |= setup.options.shows[letters]
            if far <= NEAR:
                near |= setup.options.shows[letters]
            if far <= MIDDLE:
                middle |= setup.options.shows[letters]
    row[27] = size(pile & near) / 10
    row[28] = size(pile & middle) / 20
    row[29] = size(pile & either) / 40


@compiled
def seats_behind(number, dealer, seats):
    """Return the number of seats clockwise from the dealer to a seat."""
    return number - dealer if number >= dealer else number - dealer + seats


@compiled
def least_skipped(setup, seat, letters):
    """Return the smallest number of letters that a line skips when it takes a card; -1 if it cannot take the card."""
    if seat.left == NONE:
        return 0
    least = -1
    for k in range(LETTERS):
        if letters >> k & 1:
            far = max(seat.left - k, k - seat.right)
            if far > 0 and (least < 0 or far - 1 < least):
                least = far - 1
    return least


@compiled
def fill_end_inputs(setup, pile, end, step, row):
    """Write the inputs for an end of a line into `row`: near, middle and far letters to come, their sum, cards that fit."""
    cards, at, far = 0, end + step, 1
    while 0 <= at < LETTERS:
        shown = pile & setup.options.shows[at]
        cards |= shown
        left = size(shown)
        sure = left / (left + 1)
        if far <= NEAR:
            row[0] += sure / 2
        elif far <= MIDDLE:
            row[1] += sure / 3
        else:
            row[2] += sure / 10
        row[3] += sure / 10
        at += step
        far += 1
    row[4] = size(cards) / 30


INPUT_WEIGHTS, BIASES, OUTPUT_WEIGHTS = read_network("muckle.games.alphabetickell", "network.json")


@compiled
def score(row):
    """Return the score of a seat with these inputs."""
    return network_score(INPUT_WEIGHTS, BIASES, OUTPUT_WEIGHTS, row)


@compiled
def win_chance(setup, state, number):
    """Return the probability that a seat wins."""
    row = np.empty(INPUTS, np.float32)
    fill_inputs(setup, state, number, row)
    own, odds = score(row), 0.0
    for other in range(setup.options.seats):
        if other == number:
            odds += 1.0
        else:
            fill_inputs(setup, state, other, row)
            odds += math.exp(score(row) - own)
    return 1 / odds
