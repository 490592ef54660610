"""`OBSERVED` in a game's state.py: the numbers that a seat observes, for programs that learn. Needs no Numba.

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
    """Ways in which a field of the state becomes numbers."""

    NUMBER = 0
    """The number itself; with a `unit`, 1 + the remainder after division by it, and 0 for numbers not above 0."""
    SET = 1
    """A 0 or 1 for each of `size` possible members of a set."""
    PLACE = 2
    """One-hot: `size` numbers with a 1 at the value's place; all 0 for a value below 0."""
    SEAT = 3
    """One-hot: a 1 for that seat, counted from the seat that observes; all 0 for no seat."""
    ME = 4
    """One-hot: a 1 at the number of the seat that observes; the field does not matter."""
    CODES = 5
    """Counts, for a row of numbers: how often each of the `size` possible values occurs, by the part below `unit`."""
    LAST = 6
    """The last of a row of numbers, written as CODES."""


class SeenField(NamedTuple):
    """A field of observations."""

    field: str
    """Path of the field in the state: ``dealer``; ``rows.length``, of each of several records, ``rows``, all they hold;
    ``seats[seat].hand``, of the seat that observes first, then to its left."""
    kind: As
    meaning: str
    """Meaning of the field in words for people, such as "cards held"."""
    size: int = 1
    unit: int = 0
    """A power of two: numbers are replaced by their remainder after division by it; 0: they are not."""
    held: str = ""
    """Name of the field that holds how many numbers of the row are in use; only CODES and LAST need it."""
    knows: str = EVERYBODY
    """The seats that may know the field: EVERYBODY; OWN, the seat itself for a field with ``[seat]``; or the field that
    names the one seat that does."""
    when: Callable[[Any], bool] = lambda settings: True
    """Function that returns whether matches with these settings have the field."""
    called: str = ""
    """Name of the observation, if not that of the state's field."""

    @property
    def name(self) -> str:
        """Name of the observation, such as ``hand``."""
        return self.called or self.field.rpartition(".")[2].removesuffix("[seat]")


class Observed(NamedTuple):
    """The fields that a seat observes of a game's states."""

    fields: tuple[SeenField, ...]
    redealt: bool = False
    """Whether it is read from a state dealt anew for that seat: where hidden and open things lie in one field."""


def usual(state: type[tuple[Any, ...]]) -> Observed:
    """Return the observation of a game that lists none: all numbers of a state but chance, each as its bits."""
    names = [shape.name for shape in shapes(state) if shape.name not in ("rng", "draws", "drawn", "drew", "turn")]
    bits = (SeenField(name, As.SET, f"bits of each number of State.{name}, the lowest first", WORD) for name in names)
    return Observed((*WHOSE_TURN, *bits), redealt=True)


WHOSE_TURN = (SeenField("turn", As.ME, "the seat that observes", called="seat"), SeenField("turn", As.SEAT, "the seat to act"))
