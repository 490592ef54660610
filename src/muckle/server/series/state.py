"""The state of a series: what is stored of it, the results of its events, and what follows from its log."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from muckle.games.mickell.muckell import Worth
from muckle.server.errors import HttpError
from muckle.store import series as stored
from muckle.store.series import Member, Organiser, Series
from muckle.store.sql_series import KeptSeries


class Played(NamedTuple):
    """The results of an event so far."""

    title: str
    rounds: int  # number of rounds that are over
    of: int
    worths: Mapping[int, Worth]  # each member's score and tiebreak
    came: frozenset[int] = frozenset()  # members who took part, with or without a result


class SeriesState(Struct, frozen=True):
    """A series at one moment."""

    kept: KeptSeries
    played: Mapping[str, Played]  # by the event's code
    withdrawn: frozenset[int]
    left_out: frozenset[str]
    results: tuple[stored.Correct | stored.Merge, ...]  # in the order in which they were decided
    is_open: bool  # whether anybody may take part
    organising: frozenset[int]
    lead: int  # the organiser who leads the series
    handed: int  # number of times that the series was handed over
    word: str  # the organisers' password
    same: Mapping[int, int]  # merged members, each with the one who goes on

    @property
    def series(self) -> Series:
        """The series as it was opened."""
        return self.kept.series

    @property
    def handover_word(self) -> str:
        """The password for taking over the lead; each handover makes a new one."""
        text, key = f"{self.series.code} {self.handed}", self.series.key.encode()
        return hashlib.blake2b(text.encode(), key=key, digest_size=16).hexdigest()

    def organiser(self, owner: str | None) -> Organiser | None:
        """Return the organiser with an identity, None if they organise the series no more."""
        known = (each for each in self.kept.organisers if owner and each.owner == owner and each.number in self.organising)
        return next(known, None)

    def member(self, owner: str | None) -> Member | None:
        """Return the member with an identity."""
        return next((member for member in self.kept.members if owner and member.owner == owner), None)

    def numbered(self, number: int) -> Member:
        """Return the member with a number.

        Raises:
            HttpError: there is none, or it was merged into another one.
        """
        if not 0 < number <= len(self.kept.members) or number in self.same:
            raise HttpError(404, f"there is no member {number} in this series")
        return self.kept.members[number - 1]


def state_of(kept: KeptSeries, played: Mapping[str, Played]) -> SeriesState:
    """Fold the log of a series: of several decisions on one thing the last counts."""
    withdrawn, left_out, is_open = set[int](), set[str](), True
    organising, lead, handed, word = {1}, 1, 0, kept.series.word
    results: list[stored.Correct | stored.Merge] = []
    same: dict[int, int] = {}
    for entry in kept.log:
        match ruling := entry.body:
            case stored.Withdraw():
                withdrawn.add(ruling.member)
            case stored.Rejoin():
                withdrawn.discard(ruling.member)
            case stored.LeaveOut():
                left_out.add(ruling.event)
            case stored.TakeIn():
                left_out.discard(ruling.event)
            case stored.Correct():
                results.append(ruling)
            case stored.Merge():
                same = {member: ruling.into if into == ruling.member else into for member, into in same.items()}
                same[ruling.member] = ruling.into
                results.append(ruling)
            case stored.Close() | stored.Reopen():
                is_open = isinstance(ruling, stored.Reopen)
            case stored.Organise():
                organising.add(ruling.by)
            case stored.HandOver():
                lead, handed = ruling.by, handed + 1
            case stored.Relieve():
                organising, word = {ruling.by}, ruling.word
            case _:
                pass
    return SeriesState(
        kept=kept,
        played=played,
        withdrawn=frozenset(withdrawn),
        left_out=frozenset(left_out),
        results=tuple(results),
        is_open=is_open,
        organising=frozenset(organising),
        lead=lead,
        handed=handed,
        word=word,
        same=same,
    )


class Result(NamedTuple):
    """A member's result at an event, as it counts."""

    worth: Worth
    corrected: bool = False


def counted(state: SeriesState, event: str) -> dict[int, Result]:
    """Return the results that count for an event, by member: those that were played, with all that organisers decided since.

    Decisions are applied in their order: a merged member takes along the result that counted then.
    """
    found = {member: Result(worth) for member, worth in state.played[event].worths.items()}
    for ruling in state.results:
        if isinstance(ruling, stored.Merge):
            if result := found.pop(ruling.member, None):
                found[ruling.into] = result
        elif ruling.event == event and ruling.score is not None:
            found[ruling.member] = Result(Worth(ruling.score, ruling.longest), corrected=True)
        elif ruling.event == event:
            found.pop(ruling.member, None)
    return found
