"""Grabble Road in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import Kind
from muckle.errors import ActionError, IllegalError, NotationError, short
from muckle.games.grabble_road import rules as compiled_rules
from muckle.games.grabble_road.plays import (
    Tile,
    Word,
    corner_squares,
    is_lay,
    legal_actions,
    play_tiles,
    previews,
    scored_words,
    square_text,
    tile_of,
    tiles_of,
    with_tile,
)
from muckle.games.grabble_road.state import (
    BAG_EMPTIED,
    DONE,
    FAR,
    FREE,
    LAY,
    LOT,
    LOT_DRAWN,
    MATCH_ENDED,
    MULLIGAN,
    NEAR,
    NOWHERE,
    OFF,
    ONE_ANY,
    ONE_STRAIGHT,
    PASS,
    PLACES,
    PLAY_LAID,
    RETURN,
    SEAT_UNIT,
    SQUARES,
    START_DECIDED,
    STEPS,
    STRIDE,
    TILE_DRAWN,
    TILE_RETURNED,
    TURN_PASSED,
    SeatState,
    State,
)
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK
from muckle.scene.contract import Event
from muckle.scene.tell import count, fitting, listed, open_event, third_person

rules = plain(compiled_rules)

_VERBS = {"mulligan": MULLIGAN, "done": DONE, "pass": PASS}
_LAY = re.compile(r"(\?)? ?([a-z])? ?([a-o] ?\d\d?)(?: ([a-z]))?")


def action_text(setup: Setup, state: State, action: int) -> str:
    """Return the notation of an action: ``F a1``, ``?E b4``, ``mulligan``, ``return Q``, ``done``, ``pass``."""
    if is_lay(action):
        return str(tile_of(setup, state, action))
    if RETURN <= action < DONE:
        return f"return {letter_tiles.text(action - RETURN)}"
    return next(verb for verb, number in _VERBS.items() if action == number)


def kinds() -> tuple[Kind, ...]:
    """Return the kinds of actions that the laboratory counts; a tile that completes a play ends the turn."""
    return (
        Kind("lay", LAY),
        Kind("mulligan", MULLIGAN),
        Kind("return", RETURN),
        Kind("done", DONE),
        Kind("pass", PASS),
        Kind("lay", FAR),
    )


def read_action(setup: Setup, state: State, text: str) -> int:
    """Return the action that a text names.

    Raises:
        NotationError: the text is no action of Grabble Road.
        IllegalError: a rule forbids it here.
    """
    words = " ".join(text.lower().split())
    if words in _VERBS:
        return _allowed(setup, state, _VERBS[words], _no_verb)
    kind = letter_tiles.read(words.removeprefix("return")) if words.startswith("return") else None
    if kind is not None:
        return _allowed(setup, state, RETURN + kind, _no_return)
    return _allowed(setup, state, _number(setup, state, _parse(words, text)), _no_lay)


def _allowed(setup: Setup, state: State, action: int, why: Callable[[Setup, State, int], ActionError]) -> int:
    if not rules.is_legal(setup, state, action):
        raise why(setup, state, action)
    return action


def _parse(words: str, text: str) -> Tile:
    """Return the tile and square that a text names; the letter of a blank may stand behind the square, as an answer."""
    found = _LAY.fullmatch(words)
    blank, letter, where, answer = found.groups() if found else (None, None, "", None)
    place = letter_tiles.read_square(where.replace(" ", ""))
    if place and blank and not letter and not answer:
        raise NotationError("a blank is named as a letter when it is laid; write '?E b4' for an E", "Grabble Road 5")
    if place is None or (letter is None) == (answer is None) or (answer and not blank):
        known = "'F a1', '?E b4', 'mulligan', 'return Q', 'done' or 'pass'"
        raise NotationError(f"{short(text)!r} is no action of Grabble Road; write {known}")
    face = ord(letter or answer or "") - ord("a")
    return Tile(face + BLANK if blank else face, place[0] * STRIDE + place[1])


def _number(setup: Setup, state: State, tile: Tile) -> int:
    """Return the action that lays a tile on its square, legal or not."""
    head = state.seats[state.turn].head
    one = setup.options.through in (ONE_ANY, ONE_STRAIGHT)
    near = [head + step if one or step in STEPS else NOWHERE for step in NEAR]
    if head == NOWHERE:
        near = corner_squares(setup)
    if tile.square in near:
        return LAY + tile.face * PLACES + near.index(tile.square)
    return FAR + tile.face * SQUARES + tile.square


def _unfinished(setup: Setup, state: State) -> ActionError | None:
    """Return why the turn that was begun must be finished first; None if none was begun."""
    if state.returning:
        return IllegalError("a mulligan is begun: return tiles, then end it", "Grabble Road 12")
    if state.left:
        return IllegalError(f"the play is not finished: {count(state.left, 'tile')} more must be laid", "Grabble Road 3")
    return None


def _no_verb(setup: Setup, state: State, action: int) -> ActionError:
    """Return why a mulligan, its end or a pass is refused."""
    if action == DONE:
        if state.returning:
            return IllegalError("return at least one tile first, for a mulligan without any is a pass", "Grabble Road 12")
        return IllegalError("no mulligan is begun", "Grabble Road 12")
    refused = _unfinished(setup, state)
    if action == PASS:
        return refused or IllegalError("in this match who can play may not pass", "Grabble Road 2a")
    if not setup.options.mulligan:
        return refused or IllegalError("in this match there are no mulligans", "Grabble Road 12")
    return refused or IllegalError("the bag is empty, so there is no mulligan any more", "Grabble Road 12")


def _no_return(setup: Setup, state: State, action: int) -> ActionError:
    if not state.returning:
        return IllegalError("tiles are returned in a mulligan only; begin one first", "Grabble Road 12")
    return IllegalError(f"there is no {letter_tiles.text(action - RETURN)} on your rack", "Grabble Road 12")


def _no_lay(setup: Setup, state: State, action: int) -> ActionError:
    """Return why a tile cannot be laid: the tile is checked first, then the square."""
    player, tile = state.seats[state.turn], tile_of(setup, state, action)
    written = letter_tiles.text(tile.kind)
    refused = _unfinished(setup, state) if state.returning else None
    if refused:
        return refused
    if not player.tiles[tile.kind]:
        return IllegalError(f"there is no {written} on your rack", "Grabble Road 3c")
    if not rules.can_lay(setup, state, player, tile.face):
        return _not_first(player, tile, written)
    return _not_there(setup, state, player.head, tile.square)


def _not_first(player: SeatState, tile: Tile, written: str) -> ActionError:
    number = letter_tiles.FACE_NUMBERS[tile.face]
    if number == 0:
        return IllegalError("a blank has the number 0, so it cannot be the first tile of a play", "Grabble Road 3a")
    reason = f"{written} asks for {count(number, 'tile')} in this turn, but your rack holds {player.held}"
    return IllegalError(reason, "Grabble Road 3a")


def _not_there(setup: Setup, state: State, head: int, square: int) -> ActionError:
    where, row, column = square_text(square), *divmod(square, STRIDE)
    side: int = setup.options.side
    if max(row, column) > side:
        return IllegalError(f"{where} is not on the board, which has {side} by {side} squares", "Grabble Road 4b")
    if head == NOWHERE:
        fit = ", ".join(square_text(corner) for corner in corner_squares(setup) if state.board[corner] == FREE)
        return IllegalError(f"your first tile goes on an empty corner ({fit}), not on {where}", "Grabble Road 4")
    if square == head:
        return IllegalError(f"your last tile lies on {where}: the next one cannot cover it", "Grabble Road 4g")
    if square - head in STEPS:
        reason = f"{where} holds a tile: in this match one is covered only if no other square is in reach"
        return IllegalError(reason, "Grabble Road 4d")
    if setup.options.through == OFF:
        return IllegalError(f"{where} is not next to {square_text(head)}, where your last tile lies", "Grabble Road 4b")
    reason = f"{where} is neither next to {square_text(head)}, where your last tile lies, nor reached from there through a tile"
    return IllegalError(reason, "Grabble Road 4e")


def chance_text(setup: Setup, outcome: int) -> str:
    """Return the notation of a random outcome: ``lot 1 C``, ``draw 1 F``."""
    lot, seat, kind = outcome_of(outcome)
    return f"{'lot' if lot else 'draw'} {seat} {letter_tiles.text(kind)}"


def outcome_of(code: int) -> tuple[bool, int, int]:
    """Return whether a tile was drawn for the start, the seat that drew it, and its kind."""
    return code >= LOT, code % LOT // SEAT_UNIT, code % SEAT_UNIT


def timeout(setup: Setup, state: State) -> int:
    """Return the action played for a seat whose time has run out (Grabble Road D14)."""
    if state.returning and state.back_count:
        return DONE
    actions = legal_actions(setup, state)
    if state.returning or PASS in actions:
        return actions[0] if state.returning else PASS
    return min(filter(is_lay, actions), key=lambda action: tile_of(setup, state, action))


def revocable(setup: Setup, before: State, action: int, after: State) -> bool:
    """Return whether the seat may take an action back alone: until a turn ends (General 10, Grabble Road 6a)."""
    return after.turn == before.turn


def reason(setup: Setup, state: State) -> str:
    """Return why the match is over: ``all passed in a row``."""
    return _reason(setup, state.passes)


def _reason(setup: Setup, passes: int) -> str:
    if passes == setup.options.seats:
        return "all passed in a row"
    return f"no play in {count(setup.options.stall_cap, 'round')} of turns"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """Return the three tiles that score most at once, as far as the words of `setup` go."""
    if state.returning:
        return ["Tiles with high numbers are hard to begin with: a rack needs small ones, too"]
    tiles = tiles_of(setup, state, [action for action in legal_actions(setup, state) if is_lay(action)])
    if not tiles:
        return ["No tile on your rack can be the first: its number must be at least 1 and no more than the tiles you hold"]
    scored = [(tile, points) for tile, points in zip(tiles, previews(setup, state, tiles), strict=True) if points]
    best = sorted(scored, key=lambda each: -each[1])[:3]
    told = [f"{tile} makes {_made(setup, state, tile)}: {count(points, 'point')} so far" for tile, points in best]
    return told or ["No tile makes a known word at once"]


def merit(setup: Setup, state: State, action: int) -> str:
    """Return the points of a play with one more tile, and its best word, as far as the words of `setup` go."""
    if not is_lay(action):
        last = state.passes == setup.options.seats - 1
        return {MULLIGAN: "New tiles for the rack", PASS: "Ends the match" if last else "Keeps your tiles"}.get(action, "")
    tile = tile_of(setup, state, action)
    left = (state.left if state.tiles > state.begun else letter_tiles.FACE_NUMBERS[tile.face]) - 1
    words, points = scored_words(setup, with_tile(state, tile), state.begun), previews(setup, state, [tile])[0]
    far = count(points, "point") if left == 0 else f"{points} so far"
    if not words:
        return f"{tile}, then {count(left, 'tile')} more" if left else ""
    return fitting(f"{words[0].word}: {far}", f"{far} in {count(len(words), 'word')}")


def _made(setup: Setup, state: State, tile: Tile) -> str:
    """Return the words that a tile would be part of."""
    words = scored_words(setup, with_tile(state, tile), state.tiles)
    return listed(dict.fromkeys(word.word for word in words)) or "no new word"


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the facts of one step in words, in order."""
    return [event for each in _joined(facts) for event in _EVENTS[each.kind](setup, names, each)]


def _joined(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Join the tiles that a seat draws or returns one after another into one fact, with the seat and the tiles' kinds."""
    for (kind, seat), together in itertools.groupby(facts, lambda fact: (fact.kind, fact.details[:1])):
        if kind in (TILE_DRAWN, TILE_RETURNED):
            yield Fact(kind, seat + tuple(fact.details[1] for fact in together))
        else:
            yield from together


def _lot_drawn(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, kind = fact.details
    yield open_event("draw", names, seat, "draw", f"{letter_tiles.name(kind)} for the start")


def _start_decided(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    (seat,) = fact.details
    yield open_event("turn", names, seat, "start", "with the lowest letter")


def _tiles_moved(event: str, verb: str, where: str = "") -> Callable[[Setup, Sequence[str], Fact], Iterator[Event]]:
    """Return the teller of tiles between bag and rack; only their seat knows which (Grabble Road I7, I8)."""

    def tell(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
        seat, *tiles = fact.details
        own = listed(letter_tiles.name(kind) for kind in sorted(tiles))
        public = f"{names[seat]} {third_person(verb)} {count(len(tiles), 'tile')}{where}"
        yield Event(event, public, seat, f"You {verb} {own}{where}")

    return tell


def _play_laid(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield the tiles of a play, and its words and points (Grabble Road I10, I12, I13)."""
    seat, first, head, points = fact.details
    board: State = fact.board
    tiles = play_tiles(board.laid[first : board.tiles], head)
    yield open_event("place", names, seat, "lay", f"{count(len(tiles), 'tile')}: {listed(tiles)}")
    words = scored_words(setup, board, first)
    what = f"{count(points, 'point')} with {word_list(words)}" if words else "nothing: no word is made"
    yield open_event("score", names, seat, "score", what, tuple(word.word for word in words))


def _turn_passed(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    (seat,) = fact.details
    yield Event("pass", f"{names[seat]} passes", seat, "You pass")


def _bag_emptied(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    yield Event("bag", "The bag is empty")


def _match_ended(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    yield Event("end", f"The match is over: {_reason(setup, *fact.details)}")


_EVENTS = {
    LOT_DRAWN: _lot_drawn,
    START_DECIDED: _start_decided,
    TILE_DRAWN: _tiles_moved("draw", "draw"),
    TILE_RETURNED: _tiles_moved("discard", "return", " to the bag"),
    PLAY_LAID: _play_laid,
    TURN_PASSED: _turn_passed,
    BAG_EMPTIED: _bag_emptied,
    MATCH_ENDED: _match_ended,
}
"""Teller of each kind of fact: yields events, from setup, names of the seats and fact."""


def word_list(words: Sequence[Word]) -> str:
    """Return words with their points: ``DRAGON 14, RAG 9 and A 1``; nothing if there are none."""
    return listed(f"{word.word} {word.points}" for word in words)
