# pyright: basic
# Compiled functions carry no annotations.
"""Likelihoods of the others' last turns in Multzo, if they hold what a re-dealt state says. Searches weigh worlds by them."""

from __future__ import annotations

import math

from muckle.engine.compile import compiled
from muckle.games.multzo.state import NONE, SEAT_UNIT, SHOWDOWN, TURN_UNIT
from muckle.games.multzo.strategy import GOING_ON, WEIGHTS, aim, groups

SURE = 1.0
"""Logarithm of how much more often players choose what is a point better."""


@compiled
def likelihood(setup, state, seat):
    """Return how likely each other player ended its last turn as it did, if all hold the hands they have here."""
    result = 1.0
    if state.phase == SHOWDOWN:
        return result
    for other in range(setup.options.seats):
        laid = last_laid(setup, state, other)
        if other != seat and laid != NONE:
            result *= likelihood_of_turn(setup, state, other, laid, WEIGHTS)
    return result


@compiled
def turns_since(setup, state, seat):
    """Return how many turns ago a seat's last one was."""
    return (state.turn - seat) % setup.options.seats


@compiled
def last_laid(setup, state, seat):
    """Return the tile that a seat laid down in its last turn; NONE if it had none, or if somebody has taken that tile."""
    if seat == state.declarer:
        return state.down
    entry = (state.number - turns_since(setup, state, seat)) * TURN_UNIT + seat * SEAT_UNIT
    for place in range(state.laid):
        if entry <= state.row[place] < entry + SEAT_UNIT:
            return state.row[place] - entry
    return NONE


@compiled
def likelihood_of_turn(setup, state, seat, laid, weights):
    """Return how likely a seat with this hand and the tile it laid down chose to lay that one, and to declare or not.

    It counts as a player who looks one step ahead and errs: what is better by a point is chosen exp(SURE) times as often.
    """
    declared = seat == state.declarer
    last = (
        not declared and state.declarer != NONE and turns_since(setup, state, seat) < turns_since(setup, state, state.declarer)
    )
    goal, tiles = aim(state, seat, weights), state.seats[seat].hand | 1 << laid
    chosen, every, rest = 0.0, 0.0, tiles
    while rest:
        tile = rest & -rest
        rest ^= tile
        ends = math.exp(SURE * groups(setup, state, seat, tiles ^ tile, True, weights))
        goes_on = 0.0
        if not last:
            bring = groups(setup, state, seat, tiles ^ tile, False, weights)
            goes_on = math.exp(SURE * (weights[GOING_ON] * bring + (1 - weights[GOING_ON]) * goal))
        every += ends + goes_on
        if tile == 1 << laid:
            chosen = ends if declared or last else goes_on
    return chosen / every
