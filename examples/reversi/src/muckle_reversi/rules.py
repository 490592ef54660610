# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Reversi, in the order of RULES.md."""

from __future__ import annotations

from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.engine.facts import fact
from muckle_reversi.state import DISC_PLACED, EMPTY, ENDED, PASSED_OVER, SQUARES, STARTS, WIDTH


@compiled
def deal(setup, state, rng):
    """Four discs lie in the middle, crosswise; seat 0 begins (Reversi 1, 2)."""
    state.rng, state.draws, state.drawn, state.turn = rng, 0, 0, 0
    for square in range(SQUARES):
        state.discs[square] = EMPTY
    corner = (setup.options.side // 2 - 1) * (WIDTH + 1)
    state.discs[corner] = state.discs[corner + WIDTH + 1] = 1
    state.discs[corner + 1] = state.discs[corner + WIDTH] = 0
    fact(state, STARTS, 0)


@compiled
def enclosed(setup, state, square, seat, way):
    """Return how many discs of the other a new disc encloses in one of nine ways; none in way 4 (Reversi 3)."""
    down, right, side = way // 3 - 1, way % 3 - 1, setup.options.side
    row, column, count = square // WIDTH + down, square % WIDTH + right, 0
    while way != 4 and 0 <= row < side and 0 <= column < side and state.discs[row * WIDTH + column] != EMPTY:
        if state.discs[row * WIDTH + column] == seat:
            return count
        row, column, count = row + down, column + right, count + 1
    return 0


@compiled
def on_board(setup, square):
    """Return whether a square is on a board of this size (Reversi 1)."""
    return 0 <= square < SQUARES and square // WIDTH < setup.options.side and square % WIDTH < setup.options.side


@compiled
def gain(setup, state, square, seat):
    """Return how many discs a new disc on an empty square turns (Reversi 3)."""
    count = 0
    if state.discs[square] == EMPTY:
        for way in range(9):
            count += enclosed(setup, state, square, seat, way)
    return count


@compiled
def can_move(setup, state, seat):
    """Return whether a seat may place a disc anywhere (Reversi 5)."""
    square = 0
    while square < SQUARES and not (on_board(setup, square) and gain(setup, state, square, seat)):
        square += 1
    return square < SQUARES


@compiled
def legal(setup, state, actions):
    """List the squares where a disc encloses something (Reversi 3)."""
    count = 0
    for square in range(SQUARES):
        if state.turn != OVER and on_board(setup, square) and gain(setup, state, square, state.turn):
            actions[count] = square
            count += 1
    return count


@compiled
def apply(setup, state, action):
    """Place a disc and turn what it encloses; the other acts, or the same again (Reversi 3 to 6)."""
    if state.turn == OVER or not on_board(setup, action) or gain(setup, state, action, state.turn) == 0:
        raise ValueError("this action is not legal here")
    seat, turned = state.turn, 0
    state.drawn = 0
    for way in range(9):
        step = (way // 3 - 1) * WIDTH + way % 3 - 1
        count = enclosed(setup, state, action, seat, way)
        for far in range(1, count + 1):
            state.discs[action + far * step] = seat
        turned += count
    state.discs[action] = seat
    fact(state, DISC_PLACED, seat, action, turned)
    if can_move(setup, state, 1 - seat):
        state.turn = 1 - seat
    elif can_move(setup, state, seat):
        fact(state, PASSED_OVER, 1 - seat)
    else:
        state.turn = OVER
        fact(state, ENDED)


@compiled
def returns(setup, state, scores):
    """Each disc is worth a point, or costs one (Reversi 7)."""
    scores[0] = scores[1] = 0
    for square in range(SQUARES):
        if state.discs[square] != EMPTY:
            scores[state.discs[square]] += setup.options.sign
