"""Multzo on a real table: the hands of a showdown are typed, and scored and paid by the rules (Multzo 7 to 14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact, record_facts
from muckle.errors import IllegalError, NotationError, short
from muckle.games.multzo import rules as compiled_rules
from muckle.games.multzo import text
from muckle.games.multzo.scoring_text import groups_text, score_text
from muckle.games.multzo.state import DISCARDING, SHOWDOWN
from muckle.kit import piecepack
from muckle.scene.tell import listed, number

rules = plain(compiled_rules)

SCORE = "score"


def how(setup: Setup, names: Sequence[str]) -> list[str]:
    """Return what can be typed, a sentence for each."""
    return [
        f"Type a hand to see what it counts for: {names[0]} CN A2 S3 M4 (Crowns, Arms, Suns, Moons; N null, A Ace).",
        f"{SCORE}: when all hands of a showdown are typed, the round is scored and paid.",
        f"{names[0]} null Moons, or {names[0]} coins: what a winner of two categories takes [Multzo 12].",
    ]


def begin(setup: Setup, state: Any) -> None:
    """Clear the hands of a match that was dealt: real tiles are dealt elsewhere."""
    state.phase, state.turn = DISCARDING, 0
    for player in state.seats:
        player.hand = 0


def enter(setup: Setup, state: Any, names: Sequence[str], seat: int | None, typed: str) -> list[str]:
    """Set a seat's hand, take a winner's choice, or score the round. Returns what came of it.

    Raises:
        ActionError: the text cannot be read, or a rule forbids what it says.
    """
    if typed == SCORE:
        return [*_score(setup, state, names)]
    if seat is None:
        raise NotationError(f"{short(typed)!r} is no hand: type who has it first, such as {names[0]} CN A2 S3 M4; or {SCORE}")
    if state.phase == SHOWDOWN:
        return [*_choose(setup, state, names, seat, typed)]
    state.seats[seat].hand = 0
    state.seats[seat].hand = hand = _read_hand(setup, state, typed)
    return [f"{names[seat]}: {groups_text(setup, hand) or 'no group'} [Multzo 7, 8, 9]"]


def _read_hand(setup: Setup, state: Any, typed: str) -> int:
    hand = 0
    for written in typed.replace(",", " ").split():
        tile = piecepack.read(written)
        if tile is None or tile not in setup.options.tiles[: setup.options.tile_count]:
            raise NotationError(f"{short(written)!r} is no tile here; write CN for the null of Crowns, S5 for the 5 of Suns")
        if hand >> tile & 1 or any(player.hand >> tile & 1 for player in state.seats):
            raise IllegalError(f"there is only one {piecepack.name(tile)}", "Multzo 0")
        hand |= 1 << tile
    if hand.bit_count() != setup.options.suits:
        raise IllegalError(
            f"a hand at the showdown has {number(setup.options.suits)} tiles, got {hand.bit_count()}", "Multzo 3"
        )
    return hand


def _score(setup: Setup, state: Any, names: Sequence[str]) -> Iterator[str]:
    missing = [name for name, player in zip(names, state.seats, strict=False) if not player.hand]
    if missing or state.phase == SHOWDOWN:
        what = f"the hand of {missing[0]} is not typed yet" if missing else "the round is scored; a winner has still to choose"
        raise IllegalError(what, "Multzo 12" if not missing else "Multzo 6c")
    yield from _tell(setup, names, record_facts(state, lambda tree: rules.show_hands(setup, tree)))
    yield from _pay(setup, state, names)


def _choose(setup: Setup, state: Any, names: Sequence[str], seat: int, typed: str) -> Iterator[str]:
    """Carry out the choice of a winner of two categories (Multzo 12)."""
    if not state.choosers >> seat & 1:
        raise IllegalError(f"{names[seat]} has nothing to choose", "Multzo 12")
    state.turn = seat
    rules.choose(state, text.read_action(setup, state, typed))
    yield from _pay(setup, state, names)


def _pay(setup: Setup, state: Any, names: Sequence[str]) -> Iterator[str]:
    """Pay the winners that have no choice; when all are paid, say the scores and begin the next round, or end the match."""
    yield from _tell(setup, names, record_facts(state, lambda tree: rules.pay_all(setup, tree)))
    if state.choosers:
        choosing = listed(names[seat] for seat in members(state.choosers))
        yield f"To choose: {choosing}. Type the name and null Moons, or coins [Multzo 12]"
        return
    yield from (f"{name}: {score_text(state, seat)} [Multzo 13]" for seat, name in enumerate(names))
    if rules.match_ends(setup, state):
        state.turn = OVER
        yield f"The match is over: {text.reason(setup, state)} [Multzo 14]"
    else:
        begin(setup, state)
        state.rounds += 1


def _tell(setup: Setup, names: Sequence[str], facts: Sequence[Fact]) -> Iterator[str]:
    yield from (event.text for event in text.events(setup, facts, names))
