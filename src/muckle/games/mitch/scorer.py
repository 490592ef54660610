"""Mitch on a real table: everybody's tableau is typed when a hand is over, and scored by the rules (Mitch 7 to 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from muckle.engine.compile import plain
from muckle.engine.contract import OVER, Setup
from muckle.engine.facts import Fact, record_facts
from muckle.errors import IllegalError, NotationError, short
from muckle.games.mitch import columns as compiled_columns
from muckle.games.mitch import rules as compiled_rules
from muckle.games.mitch import scene, text
from muckle.games.mitch.state import MATCH_ENDED, NONE
from muckle.kit import playing_cards as cards
from muckle.scene.tell import count, number

rules, columns = plain(compiled_rules), plain(compiled_columns)

LATE, SCORE, NO_PHASE_1 = "late", "score", "score without phase 1"


def how(setup: Setup, names: Sequence[str]) -> list[str]:
    """Return a sentence for each thing that can be typed."""
    return [
        f"When a hand is over, type each tableau: {names[0]} KS 9S 5S QH. The cards of a suit stand as they were placed.",
        f"{names[0]} 9S late: nothing was placed in phase 1 [Mitch 8b].",
        f"{SCORE}: the hand is scored and the next one begins. {NO_PHASE_1}: three Aces came in the deal.",
    ]


def begin(setup: Setup, state: Any) -> None:
    """Clear the table of a match that was dealt: real cards are dealt elsewhere."""
    rules.clear_table(setup, state)
    state.turn, state.taken = 0, NONE


def enter(setup: Setup, state: Any, names: Sequence[str], seat: int | None, typed: str) -> list[str]:
    """Set a seat's tableau, or score the hand. Returns what came of it.

    Raises:
        ActionError: the text cannot be read, or a rule forbids what it says.
    """
    if typed in (SCORE, NO_PHASE_1):
        return [*_score(setup, state, names, typed == SCORE)]
    if seat is None:
        raise NotationError(f"{short(typed)!r} is no tableau: type who has it first, such as {names[0]} KS 9S QH; or {SCORE}")
    player, written = state.seats[seat], typed.replace(",", " ").split()
    rules.clear_seat(player)
    for each in written:
        if each != LATE:
            _place(setup, state, seat, each)
    player.placed = int(player.tableau > 0 and LATE not in written)
    lengths = [columns.column_of(player, suit).bit_count() for suit in range(setup.options.suits)]
    held = [f"{cards.SUIT_NAMES[suit]} {length}" for suit, length in enumerate(lengths) if length]
    return [f"{names[seat]}: {', '.join(held) or 'no card'}{'' if player.placed else ', nothing in phase 1'}"]


def _place(setup: Setup, state: Any, seat: int, written: str) -> None:
    """Put a card behind its column, by the rule that a player's action follows (Mitch 5)."""
    card = cards.read(written)
    if card is None:
        raise NotationError(f"{short(written)!r} is no card; write KH for the King of Hearts, 10S for the 10 of Spades")
    if card % cards.LANE == cards.ACE:
        raise IllegalError(f"{cards.sign(card)} is an Ace: Aces only go into the display", "Mitch 1c")
    there_are = setup.options.pack[: setup.options.cards].count(card)
    if sum(player.tableau >> card & 1 for player in state.seats) >= there_are:
        raise IllegalError(f"there {'are' if there_are > 1 else 'is'} only {number(there_are)} {cards.sign(card)}", "Mitch 1")
    state.turn, player = seat, state.seats[seat]
    player.hand = 1 << card
    text.read_action(setup, state, f"place {cards.text(card)}")
    columns.place_card(setup, player, card)
    player.hand = 0


def _score(setup: Setup, state: Any, names: Sequence[str], phase_1: bool) -> Iterator[str]:
    """Score the hand and begin the next one; yield who won which suit and why, and each seat's points with their parts."""
    for player in state.seats[: len(names)]:
        player.had_turn = int(phase_1)
    facts = record_facts(state, lambda tree: rules.score_hand(setup, tree))
    told = scene.reckoning(setup, facts, None, names)
    yield from (event.text for event in text.events(setup, facts[:1], names))
    for each in told.sums if told else ():
        yield f"{names[each.seat]} {each.points}: {', '.join(each.parts) or 'nothing placed'} [Mitch 8]"
    if rules.match_ended(setup, state):
        state.turn = OVER
        yield from (event.text for event in text.events(setup, [Fact(MATCH_ENDED, (state.finished,))], names))
    else:
        rules.clear_table(setup, state)
        yield (
            f"{count(setup.options.hands - state.finished, 'hand')} to come"
            if state.finished < setup.options.hands
            else "Equal"
        )
