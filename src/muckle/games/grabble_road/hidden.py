# pyright: basic
# Compiled functions carry no annotations.
"""Deals anew what a seat can't know: the table "Who may know what" of RULES.md.

Under `passing=no` a pass tells of a rack that no tile of it can begin a play. Re-deals ignore this.
"""

from __future__ import annotations

from muckle.engine.chance import forget
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.grabble_road.rules import draw_tile, undo_turn
from muckle.kit.letter_tiles import KINDS


@compiled
def resample(setup, state, seat):
    """Deal anew the other racks (Grabble Road I1, I7, I8) and the bag (I3); what another is composing is taken up (I10).

    When the match is over the racks are open (I17), unless an option keeps them hidden (General 11).
    """
    forget(state)
    if state.turn == OVER and not setup.options.reveal_after_match:
        return
    if state.turn != seat:
        undo_turn(setup, state)
    draws = state.draws
    for other in range(setup.options.seats):
        if other != seat:
            for kind in range(KINDS):
                state.bag[kind] += state.seats[other].tiles[kind]
                state.seats[other].tiles[kind] = 0
            state.bag_left += state.seats[other].held
    for other in range(setup.options.seats):
        if other != seat:
            for _ in range(state.seats[other].held):
                state.seats[other].tiles[draw_tile(state)] += 1
    state.draws = draws
