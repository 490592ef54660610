# pyright: basic
# Compiled functions carry no annotations.
"""The yardstick of Multzo: what `greedy` went by when strength was first measured. It never changes."""

from __future__ import annotations

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.multzo.scoring import score, stack_of, strength, total
from muckle.games.multzo.state import FLUSH, FOUR, NONE, NULLS, PRIME, RANKS, SET, SHOWDOWN
from muckle.kit.piecepack import LANE

WIN = 100.0
"""Points that winning the match is worth."""
PATIENCE = 0.25
"""The share of all prizes that a hand is worth going on for: who has more declares."""
GOING_ON = 0.5
"""Share of a hand's present value that still counts when the round goes on."""


@compiled
def value(setup, state, seat):
    """Return the lead over the best of the others plus the value of the hand, in points."""
    lead = float(score(state, seat) - best_other(setup, state, seat))
    if state.turn == OVER:
        return lead + WIN * ((lead > 0) - (lead < 0))
    if state.phase == SHOWDOWN or state.number == 1:  # a round was just scored; nobody has acted in the next
        return lead
    return lead + prospect(setup, state, seat)


@compiled
def best_other(setup, state, seat):
    """Return the highest score of another seat."""
    best = 0
    for number in range(setup.options.seats):
        if number != seat:
            best = max(best, score(state, number))
    return best


@compiled
def prospect(setup, state, seat):
    """Return the value of a hand, with a tile too many of the best rest. While nobody has declared, going on counts too."""
    hand = state.seats[seat].hand
    done = state.remaining != NONE and (seat - state.turn) % setup.options.seats >= state.remaining
    if size(hand) == setup.options.suits:
        bring = groups(setup, state, seat, hand, done)
        return bring if state.remaining != NONE else GOING_ON * bring + (1 - GOING_ON) * aim(state, seat)
    best, rest = 0.0, hand
    while rest:
        best = max(best, groups(setup, state, seat, hand & ~(rest & -rest), done))
        rest &= rest - 1
    return best


@compiled
def aim(state, seat):
    """Return the value that a hand needs for declaring to be better than going on."""
    prizes = 0.0
    for category in range(4):
        prizes += prize(state, seat, category)
    return PATIENCE * prizes


@compiled
def groups(setup, state, seat, hand, done):
    """Return the expected coins of a hand; hopes only count while the seat has a turn left."""
    result = 0.0
    for category in range(4):
        worth = strength(hand, category, setup.options.suits, setup.options.group_only)
        if worth != NONE:
            result += confidence(worth) * prize(state, seat, category)
        elif not done:
            result += hope(hand, category, setup.options.suits) * prize(state, seat, category)
    return result


@compiled
def confidence(worth):
    """Return the probability that a group of that strength wins its category."""
    return 0.9 if worth >= FOUR else 0.4 + worth / 48.0


@compiled
def hope(hand, category, suits):
    """Return the probability that a hand without the group still gets it and wins."""
    missing = lacking(hand, category, suits)
    return 0.25 if missing == 1 else 0.08 if missing == 2 else 0.0


@compiled
def lacking(hand, category, suits):
    """Return the number of tiles of a hand without the group that would have to be others."""
    longest, lanes, ranks = 0, 0, 0
    for suit in range(suits):
        lane = hand >> suit * LANE & RANKS
        longest, lanes, ranks = max(longest, size(lane)), lanes + (lane != 0), ranks | lane
    if category == FLUSH:
        return suits - longest
    if category == PRIME:
        return suits - lanes
    if category == SET:
        return 1 if size(ranks) < suits else 2
    return 1 if ranks & (ranks >> 1 | ranks >> 2) else 2


@compiled
def prize(state, seat, category):
    """Return the pay for winning a category: the top coin, of Flush two, times the null coins held."""
    coins = stack_of(state, category)
    top, rest = coins & -coins, coins & coins - 1
    worth = total(top | rest & -rest) if category == FLUSH else total(top)
    return float(worth * (1 + size(state.seats[seat].coins & NULLS)))
