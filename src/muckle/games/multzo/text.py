"""Multzo in words: actions, random outcomes, events, why something is refused, why a match is over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import ENDS, GOES_ON, Kind
from muckle.engine.record import loose
from muckle.engine.slots import slots
from muckle.errors import IllegalError, NotationError, short
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import scoring as compiled_scoring
from muckle.games.multzo.scoring_text import CATEGORIES, category_text, coins_text, groups_text, strengths
from muckle.games.multzo.state import (
    CATEGORY_WON,
    COINS,
    COINS_PAID,
    DEALT,
    DECLARE,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAW_STACK,
    DRAWING,
    END_DECLARED,
    HAND_SHOWN,
    KIND_UNIT,
    LAST_TURNS_BEGIN,
    MATCH_ENDED,
    MAY_CHOOSE,
    NONE,
    NULL,
    NULLS,
    ROUND_BEGUN,
    ROUND_SCORED,
    SEAT_UNIT,
    SHOWDOWN,
    STACK_RENEWED,
    STALLED,
    START,
    TILE_DISCARDED,
    TILE_DRAWN,
    TILE_TAKEN,
    State,
)
from muckle.kit import piecepack
from muckle.scene.contract import Event
from muckle.scene.tell import count, fitting, listed, number, open_event

rules, scoring = plain(compiled_rules), plain(compiled_scoring)

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
    """Return why an action is not legal for the seat to act."""
    if action >= NULL:
        return _no_award(setup, state, action)
    if state.phase == SHOWDOWN:
        return IllegalError("the hands are shown: take a null coin you won, or keep the other coins", "Multzo 12")
    if action < DISCARD:
        return _no_draw(state, action)
    return _no_discard(setup, state, action)


def _no_award(setup: Setup, state: State, action: int) -> IllegalError:
    if state.phase != SHOWDOWN:
        return IllegalError("coins are chosen after the showdown only, by a winner of two categories", "Multzo 12")
    category = action - NULL
    if not setup.options.coins & NULLS:
        return IllegalError("this match is played without null coins", "Multzo 12")
    if not state.seats[state.turn].won >> category & 1:
        return IllegalError(f"you did not win {CATEGORIES[category]}", "Multzo 12")
    return IllegalError(f"the null coin of the {piecepack.SUIT_NAMES[category]} is already taken", "Multzo 12")


def _no_draw(state: State, action: int) -> IllegalError:
    if state.phase == DISCARDING:
        return IllegalError("a tile was drawn in this turn: discard one", "Multzo 5")
    if action == DRAW_STACK:
        return IllegalError("the stack is empty: take a face-up tile", "Multzo 5c")
    return IllegalError(f"the {piecepack.name(action - DRAW)} does not lie face up", "Multzo 5a")


def _no_discard(setup: Setup, state: State, action: int) -> IllegalError:
    if state.phase == DRAWING:
        return IllegalError("draw a tile first, then discard one", "Multzo 5")
    if action >= DECLARE and not setup.options.declaring:
        return IllegalError("in this match nobody may declare the end of a round", "Multzo 6")
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
    """Return the kind, the seat and the tile of an outcome."""
    return code // KIND_UNIT * KIND_UNIT, code % KIND_UNIT // SEAT_UNIT, code % SEAT_UNIT


def timeout(setup: Setup, state: State) -> int:
    """Return the action played for a seat whose time has run out (Multzo D16)."""
    if state.phase == SHOWDOWN:
        return COINS
    if state.phase == DRAWING:
        newest = state.row[state.laid - 1] % SEAT_UNIT
        return DRAW_STACK if state.stack_left else DRAW + newest
    held = slots(state.seats[state.turn].held, setup.options.suits + 1)
    drawn = held[-1]
    return DISCARD + (drawn if rules.may_discard(setup, state) >> drawn & 1 else held[0])


def revocable(setup: Setup, before: State, action: int, after: State) -> bool:
    """Return whether the seat may take an action back alone (General 10): only a face-up draw, which shows nothing new."""
    return DRAW <= action < DISCARD


def reason(setup: Setup, state: State) -> str:
    """Return why the match is over: ``the stack of Crowns is empty``."""
    empty = [name for suit, name in enumerate(piecepack.SUIT_NAMES) if scoring.stack_of(state, suit) == 0]
    if empty:
        return f"the {'stacks' if len(empty) > 1 else 'stack'} of {listed(empty)} {'are' if len(empty) > 1 else 'is'} empty"
    return f"{count(state.rounds, 'round')} played, the most there may be"


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """Return for each tile to be had the strongest hand with it; or the score after each award choice."""
    if state.turn != seat:
        return []
    if state.phase == SHOWDOWN:
        return [f"{choice_text(action)}: score {choice_score(setup, state, action)}." for action in choices(setup, state)]
    hand = state.seats[seat].hand
    if state.phase == DISCARDING:
        return [best_hand_text(setup, hand, "Without", rules.may_discard(setup, state))]
    taken = "With the {}, without".format
    return [best_hand_text(setup, hand | 1 << tile, taken(piecepack.name(tile)), hand) for tile in members(state.open)]


def best_hand_text(setup: Setup, tiles: int, intro: str, away: int) -> str:
    """Return the most that a hand with one tile too many counts for, if one of the tiles `away` goes."""
    best = max(members(away), key=lambda tile: sum(strengths(setup, tiles ^ 1 << tile)))
    return f"{intro} the {piecepack.name(best)}: {groups_text(setup, tiles ^ 1 << best) or 'no group'}."


def merit(setup: Setup, state: State, action: int) -> str:
    """Return an action's merit in words: the groups left by a discard or possible with a tile, or the score after an award."""
    if action == DRAW_STACK:
        return "A tile from the stack, unseen"
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
    scoring.choose(trial, action)
    scoring.pay(setup, trial, state.turn)
    return scoring.score(trial, state.turn)


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the events of one step, in order."""
    return [event for each in facts for event in _EVENTS[each.kind](setup, names, each)]


def _round_begun(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield the deal and the starter (Multzo 3, 4)."""
    rounds, starter, by_lot = fact.details
    yield Event("deal", f"Round {rounds}: everyone is dealt {number(setup.options.suits)} tiles")
    yield open_event("turn", names, starter, "start", "by lot" if by_lot else "the round")


def _tile_drawn(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield a draw from the stack; only the drawer is told the tile (Multzo I6)."""
    seat, tile = fact.details
    own = f"You draw the {piecepack.name(tile)} from the stack"
    yield Event("draw", f"{names[seat]} draws from the stack", seat, own)


def _tile_taken(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, tile = fact.details
    yield open_event("draw", names, seat, "take", f"the {piecepack.name(tile)} from the face-up tiles")


def _tile_discarded(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, tile = fact.details
    yield open_event("discard", names, seat, "discard", f"the {piecepack.name(tile)}")


def _end_declared(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield a tile laid face down, which only its seat is told (Multzo 6)."""
    seat, tile = fact.details
    ends = "and so declare{} the end of the round: everyone else has one more turn"
    public = f"{names[seat]} discards a tile face down {ends.format('s')}"
    yield Event("discard", public, seat, f"You discard the {piecepack.name(tile)} face down {ends.format('')}")


def _stalled(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    (spent,) = fact.details
    declared = " or declared" if setup.options.declaring else ""
    idle = f"Nobody drew from the stack{declared} for {setup.options.stall} turns"
    yield Event("round", f"{'There is no tile to draw' if spent else idle}: the round ends")


def _last_turns_begin(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    yield Event("round", "The stack is empty: everyone has one more turn")


def _stack_renewed(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    yield Event("round", "The stack was empty: the face-up tiles are shuffled and are the new stack")


def _hand_shown(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    seat, hand = fact.details
    yield open_event("round", names, seat, "show", f"the {listed(piecepack.name(tile) for tile in members(hand))}")


def _category_won(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    (category,) = fact.details
    yield Event("score", category_text(setup, fact.board, category, names))


def _may_choose(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    (seat,) = fact.details
    may = "won two categories and may take a null coin"
    yield Event("score", f"{names[seat]} {may}", seat, f"You {may}")


def _coins_paid(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield the coins that a winner takes (Multzo 11 to 12a)."""
    seat, category, coins = fact.details
    if coins:
        yield open_event("score", names, seat, "take", coins_text(category, coins))


def _round_scored(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    """Yield nothing: each payment has been told, and the board is for the reckoning."""
    yield from ()


def _match_ended(setup: Setup, names: Sequence[str], fact: Fact) -> Iterator[Event]:
    yield Event("end", f"The match is over: {reason(setup, fact.board)}")


_EVENTS = {
    ROUND_BEGUN: _round_begun,
    TILE_DRAWN: _tile_drawn,
    TILE_TAKEN: _tile_taken,
    TILE_DISCARDED: _tile_discarded,
    END_DECLARED: _end_declared,
    STALLED: _stalled,
    LAST_TURNS_BEGIN: _last_turns_begin,
    STACK_RENEWED: _stack_renewed,
    HAND_SHOWN: _hand_shown,
    CATEGORY_WON: _category_won,
    MAY_CHOOSE: _may_choose,
    COINS_PAID: _coins_paid,
    ROUND_SCORED: _round_scored,
    MATCH_ENDED: _match_ended,
}
"""For each kind of fact, the generator of its events from the setup, the seats' names and the fact."""
