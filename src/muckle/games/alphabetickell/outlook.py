# pyright: basic
# (compiled functions carry no annotations)
"""How likely each seat wins a match of Alphabetickell: a small network, which looks at every seat in the same way.

It sees of a seat what is open to all, gives it a score, and the chances are those scores as a softmax. Its weights,
`outlook.csv`, were learned from matches that its own players played (`bench/learn_alphabetickell.py`).
"""

from __future__ import annotations

import csv
import importlib.resources
import math

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.games.alphabetickell.rules import letter
from muckle.games.alphabetickell.state import LETTERS, NONE

SEEN, WIDE = 30, 32
"""How many numbers the network sees of a seat; how many it makes of them on the way."""
NEAR, MIDDLE = 2, 5
"""Letters up to which the next ones at an end are near, and neither near nor far."""
SIDES = 5
"""Numbers of an end of a line."""
FURTHEST = 30
"""Points to the target, of which matches that the network learned from had no more."""
LEAST_CAP, LEAST_DECK = 8, 40
"""Of rounds such as the network has learned: cards in a line that end a round, cards of the deck."""


@compiled
def learned(setup):
    """Whether the network knows rounds like these: a long line or an empty pile ends them."""
    options = setup.options
    return options.cap >= LEAST_CAP and options.deck_size >= LEAST_DECK and options.discard_limit == 0


@compiled
def see(setup, state, number, row):
    """Fill in what the network sees of a seat: its line and how it may grow, the offer, the others."""
    seat, seats = state.seats[number], setup.options.seats
    row[:] = 0.0
    pile = state.undrawn
    if state.offer == NONE:  # what was dealt and is not kept goes back; only worlds that were re-dealt are looked at then
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
    place = behind(number, state.dealer, seats)
    if state.offer != NONE:
        waits = place - behind(state.turn, state.dealer, seats)
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
    look(setup, pile, left, -1, row[17 : 17 + SIDES])
    look(setup, pile, right, 1, row[17 + SIDES : 17 + 2 * SIDES])
    if row[17 + 3] < row[17 + SIDES + 3]:
        for k in range(17, 17 + SIDES):
            row[k], row[k + SIDES] = row[k + SIDES], row[k]
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
def behind(number, dealer, seats):
    """How many seats from the dealer on."""
    return number - dealer if number >= dealer else number - dealer + seats


@compiled
def least_skipped(setup, seat, letters):
    """How many letters a line skips at least if it takes a card; -1: it cannot."""
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
def look(setup, pile, end, step, row):
    """Fill in what an end of a line may still take: near letters, further ones, far ones; their sum; cards that fit."""
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


def read_weights():
    """Of the network, one row a number it makes: its weights for what it sees, its bias, and what it counts in the score."""
    table = importlib.resources.files("muckle.games.alphabetickell").joinpath("outlook.csv").read_text(encoding="utf-8")
    rows = np.array([[float(cell) for cell in row] for row in csv.reader(table.splitlines()[1:])], np.float32)
    return np.ascontiguousarray(rows[:, :SEEN]), rows[:, SEEN].copy(), rows[:, SEEN + 1].copy()


INTO, BIAS, OUT = read_weights()


@compiled
def score(row):
    """What a seat's chances are as a logarithm, beside those of the others."""
    total = 0.0
    for k in range(WIDE):
        made = BIAS[k]
        for j in range(SEEN):
            made += INTO[k, j] * row[j]
        if made > 0:
            total += OUT[k] * made
    return total


@compiled
def outlook(setup, state, number):
    """A seat's chance to win."""
    row = np.empty(SEEN, np.float32)
    see(setup, state, number, row)
    own, odds = score(row), 0.0
    for other in range(setup.options.seats):
        if other == number:
            odds += 1.0
        else:
            see(setup, state, other, row)
            odds += math.exp(score(row) - own)
    return 1 / odds
