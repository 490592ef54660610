"""The past of a match as an immutable linked list: a takeback goes one link back, copies share the list."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from muckle.engine.position import Position
from muckle.match.log import Decision, LogEntry
from muckle.scene.contract import Event, Reckoning, ScoredLine

LEVEL = 1
"""Level of compression: states are mostly zeros, and level 1 takes a third of the default's time."""


class Step:
    """A decision that stands, or the deal, with the state after it.

    Attributes from `among` on are caches, filled in on demand, so matches can share their past.
    """

    __slots__ = (
        "among",
        "before",
        "chance",
        "count",
        "decision",
        "draft",
        "ended",
        "lines",
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
        """The step before this one; None for the deal."""
        self.decision = decision
        self.number = number
        """The number of the action; None for the deal."""
        self.count: int = before.count + 1 if before else 0
        """Number of decisions up to this step."""
        self.chance = after.chance
        """Source of the step's draws, see `Position.facts`."""
        self.packed = zlib.compress(after.memory(), LEVEL)
        self.among: tuple[int, ...] | None = None
        """Number of possibilities of each of the step's draws; None if not yet computed, or without a secret."""
        self.revocable: bool | None = None
        """Whether the seat may take the step back alone (General 10); None if not yet computed."""
        self.draft: bool | None = None
        """Whether the step left a draft, which only the seat to act may know of; None if not yet computed."""
        self.showed: dict[int, bool] | None = None
        """For each seat asked about: whether the step showed it a face that it had not seen before."""
        self.told: tuple[Sequence[str], Sequence[Event]] | None = None
        """Names of the seats, with the events of the step in sentences that use these names; None if not yet computed."""
        self.lines: tuple[tuple[ScoredLine, ...], ...] | None = None
        """The lines that each seat scored in the step; None if not yet computed."""
        self.round: int | None = None
        """Number of hands or rounds so far; None if not yet computed."""
        self.ended: Step | None = None
        """The last step up to this one that ended a hand or round, or else the deal; None if not yet computed."""
        self.reckoned: dict[tuple[Sequence[str], int | None], Reckoning | None] | None = None
        """Reckonings of the hand or round that the step ended, by names and viewer; None if none was computed yet."""
        self.words: tuple[str, ...] | None = None
        """Words named up to this step, for looking up; None if not yet computed."""

    def memory(self) -> bytes:
        """Return the bytes of the state after the step."""
        return zlib.decompress(self.packed)

    def back(self) -> Iterator[Step]:
        """Yield this step and those before it, back to the deal."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before


class Link(NamedTuple):
    """An entry of a log, linked to the entry before it."""

    before: Link | None
    entry: LogEntry
    seq: int
    """Number of the entry, 1 for the first."""


def entries(last: Link | None) -> tuple[LogEntry, ...]:
    """Return the entries of a log up to the last one, in order."""
    found: list[LogEntry] = []
    while last is not None:
        found.append(last.entry)
        last = last.before
    return tuple(reversed(found))
