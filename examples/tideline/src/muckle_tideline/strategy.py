# pyright: basic
# Compiled functions carry no annotations.
"""What bots know of Tideline: cards taken cost a point, and high cards in hand are safe."""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER


@compiled
def value(setup, state, seat):
    """Points of a seat, and a little for each card in hand, the more the higher it is."""
    result = -float(size(state.taken[seat]))
    cards = 0 if state.turn == OVER else state.hands[seat]
    while cards:
        result += lowest(cards) / setup.options.cards
        cards &= cards - 1
    return result
