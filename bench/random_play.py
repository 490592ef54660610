"""Random play of whole matches inside compiled code, and the sums of their results; for measurements."""

# pyright: basic
# (compiled functions carry no annotations)

from __future__ import annotations

from muckle.engine.chance import stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, advance, ahead, deal, lent, pick, returns


@compiled
def rollout(setup, state, picker, actions):
    """Play on at random to the end of the match and return the number of decisions."""
    decisions = 0
    while state.turn != OVER:
        advance(setup, state, pick(setup, state, picker, actions))
        decisions += 1
    return decisions


@compiled
def play_at_random(options, words, states, pickers, actions, seed, first, games, scores, totals):
    """Play matches number first to first + games - 1 of a seed and return the number of decisions.

    Args:
        options, states, pickers: arrays of one record each; the last two are scratch.
        actions: scratch, MAX_ACTIONS long.
        scores: scratch, one a seat.
        totals: added to: the sum of each seat's scores, then the sum of its shares of the win.
    """
    setup, state, picker = Setup(options[0], lent(words)), states[0], pickers[0]
    decisions = 0
    for game in range(first, first + games):
        deal(setup, state, stream(seed, 2 * game))
        picker.rng = stream(seed, 2 * game + 1)
        decisions += rollout(setup, state, picker, actions)
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
