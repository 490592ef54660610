# pyright: basic
# Compiled functions carry no annotations.
"""Finds the squares where the next tile may go (Grabble Road 4 to 4g)."""

from __future__ import annotations

from muckle.engine.bits import from_start, lowest
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.grabble_road.state import (
    ANY,
    CHAIN_ANY,
    CHAIN_STRAIGHT,
    CORNERS,
    FREE,
    NEAR,
    NOWHERE,
    ONE_STRAIGHT,
    PASSED,
    PASSED_TOO,
    PLACES,
    STEPS,
    STRIDE,
    WALL,
)


@compiled
def find_targets(setup, state):
    """Find the target squares of the player to act (Grabble Road 4 to 4f)."""
    state.near, through = 0, setup.options.through
    if goes_far(setup):  # else there are none
        for row in range(len(state.far)):
            state.far[row] = 0
    if state.turn == OVER:
        return
    head = state.seats[state.turn].head
    if head == NOWHERE:
        state.near = corners(setup, state)
        return
    for place in range(PLACES):
        if is_near_target(setup, state.board, head, place):
            state.near |= 1 << place
    if through == CHAIN_ANY:
        mark_behind_chains(setup, state, head)
    elif through == CHAIN_STRAIGHT:
        mark_behind_lines(setup, state, head)
    if not setup.options.covering:
        spare_tiles(state, head)


@compiled
def goes_far(setup):
    """Return whether tiles may go behind chains of tiles (Grabble Road D1)."""
    return setup.options.through == CHAIN_ANY or setup.options.through == CHAIN_STRAIGHT


@compiled
def corners(setup, state):
    """Return the empty corners as a set of places, or all if none is empty (Grabble Road 4)."""
    empty = 0
    for place in range(CORNERS):
        if state.board[corner(setup, place)] == FREE:
            empty |= 1 << place
    return empty if empty else (1 << CORNERS) - 1


@compiled
def is_near_target(setup, board, head, place):
    """Return whether a place is a target: plain or over (Grabble Road 4c, 4d), or through one tile (4e)."""
    one_way, other_way, there = head + PASSED[place], head + PASSED_TOO[place], head + NEAR[place]
    if one_way == head:  # beside it
        return board[from_start(there)] != WALL
    if setup.options.through > ONE_STRAIGHT or (setup.options.through == ONE_STRAIGHT and one_way != other_way):
        return False
    passed = (board[from_start(one_way)] > FREE) | (board[from_start(other_way)] > FREE)
    return passed and can_land(setup, board[there])


@compiled
def spare_tiles(state, head):
    """Remove the squares with a tile from the targets, unless there is no other: a play must go on (Grabble Road 4d)."""
    empty = 0
    for place in range(PLACES):
        if state.near >> place & 1 and state.board[head + NEAR[place]] == FREE:
            empty |= 1 << place
    others = empty
    for row in range(len(state.far)):
        others |= state.far[row]
    if others != 0:
        state.near = empty


@compiled
def can_land(setup, held):
    """Return whether a square with this content can be the landing square behind tiles passed through (Grabble Road 4e, D2)."""
    return held == FREE or (held > FREE and setup.options.through_onto == ANY)


@compiled
def mark_behind_lines(setup, state, head):
    """Mark the squares behind the tiles in a line; under `any` those after the first tile, too."""
    for step in STEPS:
        square = head + step
        while state.board[square] > FREE:
            square += step
            if can_land(setup, state.board[square]):
                mark(state, square)


@compiled
def mark_behind_chains(setup, state, head):
    """Mark the squares behind any chain of tiles that begins beside the head.

    Squares beside the chain's tiles are added until there are no more.
    """
    for step in STEPS:
        mark(state, head + step)
    grown = True
    while grown:
        grown = False
        for number in range(state.tiles):
            square = state.laid[number].square
            if square != head and is_far(state, square):
                for step in STEPS:
                    grown = grown or not is_far(state, square + step)
                    mark(state, square + step)
    for step in STEPS:
        unmark(state, head + step)  # plain or over
    unmark(state, head)
    for row in range(len(state.far)):
        left = state.far[row]
        while left != 0:
            square = row * STRIDE + lowest(left)
            left &= left - 1
            if not can_land(setup, state.board[square]):
                unmark(state, square)  # passed through only


@compiled
def mark(state, square):
    """Mark a square as a target."""
    state.far[square // STRIDE] |= 1 << square % STRIDE


@compiled
def unmark(state, square):
    """Remove a square from the targets."""
    state.far[square // STRIDE] &= ~(1 << square % STRIDE)


@compiled
def is_far(state, square):
    """Return whether a square is a target behind a chain."""
    return state.far[square // STRIDE] >> square % STRIDE & 1 == 1


@compiled
def target(setup, state, place):
    """Return the square of a place: one near the head, or a corner (Grabble Road 4, 4b)."""
    head = state.seats[state.turn].head
    return corner(setup, place) if head == NOWHERE else head + NEAR[place]


@compiled
def corner(setup, place):
    """Return one of the four corners, which are numbered in board order (Grabble Road 4)."""
    row = setup.options.side if place >= 2 else 1
    column = setup.options.side if place % 2 == 1 else 1
    return row * STRIDE + column
