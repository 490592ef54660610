"""Random play: whole matches inside compiled code, for any game."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.chance import below, stream
from muckle.engine.compiler import compiled
from muckle.engine.record import Ints, record
from muckle.engine.rules import OVER, Setup, apply, deal, legal, lent, returns, tiebreak


class Picker(NamedTuple):
    """A stream for choosing, apart from the match's own chance. (Not a prefix of any STATE, so Numba never mixes them up.)"""

    draws: int
    rng: int
    drawn: int
    drew: Annotated[Ints, 1]


PICKER = record(Picker)


@compiled
def playout(setup, state, picker, actions):
    """Play on at random to the end; how many decisions that took."""
    decisions = 0
    while state.turn != OVER:
        apply(setup, state, actions[below(picker, legal(setup, state, actions))])
        decisions += 1
    return decisions


@compiled
def play_at_random(options, words, states, pickers, actions, seed, first, games, scores, totals):
    """Play matches number first to first + games - 1 of a seed; returns the decisions made.

    Args:
        options, states, pickers: arrays of one record each; the last two are scratch.
        actions: scratch, MAX_ACTIONS long. scores: scratch, one a seat.
        totals: added to: the sum of each seat's scores, then the sum of its shares of the win.
    """
    setup, state, picker = Setup(options[0], lent(words)), states[0], pickers[0]
    decisions = 0
    for game in range(first, first + games):
        deal(setup, state, stream(seed, 2 * game))
        picker.rng = stream(seed, 2 * game + 1)
        decisions += playout(setup, state, picker, actions)
        returns(setup, state, scores)
        add_result(setup, state, scores, totals)
    return decisions


@compiled
def add_result(setup, state, scores, totals):
    """Add the scores of a match and each seat's share of the win to the totals (General 12)."""
    seats, leader, winners = len(scores), 0, 0
    for seat in range(seats):
        if ahead(setup, state, scores, seat, leader):
            leader, winners = seat, 0
        winners += not ahead(setup, state, scores, leader, seat)
    for seat in range(seats):
        totals[seat] += scores[seat]
        if not ahead(setup, state, scores, leader, seat):
            totals[seats + seat] += 1 / winners


@compiled
def ahead(setup, state, scores, seat, other):
    """Whether a seat stands before another: by its score, or by the game's tiebreak between equal ones."""
    if scores[seat] != scores[other]:
        return scores[seat] > scores[other]
    return tiebreak(setup, state, seat) > tiebreak(setup, state, other)
