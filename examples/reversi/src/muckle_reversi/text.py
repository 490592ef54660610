"""Reversi in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from muckle.engine.compile import plain
from muckle.engine.contract import Setup
from muckle.engine.facts import Fact
from muckle.engine.kinds import ENDS, Kind
from muckle.errors import IllegalError, NotationError, short
from muckle.scene.contract import Event
from muckle.scene.tell import count, open_event
from muckle_reversi import rules as compiled_rules
from muckle_reversi import state as numbers
from muckle_reversi.state import WIDTH, State

rules = plain(compiled_rules)
ENDING = "nobody can place a disc"


def square_name(square: int) -> str:
    """Return the name of a square: ``d3`` is in the fourth column and the third row."""
    return f"{chr(ord('a') + square % WIDTH)}{square // WIDTH + 1}"


def action_text(setup: Setup, state: State, action: int) -> str:
    """``place d3``."""
    return f"place {square_name(action)}"


def kinds() -> tuple[Kind, ...]:
    """What laboratories count apart."""
    return (Kind("place", 0, ENDS),)


def legal_squares(setup: Setup, state: State) -> list[int]:
    """Return where the seat to act may place a disc."""
    actions = [0] * numbers.MAX_ACTIONS
    return actions[: rules.legal(setup, state, actions)]


def read_action(setup: Setup, state: State, text: str) -> int:
    """Return the square that a text names.

    Raises:
        NotationError: it is no action of Reversi. IllegalError: a disc there would enclose nothing.
    """
    found = re.fullmatch(r"\s*place\s*([a-h])([1-8])\s*", text, re.IGNORECASE)
    if not found:
        raise NotationError(f"{short(text)!r} is no action of Reversi; write 'place d3'")
    square = (int(found[2]) - 1) * WIDTH + ord(found[1].lower()) - ord("a")
    if square not in legal_squares(setup, state):
        raise IllegalError(f"a disc on {square_name(square)} encloses nothing", "Reversi 3")
    return square


def chance_text(setup: Setup, outcome: int) -> str:
    """Nothing is ever drawn."""
    raise NotationError("Reversi has no chance")


def events(setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
    """Return the facts of a step in words."""
    return [_event(each, names) for each in facts]


def _event(fact: Fact, names: Sequence[str]) -> Event:
    match fact.kind, fact.details:
        case numbers.STARTS, (seat,):
            return open_event("turn", names, seat, "start", "the match")
        case numbers.DISC_PLACED, (seat, square, turned):
            return open_event(
                "place", names, seat, "place", f"a disc on {square_name(square)}, turning {count(turned, 'disc')}"
            )
        case numbers.PASSED_OVER, (seat,):
            return open_event("turn", names, seat, "cannot place", "a disc")
        case _:
            return Event("end", f"The match is over: {ENDING}")


def reason(setup: Setup, state: State) -> str:
    """Why the match is over."""
    return ENDING


def timeout(setup: Setup, state: State) -> int:
    """The first square there is (General 13)."""
    return legal_squares(setup, state)[0]
