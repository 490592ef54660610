"""How a game says what a seat observes, as numbers for programs that learn: `OBSERVED` in its `state.py`. Needs no Numba.

An observation is a row of float32, made of named fields. Each is read from a field of the state and written in one of a few
ways, so a game lists what may be seen and never takes away what may not. A game that lists nothing is observed whole, from a
state in which what the seat cannot know was dealt anew (`usual`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

from muckle.engine.record import shapes

EVERYBODY, OWN = "", "own"
WORD = 64
"""Bits of a number."""


class As(IntEnum):
    """How a field of the state becomes numbers."""

    NUMBER = 0
    """Itself; with a `unit` 1 + its part below that, and 0 for numbers not above 0."""
    SET = 1
    """A 1 for each member of a set, of `size` that there can be."""
    PLACE = 2
    """A 1 at its place among `size`; none for a number below 0."""
    SEAT = 3
    """A 1 for that seat, counted from the one that observes; none for no seat."""
    ME = 4
    """A 1 for the seat that observes, as it is numbered; the field does not matter."""
    CODES = 5
    """Of a row: how many of its numbers are 0, 1, … as far as they lie below `unit`, of `size` that there can be."""
    LAST = 6
    """Of a row: the last of its numbers, as CODES."""


class SeenField(NamedTuple):
    """A field of observations."""

    field: str
    """Which field of the state: ``dealer``; ``rows.length``, of each of several records, ``rows``, all they hold;
    ``seats[seat].hand``, of the seat that observes first, then to its left."""
    kind: As
    meaning: str
    """For people; in Mitch "cards held"."""
    size: int = 1
    unit: int = 0
    """A power of two: what stands above it in a number is left out; 0: nothing is."""
    held: str = ""
    """CODES and LAST: the field that says how many numbers of the row there are."""
    knows: str = EVERYBODY
    """Who may know it: EVERYBODY; OWN, of a field with ``[seat]``: that seat; or the field that says which seat does."""
    when: Callable[[Any], bool] = lambda settings: True
    """Whether there is such a thing with these settings."""
    called: str = ""
    """Its name; usually that of the state's field."""

    @property
    def name(self) -> str:
        """What it is called: ``hand``."""
        return self.called or self.field.rpartition(".")[2].removesuffix("[seat]")


class Observed(NamedTuple):
    """What a seat observes of a game's states."""

    fields: tuple[SeenField, ...]
    redealt: bool = False
    """Whether it is read from a state dealt anew for that seat: where hidden and open things lie in one field."""


def usual(state: type[tuple[Any, ...]]) -> Observed:
    """Everything in a state that is no chance, each number as its bits; of a game that lists nothing."""
    names = [shape.name for shape in shapes(state) if shape.name not in ("rng", "draws", "drawn", "drew", "turn")]
    bits = (SeenField(name, As.SET, f"bits of each number of State.{name}, the lowest first", WORD) for name in names)
    return Observed((*WHOSE_TURN, *bits), redealt=True)


WHOSE_TURN = (SeenField("turn", As.ME, "the seat that observes", called="seat"), SeenField("turn", As.SEAT, "the seat to act"))
