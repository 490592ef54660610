"""What every store does. Appending is the only way to change a match, and what was appended is never changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from muckle.match.ending import Ending
from muckle.match.log import Header, LogEntry

if TYPE_CHECKING:
    from muckle.store.gatherings import Gatherings
    from muckle.store.people import People
    from muckle.store.series import SeriesStore


LONGEST = 7000
"""Bytes of what a room tells others at once."""


class Sitter(Struct, frozen=True):
    """Who fills a seat: a person (owner), a bot (level), nobody yet, or a bot for a person (both, or level and salt)."""

    name: str = ""
    level: str = ""
    """A player of `muckle.players`, for a bot."""
    owner: str = ""
    """The identity of a person. The seat is kept for them from then on, and taken when they come with a salt."""
    salt: str = ""
    """What a person adds to the chance of the match, 32 hexadecimal digits; empty until they sit down, and for bots."""

    @property
    def open(self) -> bool:
        """Whether anybody may sit down here."""
        return not self.level and not self.owner

    @property
    def ready(self) -> bool:
        """Whether the seat is taken: by a bot, or by a person who has sat down."""
        return bool(self.level or self.salt)

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for a person who sat down here: who is away keeps the seat, who left it has given it up."""
        return bool(self.level and self.salt)


class Timing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How much time people have; by default there are no clocks. For each turn, or for the whole match."""

    turn: int = 0
    """Seconds for a turn; 0: no such clock."""
    match: int = 0
    """Seconds of a seat for all its turns together; 0: no such clock."""
    more: int = 0
    """Seconds that are added to those of the match after each turn."""


class Terms(Struct, frozen=True, omit_defaults=True):
    """What holds at a table beside the rules of its game: everybody sees it before they sit down."""

    away: int = 120
    """Seconds after which a bot plays for somebody who is away while others wait; 0 never."""
    listed: bool = False
    """Whether the table stands in the lobby, for anybody to sit down at or to watch; else one needs its link."""
    event: str = ""
    """The code of the event whose board it is."""
    timing: Timing = Timing()
    daily: str = ""
    """The day (YYYY-MM-DD) whose deck is played."""
    advice: bool = True
    """Whether the room answers when a seat asks for hints or advice during the match."""
    forked: str = ""
    """The id of the match from one of whose positions this one goes on: practice, with the draws of that match."""


USUAL = Terms()
"""Of tables that are opened without a word about it."""


class Seating(Struct, frozen=True):
    """A match as it stands beside its log: what it is, who sits where, and whether it has begun."""

    match: str
    """Its id."""
    header: Header
    """Until the match begins it holds neither salts nor chance: it is what the commitment promises."""
    sitters: tuple[Sitter, ...]
    """One a seat, in order."""
    created: float
    """Seconds since 1970."""
    host: str = ""
    """The identity of who opened the table, and may start the match before every seat is taken."""
    begun: bool = True
    """Whether the cards are dealt; nobody sits down afterwards."""
    rematch: str = ""
    """The id of the match that followed it at the same table."""
    terms: Terms = USUAL
    barred: tuple[str, ...] = ()
    """Whom the host has sent away: they may watch, and not sit down."""


class Entry(Struct, frozen=True):
    """An event as stored."""

    seq: int
    """1 for the first; the state after it answers to this number."""
    cid: str
    """The id of the command it came from."""
    event: LogEntry


class Notice(NamedTuple):
    """What another room on the same database has told."""

    kind: str
    """match, event: it has written to that one; here: see `Store.tell`; empty: notices may have been missed."""
    about: str
    """The id of a match, the code of an event, or a text."""


class Store(Protocol):
    """A place for matches. Whatever has returned is on disk; nothing after that loses it.

    Every method raises StoreError when the database cannot be used; then nothing has changed.
    """

    @property
    def gatherings(self) -> Gatherings:
        """The events that matches may be boards of."""
        ...

    @property
    def series(self) -> SeriesStore:
        """The series that events may count in."""
        ...

    @property
    def people(self) -> People:
        """What is whose."""
        ...

    async def open_table(
        self,
        match: str,
        header: Header,
        secret: str,
        sitters: tuple[Sitter, ...],
        host: str,
        after: str = "",
        terms: Terms = USUAL,
    ) -> Seating:
        """Open a table; its match has not begun. `after` names the match it is the rematch of; if that has one already,
        that one is returned."""
        ...

    async def seating(self, match: str) -> Seating | None:
        """Who sits at the table of a match, None if there is no such match."""
        ...

    async def secret(self, match: str) -> str:
        """The secret of a match; nobody is told before the match is over."""
        ...

    async def sit(self, match: str, owner: str, name: str, salt: str, seat: int | None = None) -> int | None:
        """Take the open seat (None: the first of them) and return its number; None if it is not open, play has begun, or
        who asks is barred. At a table without a host it is who comes.

        Whose seat is kept takes that one, whatever is asked for; of several kept seats the one that is named. Who has sat
        down already is told their seat, and keeps the name and the salt they came with.
        """
        ...

    async def reseat(self, match: str, seat: int, was: Sitter, now: Sitter, bar: bool = False) -> Seating:
        """Put somebody else on a seat, or nobody. A table that has not begun passes, when its host goes, to the first person
        who has sat down.

        Args:
            was: who sits there as far as is known.
            bar: whether who sat there may not sit down again.

        Raises:
            StaleError: another sits there by now.
        """
        ...

    async def begin(self, match: str, header: Header, sitters: tuple[Sitter, ...]) -> Seating:
        """Begin a match: event 0 is the header, with the salts and the deal; from now on these are its sitters.

        A match that has begun already is returned as it began.

        Raises:
            StaleError: somebody has sat down who is not among the sitters.
        """
        ...

    async def append(self, match: str, expect: int, cid: str, event: LogEntry, first: Sequence[LogEntry] = ()) -> int:
        """Add an event behind event number `expect`, after those of `first`, and return its own number.

        A command id that is stored already changes nothing and returns the number of its event.

        Raises:
            StaleError: the match has more events, or fewer.
        """
        ...

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        """The events behind event number `after`, in order."""
        ...

    async def end(self, match: str, ended: Ending) -> None:
        """Keep what stays of a match that is over; the first ending counts."""
        ...

    async def ending(self, match: str) -> Ending | None:
        """What stays of a match that is over; None if nothing was kept."""
        ...

    async def first_attempt(self, day: str, owner: str, match: str) -> str:
        """The match that is somebody's first attempt at the deck of a day: the given one, if there is none yet."""
        ...

    async def attempt(self, day: str, owner: str) -> str:
        """The same, nothing if there is none."""
        ...

    async def attempts(self, day: str) -> list[tuple[str, str]]:
        """Everybody's first attempt at the deck of a day: who, and the match."""
        ...

    async def keep_clock(self, match: str, clock: str) -> None:
        """Keep how the clocks of a match stand; the last counts."""
        ...

    async def clock(self, match: str) -> str:
        """How the clocks of a match stood when they were last kept; nothing if they never were."""
        ...

    async def judge(self, match: str, version: int, number: int, judged: str) -> None:
        """Keep how a decision of a match was judged, by the judge of that version; the first judgement counts."""
        ...

    async def judged(self, match: str, version: int) -> list[str]:
        """How the decisions of a match were judged, from the first on, as far as it goes without a gap."""
        ...

    async def forget(self, unplayed: float, played: float, keep: frozenset[str]) -> int:
        """Delete tables that were opened before a time and never begun, and matches whose last entry is older than another.

        Args:
            unplayed, played: seconds since 1970. keep: matches that are in use.

        Returns: how many.
        """
        ...

    async def setting(self, name: str, default: str) -> str:
        """What is kept under a name; the default is kept from now on if there is nothing yet."""
        ...

    @property
    def shared(self) -> bool:
        """Whether other rooms may use the same database; a file is one room's."""
        ...

    def hear(self, heard: Callable[[Notice], object]) -> None:
        """Have what other rooms write from now on told in the running loop, soon after it was written."""
        ...

    async def tell(self, text: str) -> None:
        """Tell the other rooms something that is kept nowhere, at most `LONGEST` bytes."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        ...
