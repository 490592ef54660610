"""A series of events, as stored: how it was opened, who takes part, who organises it, and the log of its rulings.

The table of results is written nowhere: it follows from the logs of the events and from this one. What organisers correct is an
entry of its own, so that history stays.
"""

from __future__ import annotations

from msgspec import Struct


class Series(Struct, frozen=True):
    """A series as it was opened."""

    code: str
    """The code that people enter to get to the series."""
    title: str
    tie: str
    """The tiebreak for equal points, as the option of that name at events: shared, longest_word."""
    pays: tuple[int, ...]
    """The points for each place of an event, from the first on; empty: scores add up."""
    word: str
    """The secret word by which somebody may become an organiser."""
    key: str
    """The secret from which the words follow by which the series is handed over."""


class Member(Struct, frozen=True):
    """Somebody who takes part."""

    number: int
    """The number of the member, from 1 in the order they entered."""
    name: str
    owner: str = ""
    """The identity of a person; empty until they come with their code."""
    code: str = ""
    """The personal code by which another device is recognised; empty: none is good."""


class Organiser(Struct, frozen=True):
    """Somebody who organises a series."""

    number: int
    """The number of the organiser, from 1 in the order they came; number 1 opened the series."""
    name: str
    owner: str = ""
    """Their identity; empty for whoever wanted to be forgotten."""


class Entered(Struct, frozen=True, tag="entered"):
    """Somebody takes part from now on."""

    member: int
    by: int = 0
    """The organiser who wrote them in, by number; 0: they came themselves."""


class Withdrawal(Struct, frozen=True, tag="standing"):
    """A member has withdrawn, or is back."""

    member: int
    plays: bool
    by: int
    """The organiser, by number; 0: they did it themselves."""
    why: str = ""


class Corrected(Struct, frozen=True, tag="corrected"):
    """A member's score at an event was corrected."""

    member: int
    event: str
    was: int | None
    """The score that counted until then; None: none did."""
    score: int | None
    """The score that counts from now on; None: none does."""
    longest: int
    """Letters of the longest word, where it is the tiebreak."""
    by: int
    why: str


class EventRuling(Struct, frozen=True, tag="event"):
    """An event does not count any more, or counts again."""

    event: str
    counts: bool
    by: int
    why: str


class Renamed(Struct, frozen=True, tag="renamed"):
    """A member has another name; the new one is stored with the member."""

    member: int
    by: int
    why: str = ""


class MadeOne(Struct, frozen=True, tag="made_one"):
    """Two members turned out to be one person, who goes on as the second one with the results of both."""

    member: int
    into: int
    by: int
    why: str = ""


class Renewed(Struct, frozen=True, tag="renewed"):
    """A member got another personal code, and the former one and every device that came by it are no longer theirs."""

    member: int
    by: int
    why: str = ""


class Entries(Struct, frozen=True, tag="entries"):
    """Nobody may enter any more but by an organiser, or anybody may again."""

    open: bool
    by: int
    why: str = ""


class HandedOver(Struct, frozen=True, tag="handed_over"):
    """The series was handed over: another organiser leads it from now on."""

    by: int
    """The organiser who leads it now, by number."""


class Relieved(Struct, frozen=True, tag="relieved"):
    """Nobody but the organiser who leads the series organises it any more, and the organisers' word is another."""

    by: int
    word: str
    why: str = ""


class OrganiserJoined(Struct, frozen=True, tag="joined"):
    """Somebody organises from now on, too."""

    by: int


Ruling = (
    Entered
    | Withdrawal
    | Corrected
    | EventRuling
    | Renamed
    | MadeOne
    | Renewed
    | Entries
    | OrganiserJoined
    | HandedOver
    | Relieved
)
"""An entry of a series' log."""


class Noted(Struct, frozen=True):
    """An entry as stored."""

    at: float
    """Seconds since 1970."""
    ruling: Ruling


class OpenedEvent(Struct, frozen=True):
    """An event of a series."""

    code: str
    title: str
    opened: float
    """Seconds since 1970."""
    length: int
    """Entries of its log: with another number its results may be others."""


class KeptSeries(Struct, frozen=True):
    """Everything that is stored of a series itself."""

    series: Series
    members: tuple[Member, ...]
    organisers: tuple[Organiser, ...]
    log: tuple[Noted, ...]
    parts: tuple[OpenedEvent, ...]
    """Its events, in the order they were opened."""
