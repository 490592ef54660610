"""Every message between a series of events and its clients.

HTTP, as in `messages`; CODE is a series', whatever the case:

    POST /api/series                NewSeries -> SeriesView     open one; who asks organises it
    GET  /api/series/CODE                     -> SeriesView     the table's first hundred, the events, what befell it, and you
    GET  /api/series/CODE/table               -> SeriesTable    of all, for other programs
    GET  /api/series/CODE/table.csv           -> CSV
    POST /api/series/CODE/enter     Enter     -> SeriesView     take part; `you.code` is your personal code from then on
    POST /api/series/CODE/claim     Claim     -> SeriesView     be recognised on another device, by the personal code
    POST /api/series/CODE/organise  Organise  -> SeriesView     become an organiser, too, with the organisers' word
    POST /api/series/CODE/events    NewEvent  -> EventView      open an event that counts; who asks is its caller
    POST /api/series/CODE/rule      Rule      -> SeriesView     what organisers decide, and members withdrawing
    GET  /api/series/CODE/codes               -> Codes          personal codes that nobody has used yet; for organisers

Whoever joins an event of a series takes part in the series from then on.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Decision = Literal["enter", "withdraw", "return", "correct", "leave_out", "take_in", "rename", "renew", "close", "reopen"]
"""enter: write in somebody, by name. withdraw, return: a member, or oneself. correct: what a member came to at an event.
leave_out, take_in: an event counts no more, or again. rename: a member. renew: give a member another personal code.
close, reopen: nobody may enter any more but by an organiser."""


class NewSeries(Struct, frozen=True, forbid_unknown_fields=True):
    """A series to open."""

    title: str = ""
    name: str = ""
    """Of who opens it, as all will see it beside what is decided."""
    tie: Literal["shared", "longest_word"] = "shared"
    pays: tuple[int, ...] = ()
    """What each place of an event pays, from the first on; empty: scores add up."""


class Enter(Struct, frozen=True, forbid_unknown_fields=True):
    """Take part."""

    name: str = ""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """Be recognised."""

    code: str


class Organise(Struct, frozen=True, forbid_unknown_fields=True):
    """Become an organiser."""

    word: str
    name: str = ""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is decided."""

    decision: Decision
    cid: str
    """The client's own and new for each; the same when it tries again, so that nothing is done twice."""
    member: int = 0
    """Whom it is about, by number."""
    event: str = ""
    """Which event, by its code."""
    name: str = ""
    score: int | None = None
    """What counts from now on; None: nothing does."""
    longest: int = 0
    """Letters of the longest word, where that parts equal points."""
    why: str = ""
    """All can read it."""


class Counted(Struct, frozen=True, omit_defaults=True):
    """What a member came to at an event."""

    event: str
    score: int
    place: int
    """Among the members who were there."""
    points: int
    corrected: bool = False


class TableLine(Struct, frozen=True, omit_defaults=True):
    """A line of the table."""

    place: int
    """0: withdrawn."""
    number: int
    name: str
    points: int
    longest: int = 0
    """Letters of the longest word of all events, where that parts equal points."""
    shared: bool = False
    """Whether others have the same place."""
    results: tuple[Counted, ...] = ()
    """In the order of the events; those missed are left out."""


class SeriesEvent(Struct, frozen=True):
    """An event of the series."""

    code: str
    title: str
    opened: float
    """Seconds since 1970."""
    rounds: int
    """How many of its rounds are over,"""
    of: int
    """of how many."""
    players: int
    """Members with a result."""
    counts: bool


class Said(Struct, frozen=True):
    """Something that befell the series."""

    at: float
    """Seconds since 1970."""
    text: str


class SeriesTable(Struct, frozen=True):
    """How everybody stands."""

    code: str
    title: str
    tie: str
    pays: tuple[int, ...]
    entries: bool
    """Whether anybody may enter."""
    members: int
    """How many take part, those who have withdrawn left out."""
    lines: tuple[TableLine, ...]
    """From the first place on, those who have withdrawn at the end; in a view the first hundred."""
    events: tuple[SeriesEvent, ...]
    history: tuple[Said, ...]
    """The newest first; in a view the first hundred."""


class SeriesYou(Struct, frozen=True, omit_defaults=True):
    """What is said to one viewer alone."""

    number: int = 0
    """As a member; 0: you do not take part."""
    name: str = ""
    code: str = ""
    """Your personal code."""
    withdrawn: bool = False
    line: TableLine | None = None
    organiser: str = ""
    """Your name as an organiser; empty: you are none."""
    word: str = ""
    """The organisers' word: whoever has it may become one."""


class SeriesView(Struct, frozen=True):
    """A series as one viewer sees it."""

    table: SeriesTable
    you: SeriesYou


class Unused(Struct, frozen=True):
    """A personal code that nobody has come with yet."""

    number: int
    name: str
    code: str


class Codes(Struct, frozen=True):
    """What organisers hand out to those they wrote in."""

    codes: tuple[Unused, ...]
