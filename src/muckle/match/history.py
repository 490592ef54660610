"""The past of a match as links that never change: taking back is going one link back, copying is sharing."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from muckle.engine.position import Position
from muckle.match.log import Decision, LogEntry
from muckle.scene.contract import Event, Reckoning

LEVEL = 1
"""Of compression: a state is mostly zeros, and the first level takes a third of the time of the usual one."""


class Step:
    """A decision that stands, or the deal, and the state it led to.

    Only what can be made again from the rest (from `revocable` on) is filled in later; so matches share their past.
    """

    __slots__ = (
        "before",
        "chance",
        "count",
        "decision",
        "number",
        "packed",
        "reckoned",
        "revocable",
        "round",
        "showed",
        "told",
        "words",
    )

    def __init__(self, before: Step | None, decision: Decision | None, number: int | None, after: Position) -> None:
        self.before = before
        """The step before; None for the deal."""
        self.decision = decision
        self.number = number
        """The number of its action, None for the deal."""
        self.count: int = before.count + 1 if before else 0
        """Decisions so far."""
        self.chance = after.chance
        """Where its draws came from, see `Position.facts`."""
        self.packed = zlib.compress(after.memory(), LEVEL)
        self.revocable: bool | None = None
        """Whether the seat may take it back alone (General 10); None: nobody has asked yet."""
        self.showed: dict[int, bool] | None = None
        """Whether it laid a face before a seat that it had not seen, as far as somebody has asked."""
        self.told: tuple[Sequence[str], Sequence[Event]] | None = None
        """Names, and what happened as it is told with them."""
        self.round: int | None = None
        """How many hands or rounds there have been; None: nobody has asked yet."""
        self.reckoned: dict[tuple[Sequence[str], int | None], Reckoning | None] = {}
        """What the hand or round that it ended came to, by names and viewer, as far as somebody has asked."""
        self.words: tuple[str, ...] | None = None
        """Words that were named so far, for looking up."""

    def memory(self) -> bytes:
        """The bytes of the state after it."""
        return zlib.decompress(self.packed)

    def back(self) -> Iterator[Step]:
        """This step and those before it, down to the deal."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before


class Link(NamedTuple):
    """An entry of a log, and what stands before it."""

    before: Link | None
    entry: LogEntry
    seq: int
    """Its number; 1 for the first."""


def entries(last: Link | None, after: int = 0) -> tuple[LogEntry, ...]:
    """The entries of a log behind entry number `after`, in order."""
    found: list[LogEntry] = []
    while last is not None and last.seq > after:
        found.append(last.entry)
        last = last.before
    return tuple(reversed(found))
