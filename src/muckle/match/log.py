"""The stored form of a match: its header and the entries of its log. The state is never stored; it is the fold of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from muckle.errors import TranscriptError, few, short

FORMAT = 1
"""Number of the format of logs and transcripts, raised when an older program cannot read them."""


class WordsUsed(Struct, frozen=True):
    """The word list that decides in a match; the hash identifies its content."""

    name: str
    sha256: str


Picks = tuple[tuple[int, int], ...]
"""The draws of a step, in order: the index of the outcome that was picked, and the number of outcomes."""


class Header(Struct, frozen=True, kw_only=True):
    """The part of a match that is fixed before the first decision.

    `options` holds every option with its value except seats; a custom deck is in `cards`. A simulation has a seed. A hosted
    match has a commitment, and its secret only once the match is over; until then the store keeps the secret elsewhere.
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
    """The salt that each seat added to the chance of a hosted match, empty for bots; None until the cards are dealt."""
    secret: str | None = None
    chance: tuple[str, ...] = ()
    """Outcomes of the deal, in order."""
    picks: Picks | None = None
    """The draws of the deal, in the record of a hosted match that is over; see `muckle.match.draws.step_picks`."""
    order: tuple[str, ...] | None = None
    """Outcomes of all draws of a match whose cards somebody shuffled by hand, in order; None for every other match."""


class Decision(Struct, frozen=True, tag="decision", omit_defaults=True, gc=False):
    """An action that a seat took, with the chance outcomes that followed."""

    seat: int
    action: str
    chance: tuple[str, ...] = ()
    late: bool = False
    """Whether the timeout action was played for the seat (General 13)."""


class Takeback(Struct, frozen=True, tag="takeback", gc=False):
    """A takeback: the seat took back the last decision that still stood (General 10)."""

    seat: int


class Resignation(Struct, frozen=True, tag="resignation", omit_defaults=True, gc=False):
    """A resignation of a seat. It ends the match, so it is always the last entry."""

    seat: int
    void: bool = False
    """Whether the match was called off before any person had acted: then its result does not count."""


LogEntry = Decision | Takeback | Resignation
"""An entry of a log; the first entry has number 1."""


def standing_decisions(log: Iterable[LogEntry]) -> Iterator[tuple[int, Decision]]:
    """Return the decisions that were not taken back, each with the number of its entry.

    Args:
        log: entries without a resignation.

    Raises:
        TranscriptError: a seat takes back another seat's decision, or the log goes on after a resignation.
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
            raise TranscriptError(f"entry {number} of the log: {takeback_error(entry.seat).message}")
    return iter(stand)


def after_draws(decisions: Iterable[Decision]) -> Iterator[tuple[int, str]]:
    """Yield the first decision and each that follows a draw, as its number in the match (from 1) and its action."""
    drawn = True
    for number, decision in enumerate(decisions, 1):
        if drawn:
            yield number, decision.action
        drawn = bool(decision.chance)


def takeback_error(seat: int) -> TranscriptError:
    """Return the error for a takeback of a seat whose decision was not the last one."""
    return TranscriptError(f"seat {seat} has nothing to take back")


def decision_text(decision: Decision) -> str:
    """Return a short description of a decision for messages."""
    return f"seat {decision.seat} {short(decision.action)}" + (f" ({few(decision.chance)})" if decision.chance else "")
