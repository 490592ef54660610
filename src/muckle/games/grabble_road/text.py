"""Grabble Road in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.kinds import Kind
from muckle.errors import ActionError, IllegalError, NotationError, short
from muckle.games.grabble_road import rules as compiled_rules
from muckle.games.grabble_road.plays import (
    Tile,
    Word,
    corner_squares,
    is_lay,
    last_play,
    legal_actions,
    previews,
    scored_words,
    square_text,
    tiles_of,
    with_tile,
)
from muckle.games.grabble_road.state import (
    DONE,
    FAR,
    FREE,
    LAY,
    LOT,
    MULLIGAN,
    NEAR,
    NOWHERE,
    OFF,
    ONE_ANY,
    ONE_STRAIGHT,
    PASS,
    PLACES,
    RETURN,
    SEAT_UNIT,
    SQUARES,
    STEPS,
    STRIDE,
    SeatState,
    State,
)
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK
from muckle.scene.contract import Event
from muckle.scene.tell import count, fact, fitting, listed

rules = plain(compiled_rules)

_VERBS = {"mulligan": MULLIGAN, "done": DONE, "pass": PASS}
_LAY = re.compile(r"(\?)? ?([a-z])? ?([a-o] ?\d\d?)(?: ([a-z]))?")


def action_text(setup: Setup, state: State, action: int) -> str:
    """The action as it is written: ``F a1``, ``?E b4``, ``mulligan``, ``return Q``, ``done``, ``pass``."""
    for verb, number in _VERBS.items():
        if action == number:
            return verb
    if RETURN <= action < DONE:
        return f"return {letter_tiles.text(action - RETURN)}"
    return str(tile_of(setup, state, action))


def tile_of(setup: Setup, state: State, action: int) -> Tile:
    """What an action lays where; it must be one that does."""
    return tiles_of(setup, state, [action])[0]


def kinds() -> tuple[Kind, ...]:
    """What laboratories count apart; a tile that completes a play ends the turn."""
    return (
        Kind("lay", LAY),
        Kind("mulligan", MULLIGAN),
        Kind("return", RETURN),
        Kind("done", DONE),
        Kind("pass", PASS),
        Kind("lay", FAR),
    )


def read_action(setup: Setup, state: State, text: str) -> int:
    """The action that a text names.

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
    """The tile that a text lays. The letter of a blank may stand behind the square, as an answer."""
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
    """The number of the action that lays a tile there, legal or not."""
    head = state.seats[state.turn].head
    one = setup.options.through in (ONE_ANY, ONE_STRAIGHT)
    near = [head + step if one or step in STEPS else NOWHERE for step in NEAR]
    if head == NOWHERE:
        near = corner_squares(setup)
    if tile.square in near:
        return LAY + tile.face * PLACES + near.index(tile.square)
    return FAR + tile.face * SQUARES + tile.square


def _unfinished(setup: Setup, state: State) -> ActionError | None:
    """What has to be finished before anything else is done."""
    if state.returning:
        return IllegalError("a mulligan is begun: return tiles, then end it", "Grabble Road 12")
    if state.left:
        return IllegalError(f"the play is not finished: {count(state.left, 'tile')} more must be laid", "Grabble Road 3")
    return None


def _no_verb(setup: Setup, state: State, action: int) -> ActionError:
    """Why a mulligan, its end or a pass is refused."""
    if action == DONE:
        if state.returning:
            return IllegalError("return at least one tile first, for a mulligan without any is a pass", "Grabble Road 12")
        return IllegalError("no mulligan is begun", "Grabble Road 12")
    refused = _unfinished(setup, state)
    return refused or IllegalError("the bag is empty, so there is no mulligan any more", "Grabble Road 12")


def _no_return(setup: Setup, state: State, action: int) -> ActionError:
    if not state.returning:
        return IllegalError("tiles are returned in a mulligan only; begin one first", "Grabble Road 12")
    return IllegalError(f"there is no {letter_tiles.text(action - RETURN)} on your rack", "Grabble Road 12")


def _no_lay(setup: Setup, state: State, action: int) -> ActionError:
    """Why a tile cannot be laid: the tile first, then the square."""
    player, tile = state.seats[state.turn], tile_of(setup, state, action)
    written = letter_tiles.text(tile.kind)
    refused = _unfinished(setup, state) if state.returning else None
    if refused:
        return refused
    if not player.tiles[tile.kind]:
        return IllegalError(f"there is no {written} on your rack", "Grabble Road 3c")
    if not rules.may_lay(setup, state, player, tile.face):
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
    if setup.options.through == OFF:
        return IllegalError(f"{where} is not next to {square_text(head)}, where your last tile lies", "Grabble Road 4b")
    reason = f"{where} is neither next to {square_text(head)}, where your last tile lies, nor reached from there through a tile"
    return IllegalError(reason, "Grabble Road 4e")


def chance_text(setup: Setup, outcome: int) -> str:
    """A random outcome as it is written: ``lot 1 C``, ``draw 1 F``."""
    lot, seat, kind = outcome_of(outcome)
    return f"{'lot' if lot else 'draw'} {seat} {letter_tiles.text(kind)}"


def outcome_of(code: int) -> tuple[bool, int, int]:
    """Whether a tile was drawn for the start, by whom, and its kind."""
    return code >= LOT, code % LOT // SEAT_UNIT, code % SEAT_UNIT


def timeout(setup: Setup, state: State) -> int:
    """What is played for a seat whose time has run out (Grabble Road D14)."""
    if state.returning and state.back_count:
        return DONE
    actions = legal_actions(setup, state)
    if state.returning or not state.left:
        return actions[0] if state.returning else PASS
    return min(actions, key=lambda action: tile_of(setup, state, action))


def revocable(setup: Setup, before: State, action: int, after: State) -> bool:
    """Whether the seat may take it back alone (General 10): until the last step of a turn nobody sees it (Grabble Road 6a)."""
    return after.turn == before.turn


def reason(setup: Setup, state: State) -> str:
    """Why the match is over: ``all passed in a row``."""
    if state.passes == setup.options.seats:
        return "all passed in a row"
    return f"no play in {count(setup.options.stall_cap, 'round')} of turns"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """The three placings that score most at once, as far as the words of `setup` go."""
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
    """The points of a play with one more tile, and the best word it makes, as far as the words of `setup` go."""
    if not is_lay(action):
        return "New tiles for the rack" if action == MULLIGAN else ""
    tile = tile_of(setup, state, action)
    left = (state.left if state.tiles > state.begun else letter_tiles.FACE_NUMBERS[tile.face]) - 1
    words, points = scored_words(setup, with_tile(state, tile), state.begun), previews(setup, state, [tile])[0]
    far = count(points, "point") if left == 0 else f"{points} so far"
    if not words:
        return f"{tile}, then {count(left, 'tile')} more" if left else ""
    return fitting(f"{words[0].word}: {far}", f"{far} in {count(len(words), 'word')}")


def _made(setup: Setup, state: State, tile: Tile) -> str:
    """The words that a tile would be part of."""
    words = scored_words(setup, with_tile(state, tile), state.tiles)
    return listed(dict.fromkeys(word.word for word in words)) or "no new word"


def events(setup: Setup, before: State | None, action: int | None, after: State, names: Sequence[str]) -> list[Event]:
    """The facts of one step, in order; `before` and `action` are None for the deal that begins a match.

    A step inside a turn is nobody else's business (Grabble Road 6a), so it is no event.
    """
    if before is None:
        return list(_start(after, names))
    if after.turn == before.turn:
        return []
    return list(_turn(setup, before, action, after, names))


def _start(state: State, names: Sequence[str]) -> Iterator[Event]:
    """The draw for the start (Grabble Road 1) and the racks (2)."""
    for lot, seat, kind in map(outcome_of, state.drew[: state.drawn]):
        if lot:
            yield fact("draw", names, seat, "draw", f"{letter_tiles.name(kind)} for the start")
    yield fact("turn", names, state.starter, "start", "with the lowest letter")
    for place in range(len(names)):
        yield from _draws(state, (state.starter + place) % len(names), names)


def _draws(state: State, seat: int, names: Sequence[str]) -> Iterator[Event]:
    """What a seat drew to its rack in this step (Grabble Road I7)."""
    outcomes = map(outcome_of, state.drew[: state.drawn])
    drawn = [kind for lot, whose, kind in outcomes if whose == seat and not lot]
    if drawn:
        own = listed(letter_tiles.name(kind) for kind in sorted(drawn))
        yield Event("draw", f"{names[seat]} draws {count(len(drawn), 'tile')}", seat, f"You draw {own}")


def _turn(setup: Setup, before: State, action: int | None, after: State, names: Sequence[str]) -> Iterator[Event]:
    seat = before.turn
    if action == PASS:
        yield Event("pass", f"{names[seat]} passes", seat, "You pass")
    elif action == DONE:
        back = [letter_tiles.name(kind) for kind in range(letter_tiles.KINDS) for _ in range(before.back[kind])]
        public = f"{names[seat]} returns {count(len(back), 'tile')} to the bag"
        yield Event("discard", public, seat, f"You return {listed(back)} to the bag")
    else:
        yield from _play(setup, after, names)
    yield from _draws(after, seat, names)
    if before.bag_left and not after.bag_left:
        yield Event("bag", "The bag is empty")
    if after.turn == OVER:
        yield Event("end", f"The match is over: {reason(setup, after)}")


def word_list(words: Sequence[Word]) -> str:
    """Words with their points: ``DRAGON 14, RAG 9 and A 1``; nothing if there are none."""
    return listed(f"{word.word} {word.points}" for word in words)


def _play(setup: Setup, state: State, names: Sequence[str]) -> Iterator[Event]:
    """A play is laid, and all see it (Grabble Road I10, I12, I13)."""
    play, laid = last_play(state)
    yield fact("place", names, play.seat, "lay", f"{count(len(laid), 'tile')}: {listed(laid)}")
    words = scored_words(setup, state, play.first)
    what = f"{count(play.points, 'point')} with {word_list(words)}" if words else "nothing: no word is made"
    yield fact("score", names, play.seat, "score", what, tuple(word.word for word in words))
