"""Messages about a person's record: the dailies, and all that they have played.

HTTP, as in `messages`:

    GET  /api/daily/GAME                     -> DailyView       the daily of a game, and its results so far
    GET  /api/daily                          -> DailyView       the daily of the first game that has one
    POST /api/daily                PlayDaily -> Joined          play it: only the first attempt counts
    GET  /api/me                             -> OwnRecord       the matches that one has played
    GET  /api/me/tables                      -> OwnTables       the tables at which one has a seat
    GET  /api/me/save                        -> Saved           one's record with transcripts, to keep
    POST /api/me/code              {}        -> Code            a code for another device
    POST /api/me/token             {}        -> Token           a secret for a program, see docs/bots.md
    POST /api/me/keep              {}        -> Code            a personal code to write down; replaces the one before
    POST /api/me/become            Code      -> Done            by either code: this device is the same person from now on
    POST /api/me/elsewhere         {}        -> Done            all other devices are signed out
    POST /api/me/forget            {}        -> Done            the name vanishes, the identity is nobody's
    GET  /api/me/push                        -> PushKey         whether this room can send reminders, and by which key
    POST /api/me/push              PushTo    -> Done            this device is told when it is one's turn and one is not here
    POST /api/me/push/off          NoPush    -> Done            it is told no more
"""

from __future__ import annotations

from msgspec import Struct

from muckle.scene.contract import ScoredLine


class Token(Struct, frozen=True):
    """A secret with which a program acts as a person: it sends the header ``Authorization: Bearer TOKEN`` with each request."""

    token: str


class PlayDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play the daily of a game."""

    name: str = ""
    game: str = ""
    """Name of the game; empty: the first one that the room offers."""


class Told(Struct, frozen=True):
    """The published secret of a day that is over. The BLAKE2b hash (32 bytes) of its bytes is the secret of the day before."""

    day: str
    secret: str


class Attempt(Struct, frozen=True):
    """The result of somebody's attempt at a daily."""

    score: int
    lines: tuple[ScoredLine, ...]
    """Lines of the attempt (words, rounds, plays), in the order in which they were made."""
    beaten: int
    """Number of other people who scored less at the same daily."""
    rating: str = ""
    """The designer's word for such a score, such as "very good"; empty if the game has none."""
    own: str = ""
    """The result against the bots in words: "You win by 9 points"; empty in a game for one."""
    won: bool = False
    """Whether the person won against the bots, alone or with others."""


class DayPlayed(Struct, frozen=True):
    """The results of one daily. Those of today are shown only to people who have played it."""

    spread: tuple[tuple[int, int], ...]
    """Each score so far with the number of people who have it, in ascending order."""
    par: int | None = None
    """Score of the strongest bot; None while that bot still plays, and in a game for several."""
    par_match: str = ""
    """Id of the match in which that bot played."""
    won: int = 0
    """Number of people who won against the bots."""


class DayBefore(Struct, frozen=True):
    """The results of yesterday's daily, which everybody may see."""

    day: str
    results: DayPlayed
    score: int | None = None
    """The person's own score; None if they did not finish that daily."""
    match: str = ""
    """Id of the match in which the person played that daily; empty if they did not."""
    lines: tuple[ScoredLine, ...] = ()
    """The lines with the most points, from the best few attempts."""


class DailyGame(Struct, frozen=True):
    """A game that has a daily."""

    name: str
    title: str
    score: int | None = None
    """The person's own score today; None if they have not finished today's daily."""


class DailyView(Struct, frozen=True):
    """The daily of a game as one person sees it. The others' results are in it once their own attempt is over."""

    game: str
    title: str
    """Title of the game."""
    games: tuple[DailyGame, ...]
    """All games that have a daily."""
    bots: tuple[str, ...]
    """Names of the bots in the other seats; none in a game for one."""
    line: str
    """Word for what a line of an attempt stands for: "word", "round", "play"."""
    blocks: str
    """Meaning of the blocks as which a line is shared, in a sentence."""
    words: bool
    """Whether a word list decides in the game."""
    day: str
    """Date by UTC, as YYYY-MM-DD."""
    left: float
    """Seconds to the next deal."""
    told: tuple[Told, ...]
    """Secrets of the two days before, the later one first."""
    played: int
    """Number of people who have finished today's daily."""
    week: tuple[int | None, ...]
    """The person's own scores of the last seven days, today's last; None for a day without one."""
    streak: int
    """Number of days in a row, up to today or yesterday, on which the person finished the daily."""
    longest: int
    """Length of the person's longest row of such days."""
    match: str = ""
    """Id of the person's own match with the deal; empty if they have not started."""
    par: int | None = None
    """Score of the strongest bot, once it has played; None in a game for several."""
    own: Attempt | None = None
    """Result of the person's own attempt, once it is over."""
    results: DayPlayed | None = None
    """The results of today's daily so far, once the person's own attempt is over."""
    before: DayBefore | None = None
    """The results of yesterday's daily; None if nobody played it."""


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
    """Date of the daily that the match is an attempt at; otherwise empty."""


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
    streak: int
    """Number of days in a row, up to today or yesterday, on which the person finished a daily of any game."""


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


class PushKey(Struct, frozen=True):
    """The key by which a browser knows this room's reminders (VAPID, RFC 8292)."""

    key: str
    """The public key in base64url; empty if this room sends no reminders."""


class PushTo(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription for reminders, as its push service gave it."""

    endpoint: str
    p256dh: str
    auth: str


class NoPush(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to end a subscription to reminders."""

    endpoint: str


class Reminder(Struct, frozen=True):
    """The content of a reminder. It travels encrypted for the device."""

    title: str
    body: str
    url: str
    """The path of the page to open."""
    tag: str
    """A reminder replaces the one with the same tag."""
