"""Every message between a series of events and its clients.

HTTP, as in `messages`; CODE is a series', whatever the case:

    POST /api/series                NewSeries -> SeriesView     open one; who asks organises it
    GET  /api/series/CODE                     -> SeriesView     the table's first hundred, the events, what befell it, and you
    GET  /api/series/CODE/table               -> SeriesTable    of all, for other programs
    GET  /api/series/CODE/table.csv           -> CSV
    POST /api/series/CODE/enter     TakePart  -> SeriesView     take part; `you.code` is your personal code from then on
    POST /api/series/CODE/claim     Claim     -> SeriesView     be recognised on another device, by the personal code
    POST /api/series/CODE/organise  Organise  -> SeriesView     become an organiser, too, or the one who leads the series
    POST /api/series/CODE/events    NewEvent  -> EventView      open an event that counts; who asks is its caller
    POST /api/series/CODE/rule      Rule      -> SeriesView     what organisers decide, and members withdrawing
    GET  /api/series/CODE/codes               -> Codes          personal codes that nobody has used yet; for organisers

Whoever joins an event of a series takes part in the series from then on.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class NewSeries(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to open a series."""

    title: str = ""
    name: str = ""  # name of the first organiser, which everybody sees beside their decisions
    tie: Literal["shared", "longest_word"] = "shared"
    pays: tuple[int, ...] = ()  # points for each place at an event, from the first place on; empty: scores add up instead


class EventResult(Struct, frozen=True, omit_defaults=True):
    """A member's result at an event."""

    event: str
    score: int
    place: int  # place among the members at this event
    points: int
    corrected: bool = False


class TableLine(Struct, frozen=True, omit_defaults=True):
    """A row of the table."""

    place: int  # place in the series; 0 for members who have withdrawn
    number: int
    name: str
    points: int
    longest: int = 0  # number of letters of the longest word of all events, where it breaks ties
    shared: bool = False  # whether other members share this place
    free: bool = False  # whether nobody has come as this member with a device
    results: tuple[EventResult, ...] = ()  # results in the order of the events, without those that the member missed


class SeriesEvent(Struct, frozen=True):
    """An event of the series."""

    code: str
    title: str
    opened: float  # time of opening, in seconds since 1970
    rounds: int  # number of rounds that are over
    of: int  # number of rounds in all
    players: int  # number of members with a result
    counts: bool


class Said(Struct, frozen=True):
    """An entry of the series' history."""

    at: float  # time of the entry, in seconds since 1970
    text: str


class SeriesTable(Struct, frozen=True):
    """The ranking of all members, with the events and the history of the series."""

    code: str
    title: str
    tie: str
    pays: tuple[int, ...]
    entries: bool  # whether anybody may join
    members: int  # number of members, without those who have withdrawn
    lines: tuple[TableLine, ...]  # rows by place, those of withdrawn members last; a view has only the first hundred
    events: tuple[SeriesEvent, ...]
    history: tuple[Said, ...]  # history, the newest entry first; a view has only the first hundred


class SeriesYou(Struct, frozen=True, omit_defaults=True):
    """The part of a view that is for one viewer alone."""

    number: int = 0  # the viewer's number as a member; 0 for viewers who do not take part
    name: str = ""
    code: str = ""  # the viewer's personal code
    withdrawn: bool = False
    line: TableLine | None = None
    organiser: str = ""  # the viewer's name as an organiser; empty for others
    word: str = ""  # the password with which others can become organisers. Only organisers see it
    handover: str = ""
    """The password with which another organiser takes over the lead, once. Only the organiser who leads sees it."""
    organisers: tuple[str, ...] = ()  # names of all organisers, the one who leads first. Only organisers see them


class SeriesView(Struct, frozen=True):
    """A series as one viewer sees it."""

    table: SeriesTable
    you: SeriesYou


class Unused(Struct, frozen=True):
    """A personal code that nobody has used yet."""

    number: int
    name: str
    code: str


class Codes(Struct, frozen=True):
    """The unused personal codes, which organisers hand out to the members they entered."""

    codes: tuple[Unused, ...]
