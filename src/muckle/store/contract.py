"""The interface of every store. A match is changed by appending to its log only; entries are never changed."""

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
"""Maximum size in bytes of a message to the other rooms."""


class Sitter(Struct, frozen=True):
    """The occupant of a seat: a person (owner), a bot (level), nobody yet, or a bot for a person (level, and owner or salt)."""

    name: str = ""
    level: str = ""
    """A player of `muckle.players`, for a bot."""
    owner: str = ""
    """The identity of a person. The seat is kept for them from then on, and taken when they come with a seal."""
    salt: str = ""
    """A person's part of the chance of the match, 64 hexadecimal digits; empty until they reveal it, and for bots."""
    seal: str = ""
    """The seal of a person's salt (`muckle.match.secret.seal`); empty until they sit down, and for bots."""

    @property
    def open(self) -> bool:
        """Whether anybody may sit down here."""
        return not self.level and not self.owner

    @property
    def ready(self) -> bool:
        """Whether the seat is taken: by a bot, or by a person who has sat down."""
        return bool(self.level or self.seal)

    @property
    def withheld(self) -> bool:
        """Whether a person sat down here whose salt has not been revealed."""
        return bool(self.seal and not self.salt)

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for a person who sat down here: who is away keeps the seat, who left it has given it up."""
        return bool(self.level and (self.owner or self.salt))


class Timing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The clocks of a table: time for each turn, or for the whole match. By default there are none."""

    turn: int = 0
    """Seconds for a turn; 0: no such clock."""
    match: int = 0
    """Seconds of a seat for all its turns together; 0: no such clock."""
    more: int = 0
    """Seconds added to a seat's time for the match after each of its turns."""


class Terms(Struct, frozen=True, omit_defaults=True):
    """The terms of a table, beside the rules of its game: everybody sees them before they sit down."""

    away: int = 120
    """Seconds after which a bot plays for somebody who is away while others wait; 0 never."""
    listed: bool = False
    """Whether the table stands in the lobby, for anybody to sit down at or to watch; otherwise people need its link."""
    event: str = ""
    """The code of the event that the match is a board of."""
    timing: Timing = Timing()
    daily: str = ""
    """The day (YYYY-MM-DD) whose deck is played."""
    advice: bool = True
    """Whether the room answers when a seat asks for hints or advice during the match."""
    forked: str = ""
    """The id of the match from one of whose positions this one goes on: practice, with the draws of that match."""


USUAL = Terms()
"""The terms of a table that is opened without any."""


class Seating(Struct, frozen=True):
    """A match apart from its log: its header, who sits where, and whether it has begun."""

    match: str
    """The id of the match."""
    header: Header
    """The header of the match; until the match begins it holds neither salts nor chance, only what is promised."""
    sitters: tuple[Sitter, ...]
    """The occupant of each seat, in the order of seats."""
    created: float
    """Time at which the table was opened, in seconds since 1970."""
    host: str = ""
    """The identity of who opened the table, and may start the match before every seat is taken."""
    begun: bool = True
    """Whether the cards are dealt; nobody sits down afterwards."""
    rematch: str = ""
    """The id of the match that followed it at the same table."""
    terms: Terms = USUAL
    barred: tuple[str, ...] = ()
    """Identities that the host has sent away: they may watch, and not sit down."""

    @property
    def sealed(self) -> bool:
        """Whether every seat is taken and the cards are not dealt: the seals are fixed, and the salts are revealed now."""
        return not self.begun and all(sitter.ready for sitter in self.sitters)


class Entry(Struct, frozen=True):
    """An event as stored."""

    seq: int
    """1 for the first; the state after it answers to this number."""
    cid: str
    """The id of the command that the event came from."""
    event: LogEntry


class Notice(NamedTuple):
    """News from another room on the same database."""

    kind: str
    """match or event: the other room has written to it; here: see `Store.tell`; empty: notices may have been missed."""
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
        """Everything that belongs to an identity."""
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
        """Open a table whose match has not begun.

        Args:
            after: the match that this one is the rematch of. If that match has a rematch already, it is returned instead.
        """
        ...

    async def seating(self, match: str) -> Seating | None:
        """Return the seating of a match, None if there is no such match."""
        ...

    async def secret(self, match: str) -> str:
        """Return the secret of a match; nobody is told before the match is over."""
        ...

    async def sit(self, match: str, sitter: Sitter, seat: int | None = None) -> int | None:
        """Let a person take the open seat (None: the first of them) and return its number.

        Returns None if the seat is not open, play has begun, or the person is barred. At a table without a host the person
        becomes its host. Whose seat is kept takes that one, whatever is asked for; of several kept seats the one that is named.
        Who has sat down already is told their seat and keeps their name. Until every seat is taken a new seal replaces theirs:
        a browser may have lost its salt.
        """
        ...

    async def rearrange(self, match: str, was: Sequence[Sitter], now: Sequence[Sitter], header: Header) -> Seating:
        """Replace all sitters and the header of a table that has not begun.

        Raises:
            StaleError: the match has begun, or its sitters are not those of `was` any more.
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
        """Return the events behind event number `after`, in order."""
        ...

    async def end(self, match: str, ended: Ending) -> None:
        """Keep the ending of a match that is over; the first one counts."""
        ...

    async def ending(self, match: str) -> Ending | None:
        """Return the ending of a match that is over; None if nothing was kept."""
        ...

    async def first_attempt(self, day: str, owner: str, match: str) -> str:
        """Return an identity's first attempt at the deck of a day: this match, if there was none before."""
        ...

    async def attempt(self, day: str, owner: str) -> str:
        """Return the match of an identity's first attempt at the deck of a day, an empty string if there is none."""
        ...

    async def attempts(self, day: str) -> list[tuple[str, str]]:
        """Return all first attempts at the deck of a day, as identities and matches."""
        ...

    async def keep_clock(self, match: str, clock: str) -> None:
        """Keep how the clocks of a match stand; the last counts."""
        ...

    async def clock(self, match: str) -> str:
        """Return the clocks of a match as they were last kept; an empty string if they never were."""
        ...

    async def judge(self, match: str, version: int, number: int, judged: str) -> None:
        """Keep how a decision of a match was judged, by the judge of that version; the first judgement counts."""
        ...

    async def judged(self, match: str, version: int) -> list[str]:
        """Return the judgements of the decisions of a match, from the first on, up to the first gap."""
        ...

    async def forget(self, unplayed: float, played: float, keep: frozenset[str]) -> int:
        """Delete tables that were opened before a time and never begun, and matches whose last entry is older than another.

        Args:
            unplayed, played: seconds since 1970. keep: matches that are in use.

        Returns: how many.
        """
        ...

    async def compact(self, *, forgotten: bool = False) -> bool:
        """Give the space of deleted rows back to the disk and overwrite them; return whether that is done.

        While another program reads the file, such as one that copies it, some of them stay until the next time.

        Args:
            forgotten: whether a small database in which somebody was forgotten (`People.forget`) is written anew, so that no
                trace of a name is left. Then the answer is false as well if the database is too large for that.
        """
        ...

    async def size(self) -> int:
        """Return the bytes that the database takes on disk, its log of recent writes included."""
        ...

    async def delete(self, match: str) -> None:
        """Delete a table with its match."""
        ...

    async def put_setting(self, name: str, value: str) -> None:
        """Keep a value under a name, in place of an older one."""
        ...

    async def setting(self, name: str, default: str) -> str:
        """Return the value kept under a name; if there is none, keep the default from now on."""
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
