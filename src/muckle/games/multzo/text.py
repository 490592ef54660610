"""Multzo in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from muckle.engine.rules import OVER, Setup
from muckle.errors import IllegalError, NotationError, short
from muckle.games.multzo import rules as compiled_rules
from muckle.kit import piecepack
from muckle.scene.contract import Event

rules: Any = compiled_rules
"""Compiled functions carry no annotations."""

CATEGORIES = ("Flush", "Prime", "Set", "Run")
"""By the suits whose coins they pay."""
GROUPS = {-1: "", 0: "{} (three tiles)", 1: "{} (four tiles)"}
"""How sets and runs are written, by strength // FOUR."""
_VERBS = {"draw": rules.DRAW, "discard": rules.DISCARD, "declare": rules.DECLARE}
_ACTION = re.compile(r"(draw|discard|declare|null)\s*(.+)")


def action_text(setup: Setup, state: Any, action: int) -> str:
    """The action as notation.md writes it: ``draw stack``, ``draw C4``, ``declare S5``, ``null Moons``, ``coins``."""
    if action in (rules.DRAW_STACK, rules.COINS):
        return "coins" if action else "draw stack"
    if action >= rules.NULL:
        return f"null {piecepack.SUIT_NAMES[action - rules.NULL]}"
    verb = next(verb for verb, first in reversed(_VERBS.items()) if action >= first)
    return f"{verb} {piecepack.text(action - _VERBS[verb])}"


def read_action(setup: Setup, state: Any, text: str) -> int:
    """The action that a text names.

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
        return rules.COINS if given == "coins" else rules.DRAW_STACK
    found = _ACTION.fullmatch(given)
    verb, rest = found.groups() if found else ("", "")
    thing = piecepack.read_suit(rest) if verb == "null" else piecepack.read(rest)
    if verb == "" or thing is None:
        known = "'draw stack', 'draw C4', 'discard S5', 'declare S5', 'null Moons' or 'coins'"
        raise NotationError(f"{short(text)!r} is no action of Multzo; write {known}")
    return thing + (rules.NULL if verb == "null" else _VERBS[verb])


def _refusal(setup: Setup, state: Any, action: int) -> IllegalError:
    """Why an action is not legal here, for the seat to act."""
    if action >= rules.NULL:
        return _no_award(state, action)
    if state.phase == rules.SHOWDOWN:
        return IllegalError("the hands are shown: take a null coin you won, or 'coins'", "Multzo 12")
    if action < rules.DISCARD:
        return _no_draw(state, action)
    return _no_discard(state, action)


def _no_award(state: Any, action: int) -> IllegalError:
    if state.phase != rules.SHOWDOWN:
        return IllegalError("coins are chosen after the showdown only, by a winner of two categories", "Multzo 12")
    category = action - rules.NULL
    if not state.seats[state.turn].won >> category & 1:
        return IllegalError(f"you did not win {CATEGORIES[category]}", "Multzo 12")
    return IllegalError(f"the null coin of the {piecepack.SUIT_NAMES[category]} is already taken", "Multzo 12")


def _no_draw(state: Any, action: int) -> IllegalError:
    if state.phase == rules.DISCARDING:
        return IllegalError("a tile was drawn in this turn: discard one", "Multzo 5")
    if action == rules.DRAW_STACK:
        return IllegalError("the stack is empty: take a face-up tile", "Multzo 5c")
    return IllegalError(f"the {piecepack.name(action - rules.DRAW)} does not lie face up", "Multzo 5a")


def _no_discard(state: Any, action: int) -> IllegalError:
    if state.phase == rules.DRAWING:
        return IllegalError("draw a tile first, then discard one", "Multzo 5")
    if action >= rules.DECLARE and state.remaining != rules.NONE:
        return IllegalError("the end of the round is settled: last turns discard face up", "Multzo 6a")
    tile = (action - rules.DISCARD) % piecepack.TILES
    if not state.seats[state.turn].hand >> tile & 1:
        return IllegalError(f"the {piecepack.name(tile)} is not in your hand", "Multzo 5")
    return IllegalError(f"the {piecepack.name(tile)} was taken from the face-up tiles in this turn and must stay", "Multzo D4")


def chance_text(setup: Setup, outcome: int) -> str:
    """A random outcome as notation.md writes it: ``start 1``, ``deal 1 C4``, ``draw 1 C4``."""
    kind, seat, tile = _outcome(outcome)
    if kind == rules.START:
        return f"start {seat}"
    return f"{'deal' if kind == rules.DEALT else 'draw'} {seat} {piecepack.text(tile)}"


def _outcome(code: int) -> tuple[int, int, int]:
    return code // 256 * 256, code % 256 // rules.SEAT_UNIT, code % rules.SEAT_UNIT


def timeout(setup: Setup, state: Any) -> int:
    """What is played for a seat whose time has run out (Multzo D16)."""
    if state.phase == rules.SHOWDOWN:
        return rules.COINS
    if state.phase == rules.DRAWING:
        newest = int(state.row[state.laid - 1]) % rules.SEAT_UNIT
        return rules.DRAW_STACK if state.stack_left else rules.DRAW + newest
    seat = state.seats[state.turn]
    drawn = int(seat.held[setup.options.suits])
    return rules.DISCARD + (drawn if rules.may_discard(setup, state) >> drawn & 1 else int(seat.held[0]))


def revocable(setup: Setup, before: Any, action: int, after: Any) -> bool:
    """Whether the seat may take it back alone (General 10): only a draw from the face-up tiles, which shows nothing new."""
    return rules.DRAW <= action < rules.DISCARD


def reason(setup: Setup, state: Any) -> str:
    """Why the match is over: ``the stack of Crowns is empty``."""
    empty = [name for suit, name in enumerate(piecepack.SUIT_NAMES) if rules.stack_of(state, suit) == 0]
    if empty:
        return f"the {'stacks' if len(empty) > 1 else 'stack'} of {listed(empty)} {'are' if len(empty) > 1 else 'is'} empty"
    rounds = int(state.rounds)
    return f"{rounds} round{'s' * (rounds > 1)} played, the most there may be"


def hints(setup: Setup, state: Any, seat: int) -> list[str]:
    """For each tile to be had, the most a hand with it counts for; or the score after each award choice."""
    if state.turn != seat:
        return []
    if state.phase == rules.SHOWDOWN:
        return [f"{choice_text(action)}: score {choice_score(setup, state, action)}." for action in choices(setup, state)]
    hand = int(state.seats[seat].hand)
    if state.phase == rules.DISCARDING:
        return [best_hand(setup, hand, "Without", rules.may_discard(setup, state))]
    taken = "With the {}, without".format
    return [best_hand(setup, hand | 1 << tile, taken(piecepack.name(tile)), hand) for tile in piecepack.members(state.open)]


def best_hand(setup: Setup, tiles: int, intro: str, away: int) -> str:
    """The most that a hand with one tile too many counts for, if one of `away` goes."""

    best = max(piecepack.members(away), key=lambda tile: sum(strengths(setup, tiles ^ 1 << tile)))
    return f"{intro} the {piecepack.name(best)}: {groups_text(setup, tiles ^ 1 << best) or 'no group'}."


def choices(setup: Setup, state: Any) -> list[int]:
    """The award choices of the seat to act."""
    nulls = int(rules.allowed(setup, state, rules.NULL))
    return [*(rules.NULL + category for category in range(4) if nulls >> category & 1), rules.COINS]


def choice_text(action: int) -> str:
    """An award choice in words: ``The null coin of the Moons``."""
    return "Only coins" if action == rules.COINS else f"The null coin of the {piecepack.SUIT_NAMES[action - rules.NULL]}"


def choice_score(setup: Setup, state: Any, action: int) -> int:
    """The score of the seat to act after an award choice."""
    trial = state.copy()
    rules.choose(trial, action)
    rules.pay(setup, trial, state.turn)
    return int(rules.score(trial, state.turn))


def groups_text(setup: Setup, hand: int) -> str:
    """What a hand counts for: ``Prime 9, Run 9 (four tiles)``; nothing if it has no group."""
    found = zip(CATEGORIES, strength_texts(setup, hand), strict=True)
    return ", ".join(f"{name} {worth}" for name, worth in found if worth)


def strength_texts(setup: Setup, hand: int) -> tuple[str, ...]:
    """How strong a hand is in each category: ``14``, ``14 (four tiles)``; nothing where it has none (Multzo 7 to 9a)."""
    flush, prime, *groups = strengths(setup, hand)
    sums = ["" if worth == rules.NONE else str(worth) for worth in (flush, prime)]
    return *sums, *(GROUPS[worth // rules.FOUR].format(worth % rules.FOUR) for worth in groups)


def strengths(setup: Setup, hand: int) -> list[int]:
    """The same as numbers, FOUR more for four-tile sets and runs; or NONE."""
    hand, suits, group_only = int(hand), int(setup.options.suits), int(setup.options.group_only)
    return [rules.strength(hand, category, suits, group_only) for category in range(4)]


def listed(things: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *others, last = things
    return f"{', '.join(others)} and {last}" if others else last


def paid(state: Any, category: int) -> str:
    """What the winner of a category got at the last showdown: ``the null coin and the 2 of the Crowns``; or nothing (yet)."""
    coins = [coin % piecepack.LANE for coin in piecepack.members(state.paid) if coin // piecepack.LANE == category]
    names = [f"the {piecepack.RANK_NAMES[rank]}" if rank else "the null coin" for rank in coins]
    return f"{listed(names)} of the {piecepack.SUIT_NAMES[category]}" if names else ""


def events(setup: Setup, before: Any, action: int | None, after: Any, names: Sequence[str]) -> list[Event]:
    """The facts of one step, in order; `before` and `action` are None for the deal that begins a match."""
    return list(_Story(setup, before, action, after, names).tell())


class _Story:
    """Tells one step from the states around it."""

    def __init__(self, setup: Setup, before: Any, action: int | None, after: Any, names: Sequence[str]) -> None:
        self.setup, self.before, self.action, self.after, self.names = setup, before, action, after, names

    def tell(self) -> Iterator[Event]:
        before, after = self.before, self.after
        if before is None or self.action is None:
            yield from self.new_round()
            return
        if self.action < rules.DISCARD:
            yield self.draw(self.action)
            return
        if self.action < rules.NULL:
            yield from self.lay(self.action)
            if after.turn == OVER or after.phase == rules.SHOWDOWN or after.rounds > before.rounds:
                yield from self.showdown()
        else:
            yield from self.awards([category for category in range(4) if winner(after, category) == before.turn])
        if after.turn == OVER:
            yield Event("end", f"The match is over: {reason(self.setup, after)}")
        elif after.rounds > before.rounds:
            yield from self.new_round()
        elif after.phase != rules.SHOWDOWN:
            yield from self.next_turn()

    def draw(self, action: int) -> Event:
        seat = int(self.before.turn)
        if action == rules.DRAW_STACK:
            return self.from_stack(seat)
        return self.fact("draw", seat, "take", f"the {piecepack.name(action - rules.DRAW)} from the face-up tiles")

    def from_stack(self, seat: int) -> Event:
        _, _, tile = _outcome(int(self.after.drew[self.after.drawn - 1]))
        return Event(
            "draw", f"{self.names[seat]} draws from the stack", seat, f"You draw the {piecepack.name(tile)} from the stack"
        )

    def lay(self, action: int) -> Iterator[Event]:
        """The discard, and what it means for the round (Multzo 6, 15, D5)."""
        before, seat = self.before, int(self.before.turn)
        tile = piecepack.name((action - rules.DISCARD) % piecepack.TILES)
        if action >= rules.DECLARE:
            ends = "and so declare{} the end of the round: everyone else has one more turn"
            public = f"{self.names[seat]} discards a tile face down {ends.format('s')}"
            yield Event("discard", public, seat, f"You discard the {tile} face down {ends.format('')}")
            return
        yield self.fact("discard", seat, "discard", f"the {tile}")
        if before.remaining == rules.NONE and before.taken and before.idle + 1 == self.setup.options.stall:
            turns = int(self.setup.options.stall)
            yield Event("round", f"Nobody drew from the stack or declared for {turns} turns: the round ends")

    def next_turn(self) -> Iterator[Event]:
        """What changes for everybody before the next turn, and a draw without a choice."""
        before, after = self.before, self.after
        if before.remaining == rules.NONE and after.remaining != rules.NONE and after.declarer == rules.NONE:
            yield Event("round", "The stack is empty: everyone has one more turn")
        if after.recycled and not before.recycled:
            yield Event("round", "The stack was empty: the face-up tiles are shuffled and are the new stack")
        if after.phase == rules.DISCARDING:
            yield self.from_stack(int(after.turn))

    def showdown(self) -> Iterator[Event]:
        """All hands, the winners, and what those without a choice are paid (Multzo 6c, 10 to 12c)."""
        after, seats = self.after, range(len(self.names))
        for seat in seats:
            hand = listed(piecepack.name(tile) for tile in piecepack.members(after.seats[seat].shown))
            yield self.fact("round", seat, "show", f"the {hand}")
        for category in range(4):
            yield Event("score", category_text(self.setup, after, category, self.names))
        yield from self.awards(range(4))
        for seat in seats:
            if after.choosers >> seat & 1:
                may = "won two categories and may take a null coin"
                yield Event("score", f"{self.names[seat]} {may}", seat, f"You {may}")

    def awards(self, categories: Iterable[int]) -> Iterator[Event]:
        """What winners take, category by category."""
        for category in categories:
            seat = winner(self.after, category)
            if seat is not None and paid(self.after, category):
                yield self.fact("score", seat, "take", paid(self.after, category))

    def new_round(self) -> Iterator[Event]:
        """The deal, who starts, and the starter's first draw, which is no choice (Multzo 3, 4, 5d)."""
        after = self.after
        starter, hand = int(after.starter), int(self.setup.options.suits)
        yield Event("deal", f"Round {int(after.rounds)}: everyone is dealt {('three', 'four')[hand - 3]} tiles")
        lot = any(_outcome(int(code))[0] == rules.START for code in after.drew[: after.drawn])
        yield self.fact("turn", starter, "start", "by lot" if lot else "the round")
        yield self.from_stack(starter)

    def fact(self, kind: str, seat: int, verb: str, what: str) -> Event:
        return Event(kind, f"{self.names[seat]} {verb}s {what}", seat, f"You {verb} {what}")


def winner(state: Any, category: int) -> int | None:
    """Who won a category at the last showdown, if anybody did."""
    return next((seat for seat, player in enumerate(state.seats) if player.won >> category & 1), None)


def category_text(setup: Setup, state: Any, category: int, names: Sequence[str]) -> str:
    """Who won a category at the last showdown: ``Prime: Ann wins with 14``."""
    name, best = CATEGORIES[category], winner(state, category)
    if best is not None:
        return f"{name}: {names[best]} wins with {strength_texts(setup, state.seats[best].shown)[category]}"
    if any(strength_texts(setup, state.seats[seat].shown)[category] for seat in range(len(names))):
        return f"{name}: nobody wins, the best hands are equal"
    return f"{name}: nobody has one"
