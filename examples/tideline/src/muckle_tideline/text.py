"""Tideline in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from muckle.engine.bits import members
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import ENDS, Kind
from muckle.errors import IllegalError, NotationError, short
from muckle.scene.contract import Event
from muckle.scene.tell import count, open_event
from muckle_tideline import state as numbers
from muckle_tideline.state import DEALT, DRAWN, SEAT_UNIT, State

ENDING = "all cards were laid"


def action_text(setup: Setup, state: State, action: int) -> str:
    """``lay 12``."""
    return f"lay {action + 1}"


def kinds() -> tuple[Kind, ...]:
    """What laboratories count apart."""
    return (Kind("lay", 0, ENDS),)


def read_action(setup: Setup, state: State, text: str) -> int:
    """The card that is laid.

    Raises:
        NotationError: it is no action of Tideline. IllegalError: the card is not in the hand.
    """
    found = re.fullmatch(r"\s*lay\s*([0-9]{1,3})\s*", text, re.IGNORECASE)
    if not found:
        raise NotationError(f"{short(text)!r} is no action of Tideline; write 'lay 12'")
    card = int(found[1]) - 1
    if card < 0 or not state.hands[state.turn] >> card & 1:
        raise IllegalError(f"{card + 1} is not in your hand", "Tideline 3")
    return card


def chance_text(setup: Setup, outcome: int) -> str:
    """``starter 1``, ``deal 0 12``, ``draw 1 7``."""
    seat, card = divmod(outcome % DEALT, SEAT_UNIT)
    if outcome < DEALT:
        return f"starter {seat}"
    return f"{'draw' if outcome >= DRAWN else 'deal'} {seat} {card + 1}"


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the facts of a step in words; only its seat sees which card it draws."""
    return [_event(setup, each, names) for each in facts]


def _event(setup: Setup, fact: Fact, names: Sequence[str]) -> Event:
    match fact.kind, fact.details:
        case numbers.CARDS_DEALT, _:
            return Event("deal", f"Everybody gets {count(setup.options.hand_size, 'card')}")
        case numbers.STARTS, (seat,):
            return open_event("turn", names, seat, "start", "the match")
        case numbers.CARD_LAID, (seat, card):
            return open_event("place", names, seat, "lay", str(card + 1))
        case numbers.LINE_TAKEN, (seat, cards):
            return open_event("score", names, seat, "take", f"the line of {count(cards, 'card')}")
        case numbers.CARD_DRAWN, (seat, card):
            return Event("draw", f"{names[seat]} draws a card", seat, f"You draw {card + 1}")
        case _:
            return Event("end", f"The match is over: {ENDING}")


def reason(setup: Setup, state: State) -> str:
    """Why the match is over."""
    return ENDING


def timeout(setup: Setup, state: State) -> int:
    """The highest card (General 13)."""
    return members(state.hands[state.turn])[-1]


def hints(setup: Setup, state: State, seat: int) -> list[str]:
    """How many unseen cards are higher than each that goes on the line."""
    unseen = ((1 << setup.options.cards) - 1) & ~(state.hands[seat] | state.line | sum(state.taken))
    fits = [card for card in members(state.hands[seat]) if card > state.top]
    told = "that you have not seen would go on it"
    lines = [f"{card + 1}: {count((unseen >> card).bit_count(), 'card')} {told}" for card in fits]
    return lines or ["Whatever you lay, you take the line: lay a high card"]
