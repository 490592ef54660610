"""What the room and its workers say to each other: a line of JSON each, over the worker's standard input and output."""

from __future__ import annotations

from msgspec import Struct

from muckle.match.log import Header, LogEntry
from muckle.players.advice import Advice
from muckle.players.analysis import Judged
from muckle.players.par import Hindsight

REMEMBERED = 512
"""Matches that a worker keeps folded; the room remembers as many that it has told each one of."""


class Warm(Struct, frozen=True, tag="warm"):
    """Compile a game's players, or load them from the disk."""

    game: str


class Task(Struct, frozen=True, kw_only=True):
    """Something to think about at one position of a match."""

    id: int
    match: str
    header: Header | None
    """None: of this match the worker has been told everything up to `after`."""
    after: int
    log: tuple[LogEntry, ...]
    """The entries behind number `after`."""
    secret: str
    seed: int
    """For the thinker's own chance; it has nothing to do with the match's."""
    effort: float
    """The share of its thinking that a player takes, above 0 and up to 1."""


class Choose(Task, frozen=True, kw_only=True, tag="choose"):
    """Which action does a bot take?"""

    level: str


class Advise(Task, frozen=True, kw_only=True, tag="advise"):
    """What may the seat to act do best? It is told better and better, and at the end chosen."""

    words: str
    """The vocabulary it is told with."""


class JudgeTask(Task, frozen=True, kw_only=True, tag="judge"):
    """How good was a decision, by what its seat knew then? The match is told up to the decision."""

    action: str
    number: int
    turn: int


class SeekTask(Task, frozen=True, kw_only=True, tag="seek"):
    """What is the best that can be made of the deal by somebody who knows what will come?"""


class Stop(Struct, frozen=True, tag="stop"):
    """Nobody needs an answer any more; there may come one."""

    id: int


class Started(Struct, frozen=True, tag="started"):
    """The worker listens."""


class Resident(Struct, frozen=True, tag="resident"):
    """The worker's memory, told before each answer."""

    bytes: int
    """Bytes that its process holds in physical memory; 0 where the system does not say."""


class Preparing(Struct, frozen=True, tag="preparing"):
    """What is being compiled now, in words."""

    step: str


class Warmed(Struct, frozen=True, tag="warmed"):
    """A game's players are compiled and loaded; with an error, they cannot be."""

    game: str
    error: str = ""


class Chosen(Struct, frozen=True, tag="chosen"):
    """The action, as text."""

    id: int
    action: str


class Advised(Struct, frozen=True, tag="advised"):
    """The advice, so far."""

    id: int
    advice: Advice


class Judgement(Struct, frozen=True, tag="judgement"):
    """How a decision is judged."""

    id: int
    judged: Judged


class Sought(Struct, frozen=True, tag="sought"):
    """The best that was found."""

    id: int
    found: Hindsight


class Failed(Struct, frozen=True, tag="failed"):
    """The request cannot be answered."""

    id: int
    error: str


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """The match of a request is not in the worker's memory: all of it has to be told."""

    id: int


Request = Warm | Choose | Advise | JudgeTask | SeekTask | Stop
Report = Started | Resident | Preparing | Warmed | Chosen | Advised | Judgement | Sought | Failed | Forgotten
