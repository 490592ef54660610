"""Hearts in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from muckle.engine.bits import members
from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import ENDS, Kind
from muckle.errors import IllegalError, NotationError, short
from muckle.kit import playing_cards as pack
from muckle.scene.contract import Event
from muckle.scene.tell import count, listed, open_event
from muckle_hearts import rules as compiled_rules
from muckle_hearts import state as numbers
from muckle_hearts.state import DEALT, PLAY, SEAT_UNIT, State

rules = plain(compiled_rules)
ENDING = "all cards were played"


def action_text(setup: Setup, state: State, action: int) -> str:
    """``give QS``, ``play 2C``."""
    return f"{'play' if action >= PLAY else 'give'} {pack.text(action % PLAY)}"


def kinds() -> tuple[Kind, ...]:
    """What laboratories count apart."""
    return Kind("give", 0, ENDS), Kind("play", PLAY, ENDS)


def legal_actions(setup: Setup, state: State) -> list[int]:
    """Return what the seat to act may do."""
    actions = [0] * numbers.MAX_ACTIONS
    return actions[: rules.legal(setup, state, actions)]


def read_action(setup: Setup, state: State, text: str) -> int:
    """Return the gift or the card to play that a text names.

    Raises:
        NotationError: it is no action of Hearts. IllegalError: a rule forbids it here.
    """
    found = re.fullmatch(r"\s*(give|play)\s+(.{2,4}?)\s*", text, re.IGNORECASE)
    card = pack.read(found[2]) if found else None
    if found is None or card is None:
        raise NotationError(f"{short(text)!r} is no action of Hearts; write 'play QS' or 'give QS'")
    if (found[1].lower() == "give") != (state.giving > 0):
        raise IllegalError("now gifts are chosen" if state.giving else "all gifts were given", "Hearts 4")
    if not state.hands[state.turn] >> card & 1:
        raise IllegalError(f"{pack.sign(card)} is not in your hand", "Hearts 5")
    action = card if state.giving else card + PLAY
    if action not in legal_actions(setup, state):
        why = f"you have chosen {pack.sign(card)} already" if state.giving else "you hold a card of the suit that was led"
        raise IllegalError(why, "Hearts 3" if state.giving else "Hearts 5")
    return action


def chance_text(setup: Setup, outcome: int) -> str:
    """``starter 1``, ``deal 0 QS``."""
    seat, card = divmod(outcome % DEALT, SEAT_UNIT)
    return f"deal {seat} {pack.text(card)}" if outcome >= DEALT else f"starter {seat}"


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the facts of a step in words; only its seat is told which card is a gift."""
    return [_event(setup, each, names) for each in facts]


def _event(setup: Setup, fact: Fact, names: Sequence[str]) -> Event:
    match fact.kind, fact.details:
        case numbers.CARDS_DEALT, _:
            return Event("deal", f"Everybody gets {count(setup.options.hand_size, 'card')}")
        case numbers.STARTS, (seat,):
            return open_event("turn", names, seat, "start", "the match")
        case numbers.GIFT_CHOSEN, (seat, card):
            return Event("place", f"{names[seat]} chooses a gift", seat, f"You choose to give {pack.sign(card)}")
        case numbers.GIFTS_RECEIVED, (seat, giver, cards):
            what, gifts = count(setup.options.gifts, "card"), listed(map(pack.sign, members(cards)))
            return Event("draw", f"{names[giver]} gives {names[seat]} {what}", seat, f"{names[giver]} gives you {gifts}")
        case numbers.CARD_PLAYED, (seat, card):
            return open_event("place", names, seat, "play", pack.sign(card))
        case numbers.TRICK_TAKEN, (seat, points):
            return open_event("score", names, seat, "take", f"the trick, {count(points, 'point')}")
        case _:
            return Event("end", f"The match is over: {ENDING}")


def reason(setup: Setup, state: State) -> str:
    """Why the match is over."""
    return ENDING


def timeout(setup: Setup, state: State) -> int:
    """The first card there is (General 13)."""
    return legal_actions(setup, state)[0]
