"""Grabble Road in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.rules import OVER, Setup
from muckle.errors import ActionError, IllegalError, NotationError, short
from muckle.games.grabble_road import rules as compiled_rules
from muckle.games.grabble_road.options import STRIDE
from muckle.kit import letter_tiles
from muckle.kit.letter_tiles import BLANK
from muckle.scene.contract import Event

rules: Any = compiled_rules
"""Compiled functions carry no annotations."""

MOST_WORDS = 4000
"""More than the spans of the board."""
_VERBS = {"mulligan": rules.MULLIGAN, "done": rules.DONE, "pass": rules.PASS}
_LAY = re.compile(r"(\?)? ?([a-z])? ?([a-o] ?\d\d?)(?: ([a-z]))?")


class Tile(NamedTuple):
    """A tile laid, or to be laid: what it shows and where."""

    face: int
    square: int

    def __str__(self) -> str:
        return f"{letter_tiles.face_text(self.face)} {square_text(self.square)}"


class Word(NamedTuple):
    """A word that scores."""

    word: str
    square: int
    """Of its first letter."""
    down: bool
    points: int


def square_text(square: int) -> str:
    """A square as it is written: ``h8``."""
    return letter_tiles.square_text(*divmod(int(square), STRIDE))


def action_text(setup: Setup, state: Any, action: int) -> str:
    """The action as notation.md writes it: ``F a1``, ``?E b4``, ``mulligan``, ``return Q``, ``done``, ``pass``."""
    for verb, number in _VERBS.items():
        if action == number:
            return verb
    if rules.RETURN <= action < rules.DONE:
        return f"return {letter_tiles.text(action - rules.RETURN)}"
    return str(tile_of(setup, state, action))


def tile_of(setup: Setup, state: Any, action: int) -> Tile:
    """What an action lays where; it must be one that does."""
    return tiles_of(setup, state, [action])[0]


def tiles_of(setup: Setup, state: Any, actions: Sequence[int]) -> list[Tile]:
    """What each of some actions lays where."""
    head = int(state.seats[state.turn].head)
    squares = [head + step for step in rules.NEAR]
    if head == rules.NOWHERE:
        squares = [int(rules.corner(setup, place)) for place in range(rules.CORNERS)]
    return [
        Tile(*divmod(action - rules.FAR, rules.SQUARES))
        if action >= rules.FAR
        else Tile(action // rules.PLACES, squares[action % rules.PLACES])
        for action in actions
    ]


def read_action(setup: Setup, state: Any, text: str) -> int:
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
        return _allowed(setup, state, rules.RETURN + kind, _no_return)
    return _allowed(setup, state, _number(setup, state, _parse(words, text)), _no_lay)


def _allowed(setup: Setup, state: Any, action: int, why: Any) -> int:
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


def _number(setup: Setup, state: Any, tile: Tile) -> int:
    """The number of the action that lays a tile there, legal or not."""
    head = int(state.seats[state.turn].head)
    one = setup.options.through in (rules.ONE_ANY, rules.ONE_STRAIGHT)
    near = [head + step if one or step in rules.STEPS else rules.NOWHERE for step in rules.NEAR]
    if head == rules.NOWHERE:
        near = [int(rules.corner(setup, place)) for place in range(rules.CORNERS)]
    if tile.square in near:
        return rules.LAY + tile.face * rules.PLACES + near.index(tile.square)
    return rules.FAR + tile.face * rules.SQUARES + tile.square


def _unfinished(setup: Setup, state: Any) -> ActionError | None:
    """What has to be finished before anything else is done."""
    if state.returning:
        return IllegalError("a mulligan is begun: return tiles, then write 'done'", "Grabble Road 12")
    if state.left:
        return IllegalError(f"the play is not finished: {tiles(int(state.left))} more must be laid", "Grabble Road 3")
    return None


def _no_verb(setup: Setup, state: Any, action: int) -> ActionError:
    """Why a mulligan, its end or a pass is refused."""
    if action == rules.DONE:
        if state.returning:
            return IllegalError("return at least one tile first, for a mulligan without any is a pass", "Grabble Road 12")
        return IllegalError("no mulligan is begun", "Grabble Road 12")
    refused = _unfinished(setup, state)
    return refused or IllegalError("the bag is empty, so there is no mulligan any more", "Grabble Road 12")


def _no_return(setup: Setup, state: Any, action: int) -> ActionError:
    if not state.returning:
        return IllegalError("tiles are returned in a mulligan only; write 'mulligan' first", "Grabble Road 12")
    return IllegalError(f"there is no {letter_tiles.text(action - rules.RETURN)} on your rack", "Grabble Road 12")


def _no_lay(setup: Setup, state: Any, action: int) -> ActionError:
    """Why a tile cannot be laid: the tile first, then the square."""
    seat, tile = state.seats[state.turn], tile_of(setup, state, action)
    written = letter_tiles.text(min(tile.face, BLANK))
    refused = _unfinished(setup, state) if state.returning else None
    if refused:
        return refused
    if not seat.tiles[min(tile.face, BLANK)]:
        return IllegalError(f"there is no {written} on your rack", "Grabble Road 3c")
    if not rules.may_lay(state, seat, tile.face):
        return _not_first(seat, tile, written)
    return _not_there(setup, state, int(seat.head), tile.square)


def _not_first(seat: Any, tile: Tile, written: str) -> ActionError:
    number = letter_tiles.FACE_NUMBERS[tile.face]
    if number == 0:
        return IllegalError("a blank has the number 0, so it cannot be the first tile of a play", "Grabble Road 3a")
    reason = f"{written} asks for {tiles(number)} in this turn, but your rack holds {int(seat.count)}"
    return IllegalError(reason, "Grabble Road 3a")


def _not_there(setup: Setup, state: Any, head: int, square: int) -> ActionError:
    where, row, column = square_text(square), *divmod(square, STRIDE)
    side = int(setup.options.side)
    if max(row, column) > side:
        return IllegalError(f"{where} is not on the board, which has {side} by {side} squares", "Grabble Road 4b")
    if head == rules.NOWHERE:
        corners = [int(rules.corner(setup, place)) for place in range(rules.CORNERS)]
        fit = ", ".join(square_text(corner) for corner in corners if state.board[corner] == rules.FREE)
        return IllegalError(f"your first tile goes on an empty corner ({fit}), not on {where}", "Grabble Road 4")
    if square == head:
        return IllegalError(f"your last tile lies on {where}: the next one cannot cover it", "Grabble Road 4g")
    if setup.options.through == rules.OFF:
        return IllegalError(f"{where} is not next to {square_text(head)}, where your last tile lies", "Grabble Road 4b")
    reason = f"{where} is neither next to {square_text(head)}, where your last tile lies, nor reached from there through a tile"
    return IllegalError(reason, "Grabble Road 4e")


def chance_text(setup: Setup, outcome: int) -> str:
    """A random outcome as notation.md writes it: ``lot 1 C``, ``draw 1 F``."""
    lot, seat, kind = outcome_of(outcome)
    return f"{'lot' if lot else 'draw'} {seat} {letter_tiles.text(kind)}"


def outcome_of(code: int) -> tuple[bool, int, int]:
    """Whether a tile was drawn for the start, by whom, and its kind."""
    return code >= rules.LOT, code % rules.LOT // rules.SEAT_UNIT, code % rules.SEAT_UNIT


def timeout(setup: Setup, state: Any) -> int:
    """What is played for a seat whose time has run out (Grabble Road D14)."""
    if state.returning and state.back_count:
        return rules.DONE
    actions = legal_actions(setup, state)
    if state.returning or not state.left:
        return actions[0] if state.returning else rules.PASS
    return min(actions, key=lambda action: tile_of(setup, state, action))


def legal_actions(setup: Setup, state: Any) -> list[int]:
    """The actions there are, ascending."""
    actions = np.zeros(rules.MAX_ACTIONS, np.int64)
    return actions[: rules.legal(setup, state, actions)].tolist()


def revocable(setup: Setup, before: Any, action: int, after: Any) -> bool:
    """Whether the seat may take it back alone (General 10): until the last step of a turn nobody sees it (Grabble Road 6a)."""
    return after.turn == before.turn


def reason(setup: Setup, state: Any) -> str:
    """Why the match is over: ``all passed in a row``."""
    if state.passes == setup.options.seats:
        return "all passed in a row"
    rounds = int(setup.options.stall_cap)
    return f"no play in {rounds} round{'s' * (rounds != 1)} of turns"


def scored_words(setup: Setup, state: Any, first: int) -> list[Word]:
    """The words that the tiles laid from number `first` on make as the board lies, most points first."""
    found = np.zeros(MOST_WORDS + 1, np.int64)
    rules.score(setup, state, first, found)
    words = [_word(state, code) for code in found[1 : found[0] + 1].tolist()]
    return sorted(words, key=lambda word: (-word.points, word.square, word.down, len(word.word)))


def _word(state: Any, code: int) -> Word:
    square, down = code & rules.SQUARE_MASK, bool(code & rules.DOWN)
    step, length = STRIDE if down else 1, code // rules.LENGTH & rules.LENGTH_MASK
    faces = (int(state.board[square + step * place]) & rules.FACE_MASK for place in range(length))
    return Word("".join(letter_tiles.LETTERS[face % BLANK] for face in faces), square, down, code // rules.POINTS)


def play_tiles(state: Any, first: int, end: int, head: int) -> list[str]:
    """The tiles number `first` to `end` - 1 with how they were laid: ``T e5 over R``, ``T f5 through``.

    Args:
        head: the square that the first of them was laid from, or NOWHERE.
    """
    written: list[str] = []
    for number in range(first, end):
        laid = state.laid[number]
        under, square = int(laid.under), int(laid.square)
        over = f" over {letter_tiles.face_text(under & rules.FACE_MASK)}" if under else ""
        through = " through" if head != rules.NOWHERE and square - head not in rules.STEPS else ""
        written.append(f"{Tile(int(laid.face), square)}{through}{over}")
        head = square
    return written


def last_play(state: Any) -> tuple[Any, list[str]]:
    """The play laid last and its tiles; no play is being composed."""
    play = state.plays[state.played - 1]
    earlier = [number for number in range(state.played - 1) if state.plays[number].seat == play.seat]
    head = int(state.laid[state.plays[earlier[-1] + 1].first - 1].square) if earlier else rules.NOWHERE
    return play, play_tiles(state, int(play.first), int(state.tiles), head)


def hints(setup: Setup, state: Any, seat: int) -> list[str]:
    """The three placings that score most at once, as far as the words of `setup` go."""
    if state.returning:
        return ["Tiles with high numbers are hard to begin with: a rack needs small ones, too"]
    actions = [action for action in legal_actions(setup, state) if is_lay(action)]
    if not actions:
        return ["No tile on your rack can be the first: its number must be at least 1 and no more than the tiles you hold"]
    laid, points = tiles_of(setup, state, actions), previews(setup, state, actions)
    best = sorted((place for place in range(len(actions)) if points[place]), key=lambda place: -points[place])[:3]
    told = [f"{laid[place]} makes {_made(setup, state, laid[place])}: {points_text(points[place])} so far" for place in best]
    return told or ["No tile makes a known word at once"]


def _made(setup: Setup, state: Any, tile: Tile) -> str:
    """The words that a tile would be part of."""
    after = state.copy()
    rules.put(after, tile.face, tile.square)
    return listed(list(dict.fromkeys(word.word for word in scored_words(setup, after, int(after.tiles) - 1)))) or "no new word"


def previews(setup: Setup, state: Any, actions: Sequence[int]) -> list[int]:
    """What the play being composed would score if it ended with each of these tiles (Grabble Road 6a)."""
    points = np.zeros(len(actions), np.int64)
    if actions:
        rules.previews(setup, state.copy(), np.array(actions, np.int64), len(actions), points)
    return points.tolist()


def is_lay(action: int) -> bool:
    """Whether an action lays a tile."""
    return action < rules.MULLIGAN or action >= rules.FAR


def tiles(n: int) -> str:
    """``1 tile``, ``4 tiles``."""
    return f"{n} tile{'s' * (n != 1)}"


def points_text(n: int) -> str:
    """``1 point``, ``4 points``."""
    return f"{n} point{'s' * (n != 1)}"


def listed(things: Sequence[str]) -> str:
    """``A, B and C``."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def events(setup: Setup, before: Any, action: int | None, after: Any, names: Sequence[str]) -> list[Event]:
    """The facts of one step, in order; `before` and `action` are None for the deal that begins a match.

    A step inside a turn is nobody else's business (Grabble Road 6a), so it is no event.
    """
    if before is None:
        return list(_start(after, names))
    if after.turn == before.turn:
        return []
    return list(_turn(setup, before, action, after, names))


def _start(state: Any, names: Sequence[str]) -> Iterator[Event]:
    """The draw for the start (Grabble Road 1) and the racks (2)."""
    for lot, seat, kind in map(outcome_of, state.drew[: state.drawn].tolist()):
        if lot:
            what = f"{letter_tiles.name(kind)} for the start"
            yield Event("draw", f"{names[seat]} draws {what}", seat, f"You draw {what}")
    starter = int(state.starter)
    yield Event("turn", f"{names[starter]} starts with the lowest letter", starter, "You start with the lowest letter")
    for place in range(len(names)):
        yield from _draws(state, (starter + place) % len(names), names)


def _draws(state: Any, seat: int, names: Sequence[str]) -> Iterator[Event]:
    """What a seat drew to its rack in this step (Grabble Road I7)."""
    outcomes = map(outcome_of, state.drew[: state.drawn].tolist())
    drawn = [kind for lot, whose, kind in outcomes if whose == seat and not lot]
    if drawn:
        own = listed([letter_tiles.name(kind) for kind in sorted(drawn)])
        yield Event("draw", f"{names[seat]} draws {tiles(len(drawn))}", seat, f"You draw {own}")


def _turn(setup: Setup, before: Any, action: int | None, after: Any, names: Sequence[str]) -> Iterator[Event]:
    seat = int(before.turn)
    if action == rules.PASS:
        yield Event("pass", f"{names[seat]} passes", seat, "You pass")
    elif action == rules.DONE:
        back = [letter_tiles.name(kind) for kind in range(letter_tiles.KINDS) for _ in range(before.back[kind])]
        what = f"{tiles(len(back))} to the bag"
        yield Event("discard", f"{names[seat]} returns {what}", seat, f"You return {listed(back)} to the bag")
    else:
        yield from _play(setup, after, names)
    yield from _draws(after, seat, names)
    if before.bag_left and not after.bag_left:
        yield Event("bag", "The bag is empty")
    if after.turn == OVER:
        yield Event("end", f"The match is over: {reason(setup, after)}")


def _play(setup: Setup, state: Any, names: Sequence[str]) -> Iterator[Event]:
    """A play is laid, and all see it (Grabble Road I10, I12, I13)."""
    play, laid = last_play(state)
    seat, what = int(play.seat), f"{tiles(len(laid))}: {listed(laid)}"
    yield Event("place", f"{names[seat]} lays {what}", seat, f"You lay {what}")
    words = scored_words(setup, state, int(play.first))
    made = listed([f"{word.word} {word.points}" for word in words])
    what = f"{points_text(int(play.points))} with {made}" if words else "nothing: no word is made"
    yield Event("score", f"{names[seat]} scores {what}", seat, f"You score {what}", tuple(word.word for word in words))
