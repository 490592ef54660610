"""Transcripts, the public file format: JSON Lines in UTF-8. A match has a header line, a line for each decision, a result line.

A file may hold many matches. Every random outcome is in a ``chance`` list, so a program that shares no code with this one can
check a transcript. Actions that were taken back are not recorded. A match that is not over has no result line; its lines so far
are valid. See ``docs/formats.md``.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from muckle.errors import TranscriptError, suggest
from muckle.match.log import Header, Picks

MOST = 1 << 20
"""Maximum length of a line, in bytes."""
OWN = ("cards", "match", "salts", "picks", "order")
"""Fields of a header that are left out where the match has no value for them."""


class DecisionLine(Struct, frozen=True, omit_defaults=True):
    """A decision: the seat, its legal actions, the action it took, and the chance outcomes that followed."""

    seat: int
    legal: tuple[str, ...]
    action: str
    chance: tuple[str, ...]
    picks: Picks | None = None
    """The draws of this step, in the record of a hosted match that is over; None in other records."""


class ResultLine(Struct, frozen=True, omit_defaults=True):
    """The result of a match."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """Seats, from 0."""
    reason: str
    resigned: int | None = None
    """The seat that resigned; None if the match ended by its rules."""
    void: bool = False
    """Whether the match was called off before any person had acted."""


class Transcript(Struct, frozen=True):
    """One match as read from a file."""

    header: Header
    lines: tuple[DecisionLine, ...]
    result: ResultLine | None
    """The result line; None if the match is not over."""
    places: tuple[int, ...]
    """The line number in the file of each line of the match, from 1; the header line's comes first."""

    @property
    def first(self) -> int:
        """The number of the header line."""
        return self.places[0]


def write(header: Header, lines: Iterable[DecisionLine], result: ResultLine | None) -> str:
    """Return the lines of a match in the transcript format, as one text."""
    fields: dict[str, Any] = msgspec.structs.asdict(header)
    shown = {name: value for name, value in fields.items() if value is not None or name not in OWN}
    rows: list[object] = [shown, *lines, *([result] if result else [])]
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)


def read(lines: Iterable[bytes]) -> Iterator[Transcript]:
    """Yield the matches of a file in order.

    Raises:
        TranscriptError: a line is not JSON or not in this format; the message says which line.
    """
    match: _MatchReader | None = None
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
        if not line.strip():
            continue
        fields = _object(line, number)
        if match is None or "game" in fields:
            if match is not None:
                yield match.end(None)
            match = _MatchReader(fields, number)
        elif "scores" in fields:
            match.places.append(number)
            yield match.end(_typed(fields, ResultLine, number, "a result line"))
            match = None
        else:
            match.places.append(number)
            match.lines.append(_typed(fields, DecisionLine, number, "a decision or result line"))
    if match is not None:
        yield match.end(None)


def read_one(text: str) -> Transcript:
    """Return the only match of a transcript.

    Raises:
        TranscriptError: the text is no transcript, or has no match or several.
    """
    first: Transcript | None = None
    for each in read(text.encode().splitlines()):
        if first is not None:
            raise TranscriptError(f"line {each.first}: expected one match, but here another begins")
        first = each
    if first is None:
        raise TranscriptError("there is no match in it")
    return first


class _MatchReader:
    """A match whose lines are being collected."""

    def __init__(self, fields: dict[str, Any], number: int) -> None:
        self.header: Header = _typed(fields, Header, number, "a header line")
        if "muckle" not in fields:
            raise TranscriptError(f"line {number}: expected a header line; it lacks 'muckle', the number of the format")
        self.places, self.lines = [number], list[DecisionLine]()

    def end(self, result: ResultLine | None) -> Transcript:
        return Transcript(self.header, tuple(self.lines), result, tuple(self.places))


def _object(raw: bytes, number: int) -> dict[str, Any]:
    if len(raw) > MOST:
        raise TranscriptError(f"line {number}: longer than {MOST} bytes")
    try:
        fields = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TranscriptError(f"line {number}: not JSON ({error})") from None
    except RecursionError:
        raise TranscriptError(f"line {number}: nested too deeply; the lines of a transcript are objects of lists") from None
    if not isinstance(fields, dict):
        raise TranscriptError(f"line {number}: expected an object, got {raw[:40].decode(errors='replace').strip()!r}")
    return fields


def _typed(fields: dict[str, Any], kind: type[Any], number: int, name: str) -> Any:
    unknown = sorted(fields.keys() - set(kind.__struct_fields__))
    if unknown:
        near = suggest(unknown[0], kind.__struct_fields__)
        raise TranscriptError(f"line {number}: expected {name}; {unknown[0]!r:.40} is none of its fields{near}")
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise TranscriptError(f"line {number}: expected {name}; {error}") from None
