"""The records of Reversi. A square is row * WIDTH + column, both from 0, whatever the size of the board."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.record import Ints, record

WIDTH = 8
SQUARES = WIDTH * WIDTH
ACTIONS, MAX_ACTIONS = SQUARES, SQUARES  # an action is the square that a disc is placed on
EMPTY = -1

# Kinds of facts (`muckle.engine.facts`), each with its details:
STARTS = 0  # seat
DISC_PLACED = 1  # seat, square, number of discs that were turned
PASSED_OVER = 2  # seat
ENDED = 3


class Settings(NamedTuple):
    """What does not change during a match."""

    seats: int
    side: int  # squares in a row
    sign: int  # 1 if the most discs win, -1 if the fewest


class State(NamedTuple):
    """Everything that changes. There is no chance, so nothing is ever drawn; every State has these fields of chance."""

    rng: int
    draws: int
    drawn: int
    turn: int  # the seat to act, or OVER
    discs: Annotated[Ints, SQUARES]  # the seat whose disc lies on each square, or EMPTY
    drew: Annotated[Ints, 1]


OPTIONS, STATE = record(Settings), record(State)
