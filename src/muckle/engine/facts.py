"""Facts: what happened in a step, told by the rules at the place where it happens.

``fact(state, PLACED, seat, card)`` is nothing at all in compiled code. To learn what a step did, `Position.facts` takes it
again as ordinary Python on a plain tree that collects facts. Stories, sounds, reckonings and information states read them;
a game's text.py says each in words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from numba.extending import overload

from muckle.engine.record import duplicate


class Fact(NamedTuple):
    """Something that happened in a step."""

    kind: int
    """A number of the game's own, from its state.py."""
    details: tuple[int, ...]
    """Whole numbers that the rules gave with it, such as a seat and a card."""
    board: Any = None
    """The plain tree of the state at that moment, of facts that were told with their board; else None."""


def fact(state: Any, kind: int, *details: int) -> None:
    """Say what has just happened. Whatever depends on it belongs into `details`: the state goes on changing."""
    if (facts := getattr(state, "facts", None)) is not None:
        facts.append(Fact(kind, details))


def fact_with_board(state: Any, kind: int, *details: int) -> None:
    """Say what has just happened, and keep the state as it lies: for the end of a hand, a round or a match."""
    if (facts := getattr(state, "facts", None)) is not None:
        board = duplicate(state)
        del board.facts
        facts.append(Fact(kind, details, board))


def record_facts(tree: Any, step: Callable[[Any], object]) -> list[Fact]:
    """Return the facts of a step, in order.

    Args:
        tree: a loose plain tree (`muckle.engine.record.loose`) of the state before the step; the step changes it.
        step: calls a plain rule with the tree.
    """
    facts: list[Fact] = []
    tree.facts = facts
    step(tree)
    del tree.facts
    return facts


def _compiled_fact(state, kind, *details):  # pyright: ignore  # Numba compares signatures, annotations included
    return lambda state, kind, *details: None


for _told in (fact, fact_with_board):
    overload(_told, jit_options={"forceinline": True})(_compiled_fact)
