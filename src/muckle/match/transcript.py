"""Transcripts: the public file format. JSON Lines, UTF-8; a header line, a line a decision, a result line; many matches a file.

Every random outcome stands in some ``chance`` list, so a transcript can be checked by a program that shares nothing with
this one. Actions that were taken back are not recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from muckle.errors import MuckleError, TranscriptError
from muckle.match.log import Decision, Header
from muckle.match.match import Match

MOST = 1 << 20
"""The longest line that is read, in bytes."""


class Line(Struct, frozen=True):
    """One decision: who, what there was to choose from, what was chosen, what chance answered."""

    seat: int
    legal: tuple[str, ...]
    action: str
    chance: tuple[str, ...]


class ResultLine(Struct, frozen=True):
    """How the match ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Transcript(Struct, frozen=True):
    """One match as read from a file, with the number of its header line."""

    header: Header
    lines: tuple[Line, ...]
    result: ResultLine
    first: int


def write(match: Match) -> str:
    """A match as transcript lines. A match that is not over has no result line yet, and keeps its secret.

    It tells what was hidden: whoever hands it out asks `Match.open` first.
    """
    header = msgspec.structs.replace(match.header, secret=match.secret if match.over else None)
    fields: dict[str, Any] = msgspec.structs.asdict(header)
    if fields["cards"] is None:
        del fields["cards"]
    lines: list[object] = [fields]
    replay = Match(match.header, secret=match.secret, narrate=False)
    for decision in match.decisions:
        legal = tuple(replay.offered())
        lines.append(Line(decision.seat, legal, decision.action, decision.chance))
        replay.fold(decision)
    if match.over:
        lines.append(ResultLine(tuple(match.scores), tuple(match.winners), match.reason))
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def read(lines: Iterable[bytes]) -> Iterator[Transcript]:
    """The matches of a file, one after the other.

    Raises:
        TranscriptError: a line is no JSON, not of the format, or missing; the message says which line.
    """
    header: Header | None = None
    begun, decisions = 0, list[Line]()
    number = 0
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        if len(raw) > MOST:
            raise TranscriptError(f"line {number}: longer than {MOST} bytes")
        fields = _object(raw, number)
        if header is None:
            header, begun, decisions = _typed(fields, Header, number, "a header line"), number, []
        elif "scores" in fields:
            result = _typed(fields, ResultLine, number, "a result line")
            yield Transcript(header, tuple(decisions), result, begun)
            header = None
        else:
            decisions.append(_typed(fields, Line, number, "a decision or result line"))
    if header is not None:
        raise TranscriptError(f"line {number}: the file ends in the middle of the match that begins at line {begun}")


def check(transcript: Transcript) -> Match:
    """Play a transcript again and compare every line: legal actions, chance, scores, winners.

    Raises:
        TranscriptError: something differs; the message says at which line.
    """
    line = transcript.first
    try:
        header = transcript.header
        match = Match(header, narrate=False)
        if header.options != (options := match.options.public()):
            raise TranscriptError(f"options is {_differ(_set(header.options), _set(options))}")
        if header.chance != (chance := match.header.chance):
            raise TranscriptError(f"chance is {_differ(header.chance, chance)}")
        for line, recorded in enumerate(transcript.lines, transcript.first + 1):  # noqa: B007  # told when one fails
            legal = tuple(match.offered())
            if legal != recorded.legal:
                raise TranscriptError(f"legal is {_differ(recorded.legal, legal)}")
            match.fold(Decision(recorded.seat, recorded.action, recorded.chance))
        line = transcript.first + len(transcript.lines) + 1
        if not match.over:
            raise TranscriptError("the match is not over here")
        result = ResultLine(tuple(match.scores), tuple(match.winners), match.reason)
        if result != transcript.result:
            raise TranscriptError(f"recorded as {transcript.result}, but it comes to {result}")
    except MuckleError as error:
        raise TranscriptError(f"line {line}: {error.message}", error.rule) from None
    return match


def _object(raw: bytes, number: int) -> dict[str, Any]:
    try:
        fields = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TranscriptError(f"line {number}: not JSON ({error})") from None
    if not isinstance(fields, dict):
        raise TranscriptError(f"line {number}: expected an object, got {type(fields).__name__}")
    return fields


def _set(options: Mapping[str, int | str]) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in options.items())


def _typed(fields: dict[str, Any], kind: type[Any], number: int, name: str) -> Any:
    unknown = sorted(fields.keys() - set(kind.__struct_fields__))
    if unknown:
        raise TranscriptError(f"line {number}: expected {name}; {unknown[0]!r:.40} is none of its fields")
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise TranscriptError(f"line {number}: expected {name}; {error}") from None


def _differ(recorded: tuple[str, ...], legal: tuple[str, ...]) -> str:
    extra = [text for text in recorded if text not in legal]
    missing = [text for text in legal if text not in recorded]
    parts = ([f"recorded with {', '.join(extra)}"] if extra else []) + ([f"without {', '.join(missing)}"] if missing else [])
    return " and ".join(parts) or "recorded in another order"
