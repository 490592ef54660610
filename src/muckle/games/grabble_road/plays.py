"""Reads tiles, plays and words out of plain states, for text and scene."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.record import loose
from muckle.games.grabble_road import rules as compiled_rules
from muckle.games.grabble_road import scoring as compiled_scoring
from muckle.games.grabble_road import targets as compiled_targets
from muckle.games.grabble_road import tile_gain as compiled_tile_gain
from muckle.games.grabble_road.state import (
    CORNERS,
    DOWN,
    FACE_BITS,
    FACE_MASK,
    FAR,
    LENGTH,
    LENGTH_MASK,
    MAX_ACTIONS,
    MULLIGAN,
    NEAR,
    NOWHERE,
    PLACES,
    POINTS,
    SIZE,
    SQUARE_MASK,
    SQUARES,
    STEPS,
    STRIDE,
    WHOLE_RUNS,
    Laid,
    State,
)
from muckle.games.grabble_road.tile_gain import MOST_PREFIXES, Prefix, Sight
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK

rules, scoring, targets = plain(compiled_rules), plain(compiled_scoring), plain(compiled_targets)
tile_gain = plain(compiled_tile_gain)

MOST_WORDS = 2 * ((SIZE + 1) // 2) ** 2 - 1
"""Maximum number of words with one given tile: in each of two runs any span that holds it; by itself it counts once."""
BLANK_SIGHT = Sight(
    square=0, begun=(Prefix(0, 0, 0, 0, 0),) * MOST_PREFIXES, ways=0, letters=0, letter_times=0, word_times=0, lost=0
)
"""A blank `Sight`; each use copies it."""


class Tile(NamedTuple):
    """A tile on a square, laid or to be laid."""

    face: int
    square: int

    @property
    def kind(self) -> int:
        return self.face if self.face < BLANK else BLANK

    def __str__(self) -> str:
        return tile_text(*self)


class Word(NamedTuple):
    """A word that scores."""

    word: str
    square: int
    """Square of the first letter."""
    down: bool
    points: int


@functools.cache
def square_text(square: int) -> str:
    """Return the notation of a square: ``h8``."""
    return letter_tiles.square_text(*divmod(square, STRIDE))


@functools.cache
def tile_text(face: int, square: int) -> str:
    """Return the notation of a tile on a square: ``F a1``, ``?E b4``."""
    return f"{letter_tiles.face_text(face)} {square_text(square)}"


def corner_squares(setup: Setup) -> list[int]:
    """Return the corners of the board, in board order."""
    return [targets.corner(setup, place) for place in range(CORNERS)]


def legal_actions(setup: Setup, state: State) -> list[int]:
    """Return the legal actions, ascending."""
    actions = [0] * MAX_ACTIONS
    return actions[: rules.legal(setup, state, actions)]


def is_lay(action: int) -> bool:
    """Return whether an action lays a tile."""
    return action < MULLIGAN or action >= FAR


def is_composing(state: State) -> bool:
    """Return whether the player to act has begun a play or a mulligan, which only that player knows (Grabble Road I10)."""
    return state.tiles > state.begun or state.returning == 1


def tile_owners(state: State) -> Iterator[int]:
    """Yield the seat that laid each tile, in the order of `State.laid`."""
    plays = state.plays[: state.played]
    for play, end in zip(plays, play_ends(state), strict=True):
        yield from [play.seat] * (end - play.first)
    yield from [state.turn] * (state.tiles - state.begun)


def play_ends(state: State) -> list[int]:
    """Return the place in `State.laid` just behind the last tile of each play."""
    return [play.first for play in state.plays[1 : state.played]] + [state.begun] * (state.played > 0)


def tile_of(setup: Setup, state: State, action: int) -> Tile:
    """Return the tile and square of an action, which must lay a tile."""
    if action >= FAR:
        return Tile(*divmod(action - FAR, SQUARES))
    return Tile(action // PLACES, targets.target(setup, state, action % PLACES))


def tiles_of(setup: Setup, state: State, actions: Sequence[int]) -> list[Tile]:
    """Return the tile and square of each of some actions, all of which must lay a tile."""
    head = state.seats[state.turn].head
    squares = corner_squares(setup) if head == NOWHERE else [head + step for step in NEAR]
    return [
        Tile(*divmod(action - FAR, SQUARES)) if action >= FAR else Tile(action // PLACES, squares[action % PLACES])
        for action in actions
    ]


def with_tile(state: State, tile: Tile) -> State:
    """Return the state with one more tile on the board, for scoring only: racks and `left` stay as they are."""
    laid, top = Laid(tile.square, tile.face, state.board[tile.square]), (state.tiles + 1) << FACE_BITS | tile.face
    return state._replace(
        board=(*state.board[: tile.square], top, *state.board[tile.square + 1 :]),
        laid=(*state.laid[: state.tiles], laid),
        tiles=state.tiles + 1,
    )


def without_composed(state: State) -> State:
    """Return the state without the tiles of the play being composed, for scoring only."""
    if state.tiles == state.begun:
        return state
    board = list(state.board)
    for tile in reversed(state.laid[state.begun : state.tiles]):
        board[tile.square] = tile.under
    return state._replace(board=tuple(board), tiles=state.begun)


def previews(setup: Setup, state: State, tiles: Sequence[Tile]) -> list[int]:
    """Return the points of the play being composed if it ended with each of these tiles (Grabble Road 6a)."""
    if setup.options.spans == WHOLE_RUNS:
        return [scoring.score(setup, with_tile(state, tile), state.begun, ()) for tile in tiles]
    so_far, sight = scoring.score(setup, state, state.begun, ()), loose(BLANK_SIGHT)
    points: dict[Tile, int] = {}
    for square, there in itertools.groupby(sorted(tiles, key=attrgetter("square")), attrgetter("square")):
        tile_gain.look_at_square(setup, state, sight, square)
        points |= {tile: so_far + tile_gain.gain(setup, state, sight, tile.face, so_far) for tile in there}
    return [points[tile] for tile in tiles]


def scored_words(setup: Setup, state: State, first: int) -> list[Word]:
    """Return the scoring words of the tiles laid from number `first` on, most points first."""
    found = [0] * (1 + MOST_WORDS * (state.tiles - first))
    scoring.score(setup, state, first, found)
    words = [_word(state, code) for code in found[1 : found[0] + 1]]
    return sorted(words, key=lambda word: (-word.points, word.square, word.down, len(word.word)))


def _word(state: State, code: int) -> Word:
    square, down = code & SQUARE_MASK, bool(code & DOWN)
    step, length = STRIDE if down else 1, code // LENGTH & LENGTH_MASK
    board = state.board
    letters = [letter_tiles.LETTERS[(board[square + step * place] & FACE_MASK) % BLANK] for place in range(length)]
    return Word("".join(letters), square, down, code // POINTS)


def play_tiles(laid: Sequence[Laid], head: int) -> list[str]:
    """Return the notation of tiles and of how they were laid: ``T e5 over R``, ``T f5 through``.

    Args:
        head: the square that the first of them was laid from, or NOWHERE.
    """
    written: list[str] = []
    for tile in laid:
        over = f" over {letter_tiles.face_text(tile.under & FACE_MASK)}" if tile.under else ""
        through = " through" if head != NOWHERE and tile.square - head not in STEPS else ""
        written.append(f"{tile_text(tile.face, tile.square)}{through}{over}")
        head = tile.square
    return written
