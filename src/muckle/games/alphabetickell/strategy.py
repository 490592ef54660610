# pyright: basic
# (compiled functions carry no annotations)
"""What bots know of Alphabetickell: a quick opinion of a position, a policy for playouts, and how levels play."""

from __future__ import annotations

import math

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.engine.manner import CAREFUL, FAR, FLAT, HASTY, LOOK_AHEAD, PATIENT, QUICK, SHINY, UNIT, Manner
from muckle.games.alphabetickell.outlook import behind, learned, outlook
from muckle.games.alphabetickell.rules import letter
from muckle.games.alphabetickell.state import KEEP, LETTERS, NONE, PAIR, PASS, TAKE

LEVELS = {
    "easy": Manner(LOOK_AHEAD, slip=UNIT),
    "medium": Manner(LOOK_AHEAD, slip=UNIT // 4),
    "hard": Manner(FLAT, playouts=45, cut=16, policy=QUICK),
    "expert": Manner(FLAT, playouts=2000, cut=8, policy=QUICK),
}
WIN = True
LIKING, LIKING_OF_CHANCES = 0.4, 0.02
"""How much better what is to somebody's taste seems than it is: in points, and as a chance to win."""
SURE, FAR_OFF = 2.68, 6.9
"""How much likelier a seat wins with a point more, as a logarithm: by the root of the points to the target and so many."""
FIRST, SECOND = 0.275, 0.133
"""What it is worth, in points, to deal next, or to sit at the dealer's left then. These four are fitted to who won 15,000
matches of players who go by `quick`, from how 46,000 rounds began."""
WEIGHTS = np.array([0.0, 12.5, 25.0, 1.0, 0.9])
"""What the policy goes by (`WAITING` to `FULL`)."""
WAITING, MOST, HALF, SHOWN, FULL = range(5)
"""Places of weights: how much more a pass is worth than it seems, in points; the most cards that may come to an end, and the
letters for half of them; how many cards that show a letter make it half sure; what a place left under the cap counts."""


@compiled
def quick(setup, state, mind, actions, count):
    """What leaves most for the own line: the policy of playouts, which lets the others be."""
    return favourite(setup, state, actions, count, WEIGHTS)


@compiled
def favourite(setup, state, actions, count, weights):
    """The action after which most may come to the line of the seat to act, as the weights see it."""
    own, best, chosen = state.seats[state.turn], 0.0, -1
    for k in range(count):
        worth = line_after(setup, state, own, actions[k], weights)
        if chosen < 0 or worth > best:
            best, chosen = worth, actions[k]
    return chosen


@compiled
def line_after(setup, state, own, action, weights):
    """What a seat's line may come to after an action, in points."""
    if action >= KEEP:
        return undecided(setup, state, own.hand[action - KEEP], weights)
    if action == PASS:
        return weights[WAITING] + own.length + to_come(setup, state, own, weights)
    if action < PAIR:
        left, right = min(own.left, action - TAKE), max(own.right, action - TAKE)
    else:
        old, new = letter(setup, own.kept, action - PAIR >> 1), letter(setup, state.offer, action - PAIR & 1)
        left, right = min(old, new), max(old, new)
    return own.length + 1 + capped(setup, own.length + 1, ends(setup, state, left, right, weights), weights)


@compiled
def taste(setup, state, action, taste):
    """Careful: letters close to the line; shiny: taking; hasty: taking when it has much; far: skipping; patient: passing.

    Hard players, who like what is far or wait, count in chances to win, the others in points.
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
    return LIKING_OF_CHANCES * skipped / 4 if taste == FAR else -LIKING * skipped / 4 * (taste == CAREFUL)


@compiled
def stage(setup, state):
    """The round (Alphabetickell 1)."""
    return state.round_number


@compiled
def leaf(setup, state, seat):
    """The chance to win: within a round by the network, where it has learned such rounds; else by what all may come to."""
    if state.turn == OVER or untouched(setup, state) or not learned(setup):
        return odds(setup, state, seat)
    return outlook(setup, state, seat)


@compiled
def odds(setup, state, seat):
    """The chance to win by what all may come to, the surer the nearer the end is; once it is over, a share of the win."""
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
    """A seat's prospects; when a round has just begun, its total and what its place is worth: what is dealt is luck."""
    if not untouched(setup, state):
        return prospects(setup, state, state.seats[seat])
    place = behind(seat, state.dealer, setup.options.seats)
    return state.seats[seat].total + FIRST * (place == 0) + SECOND * (place == 1)


@compiled
def untouched(setup, state):
    """Whether a round has just begun: nobody has chosen, taken or discarded anything."""
    longest = 0
    for number in range(setup.options.seats):
        longest = max(longest, state.seats[number].length)
    return state.turn == state.dealer and longest <= (setup.options.deal == 1) and state.discards == 0


@compiled
def value(setup, state, seat):
    """A seat's prospects in points, less half of what the others have on average."""
    others = 0.0
    for number in range(setup.options.seats):
        if number != seat:
            others += prospects(setup, state, state.seats[number])
    return prospects(setup, state, state.seats[seat]) - others / (2 * (setup.options.seats - 1))


@compiled
def prospects(setup, state, seat):
    """The total, the line as it is, and the cards that may still come at its two ends, in points."""
    if state.turn == OVER or seat.length == 0:
        return float(seat.total)
    return seat.total + seat.length + to_come(setup, state, seat, WEIGHTS)


@compiled
def to_come(setup, state, seat, weights):
    """The cards that may still come to a line."""
    if seat.left == NONE:
        return undecided(setup, state, seat.kept, weights)
    return capped(setup, seat.length, ends(setup, state, seat.left, seat.right, weights), weights)


@compiled
def undecided(setup, state, kept, weights):
    """The cards that may still come to a line of one card, which stands for the better of its letters."""
    early, late = letter(setup, kept, 0), letter(setup, kept, 1)
    return capped(setup, 1, max(ends(setup, state, early, early, weights), ends(setup, state, late, late, weights)), weights)


@compiled
def capped(setup, length, more, weights):
    """So many cards more, or as many as a line can still take (Alphabetickell 7)."""
    return min(more, weights[FULL] * (setup.options.cap - length)) if setup.options.cap else more


@compiled
def ends(setup, state, left, right, weights):
    """The cards that may still come to a line from one letter to another."""
    return room(setup, state, 0, left, weights) + room(setup, state, right + 1, LETTERS, weights)


@compiled
def room(setup, state, first, after, weights):
    """How many cards may still come at an end that is open for the letters first to after - 1.

    A letter counts the more, the more cards of the draw pile show it; about every second letter is skipped, and the more
    letters there are, the less likely it is that time remains for all.
    """
    letters = 0.0
    for number in range(first, after):
        left = size(state.undrawn & setup.options.shows[number])
        letters += left / (left + weights[SHOWN])
    return weights[MOST] * letters / (weights[HALF] + letters)
