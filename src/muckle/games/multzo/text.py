"""Multzo in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.kinds import ENDS, GOES_ON, Kind
from muckle.engine.record import loose
from muckle.errors import IllegalError, NotationError, short
from muckle.games.multzo import awards as compiled_awards
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo.state import (
    COINS,
    DEALT,
    DECLARE,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAW_STACK,
    DRAWING,
    KIND_UNIT,
    NONE,
    NULL,
    SEAT_UNIT,
    SHOWDOWN,
    START,
    State,
)
from muckle.games.multzo.worth import CATEGORIES, category_text, groups_text, paid, strengths, winner
from muckle.kit import piecepack
from muckle.scene.contract import Event
from muckle.scene.tell import count, fact, fitting, listed, number

rules, awards = plain(compiled_rules), plain(compiled_awards)

_VERBS = {"draw": DRAW, "discard": DISCARD, "declare": DECLARE}
_ACTION = re.compile(r"(draw|discard|declare|null)\s*(.+)")


def action_text(setup: Setup, state: State, action: int) -> str:
    """Return an action's notation: ``draw stack``, ``draw C4``, ``declare S5``, ``null Moons``, ``coins``."""
    if action in (DRAW_STACK, COINS):
        return "coins" if action else "draw stack"
    if action >= NULL:
        return f"null {piecepack.SUIT_NAMES[action - NULL]}"
    verb = next(verb for verb, first in reversed(_VERBS.items()) if action >= first)
    return f"{verb} {piecepack.text(action - _VERBS[verb])}"


def kinds() -> tuple[Kind, ...]:
    """Return the kinds of actions that the laboratory counts; a turn is a draw and a discard, awards belong to none."""
    return (
        Kind("draw_stack", DRAW_STACK, GOES_ON),
        Kind("draw_open", DRAW, GOES_ON),
        Kind("discard", DISCARD, ENDS),
        Kind("declare", DECLARE, ENDS),
        Kind("award", NULL, GOES_ON),
    )


def read_action(setup: Setup, state: State, text: str) -> int:
    """Return the action that a text names.

    Raises:
        NotationError: the text is no action of Multzo.
        IllegalError: a rule forbids it here.
    """
    action = _parse(text)
    if not rules.is_legal(setup, state, action):
        raise _refusal(setup, state, action)
    return action


def _parse(text: str) -> int:
    given = " ".join(text.lower().split())
    if given in ("coins", "draw stack"):
        return COINS if given == "coins" else DRAW_STACK
    found = _ACTION.fullmatch(given)
    verb, rest = found.groups() if found else ("", "")
    thing = piecepack.read_suit(rest) if verb == "null" else piecepack.read(rest)
    if verb == "" or thing is None:
        known = "'draw stack', 'draw C4', 'discard S5', 'declare S5', 'null Moons' or 'coins'"
        raise NotationError(f"{short(text)!r} is no action of Multzo; write {known}")
    return thing + (NULL if verb == "null" else _VERBS[verb])


def _refusal(setup: Setup, state: State, action: int) -> IllegalError:
    """Why an action is not legal here, for the seat to act."""
    if action >= NULL:
        return _no_award(state, action)
    if state.phase == SHOWDOWN:
        return IllegalError("the hands are shown: take a null coin you won, or keep the other coins", "Multzo 12")
    if action < DISCARD:
        return _no_draw(state, action)
    return _no_discard(state, action)


def _no_award(state: State, action: int) -> IllegalError:
    if state.phase != SHOWDOWN:
        return IllegalError("coins are chosen after the showdown only, by a winner of two categories", "Multzo 12")
    category = action - NULL
    if not state.seats[state.turn].won >> category & 1:
        return IllegalError(f"you did not win {CATEGORIES[category]}", "Multzo 12")
    return IllegalError(f"the null coin of the {piecepack.SUIT_NAMES[category]} is already taken", "Multzo 12")


def _no_draw(state: State, action: int) -> IllegalError:
    if state.phase == DISCARDING:
        return IllegalError("a tile was drawn in this turn: discard one", "Multzo 5")
    if action == DRAW_STACK:
        return IllegalError("the stack is empty: take a face-up tile", "Multzo 5c")
    return IllegalError(f"the {piecepack.name(action - DRAW)} does not lie face up", "Multzo 5a")


def _no_discard(state: State, action: int) -> IllegalError:
    if state.phase == DRAWING:
        return IllegalError("draw a tile first, then discard one", "Multzo 5")
    if action >= DECLARE and state.remaining != NONE:
        return IllegalError("the end of the round is settled: last turns discard face up", "Multzo 6a")
    tile = (action - DISCARD) % piecepack.TILES
    if not state.seats[state.turn].hand >> tile & 1:
        return IllegalError(f"the {piecepack.name(tile)} is not in your hand", "Multzo 5")
    return IllegalError(f"the {piecepack.name(tile)} was taken from the face-up tiles in this turn and must stay", "Multzo D4")


def chance_text(setup: Setup, outcome: int) -> str:
    """Return the notation of a random outcome: ``start 1``, ``deal 1 C4``, ``draw 1 C4``."""
    kind, seat, tile = _outcome(outcome)
    if kind == START:
        return f"start {seat}"
    return f"{'deal' if kind == DEALT else 'draw'} {seat} {piecepack.text(tile)}"


def _outcome(code: int) -> tuple[int, int, int]:
    """Kind, seat and tile of an outcome."""
    return code // KIND_UNIT * KIND_UNIT, code % KIND_UNIT // SEAT_UNIT, code % SEAT_UNIT


def timeout(setup: Setup, state: State) -> int:
    """Return the action played for a seat whose time has run out (Multzo D16)."""
    if state.phase == SHOWDOWN:
        return COINS
    if state.phase == DRAWING:
        newest = state.row[state.laid - 1] % SEAT_UNIT
        return DRAW_STACK if state.stack_left else DRAW + newest
    held = state.seats[state.turn].held
    drawn = held[setup.options.suits]
    return DISCARD + (drawn if rules.may_discard(setup, state) >> drawn & 1 else held[0])


def revocable(setup: Setup, before: State, action: int, after: State) -> bool:
    """Return whether the seat may take an action back alone (General 10): only a face-up draw, which shows nothing new."""
    return DRAW <= action < DISCARD


def reason(setup: Setup, state: State) -> str:
    """Why the match is over: ``the stack of Crowns is empty``."""
    empty = [name for suit, name in enumerate(piecepack.SUIT_NAMES) if awards.stack_of(state, suit) == 0]
    if empty:
        return f"the {'stacks' if len(empty) > 1 else 'stack'} of {listed(empty)} {'are' if len(empty) > 1 else 'is'} empty"
    return f"{count(state.rounds, 'round')} played, the most there may be"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """For each tile to be had, the most a hand with it counts for; or the score after each award choice."""
    if state.turn != seat:
        return []
    if state.phase == SHOWDOWN:
        return [f"{choice_text(action)}: score {choice_score(setup, state, action)}." for action in choices(setup, state)]
    hand = state.seats[seat].hand
    if state.phase == DISCARDING:
        return [best_hand(setup, hand, "Without", rules.may_discard(setup, state))]
    taken = "With the {}, without".format
    return [best_hand(setup, hand | 1 << tile, taken(piecepack.name(tile)), hand) for tile in members(state.open)]


def best_hand(setup: Setup, tiles: int, intro: str, away: int) -> str:
    """Return the most that a hand with one tile too many counts for, if one of the tiles `away` goes."""
    best = max(members(away), key=lambda tile: sum(strengths(setup, tiles ^ 1 << tile)))
    return f"{intro} the {piecepack.name(best)}: {groups_text(setup, tiles ^ 1 << best) or 'no group'}."


def merit(setup: Setup, state: State, action: int) -> str:
    """Return an action's merit in words: the groups left by a discard or possible with a tile, or the score after an award."""
    if action == DRAW_STACK:
        return ""
    if action >= NULL:
        return f"Your score is then {choice_score(setup, state, action)}"
    hand = state.seats[state.turn].hand
    if action >= DISCARD:
        verb, best = "Declares with" if action >= DECLARE else "Keeps", hand ^ 1 << (action - DISCARD) % piecepack.TILES
    else:
        more = hand | 1 << (action - DRAW)
        verb, best = (
            "Can give",
            max((more ^ 1 << tile for tile in members(hand)), key=lambda tiles: sum(strengths(setup, tiles))),
        )
    groups = [name for name, worth in zip(CATEGORIES, strengths(setup, best), strict=True) if worth != NONE]
    return fitting(f"{verb} {listed(groups)}", f"{verb} {count(len(groups), 'group')}") if groups else ""


def choices(setup: Setup, state: State) -> list[int]:
    """Return the award choices of the seat to act."""
    nulls: int = rules.allowed(setup, state, NULL)
    return [*(NULL + category for category in range(4) if nulls >> category & 1), COINS]


def choice_text(action: int) -> str:
    """Return an award choice in words: ``The null coin of the Moons``."""
    return "Only coins" if action == COINS else f"The null coin of the {piecepack.SUIT_NAMES[action - NULL]}"


def choice_score(setup: Setup, state: State, action: int) -> int:
    """Return the score of the seat to act after an award choice."""
    trial = loose(state)
    awards.choose(trial, action)
    awards.pay(setup, trial, state.turn)
    return awards.score(trial, state.turn)


def events(setup: Setup, before: State | None, action: int | None, after: State, names: Sequence[str]) -> list[Event]:
    """Return the facts of one step, in order; `before` and `action` are None for the deal that begins a match."""
    return list(_Story(setup, before, action, after, names).tell())


class _Story:
    """Tells one step from the states around it."""

    def __init__(self, setup: Setup, before: State | None, action: int | None, after: State, names: Sequence[str]) -> None:
        self.setup, self.action, self.after, self.names = setup, action, after, names
        self.before = after if before is None else before

    def tell(self) -> Iterator[Event]:
        before, after = self.before, self.after
        if self.action is None:
            yield from self.new_round()
            return
        if self.action < DISCARD:
            yield self.draw(self.action)
            return
        if self.action < NULL:
            yield from self.lay(self.action)
            if after.turn == OVER or after.phase == SHOWDOWN or after.rounds > before.rounds:
                yield from self.showdown()
        else:
            yield from self.awards([category for category in range(4) if winner(after, category) == before.turn])
        if after.turn == OVER:
            yield Event("end", f"The match is over: {reason(self.setup, after)}")
        elif after.rounds > before.rounds:
            yield from self.new_round()
        elif after.phase != SHOWDOWN:
            yield from self.next_turn()

    def draw(self, action: int) -> Event:
        if action == DRAW_STACK:
            return self.from_stack(self.before.turn)
        what = f"the {piecepack.name(action - DRAW)} from the face-up tiles"
        return fact("draw", self.names, self.before.turn, "take", what)

    def from_stack(self, seat: int) -> Event:
        """Return the fact of a draw from the stack, the last of the step; only the drawer is told the tile (Multzo I6)."""
        _, _, tile = _outcome(self.after.drew[self.after.drawn - 1])
        public, own = "draws from the stack", f"You draw the {piecepack.name(tile)} from the stack"
        return Event("draw", f"{self.names[seat]} {public}", seat, own)

    def lay(self, action: int) -> Iterator[Event]:
        """Yield the facts of a discard: the tile, and the end of the round it causes (Multzo 6, 15, D5)."""
        before, seat = self.before, self.before.turn
        tile = piecepack.name((action - DISCARD) % piecepack.TILES)
        if action >= DECLARE:
            ends = "and so declare{} the end of the round: everyone else has one more turn"
            public = f"{self.names[seat]} discards a tile face down {ends.format('s')}"
            yield Event("discard", public, seat, f"You discard the {tile} face down {ends.format('')}")
            return
        yield fact("discard", self.names, seat, "discard", f"the {tile}")
        turns: int = self.setup.options.stall
        if before.remaining == NONE and before.taken and before.idle + 1 == turns:
            yield Event("round", f"Nobody drew from the stack or declared for {turns} turns: the round ends")

    def next_turn(self) -> Iterator[Event]:
        """Yield what changes for everybody before the next turn, and a draw without a choice."""
        before, after = self.before, self.after
        if before.remaining == NONE and after.remaining != NONE and after.declarer == NONE:
            yield Event("round", "The stack is empty: everyone has one more turn")
        if after.recycled and not before.recycled:
            yield Event("round", "The stack was empty: the face-up tiles are shuffled and are the new stack")
        if after.phase == DISCARDING:
            yield self.from_stack(after.turn)

    def showdown(self) -> Iterator[Event]:
        """Yield all hands, the winners, and the payments of those without a choice (Multzo 6c, 10 to 12c)."""
        after, seats = self.after, range(len(self.names))
        for seat in seats:
            hand = listed(piecepack.name(tile) for tile in members(after.seats[seat].shown))
            yield fact("round", self.names, seat, "show", f"the {hand}")
        for category in range(4):
            yield Event("score", category_text(self.setup, after, category, self.names))
        yield from self.awards(range(4))
        for seat in seats:
            if after.choosers >> seat & 1:
                may = "won two categories and may take a null coin"
                yield Event("score", f"{self.names[seat]} {may}", seat, f"You {may}")

    def awards(self, categories: Iterable[int]) -> Iterator[Event]:
        """Yield what the winners of some categories take."""
        for category in categories:
            seat = winner(self.after, category)
            if seat is not None and paid(self.after, category):
                yield fact("score", self.names, seat, "take", paid(self.after, category))

    def new_round(self) -> Iterator[Event]:
        """Yield the deal, the starter, and the starter's first draw, which is no choice (Multzo 3, 4, 5d)."""
        after = self.after
        yield Event("deal", f"Round {after.rounds}: everyone is dealt {number(self.setup.options.suits)} tiles")
        lot = any(_outcome(code)[0] == START for code in after.drew[: after.drawn])
        yield fact("turn", self.names, after.starter, "start", "by lot" if lot else "the round")
        yield self.from_stack(after.starter)
