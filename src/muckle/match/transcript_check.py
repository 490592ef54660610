"""Comparison of a transcript's lines with what the rules give; a difference is a `TranscriptError`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from muckle.errors import TranscriptError, few
from muckle.match.log import Header, Picks
from muckle.match.transcript import ResultLine
from muckle.scene.tell import count


def check_header(recorded: Header, options: Mapping[str, int | str], chance: Sequence[str]) -> None:
    """Check that a recorded header has exactly these options and these outcomes of the deal.

    Raises:
        TranscriptError: an option or outcome is missing, superfluous or different.
    """
    if recorded.options != options:
        raise TranscriptError(f"options is {_differ(_settings(recorded.options), _settings(options))}")
    if tuple(recorded.chance) != tuple(chance):
        raise TranscriptError(f"chance is {_differ(recorded.chance, chance)}")


def check_legal(recorded: Sequence[str], legal: Sequence[str]) -> None:
    """Check that the recorded legal actions are these, in this order.

    Raises:
        TranscriptError: they are others.
    """
    if tuple(recorded) != tuple(legal):
        raise TranscriptError(f"legal is {_differ(recorded, legal)}")


def check_picks(recorded: Picks | None, picks: Picks | None) -> None:
    """Check that the recorded picks of a step are those that the secret gives.

    As in docs/verify.py only a step without draws may leave its picks out.

    Args:
        picks: None where the secret is unknown; then no picks may be recorded.

    Raises:
        TranscriptError: the picks are missing, or differ.
    """
    if picks is None:
        if recorded is not None:
            raise TranscriptError("picks are recorded, but without the secret of the match nobody can tell them")
        return
    if recorded is None and picks:
        raise TranscriptError(f"picks are missing: this step drew {count(len(picks), 'time')}, and its match tells the secret")
    had = recorded or ()
    if had != picks:
        wrong = next((n for n, both in enumerate(zip(had, picks, strict=False)) if both[0] != both[1]), len(picks))
        raise TranscriptError(
            f"picks differ from draw {wrong + 1} of the step on; it has {len(picks)}, {len(had)} are recorded"
        )


def check_result(recorded: ResultLine | None, result: ResultLine | None, seats: int) -> None:
    """Check that the recorded result of a match is its result; both are None if the match is not over.

    Raises:
        TranscriptError: only one of the two is there, or they differ.
    """
    for winner in recorded.winners if recorded else ():
        check_seat(winner, seats, "winners")
    if recorded is None and result is not None:
        raise TranscriptError(f"the match is over here, but its result line is missing: {_ended(result)}")
    if recorded is not None and result is None:
        raise TranscriptError(f"recorded as over: {_ended(recorded)}; but the match goes on here")
    if recorded is not None and result is not None and recorded != result:
        raise TranscriptError(f"recorded as {_ended(recorded)}; but it comes to {_ended(result)}")


def _ended(result: ResultLine) -> str:
    scores, winners = _listed(result.scores), _listed(result.winners)
    seats = "seat" if len(result.winners) == 1 else "seats"
    return f"scores {scores}, won by {seats} {winners}, because {result.reason!r:.80}"


def _listed(values: Sequence[object]) -> str:
    return ", ".join(map(str, values)) or "none"


def check_seat(seat: int, seats: int, field: str) -> None:
    """Check that a recorded number is a seat.

    Raises:
        TranscriptError: the number is out of range.
    """
    if not 0 <= seat < seats:
        raise TranscriptError(f"{field}: the seats of this match are numbered from 0 to {seats - 1}, got {seat}")


def _settings(options: Mapping[str, int | str]) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in options.items())


def _differ(recorded: Sequence[str], expected: Sequence[str]) -> str:
    """Describe how a list differs from the expected one; repeated entries and wrong entries are reported separately."""
    had, ought = Counter(recorded), Counter(expected)
    extra, missing = [*(had - ought)], [*(ought - had)]
    twice, strange = [text for text in extra if text in ought], [text for text in extra if text not in ought]
    parts = [
        f"{said} {few(texts)}"
        for said, texts in (("recorded with", strange), ("recorded too often with", twice), ("without", missing))
        if texts
    ]
    return " and ".join(parts) or "recorded in another order"
