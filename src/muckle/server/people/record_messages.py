"""Messages about a person's record: today's Mickell, and all that they have played.

HTTP, as in `messages`:

    GET  /api/daily                          -> Daily           the deck of the day, and what became of it
    POST /api/daily                PlayDaily -> Joined          play it: once, the first attempt counts
    GET  /api/me                             -> OwnRecord       what one has played
    GET  /api/me/tables                      -> OwnTables       the tables at which one has a seat
    GET  /api/me/save                        -> Saved           the same with transcripts, to keep
    POST /api/me/code              {}        -> Code            for another device
    POST /api/me/token             {}        -> Token           for a program, see docs/bots.md
    POST /api/me/keep              {}        -> Code            a personal code to write down; replaces the one before
    POST /api/me/become            Code      -> Done            by either code: this device is the same person from now on
    POST /api/me/elsewhere         {}        -> Done            all other devices are signed out
    POST /api/me/forget            {}        -> Done            the name vanishes, the identity is nobody's
"""

from __future__ import annotations

from msgspec import Struct

from muckle.scene.contract import Face


class Token(Struct, frozen=True):
    """A secret by which a program is somebody: it sends the header ``Authorization: Bearer TOKEN`` with each request."""

    token: str


class PlayDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play the deck of the day."""

    name: str = ""


class Told(Struct, frozen=True):
    """The published secret of a day that is over. The BLAKE2b hash (32 bytes) of its bytes is the secret of the day before."""

    day: str
    secret: str


class ClaimedWord(Struct, frozen=True):
    """A word of an attempt."""

    points: int
    cards: tuple[Face, ...]
    """Its cards from left to right, each with the letter it stands for."""


class Attempt(Struct, frozen=True):
    """The result of somebody's attempt at the deck of a day."""

    score: int
    words: tuple[ClaimedWord, ...]
    """In the order in which they were claimed."""
    beaten: int
    """Number of other people who have scored less."""
    rating: str = ""
    """The designer's word for such a score; empty if there is none."""


class DayPlayed(Struct, frozen=True):
    """The results of a deck whose day is over, or those of today for somebody who has played it."""

    spread: tuple[tuple[int, int], ...]
    """Each score so far with the number of people who have it, in ascending order."""
    par: int | None = None
    """Score of the strongest bot; None while it still plays."""
    par_match: str = ""
    """Id of the match in which that bot played."""


class DayBefore(Struct, frozen=True):
    """The results of the deck of the day before, which is open to all."""

    day: str
    results: DayPlayed
    score: int | None = None
    """The person's own score; None if they did not finish it."""
    match: str = ""
    """Id of the person's own match with it."""
    words: tuple[ClaimedWord, ...] = ()
    """The words with the most points of the people with the most points."""


class Daily(Struct, frozen=True):
    """The deck of the day as one person sees it. The others' results are in it once their own attempt is over."""

    day: str
    """Date by UTC, as YYYY-MM-DD."""
    left: float
    """Seconds to the next deck."""
    told: tuple[Told, ...]
    """Secrets of the two days before, the later one first."""
    played: int
    """Number of people who have finished it."""
    week: tuple[int | None, ...]
    """The person's own scores of the last seven days, today's last; None for a day without one."""
    streak: int
    """Number of days in a row on which they finished a deck, up to today, or to yesterday if today's is still to be played."""
    longest: int
    """Largest such number ever."""
    match: str = ""
    """Id of the person's own match with the deck; empty if they have not started."""
    par: int | None = None
    """Score of the strongest bot, once it has played."""
    own: Attempt | None = None
    """Result of the person's own attempt, once it is over."""
    results: DayPlayed | None = None
    """The results so far, once their own attempt is over."""
    before: DayBefore | None = None
    """The deck of the day before; None if nobody played it."""


class PlayedMatch(Struct, frozen=True, omit_defaults=True):
    """A match in a person's record."""

    match: str
    game: str
    title: str
    at: float
    """Time at which its table was opened, in seconds since 1970."""
    others: tuple[str, ...] = ()
    title_of_end: str = ""
    """Title of the match's ending; empty while it goes on."""
    score: str = ""
    place: int = 0
    """The person's place, 1 for winners; 0 while the match goes on, and if it did not count."""
    daily: str = ""
    """Date of the deck, for a match with the deck of a day; otherwise empty."""


class GameRecord(Struct, frozen=True):
    """A person's statistics for one game."""

    game: str
    title: str
    matches: int
    """Number of finished matches."""
    won: int
    """Number of matches won against others."""
    best: int | None
    """The highest score; None without a scored match."""


class OwnRecord(Struct, frozen=True):
    """All that an identity has played in this room."""

    played: tuple[PlayedMatch, ...]
    """Matches, newest first."""
    games: tuple[GameRecord, ...]


class OwnTable(Struct, frozen=True, omit_defaults=True):
    """A table at which the person has a seat."""

    match: str
    game: str
    title: str
    names: tuple[str, ...] = ()
    """Names of the others at the table."""
    free: int = 0
    """Number of seats that anybody may take, as long as the match has not begun."""
    waits: bool = False
    """Whether the match waits for this person, as far as is known in memory."""


class OwnTables(Struct, frozen=True):
    """The tables of unfinished matches at which the person has a seat: those that wait for them first, then the newest."""

    tables: tuple[OwnTable, ...]


class Saved(Struct, frozen=True):
    """Everything that is stored about an identity."""

    record: OwnRecord
    transcripts: dict[str, str]
    """Public transcripts of finished matches, by match id."""


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    """A code that makes a device the same person: a link's code for ten minutes, or the permanent personal code."""

    code: str
