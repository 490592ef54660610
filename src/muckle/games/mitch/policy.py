# pyright: basic
# Compiled functions carry no annotations.
"""A policy of Mitch without search: each action has a worth, a weighted sum of what can be told at a glance."""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.games.mitch.state import DRAW_DISCARD, DRAW_STOCK, PLACE, SEAT_UNIT, SUIT
from muckle.kit.playing_cards import LANE

PHASE = 12
"""Weights of a phase: eight for placing, four for discarding a card that fits. A card that does not is worth 0."""
WEIGHTS = np.array(
    [
        *(-0.9751, -0.5438, -0.4402, 0.985, -0.5131, -0.3839, -0.1431, 6.5867),
        *(-0.6734, -1.2669, -0.0869, 0.2848),
        *(1.9228, -0.1233, -1.5891, 2.3541, -0.1745, 0.0718, 0.0212, 0.1453),
        *(-0.0361, -2.285, 0.3464, -0.3661),
    ]
)
"""Found by ``bench/tune.py mitch-policy --generations 45 --deals 300`` (seed 1, 526,500 matches against two yardsticks,
2026-11-22): it wins 37.6 ± 0.7 % of 12,000 others; with the weights by hand that it began with 29.2 ± 0.7 %."""


@compiled
def favourite(setup, state, actions, count, weights):
    """Return the action of the highest worth, or where to draw from.

    `weights` holds 2 * PHASE numbers, the first half for phase 1.
    """
    first = PHASE * (state.aces >= setup.options.trigger)
    rivals, table = others_columns(setup, state)
    if state.choosing:
        top = state.pile[state.pile_size - 1] % SEAT_UNIT
        fits = state.seats[state.turn].room >> top & 1
        return DRAW_DISCARD if fits and placing(setup, state, top, rivals, table, weights, first) > 0 else DRAW_STOCK
    best, chosen = 0.0, -1
    for k in range(count):
        action = actions[k]
        if action >= PLACE:
            worth = placing(setup, state, action - PLACE, rivals, table, weights, first)
        else:
            worth = discarding(state, action, rivals, weights, first)
        if chosen < 0 or worth > best:
            best, chosen = worth, action
    return chosen


@compiled
def others_columns(setup, state):
    """Return the longest column of another seat in each suit, four bits each, and the set of all cards placed."""
    rivals, table = 0, 0
    for number in range(setup.options.seats):
        tableau = state.seats[number].tableau
        table |= tableau
        if number != state.turn:
            for suit in range(setup.options.suits):
                length = size(tableau >> suit * LANE & SUIT)
                longest = rivals >> 4 * suit & 15
                if length > longest:
                    rivals += length - longest << 4 * suit
    return rivals, table


@compiled
def placing(setup, state, card, rivals, table, weights, first):
    """Return the worth of placing a card: by the cards it shuts out, its column's prospects and the progress of phase 1."""
    own, suit = state.seats[state.turn], card // LANE
    lane, lost = SUIT << suit * LANE, given_up(setup, own, card)
    mine, fits = size(own.tableau & lane), size(own.hand & own.room & lane)
    return (
        weights[first]
        + weights[first + 1] * size(lost & ~own.hand & ~table)
        + weights[first + 2] * size(lost & own.hand)
        + weights[first + 3] * (mine + fits - (rivals >> 4 * suit & 15))
        + weights[first + 4] * fits
        + weights[first + 5] * mine
        + weights[first + 6] * (setup.options.trigger - state.aces)
        + weights[first + 7] * (1 - own.placed)
    )


@compiled
def given_up(setup, player, card):
    """Return the set of other cards that no longer fit once a card is placed (Mitch 5, 17)."""
    bit, lane = 1 << card, SUIT << card // LANE * LANE
    column, before = player.tableau & lane, player.room & lane & ~bit
    if setup.options.high_low == 0 or bit < column:
        return before & ~(bit - 1)
    return before & (bit - 1) if column else 0


@compiled
def discarding(state, card, rivals, weights, first):
    """Return the worth of discarding a card: 0 if it fits nowhere, else by the prospects of its column."""
    own, suit = state.seats[state.turn], card // LANE
    lane = SUIT << suit * LANE
    if own.room >> card & 1 == 0:
        return 0.0
    mine, fits = size(own.tableau & lane), size(own.hand & own.room & lane)
    return (
        weights[first + 8]
        + weights[first + 9] * (mine + fits - (rivals >> 4 * suit & 15))
        + weights[first + 10] * fits
        + weights[first + 11] * mine
    )
