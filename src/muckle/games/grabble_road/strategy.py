# pyright: basic
# Compiled functions carry no annotations.
"""What is known of playing Grabble Road well: an opinion of a position, for players that look a step ahead."""

from __future__ import annotations

from muckle.engine.compiler import compiled
from muckle.games.grabble_road.scoring import score

HOPE = 4.0  # points that a tile still to lay brings, about


@compiled
def value(setup, state, seat):
    """A seat's points, those of the play it is composing as if it ended here, and some for each tile still to lay."""
    worth = float(state.seats[seat].score)
    if state.turn == seat and state.tiles > state.begun:
        worth += score(setup, state, state.begun, state.drew[:0]) + HOPE * state.left
    return worth
