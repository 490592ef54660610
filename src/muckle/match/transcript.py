"""Transcripts: the public file format. JSON Lines, UTF-8; a header line, a line a decision, a result line; many matches a file.

Every random outcome stands in some ``chance`` list, so a transcript can be checked by a program that shares nothing with
this one. Actions that were taken back are not recorded. A match that is not over has no result line; what there is of it
is valid. See ``docs/formats.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from muckle.errors import TranscriptError, suggest
from muckle.match.log import Header, Picks

MOST = 1 << 20
"""The longest line that is read, in bytes."""
OWN = ("cards", "match", "salts", "seals", "redraws", "picks", "crowd")
"""Fields of a header that stand there only where the match has them."""


class DecisionLine(Struct, frozen=True, omit_defaults=True):
    """One decision: who, what there was to choose from, what was chosen, what chance answered."""

    seat: int
    legal: tuple[str, ...]
    action: str
    chance: tuple[str, ...]
    picks: Picks | None = None
    """What was drawn among how many, in the record of a hosted match that is over."""


class ResultLine(Struct, frozen=True, omit_defaults=True):
    """How the match ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """Seats, from 0."""
    reason: str
    resigned: int | None = None
    """The seat that gave the match up, if that is how it ended."""
    void: bool = False
    """Whether it was called off before any person had acted."""


class CrowdStandings(Struct, frozen=True):
    """How the boards of a crowd compare; lists have an entry a seat, seat 0 first."""

    crowd: str
    """The crowd's id. Its boards stand before this line, one behind the other."""
    places: tuple[int, ...]
    """From 1; equal boards share the best of theirs."""
    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    """Between equal scores the larger number is ahead."""


class StandingsLine(NamedTuple):
    """Standings as read from a file."""

    number: int
    """Of the line, from 1."""
    standings: CrowdStandings


class Transcript(Struct, frozen=True):
    """One match as read from a file."""

    header: Header
    lines: tuple[DecisionLine, ...]
    result: ResultLine | None
    """None: the match goes on."""
    places: tuple[int, ...]
    """The number in the file of each of its lines, the header's first."""

    @property
    def first(self) -> int:
        """The number of its header line."""
        return self.places[0]


def write(header: Header, lines: Iterable[DecisionLine], result: ResultLine | None) -> str:
    """A match in the format of the file."""
    fields: dict[str, Any] = msgspec.structs.asdict(header)
    shown = {name: value for name, value in fields.items() if value is not None or name not in OWN}
    rows: list[object] = [shown, *lines, *([result] if result else [])]
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)


def write_standings(standings: CrowdStandings) -> str:
    """The standings of a crowd, as they stand behind its boards."""
    return msgspec.json.encode(standings).decode() + "\n"


def read(lines: Iterable[bytes]) -> Iterator[Transcript]:
    """The matches of a file, one after the other, without the standings of crowds.

    Raises:
        TranscriptError: a line is no JSON or not of the format; the message says which line.
    """
    return (found for found in read_all(lines) if isinstance(found, Transcript))


def read_all(lines: Iterable[bytes]) -> Iterator[Transcript | StandingsLine]:
    """The matches of a file, and behind the boards of each crowd its standings.

    Raises:
        TranscriptError: as for `read`.
    """
    match: _Reading | None = None
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        fields = _object(raw, number)
        if "places" in fields:
            if match is not None:
                yield match.end(None)
            yield StandingsLine(number, _typed(fields, CrowdStandings, number, "a line of standings"))
            match = None
        elif match is None or "game" in fields:
            if match is not None:
                yield match.end(None)
            match = _Reading(fields, number)
        elif "scores" in fields:
            match.places.append(number)
            yield match.end(_typed(fields, ResultLine, number, "a result line"))
            match = None
        else:
            match.places.append(number)
            match.lines.append(_typed(fields, DecisionLine, number, "a decision or result line"))
    if match is not None:
        yield match.end(None)


def only(text: str) -> Transcript:
    """The one match of a text.

    Raises:
        TranscriptError: it is no transcript, or of more matches than one.
    """
    first: Transcript | None = None
    for found in read(text.encode().splitlines()):
        if first is not None:
            raise TranscriptError(f"line {found.first}: expected one match, but here another begins")
        first = found
    if first is None:
        raise TranscriptError("there is no match in it")
    return first


class _Reading:
    """A match that is being read."""

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
