"""Positions of Grabble Road laid out by hand, in the notation of the rulebook, and played on by texts."""

from __future__ import annotations

from typing import Any

from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road.plays import scored_words
from muckle.games.grabble_road.state import FACE_BITS, STRIDE
from muckle.kit import letter_tiles
from muckle.words.lists import game_list
from steps import follow_steps, legal, story

rules = GAME.rules


def kinds(written: str) -> list[int]:
    """``"AE?"`` as kinds of tiles."""
    found = [letter_tiles.read(tile) for tile in written]
    assert None not in found, written
    return [kind for kind in found if kind is not None]


def square(written: str) -> int:
    place = letter_tiles.read_square(written)
    assert place, written
    return place[0] * STRIDE + place[1]


def table(
    *racks: str,
    laid: str = "",
    bag: str | None = None,
    turn: int = 0,
    left: int = 0,
    words: str = "",
    passes: int = 0,
    idle: int = 0,
    **options: Any,
) -> Position:
    """Return the moment before a seat's turn.

    Args:
        racks: one a seat, ``"FIRE?"``.
        left: if not 0, so many tiles must be laid, whatever the number of the first.
        laid: tiles on the board, oldest first, each with who laid it: ``"1:R e5 0:A d5"``. Each is a play of its own.
        bag: what is in the bag; every other tile if left out.
        words: all words there are, besides those of one letter.
    """
    graph = game_list("test", tuple(words.lower().split())).graph
    position = Position(GAME, GAME.options.read({**options, "seats": len(racks)}), graph, seed=1)
    state, old = position.state, laid.split()
    rules.clear_table(position.setup, state)
    state.starter = 0
    for seat, rack in enumerate(racks):
        for kind in kinds(rack):
            state.seats[seat].tiles[kind] += 1
            state.bag[kind] -= 1
        state.seats[seat].held = len(rack)
    for place, (who, where) in enumerate(zip(old[::2], old[1::2], strict=True)):
        lay_old(state, place, int(who[0]), who[2:], square(where))
    if bag is not None:
        for kind in range(letter_tiles.KINDS):
            state.bag[kind] = kinds(bag).count(kind)
    assert min(state.bag) >= 0, "more tiles than there are"
    state.bag_left = sum(state.bag)
    state.turn, state.left, state.passes, state.idle, state.drawn = turn, left, passes, idle, 0
    rules.find_targets(position.setup, state)
    return position


def lay_old(state: Any, place: int, seat: int, face: str, where: int) -> None:
    """Lay a tile as an earlier play of one tile that scored nothing."""
    kind = kinds(face[0])[0]
    tile, play = state.laid[place], state.plays[place]
    tile.square, tile.under = where, state.board[where]
    tile.face = kind if kind < letter_tiles.BLANK else letter_tiles.BLANK + kinds(face[1])[0]
    play.seat, play.first = seat, place
    state.board[where] = (place + 1) << FACE_BITS | tile.face
    state.seats[seat].head = state.seats[seat].home = where
    state.bag[kind] -= 1
    state.tiles = state.begun = state.played = place + 1


def do(position: Position, *steps: str) -> Position:
    """Return the position after some steps, each ``"E d1"`` or ``"E d1 > FG"``: an action and the tiles it draws."""
    return follow_steps(position, steps, lambda now, _, drawn: [f"draw {now.turn} {tile}" for tile in drawn])


def squares(position: Position, tile: str | None = None) -> str:
    """Return the squares where the next tile may go: ``"c5 d4 d6 e5"``."""
    found = {text.split()[1] for text in legal(position) if " " in text and (tile is None or text.startswith(tile))}
    return " ".join(sorted(found))


def words(position: Position) -> str:
    """Return the words of the last play with their points, most points first: ``"FIRE 24, FIR 18"``."""
    play = position.state.plays[position.state.played - 1]
    found = scored_words(position.plain_setup, position.plain_state, int(play.first))
    assert sum(word.points for word in found) == play.points
    return ", ".join(f"{word.word} {word.points}" for word in found)


def scores(position: Position) -> list[int]:
    return position.scores()


def rack(position: Position, seat: int) -> str:
    """Return a rack's tiles, A to Z, then blanks."""
    tiles = position.state.seats[seat].tiles.tolist()
    assert sum(tiles) == position.state.seats[seat].held
    return "".join(letter_tiles.text(kind) * count for kind, count in enumerate(tiles))


def told(position: Position, step: str, viewer: int | None) -> list[str]:
    """Return what a viewer is told of a step."""
    return story(position, step, do(position, step), viewer)
