"""What is stored of a match: a header and the entries of its log. The state is never stored; it is the fold of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from muckle.errors import TranscriptError, few, short

FORMAT = 1
"""Of the log and the transcript, raised when an older program could not read them."""


class WordsUsed(Struct, frozen=True):
    """Which word list decides, by content."""

    name: str
    sha256: str


class CrowdSeat(Struct, frozen=True):
    """Of which crowd a match is a board (`muckle.engine.crowd`)."""

    id: str
    """Of the crowd; the boards of a crowd share it."""
    seat: int
    """Which one of the crowd's seats plays this board, from 0."""
    seats: int
    options: dict[str, int | str]
    """How the crowd is led: its options besides those of its boards."""


Picks = tuple[tuple[int, int], ...]
"""The draws of a step, in order: which one was picked, and among how many."""


class Redraw(Struct, frozen=True):
    """A reveal in which at least one seat withheld its salt: the others revealed their next salts, and that seat had none.

    Both fields have an entry a seat.
    """

    seals: tuple[str, ...]
    """The seals as everybody saw them, empty for seats without a salt."""
    salts: tuple[str, ...]
    """The salts that were revealed, empty where a salt was withheld."""

    @property
    def withheld(self) -> list[int]:
        """The seats that sealed a salt and did not reveal it."""
        return [seat for seat, both in enumerate(zip(self.seals, self.salts, strict=True)) if both[0] and not both[1]]


class Header(Struct, frozen=True, kw_only=True):
    """Everything that is fixed before the first decision.

    `options` holds every option with its value except seats; a custom deck stands in `cards`. A simulation has a seed; a
    hosted match has a commitment, and its secret only once it is over (the store keeps the secret elsewhere until then).
    """

    muckle: int = FORMAT
    game: str
    version: int
    seats: int
    options: dict[str, int | str]
    cards: tuple[str, ...] | None = None
    words: WordsUsed | None = None
    seed: int | None = None
    match: str | None = None
    commitment: str | None = None
    salts: tuple[str, ...] | None = None
    """The salt that each seat of a hosted match added to its chance, empty for bots; None until the cards are dealt."""
    seals: tuple[str, ...] | None = None
    """The seal of each salt, shown to everybody before any salt was revealed; None where the salts were not sealed."""
    redraws: tuple[Redraw, ...] | None = None
    """Earlier reveals of this match that came to nothing, since a salt was withheld; None where there was none."""
    secret: str | None = None
    chance: tuple[str, ...] = ()
    """Outcomes of the deal, in order."""
    picks: Picks | None = None
    """The draws of the deal, in the record of a hosted match that is over; see `muckle.match.draws.picks`."""
    crowd: CrowdSeat | None = None
    """Of a match that is a board of a crowd."""


class Decision(Struct, frozen=True, tag="decision", omit_defaults=True, gc=False):
    """A seat took an action, and chance answered."""

    seat: int
    action: str
    chance: tuple[str, ...] = ()
    late: bool = False
    """Whether it was the timeout action (General 13)."""


class Takeback(Struct, frozen=True, tag="takeback", gc=False):
    """The last decision that still stood was taken back by its seat (General 10)."""

    seat: int


class Resignation(Struct, frozen=True, tag="resignation", omit_defaults=True, gc=False):
    """A seat gave the match up, and with that it is over: always the last entry."""

    seat: int
    void: bool = False
    """Whether it counts for nothing, since no person had acted yet."""


LogEntry = Decision | Takeback | Resignation
"""What a log is made of, in order; the first has the number 1."""


def standing(log: Iterable[LogEntry]) -> Iterator[tuple[int, Decision]]:
    """The decisions of a log that were not taken back, each with the number of its entry; a resignation has no place in it.

    Raises:
        TranscriptError: a seat takes back what is not its own.
    """
    stand: list[tuple[int, Decision]] = []
    for number, entry in enumerate(log, 1):
        if isinstance(entry, Decision):
            stand.append((number, entry))
        elif isinstance(entry, Resignation):
            raise TranscriptError(f"entry {number} of the log: the match was given up here, and yet it goes on")
        elif stand and stand[-1][1].seat == entry.seat:
            stand.pop()
        else:
            raise TranscriptError(f"entry {number} of the log: {nothing_to_take_back(entry.seat).message}")
    return iter(stand)


def nothing_to_take_back(seat: int) -> TranscriptError:
    """What is said of a takeback that cannot be."""
    return TranscriptError(f"seat {seat} has nothing to take back")


def told(decision: Decision) -> str:
    """Return a decision in a few words, for messages."""
    return f"seat {decision.seat} {short(decision.action)}" + (f" ({few(decision.chance)})" if decision.chance else "")
