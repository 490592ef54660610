"""Builds the tables of Grabble Road's scene, and its result."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from muckle.engine.contract import OVER, Setup
from muckle.games.grabble_road import plays, text
from muckle.games.grabble_road.plays import Word, square_text, tile_text
from muckle.games.grabble_road.state import LOT_UNIT, State
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK
from muckle.scene.contract import Result, Table
from muckle.scene.result import result
from muckle.scene.tell import count


def racks_open(setup: Setup, state: State) -> bool:
    """Return whether everybody may see all racks (Grabble Road I17, General 11)."""
    return state.turn == OVER and not setup.options.reveal_after_match


def play_tables(setup: Setup, state: State, names: Sequence[str]) -> Iterator[Table]:
    """Yield the tables of the last play, of all plays and of roads."""
    if state.played:
        yield last_play_table(setup, state, names)
        yield all_plays_table(state, names)
    yield road_table(state, names)


def last_play_table(setup: Setup, state: State, names: Sequence[str]) -> Table:
    """Return the words of the last play (Grabble Road I13), as the board lay then."""
    then = plays.without_composed(state)
    play = then.plays[then.played - 1]
    tiles, points = count(then.tiles - play.first, "tile"), count(play.points, "point")
    return word_table(f"Last play: {names[play.seat]}, {tiles}, {points}", plays.scored_words(setup, then, play.first))


def word_table(title: str, made: Sequence[Word]) -> Table:
    """Return a table of the words of a play (Grabble Road 7, I13)."""
    rows = [(word.word, f"{square_text(word.square)} {'down' if word.down else 'across'}", str(word.points)) for word in made]
    return Table(title, ("Word", "From", "Points"), tuple(rows) or (("no word", "–", "0"),))


def all_plays_table(state: State, names: Sequence[str]) -> Table:
    """Return all plays with their tiles and points, the newest first (Grabble Road I12, I13)."""
    rows: list[tuple[str, str, str]] = []
    for play, end in zip(state.plays[: state.played], plays.play_ends(state), strict=True):
        tiles = " ".join(tile_text(tile.face, tile.square) for tile in state.laid[play.first : end])
        rows.append((names[play.seat], tiles, str(play.points)))
    return Table("Plays", ("Player", "Tiles", "Points"), tuple(reversed(rows)))


def road_table(state: State, names: Sequence[str]) -> Table:
    """Return the roads, square by square (Grabble Road I11)."""
    squares: list[list[str]] = [[] for _ in names]
    for seat, tile in zip(plays.tile_owners(state), state.laid, strict=False):
        squares[seat].append(square_text(tile.square))
    rows = [(name, str(len(road)), " ".join(road) or "–") for name, road in zip(names, squares, strict=True)]
    return Table("Roads", ("Player", "Tiles", "Squares in order"), tuple(rows))


def next_squares_table(ways: Mapping[int, str], whose: str) -> Table:
    """Return the squares where the player to act may go on, and how (Grabble Road I14)."""
    found: dict[str, list[str]] = {}
    for square, way in ways.items():
        kind = "through" if way.startswith("through") else "over" if way else "empty"
        found.setdefault(kind, []).append(square_text(square))
    rows = tuple((kind, " ".join(squares)) for kind, squares in found.items())
    return Table(f"Squares for {whose} next tile", ("How", "Squares"), rows)


def letter_table(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Table:
    """Return all tiles by their numbers (Grabble Road I18), and those the viewer has not seen (I5)."""
    return _letter_table(tuple(setup.options.counts), tuple(unseen_counts(setup, state, viewer, names)))


@functools.lru_cache(maxsize=256)
def _letter_table(there: tuple[int, ...], left: tuple[int, ...]) -> Table:
    rows: list[tuple[str, str, str]] = []
    for number in sorted(set(letter_tiles.NUMBERS)):
        kinds = [kind for kind, copies in enumerate(there) if copies and letter_tiles.NUMBERS[kind] == number]
        if kinds:
            rows.append((str(number), counts_text({k: there[k] for k in kinds}), counts_text({k: left[k] for k in kinds})))
    return Table("Letters", ("Number", "In the game", "You have not seen"), tuple(rows))


def unseen_counts(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> list[int]:
    """Return the number of unseen tiles of each kind, in the bag and on the other racks (Grabble Road I5)."""
    left = list(setup.options.counts)
    for tile in state.laid[: state.tiles]:
        left[min(tile.face, BLANK)] -= 1
    seen = [state.seats[seat].tiles for seat in range(len(names)) if seat == viewer or racks_open(setup, state)]
    if viewer is not None and viewer == state.turn:
        seen.append(state.back)
    for tiles in seen:
        left = [some - own for some, own in zip(left, tiles, strict=True)]
    return left


def counts_text(kinds: Mapping[int, int]) -> str:
    """Return counts of kinds in words: ``A 3, B, ? 2``."""
    there = [f"{letter_tiles.text(kind)}{f' {copies}' if copies > 1 else ''}" for kind, copies in kinds.items() if copies > 0]
    return ", ".join(there) or "–"


def match_tables(setup: Setup, state: State, names: Sequence[str]) -> Iterator[Table]:
    """Yield the tables of turns without a play (Grabble Road I16) and of tiles drawn for the start (I6)."""
    seats, cap = len(names), setup.options.stall_cap
    if state.idle and state.turn != OVER:
        passes = ("Passes in a row", str(state.passes), str(seats))
        idle = ("Turns without a play", str(state.idle), str(cap * seats) if cap else "no limit")
        yield Table("Until the match is over", ("", "Now", "At the end"), (passes, idle))
    if any(player.lots for player in state.seats):
        rows = [(name, lots_text(player.lots)) for name, player in zip(names, state.seats, strict=False)]
        yield Table("Drawn for the start", ("Player", "Letters"), tuple(rows), key=names[state.starter])


def lots_text(code: int) -> str:
    """Return the tiles a seat drew for the start, in order, in words."""
    kinds: list[str] = []
    while code:
        code, digit = divmod(code, LOT_UNIT)
        kinds.append(letter_tiles.name(digit - 1))
    return ", then ".join(reversed(kinds)) or "–"


def match_result(setup: Setup, state: State, viewer: int | None, names: Sequence[str]) -> Result:
    """Return each seat's place, score and the lines below it, with the reason for the order (Grabble Road 13a)."""
    scores = [state.seats[seat].score for seat in range(len(names))]
    open_racks = racks_open(setup, state)
    return result(names, scores, lambda seat: seat_lines(state, seat, open_racks or seat == viewer), text.reason(setup, state))


def seat_lines(state: State, seat: int, seen: bool) -> Iterator[str]:
    """Yield the lines below a seat's score: its plays, and its rack if the viewer has `seen` it."""
    points = [play.points for play in state.plays[: state.played] if play.seat == seat]
    yield count(len(points), "play") + (f", the best {count(max(points), 'point')}" if points else "")
    player = state.seats[seat]
    left = counts_text(dict(enumerate(player.tiles))) if seen else str(player.held)
    yield f"Left on the rack: {left}" if player.held else "No tile is left"
