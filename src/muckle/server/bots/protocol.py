"""Messages between the room and its workers: one JSON document per line, over the worker's standard input and output."""

from __future__ import annotations

from msgspec import Struct

from muckle.match.log import Header, LogEntry
from muckle.players.advice import Advice
from muckle.players.analysis import JudgedDecision
from muckle.players.par import Hindsight

REMEMBERED = 512
"""Number of matches that a worker remembers; the room remembers for as many what it has sent to each worker."""


class Warm(Struct, frozen=True, tag="warm"):
    """A request to compile a game's players, or to load them from the disk."""

    game: str


class Task(Struct, frozen=True, kw_only=True):
    """A request about one position of a match."""

    id: int
    match: str
    header: Header | None
    """Header of the match; None if the worker has been sent the match up to entry `after`."""
    after: int
    log: tuple[LogEntry, ...]
    """Log entries after number `after`."""
    secret: str
    seed: int
    """Seed of the player's own randomness, which has nothing to do with the match's."""
    effort: float
    """Fraction of its normal thinking that a player may do, above 0 and up to 1."""


class Choose(Task, frozen=True, kw_only=True, tag="choose"):
    """A request for the action that a bot takes."""

    level: str


class Advise(Task, frozen=True, kw_only=True, tag="advise"):
    """A request for advice to the seat to act. Reports of `Advised` follow, and `Chosen` at the end."""

    words: str
    """Name of the vocabulary to advise with."""


class Judge(Task, frozen=True, kw_only=True, tag="judge"):
    """A request to judge a decision by what its seat knew at the time. The log ends just before the decision."""

    action: str
    number: int
    turn: int


class Seek(Task, frozen=True, kw_only=True, tag="seek"):
    """A request for the best result of a deal for a player who knows all cards to come."""


class Stop(Struct, frozen=True, tag="stop"):
    """A request to stop working on a question. An answer may still follow."""

    id: int


class Started(Struct, frozen=True, tag="started"):
    """Report that the worker is ready for requests."""


class Resident(Struct, frozen=True, tag="resident"):
    """Report of the worker's memory, sent before each answer."""

    bytes: int
    """Physical memory of the process in bytes; 0 where the system does not say."""


class Preparing(Struct, frozen=True, tag="preparing"):
    """Report of the current step of compiling, in words for people."""

    step: str


class Warmed(Struct, frozen=True, tag="warmed"):
    """Report that a game's players are compiled and loaded, or why they could not be."""

    game: str
    error: str = ""


class Chosen(Struct, frozen=True, tag="chosen"):
    """The action that was chosen, as text."""

    id: int
    action: str


class Advised(Struct, frozen=True, tag="advised"):
    """A worker's advice for the seat to act. Messages with the same id may follow, with better advice."""

    id: int
    advice: Advice


class Judged(Struct, frozen=True, tag="judged"):
    """A worker's judgement of one decision of a match."""

    id: int
    judged: JudgedDecision


class Sought(Struct, frozen=True, tag="sought"):
    """A worker's answer to a search for the best result of a deal."""

    id: int
    found: Hindsight


class Failed(Struct, frozen=True, tag="failed"):
    """Report that a request cannot be answered."""

    id: int
    error: str


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """Report that the worker does not remember a match, so that all of it must be sent."""

    id: int


Request = Warm | Choose | Advise | Judge | Seek | Stop
Report = Started | Resident | Preparing | Warmed | Chosen | Advised | Judged | Sought | Failed | Forgotten
