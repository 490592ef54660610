"""The records of Multzo, and the numbers that stand for things in them.

A tile is a number of `muckle.kit.piecepack`, and so is a coin; a set of tiles or coins is an int with a bit for each. The
lowest coin of a stack is on top. Categories have the numbers of the suits that pay them (Multzo 2): Flush, Prime, Set, Run for
Crowns, Arms, Suns, Moons.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from muckle.engine.observation import OWN, As, Observed, SeenField
from muckle.engine.record import Ints, record
from muckle.kit.piecepack import LANE, TILES, VALUES

MOST_SEATS = 5
MOST_OPEN = 16
"""Face-up tiles: all that two hands of four leave."""

DRAW_STACK = 0
DRAW, DISCARD, DECLARE, NULL = 1, 1 + TILES, 1 + 2 * TILES, 1 + 3 * TILES
COINS = NULL + 4
"""Actions: DRAW_STACK, ``DRAW + tile``, ``DISCARD + tile``, ``DECLARE + tile``, ``NULL + category`` and COINS."""
ACTIONS, MAX_ACTIONS = COINS + 1, 16

SEAT_UNIT, KIND_UNIT, TURN_UNIT = 32, 256, 256
START, DEALT, DRAWN = 0, KIND_UNIT, 2 * KIND_UNIT
"""Kinds of outcomes; an outcome is ``kind + seat * SEAT_UNIT + tile``."""

DRAWING, DISCARDING, SHOWDOWN = 0, 1, 2
"""Phases. In a showdown hands are shown, and the seat to act has an award to choose."""
FLUSH, PRIME, SET, RUN = 0, 1, 2, 3
FOUR = 100
"""Bonus of a four-tile set or run, larger than the strength of any three-tile group (Multzo 9a)."""
OPEN_DRAW, LAST_TURNS, RESHUFFLE = 0, 1, 2
"""Effects of an empty stack: draw face-up tiles only, last turns, or a new stack (Multzo D5)."""
NONE = -1
RANKS = (1 << LANE) - 1
"""All tiles of the first suit, as a set."""
NULLS = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
"""The null of each suit, as a set."""
FROM_2 = ((1 << TILES) - 1) & ~NULLS
"""The tiles or coins that are no nulls, as a set."""
ONES, TWOS, FOURS = (sum((VALUES[tile % LANE] >> digit & 1) << tile for tile in range(TILES)) for digit in range(3))
"""The tiles or coins whose value has a one, a two or a four in it (5 = 4 + 1), as sets."""


# Kinds of facts (`muckle.engine.facts`), each with its details:
ROUND_BEGUN = 0  # number of the round, starter, 1 if the starter was drawn by lot
TILE_DRAWN = 1  # seat, tile: from the stack
TILE_TAKEN = 2  # seat, tile: from the face-up tiles
TILE_DISCARDED = 3  # seat, tile
END_DECLARED = 4  # seat, tile that was laid face down
STALLED = 5  # the round ends: 1 if there is no tile to draw, else since nobody drew from the stack or declared for long
LAST_TURNS_BEGIN = 6  # the stack is empty
STACK_RENEWED = 7  # from the face-up tiles
HAND_SHOWN = 8  # seat, set of tiles
CATEGORY_WON = 9  # category; with the board of the showdown
MAY_CHOOSE = 10  # seat that won two categories and may take a null coin
COINS_PAID = 11  # seat, category, set of coins
ROUND_SCORED = 12  # with the board when all were paid
MATCH_ENDED = 13  # with its board


class Settings(NamedTuple):
    """The options of a match as numbers (`Options.settings`), constant during the match."""

    seats: int
    tied_random: int  # 1: one of several highest starts at random (Multzo D2)
    face_up_draws: int  # 1: face-up tiles may be drawn (Multzo 5a)
    keep_taken: int  # 1: a tile drawn from the face-up tiles stays in hand that turn (Multzo D4)
    declaring: int  # 1: the end of a round may be declared (Multzo 6)
    empty_stack: int  # OPEN_DRAW, LAST_TURNS or RESHUFFLE (Multzo D5)
    group_only: int  # 1: groups of three compare their three tiles (Multzo D7)
    null_only: int  # 1: no Crown coin comes with the null coin (Multzo D8)
    more_coins: int  # 1: more coins win between equal scores (Multzo D13)
    stall: int  # turns in a row without a draw from the stack that end a round (Multzo 15)
    rounds: int  # the most rounds in a match (Multzo 16)
    suits: int  # in use; also the size of a hand (Multzo 7)
    tiles: Annotated[Ints, TILES]  # tiles in use, ascending; unused places hold 0
    tile_count: int  # number of tiles in use
    coins: int  # set of coins in use, null coins included if there are any (Multzo 12)


class SeatState(NamedTuple):
    """A player's hand, coins and last showdown."""

    hand: int  # set of tiles held; only its owner knows them (Multzo I1)
    held: int  # the same tiles as a row (`muckle.engine.slots`), longest held first; as hidden as the hand
    known: int  # set of those that everybody knows to lie here (Multzo I5); all of them at the showdown (Multzo I1)
    coins: int  # set of coins won, null coins included; open (Multzo I11)
    shown: int  # the hand at the last showdown; open (Multzo I1)
    won: int  # set of the categories it won there; open


class State(NamedTuple):
    """Everything that changes. What is not said to be hidden is open to everybody."""

    rng: int  # the stream of chance; hidden from everybody
    draws: int  # made in this match
    drawn: int  # made in the last step
    turn: int  # the seat to act, or OVER
    phase: int  # DRAWING, DISCARDING or SHOWDOWN
    rounds: int  # begun, the present one included
    number: int  # of the turn in this round, from 1; 0 while the hands are dealt
    starter: int  # the seat that started this round
    stack: Annotated[Ints, TILES]  # the first stack_left lie face down, in no order: a draw picks one; hidden from everybody
    stack_left: int  # tiles
    open: int  # set of face-up tiles
    laid: int  # how many they are
    row: Annotated[Ints, MOST_OPEN]  # the same, oldest first: turn * TURN_UNIT + seat * SEAT_UNIT + tile; 0 behind them
    taken: int  # 1: the seat to act drew from the face-up tiles this turn
    remaining: int  # last turns to come, the present one included (Multzo 6a); NONE before them
    declarer: int  # the seat that declared the end of the round, or NONE
    down: int  # its face-down tile, or NONE; only the declarer knows it (Multzo I8)
    unsure: int  # set of tiles that everybody knows to lie in the declarer's hand or face down
    idle: int  # turns in a row without a draw from the stack (Multzo 15)
    recycled: int  # set of tiles that a reshuffle put into the stack this round (Multzo D5)
    coins: int  # set of coins on the table: the stacks, and the null coins beside them
    paid: int  # set of coins taken at the last showdown
    unpaid: int  # set of winners, as seats, that have yet to be paid
    choosers: int  # set of those of them that have yet to choose
    seats: Annotated[tuple[SeatState, ...], MOST_SEATS]
    drew: Annotated[Ints, MOST_SEATS * 4 + 3]  # draws of the last step as outcomes, in order; hidden from all but the drawer


OPTIONS, STATE = record(Settings), record(State)

OBSERVED = Observed(
    (
        SeenField("turn", As.SEAT, "the seat to act (Multzo I15)"),
        SeenField("starter", As.SEAT, "the seat that started this round (Multzo I15)"),
        SeenField("phase", As.PLACE, "DRAWING, DISCARDING or SHOWDOWN", 3),
        SeenField("seats[seat].hand", As.SET, "tiles held (Multzo I1)", TILES, knows=OWN),
        SeenField("seats[seat].known", As.SET, "tiles that everybody knows to be held (Multzo I5)", TILES),
        SeenField("seats[seat].coins", As.SET, "coins won (Multzo I11)", TILES, called="won_coins"),
        SeenField("seats[seat].shown", As.SET, "the hand at the last showdown (Multzo I1)", TILES),
        SeenField("seats[seat].won", As.SET, "categories won there", TILES // LANE),
        SeenField("open", As.SET, "face-up tiles (Multzo I4)", TILES),
        SeenField("coins", As.SET, "coins on the table (Multzo I11)", TILES),
        SeenField("unsure", As.SET, "tiles held by the declarer or face down (Multzo I5)", TILES),
        SeenField(
            "recycled", As.SET, "tiles of a reshuffled stack (Multzo D5)", TILES, when=lambda s: s.empty_stack == RESHUFFLE
        ),
        SeenField("down", As.PLACE, "the face-down tile (Multzo I8)", TILES, knows="declarer"),
        SeenField("declarer", As.SEAT, "the seat that declared (Multzo I7)"),
        SeenField("stack_left", As.NUMBER, "tiles in the stack (Multzo I3)"),
        SeenField("taken", As.NUMBER, "1: the seat to act drew a face-up tile this turn"),
        SeenField("remaining", As.NUMBER, "last turns to come, or -1 (Multzo I7)"),
        SeenField("number", As.NUMBER, "of the turn in this round (Multzo I15)"),
        SeenField("rounds", As.NUMBER, "begun (Multzo I15)"),
        SeenField("idle", As.NUMBER, "turns in a row without a draw from the stack (Multzo I15)"),
    )
)
"""The fields of an observation; a tile or coin is a number of `muckle.kit.piecepack`."""
