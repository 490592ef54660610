"""The course of an event: the fold of what its callers did."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from muckle.match.log import Header
from muckle.server.events.event_messages import Phase
from muckle.store.gatherings import (
    Assisted,
    Begun,
    BoardResult,
    Called,
    Deed,
    Ended,
    Extended,
    Paused,
    Removed,
    Resumed,
    Round,
    Scored,
    Uncalled,
)


class Course:
    """How far an event has come.

    Args:
        deeds: its log so far.
    """

    def __init__(self, deeds: Iterable[Deed]) -> None:
        self.length = 0
        """Entries of the log."""
        self.removed: set[int] = set()
        """Numbers of players."""
        self.round = 0
        self.header: Header | None = None
        """Of the boards of this round; with salts once it has begun."""
        self.secret = ""
        self.turn = 0
        """How often it was called in this round."""
        self.phase: Phase = "gathering"
        self.dealt: dict[int, tuple[Header, str]] = {}
        """Header and secret of each round that has begun."""
        self.mixed: dict[int, Begun] = {}
        """Whose salts each round's chance is mixed from."""
        self.results: dict[int, tuple[BoardResult, ...]] = {}
        """What came of each round that is over,"""
        self.fields: dict[int, tuple[dict[str, int], ...]] = {}
        """and what everybody did with each card, see `field.Field`."""
        for deed in deeds:
            self.take(deed)

    def take(self, deed: Deed) -> None:
        """Let an entry of the log happen."""
        self.length += 1
        match deed:
            case Round():
                self.round, self.turn, self.phase = self.round + 1, 0, "gathering"
                self.header, self.secret = deed.header, deed.secret
            case Begun():
                assert self.header
                self.header = salted(self.header, deed.salt)
                self.turn, self.phase = 1, "playing"
                self.dealt[self.round] = self.header, self.secret
                self.mixed[self.round] = deed
            case Called():
                self.turn, self.phase = self.turn + 1, "playing"
            case Uncalled():
                self.turn -= 1
            case Paused():
                self.phase = "paused"
            case Resumed():
                self.phase = "playing"
            case Removed():
                self.removed.add(deed.number)
            case Ended():
                self.phase = "over"
                self.results[self.round], self.fields[self.round] = deed.results, deed.field
            case Scored():
                others = (result for result in self.results[self.round] if result.number != deed.result.number)
                self.results[self.round] = (*others, deed.result)
            case Extended() | Assisted():
                pass  # clocks are not kept, and who leads stands beside the log


def salted(header: Header, salt: str) -> Header:
    """The header of the boards once the chance is fixed."""
    return replace(header, salts=(salt,))
