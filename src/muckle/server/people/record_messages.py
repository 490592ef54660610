"""Every message about what somebody has played: today's Mickell, and one's own record.

HTTP, as in `messages`:

    GET  /api/daily                          -> Daily           the deck of the day, and what became of it
    POST /api/daily                PlayDaily -> Joined          play it: once, the first attempt counts
    GET  /api/me                             -> OwnRecord       what one has played
    GET  /api/me/tables                      -> OwnTables       the tables at which one has a seat
    GET  /api/me/save                        -> Saved           the same with transcripts, to keep
    POST /api/me/code              {}        -> Code            for another device
    POST /api/me/keep              {}        -> Code            a personal code to write down; replaces the one before
    POST /api/me/become            Code      -> Done            by either code: this device is the same person from now on
    POST /api/me/elsewhere         {}        -> Done            all other devices are signed out
    POST /api/me/forget            {}        -> Done            the name vanishes, the identity is nobody's
"""

from __future__ import annotations

from msgspec import Struct


class PlayDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """Play the deck of the day."""

    name: str = ""


class Told(Struct, frozen=True):
    """The secret of a day that is over: BLAKE2b (32 bytes) of its bytes is that of the day before."""

    day: str
    secret: str


class Attempt(Struct, frozen=True):
    """What somebody has made of the deck of a day."""

    score: int
    words: tuple[int, ...]
    """How many letters each word has, as they were claimed."""
    beaten: int
    """How many others have scored less."""


class Daily(Struct, frozen=True):
    """The deck of the day, as somebody sees it. How others did is told when one's own attempt is over."""

    day: str
    """YYYY-MM-DD, by UTC."""
    told: tuple[Told, ...]
    """The secrets of the two days before, the later one first."""
    match: str = ""
    """The match in which who asks plays it; empty: not begun."""
    own: Attempt | None = None
    """What came of it, once it is over."""
    par: int | None = None
    """What the strongest bot made of it; None: it still plays."""
    par_match: str = ""
    spread: tuple[tuple[int, int], ...] = ()
    """Scores of everybody so far, and how many have each; in ascending order."""


class PlayedMatch(Struct, frozen=True, omit_defaults=True):
    """A match in somebody's record."""

    match: str
    game: str
    title: str
    at: float
    """When its table was opened, in seconds since 1970."""
    others: tuple[str, ...] = ()
    title_of_end: str = ""
    """How it ended; empty while it goes on."""
    score: str = ""
    place: int = 0
    """1 for winners; 0 while it goes on, and where it counted for nothing."""
    daily: str = ""
    """The day whose deck it was."""


class GameRecord(Struct, frozen=True):
    """What somebody has made of a game."""

    game: str
    title: str
    matches: int
    """Played to their end."""
    won: int
    """Of those against others."""
    best: int | None
    """The highest score."""


class OwnRecord(Struct, frozen=True):
    """What an identity has played in this room."""

    played: tuple[PlayedMatch, ...]
    """Newest first."""
    games: tuple[GameRecord, ...]


class OwnTable(Struct, frozen=True, omit_defaults=True):
    """A table at which somebody has a seat."""

    match: str
    game: str
    title: str
    names: tuple[str, ...] = ()
    """Who else sits there."""
    free: int = 0
    """Seats for whoever comes, as long as the match has not begun."""
    waits: bool = False
    """Whether all wait for who asks, as far as is known in memory."""


class OwnTables(Struct, frozen=True):
    """The tables at which somebody has a seat and whose match is not over: those that wait first, then the newest."""

    tables: tuple[OwnTable, ...]


class Saved(Struct, frozen=True):
    """Everything that is kept of an identity."""

    record: OwnRecord
    transcripts: dict[str, str]
    """Of its matches that are over and open, by id."""


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    """A code that makes a device somebody: for ten minutes one from another device, for good one's personal code."""

    code: str
