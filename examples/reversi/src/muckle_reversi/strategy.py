# pyright: basic
# Compiled functions carry no annotations.
"""What bots know of Reversi: corners are never turned again, and the squares beside them give them away."""

from __future__ import annotations

from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle_reversi.state import EMPTY, SQUARES, WIDTH


@compiled
def value(setup, state, seat):
    """Discs of a seat and, until the match is over, what their squares are worth."""
    result, last = 0.0, setup.options.side - 1
    for square in range(SQUARES):
        if state.discs[square] == seat:
            result += 1.0
        if state.turn != OVER and state.discs[square] != EMPTY:
            row, column = square // WIDTH, square % WIDTH
            edges = (row == 0 or row == last) + (column == 0 or column == last)
            near = (row == 1 or row == last - 1) + (column == 1 or column == last - 1)
            worth = 8.0 if edges == 2 else -3.0 if near + edges == 2 and near > 0 else 1.0 if edges == 1 else 0.0
            result += worth if state.discs[square] == seat else -worth
    return result * setup.options.sign
