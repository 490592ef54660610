"""The records of Grabble Road, and the numbers that stand for things in them.

A *kind* of tile is 0 to 25 for A to Z, BLANK for a blank; a *face* is what lies on the board: a letter, or BLANK + letter for
a blank that stands for it. A *square* is ``row * STRIDE + column``, both from 1, with wall all around: a step to the right or
down is +1 or +STRIDE.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.observation import OWN, As, Observed, SeenField
from muckle.engine.record import Ints, record
from muckle.kit.letter_tiles import COUNTS, FACES, KINDS, LETTERS

MOST_SEATS, MOST_HELD, MOST_TILES = 4, 15, sum(COUNTS)
MOST_DRAWS = MOST_TILES + MOST_SEATS * MOST_HELD
"""Maximum number of draws in one step: all tiles are drawn for the start, and all racks are filled."""

SIZE = 15
"""Rows and columns of the largest board."""
STRIDE = SIZE + 2
"""Distance from a square to the one below: a board is stored row by row, with a wall all around."""
SQUARES = STRIDE * STRIDE
NOWHERE = 0
"""Number that stands for no square; the square with that number is wall."""
WALL, FREE = -1, 0
FACE_BITS = 6
FACE_MASK = (1 << FACE_BITS) - 1
"""Contents of a square: WALL, FREE, or its top tile as ``(its place in State.laid + 1) << FACE_BITS | its face``."""

STEPS = (-STRIDE, -1, 1, STRIDE)
"""Distances to the four neighbours of a square, in board order."""
WAYS = (1, STRIDE)
"""Reading directions: to the right, and down (Grabble Road 7)."""
NEAR = (-2 * STRIDE, -STRIDE - 1, -STRIDE, -STRIDE + 1, -2, -1, 1, 2, STRIDE - 1, STRIDE, STRIDE + 1, 2 * STRIDE)
"""Distances to the twelve squares at most two steps away, in board order: the *places* that most actions name."""
PASSED = (-STRIDE, -STRIDE, 0, -STRIDE, -1, 0, 0, 1, STRIDE, 0, STRIDE, STRIDE)
PASSED_TOO = (-STRIDE, -1, 0, 1, -1, 0, 0, 1, -1, 0, 1, STRIDE)
"""Distances to the tiles passed through on the one or two ways to each place; 0: the place is beside the head."""
CORNERS, PLACES = 4, len(NEAR)

ANY_LETTER = (1 << len(LETTERS)) - 1
"""Set of all letters, which a blank may stand for."""
ONE_ANY, ONE_STRAIGHT, CHAIN_ANY, CHAIN_STRAIGHT, OFF = range(5)
EMPTY, ANY = 0, 1
ANY_PART, WHOLE_RUNS = 0, 1
"""Values of the options through, through_onto and spans."""

LAY = 0
MULLIGAN = LAY + FACES * PLACES
RETURN = MULLIGAN + 1
DONE = RETURN + KINDS
PASS = DONE + 1
FAR = PASS + 1
"""Codes of actions:

    LAY + face * PLACES + place     a tile beside the head or behind one tile; for the first tile of a road `place` is one of
                                    the four corners
    MULLIGAN, RETURN + kind, DONE, PASS
    FAR + face * SQUARES + square   a tile behind a chain of tiles
"""
ACTIONS = FAR + FACES * SQUARES
MAX_ACTIONS = (SIZE * SIZE - 1) * (MOST_HELD - 1 + len(LETTERS)) + 2
"""Maximum number of legal actions: every tile held on every square but the head, a blank as 26 faces, and mulligan or pass."""

SEAT_UNIT, LOT = 32, 128
"""Units of an outcome: ``seat * SEAT_UNIT + kind``, and LOT more if the tile was drawn for the start."""
LOT_UNIT = 28
MOST_LOTS = LOT_UNIT**11
"""Limit of `SeatState.lots`, which has digits 1 to 27: at or above it, draws are no longer recorded."""

DOWN, LENGTH, POINTS = 1 << 9, 1 << 10, 1 << 14
SQUARE_MASK, LENGTH_MASK = DOWN - 1, 15
"""Parts of a found word's code: first square, DOWN if it reads down, ``length * LENGTH`` and ``points * POINTS``, added."""

# Kinds of facts (`muckle.engine.facts`), each with its details:
LOT_DRAWN = 0  # seat, kind of tile: drawn for the start
START_DECIDED = 1  # seat
TILE_DRAWN, TILE_RETURNED = 2, 3  # seat, kind of tile: out of the bag to the rack, and back
PLAY_LAID = 4  # seat, number of its first tile, square the road went on from, points; with its board
TURN_PASSED = 5  # seat
BAG_EMPTIED = 6
MATCH_ENDED = 7  # passes in a row


class Settings(NamedTuple):
    """Options of a match as numbers (`Options.settings`)."""

    seats: int
    covering: int  # 1 if a tile may cover another (Grabble Road 4d)
    through: int  # ONE_ANY, ONE_STRAIGHT, CHAIN_ANY, CHAIN_STRAIGHT or OFF (Grabble Road D1)
    through_onto: int  # EMPTY or ANY (Grabble Road D2)
    spans: int  # ANY_PART or WHOLE_RUNS (Grabble Road D6)
    stall_cap: int  # full rounds of turns without a play that end the match; 0: never (Grabble Road 14)
    mulligan: int  # 1 if a turn may be a mulligan (Grabble Road 12)
    passing: int  # 1 if a seat that could play may pass (Grabble Road 2a)
    rack: int  # tiles that a rack is filled up to
    side: int  # rows and columns of the board
    counts: Annotated[Ints, KINDS]  # tiles there are, by kind
    numbers: Annotated[Ints, FACES]  # printed on a tile, by face
    letter_times: Annotated[Ints, SQUARES]  # what a tile's number is multiplied by, by square
    word_times: Annotated[Ints, SQUARES]  # what a word's sum is multiplied by, by square
    words_of_one: int  # set of letters that are words (Grabble Road 7d)
    reveal_after_match: int  # 0: the racks are open when the match is over; 1: never


class Laid(NamedTuple):
    """A tile on the board."""

    square: int
    face: int
    under: int  # what the square held before


class Play(NamedTuple):
    """A play that was laid."""

    seat: int
    first: int  # the place of its first tile in State.laid
    points: int


class SeatState(NamedTuple):
    """State of a seat."""

    tiles: Annotated[Ints, KINDS]  # how many of each kind are on the rack; hidden from others (Grabble Road I1)
    held: int  # tiles on the rack; open (Grabble Road I2)
    head: int  # square of the tile laid last, or NOWHERE
    home: int  # the head when the turn began; in others' turns the head
    score: int  # points of all plays
    lots: int  # tiles drawn for the start, the first one highest: digits of kind + 1 to the base LOT_UNIT (Grabble Road I6)


class State(NamedTuple):
    """The part of a match that changes; a field that is not said to be hidden is open to everybody.

    What is being composed in a turn (the tiles from `begun` on, `left`, `near`, `far`, `returning`, `back`) is known to the
    player to act only (Grabble Road I8, I10).
    """

    rng: int  # the stream of chance; hidden from everybody
    draws: int  # made in this match
    drawn: int  # made in the last step
    turn: int  # the seat to act, or OVER
    starter: int  # the seat that began the match
    bag: Annotated[Ints, KINDS]  # how many of each kind are in the bag, which has no order; hidden from everybody
    bag_left: int  # tiles in it
    board: Annotated[Ints, SQUARES]  # what each square holds
    laid: Annotated[tuple[Laid, ...], MOST_TILES]  # every tile laid, in order; zeros behind them
    tiles: int  # how many
    begun: int  # how many when this turn began
    left: int  # tiles still to lay in the play being composed
    near: int  # target squares of the player to act, as a set of places
    far: Annotated[Ints, SIZE + 2]  # those behind chains, by row: a set of columns
    returning: int  # 1: a mulligan is being composed
    back: Annotated[Ints, KINDS]  # tiles to be returned, by kind; while the start is drawn, the tiles drawn for it
    back_count: int  # how many
    passes: int  # passes in a row
    idle: int  # turns in a row without a play
    plays: Annotated[tuple[Play, ...], MOST_TILES]  # every play laid, in order; zeros behind them
    played: int  # how many
    seats: Annotated[tuple[SeatState, ...], MOST_SEATS]
    drew: Annotated[Ints, MOST_DRAWS + 1]  # draws of the last step, in order; hidden from all but the drawer, lots open


OPTIONS, STATE = record(Settings), record(State)

OBSERVED = Observed(
    (
        SeenField("turn", As.SEAT, "the seat to act"),
        SeenField("starter", As.SEAT, "the seat that began the match"),
        SeenField("seats[seat].tiles", As.NUMBER, "how many tiles of each kind are on the rack (Grabble Road I1)", knows=OWN),
        SeenField("seats[seat].held", As.NUMBER, "tiles on a rack (Grabble Road I2)"),
        SeenField("seats[seat].head", As.NUMBER, "square of the tile laid last (Grabble Road I11)"),
        SeenField("seats[seat].score", As.NUMBER, "points (Grabble Road I13)"),
        SeenField(
            "board", As.NUMBER, "by square: 0 free or wall, else 1 + the face on top (Grabble Road I9)", unit=1 << FACE_BITS
        ),
        SeenField("near", As.SET, "places where the seat to act may go on (Grabble Road I14)", PLACES, knows="turn"),
        SeenField("left", As.NUMBER, "tiles still to lay in its play (Grabble Road I8)", knows="turn"),
        SeenField("returning", As.NUMBER, "1: it composes a mulligan (Grabble Road I8)", knows="turn"),
        SeenField("back", As.NUMBER, "tiles it returns, by kind (Grabble Road I8)", knows="turn"),
        SeenField("bag_left", As.NUMBER, "tiles in the bag (Grabble Road I4)"),
        SeenField("passes", As.NUMBER, "in a row (Grabble Road I16)"),
        SeenField("idle", As.NUMBER, "turns in a row without a play (Grabble Road I16)"),
    ),
    redealt=True,
)
"""Fields a seat observes; the board is shown without a play that another seat composes (Grabble Road I10)."""
