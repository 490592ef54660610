# pyright: basic
# Compiled functions carry no annotations.
"""What bots know of Hearts: points are bad, and so are high cards that may still take them."""

from __future__ import annotations

from muckle.engine.bits import lowest
from muckle.engine.compile import compiled
from muckle_hearts.rules import points
from muckle_hearts.state import LANE, NONE


@compiled
def value(setup, state, seat):
    """Points lost so far, those on the table that the seat would take, and a little for each high card in hand."""
    result, cards = -float(points(state.won[seat])), state.hands[seat]
    while cards:
        result -= 0.04 * (lowest(cards) % LANE)
        cards &= cards - 1
    best, lying, waiting = NONE, 0, 0
    for other in range(setup.options.seats):
        card = state.trick[other]
        if card == NONE:
            waiting += 1
        else:
            lying |= 1 << card
            if card // LANE == state.trick[state.first] // LANE and card > best:
                best = card
    if best != NONE and state.trick[seat] == best:
        result -= points(lying) + waiting * (best % LANE) / LANE
    return result
