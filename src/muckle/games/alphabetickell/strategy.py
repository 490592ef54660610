# pyright: basic
# Compiled functions carry no annotations.
"""Bot knowledge of Alphabetickell: evaluations of a position, the policy of rollouts, and how levels play."""

from __future__ import annotations

import math

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.engine.manner import CAREFUL, FAR, FLAT, HASTY, LOOK_AHEAD, PATIENT, QUICK, SHINY, Manner
from muckle.games.alphabetickell.network import has_learned, seats_behind, win_chance
from muckle.games.alphabetickell.rules import letter
from muckle.games.alphabetickell.state import KEEP, LETTERS, NONE, PAIR, PASS, TAKE

LEVELS = {
    "easy": Manner(LOOK_AHEAD, slip=60),
    "fair": Manner(LOOK_AHEAD, slip=40),
    "medium": Manner(LOOK_AHEAD, slip=25),
    "good": Manner(LOOK_AHEAD, slip=14),
    "hard": Manner(FLAT, playouts=45, cut=16, policy=QUICK),
    "expert": Manner(FLAT, playouts=2000, cut=8, policy=QUICK),
}
TASTES = {CAREFUL: 15, SHINY: 50, HASTY: 20, FAR: 25, PATIENT: 50}
"""Weight of each taste in percent of what `taste` returns, so that its bird is about as strong as its own level."""
WIN, TRIFLE = True, 0.02
"""`leaf` returns probabilities to win; who gives away less than 0.02 of them makes no mistake."""
LIKING, LIKING_OF_CHANCES = 0.4, 0.02
"""Bonus that a playing style adds to an action it likes: in points, and as a probability to win."""
SURE, FAR_OFF = 2.68, 6.9
"""A point more multiplies the odds of winning by exp(SURE / sqrt(points to the target + FAR_OFF))."""
FIRST, SECOND = 0.275, 0.133
"""Worth, in points, of being the dealer of a new round, and of the seat at the dealer's left. These two and the two above are
fitted to the winners of 15,000 matches of the policy `quick`, from the beginnings of 46,000 rounds."""
WEIGHTS = np.array([0.0, 12.5, 25.0, 1.0, 0.9])
"""Weights of the policy, see `WAITING` to `FULL`."""
WAITING, MOST, HALF, SHOWN, FULL = range(5)
"""Indices of `WEIGHTS`: the bonus of a pass in points (WAITING); the largest number of cards that an end can expect (MOST),
and the number of open letters for half of it (HALF); the number of cards in the pile that make a letter half sure (SHOWN);
the share of the places left under the cap that get filled (FULL)."""


@compiled
def quick(setup, state, mind, actions, count):
    """Return the action that leaves most for the own line: the policy of rollouts, which ignores the other seats."""
    return favourite(setup, state, actions, count, WEIGHTS)


@compiled
def favourite(setup, state, actions, count, weights):
    """Return the action with the best expected line for the seat to act, by the given weights."""
    own, best, chosen = state.seats[state.turn], 0.0, -1
    for k in range(count):
        worth = expected_line(setup, state, own, actions[k], weights)
        if chosen < 0 or worth > best:
            best, chosen = worth, actions[k]
    return chosen


@compiled
def expected_line(setup, state, own, action, weights):
    """Return the expected points of a seat's line after an action."""
    if action >= KEEP:
        return cards_to_first(setup, state, own.hand[action - KEEP], weights)
    if action == PASS:
        return weights[WAITING] + own.length + cards_to_line(setup, state, own, weights)
    if action < PAIR:
        left, right = min(own.left, action - TAKE), max(own.right, action - TAKE)
    else:
        old, new = letter(setup, own.kept, action - PAIR >> 1), letter(setup, state.offer, action - PAIR & 1)
        left, right = min(old, new), max(old, new)
    return own.length + 1 + limited_by_cap(setup, own.length + 1, cards_at_ends(setup, state, left, right, weights), weights)


@compiled
def taste(setup, state, action, taste):
    """Return the bonus that a playing style adds to an action.

    Careful bots like letters close to their line, shiny ones taking, hasty ones taking when their line is long, far ones
    skipping, patient ones passing. Bonuses of patient bots are probabilities to win, the others points.
    """
    if taste == PATIENT:
        return LIKING_OF_CHANCES * (action == PASS)
    if not TAKE <= action < PAIR:
        return LIKING * (taste == SHINY and PAIR <= action < KEEP)
    own, taken = state.seats[state.turn], action - TAKE
    if taste == SHINY:
        return LIKING
    if taste == HASTY:
        return 1.5 * LIKING * own.length / 5
    skipped = max(own.left - taken, taken - own.right) - 1
    return LIKING * skipped / 4 * ((taste == FAR) - (taste == CAREFUL))


@compiled
def stage(setup, state):
    """Return the number of the round: rollouts end with it (Alphabetickell 1)."""
    return state.round_number


@compiled
def leaf(setup, state, seat):
    """Return the probability to win: within a round by the network, if it has learned such rounds; else by a formula."""
    if state.turn == OVER or is_round_fresh(setup, state) or not has_learned(setup):
        return win_chance_by_formula(setup, state, seat)
    return win_chance(setup, state, seat)


@compiled
def win_chance_by_formula(setup, state, seat):
    """Return the probability to win as a softmax of the seats' standings, the surer the nearer the target is.

    After the match it is the seat's share of the win.
    """
    best = 0.0
    for number in range(setup.options.seats):
        best = max(best, standing(setup, state, number))
    own, found = standing(setup, state, seat), 0.0
    if state.turn == OVER:
        others = 0
        for number in range(setup.options.seats):
            others += number != seat and state.seats[number].total == best
        return 1 / (1 + others) if own == best else 0.0
    sure = SURE / math.sqrt(max(0.0, setup.options.target - best) + FAR_OFF)
    for number in range(setup.options.seats):
        found += math.exp(sure * (standing(setup, state, number) - own))
    return 1 / found


@compiled
def standing(setup, state, seat):
    """Return a seat's expected total after the round.

    At its beginning only the total and the place at the table count: the cards dealt are luck.
    """
    if not is_round_fresh(setup, state):
        return expected_total(setup, state, state.seats[seat])
    place = seats_behind(seat, state.dealer, setup.options.seats)
    return state.seats[seat].total + FIRST * (place == 0) + SECOND * (place == 1)


@compiled
def is_round_fresh(setup, state):
    """Return whether a round has just begun: nobody has chosen, taken or discarded anything."""
    longest = 0
    for number in range(setup.options.seats):
        longest = max(longest, state.seats[number].length)
    return state.turn == state.dealer and longest <= (setup.options.deal == 1) and state.discards == 0


@compiled
def value(setup, state, seat):
    """Return a seat's expected total after the round, less half of the other seats' average."""
    others = 0.0
    for number in range(setup.options.seats):
        if number != seat:
            others += expected_total(setup, state, state.seats[number])
    return expected_total(setup, state, state.seats[seat]) - others / (2 * (setup.options.seats - 1))


@compiled
def expected_total(setup, state, seat):
    """Return a seat's expected total after the round: its total, its line, and the cards to come at both ends."""
    if state.turn == OVER or seat.length == 0:
        return float(seat.total)
    return seat.total + seat.length + cards_to_line(setup, state, seat, WEIGHTS)


@compiled
def cards_to_line(setup, state, seat, weights):
    """Return the expected number of cards still to come to a line."""
    if seat.left == NONE:
        return cards_to_first(setup, state, seat.kept, weights)
    return limited_by_cap(setup, seat.length, cards_at_ends(setup, state, seat.left, seat.right, weights), weights)


@compiled
def cards_to_first(setup, state, kept, weights):
    """Return the expected number of cards to come to a line of one card, which stands for the better of its letters."""
    early, late = letter(setup, kept, 0), letter(setup, kept, 1)
    more = max(cards_at_ends(setup, state, early, early, weights), cards_at_ends(setup, state, late, late, weights))
    return limited_by_cap(setup, 1, more, weights)


@compiled
def limited_by_cap(setup, length, more, weights):
    """Limit an expected number of cards to the places left under the cap (Alphabetickell 7)."""
    return min(more, weights[FULL] * (setup.options.cap - length)) if setup.options.cap else more


@compiled
def cards_at_ends(setup, state, left, right, weights):
    """Return the expected number of cards to come at both ends of a line that reaches from one letter to another."""
    return cards_at_end(setup, state, 0, left, weights) + cards_at_end(setup, state, right + 1, LETTERS, weights)


@compiled
def cards_at_end(setup, state, first, after, weights):
    """Return the expected number of cards to come at an end that is open for the letters from `first` to before `after`.

    A letter counts the more, the more cards of the draw pile show it. The sum saturates: about every second letter is
    skipped, and the more letters there are, the likelier the round ends before they come.
    """
    letters = 0.0
    for number in range(first, after):
        left = size(state.undrawn & setup.options.shows[number])
        letters += left / (left + weights[SHOWN])
    return weights[MOST] * letters / (weights[HALF] + letters)
