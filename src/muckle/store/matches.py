"""A table with its match, as stored: who sits where, by which terms, and the entries of its log."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from muckle.match.log import Header

LONGEST = 7000
"""Maximum size in bytes of a message to the other rooms."""


class Sitter(Struct, frozen=True):
    """The occupant of a seat: a person (owner), a bot (level), nobody, or a bot for a person (level, and owner or seated)."""

    name: str = ""
    level: str = ""
    """A player of `muckle.players`, for a bot."""
    owner: str = ""
    """The identity of a person. The seat is kept for them from then on, and taken when they sit down."""
    salt: str = ""
    """A person's part of the chance of the match, 64 hexadecimal digits; empty if they sent none, and for bots."""
    seated: bool = False
    """Whether a person has sat down here, even if a bot plays for them by now."""
    past: str = ""
    """The identity of whoever left the seat to a bot after the deal: they may come back."""

    @property
    def open(self) -> bool:
        """Whether anybody may sit down here."""
        return not self.level and not self.owner

    @property
    def ready(self) -> bool:
        """Whether the seat is taken: by a bot, or by a person who has sat down."""
        return bool(self.level) or self.seated

    @property
    def stood_in(self) -> bool:
        """Whether a bot plays for a person who sat down here: who is away keeps the seat, who left it has given it up."""
        return bool(self.level and (self.owner or self.seated))


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
    talk: bool = False
    """Whether people may type a sentence to each other, beside the fixed ones."""
    timing: Timing = Timing()
    daily: str = ""
    """The day (YYYY-MM-DD) whose deck is played."""
    advice: bool = True
    """Whether the room answers when a seat asks for hints or advice during the match."""
    forked: str = ""
    """The id of the match from one of whose positions this one goes on: practice, with the draws of that match."""


DEFAULT_TERMS = Terms()
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
    evening: str = ""
    """The id of the first match of its evening: those that the same people play one after the other; empty for that match."""
    terms: Terms = DEFAULT_TERMS
    barred: tuple[str, ...] = ()
    """Identities that the host has sent away: they may watch, and not sit down."""

    @property
    def full(self) -> bool:
        """Whether every seat is taken and the cards are not dealt, which happens next."""
        return not self.begun and all(sitter.ready for sitter in self.sitters)


class Notice(NamedTuple):
    """News from another room on the same database."""

    kind: str
    """The kind of the log to or beside which the other room has written; here: see `Store.tell`; empty: notices may have
    been missed."""
    about: str
    """The id of the log, or a text."""
