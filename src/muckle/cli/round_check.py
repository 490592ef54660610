"""Records of rounds of Muckell: each board by the rules, the boards against each other, the standings against the boards."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from muckle.errors import MuckleError, OptionsError, TranscriptError
from muckle.games.mickell.muckell import Options, Standings, Worth, standings, worth
from muckle.match import transcript
from muckle.match.log import Header
from muckle.match.match import Match, check_transcript
from muckle.match.transcript import Transcript

ELSEWHERE = ("chance", "picks", "secret")
"""Fields of a header in which boards may differ: draws are compared one by one, and an unfinished board has no secret."""


class Begun(NamedTuple):
    """The first line of a round's record, and its number in the file, from 1."""

    number: int
    standings: Standings


def matches_only(lines: Iterable[bytes], begun: list[Begun]) -> Iterator[bytes]:
    """Yield the lines of a file, empty ones in place of the first lines of rounds, which are added to `begun`.

    Raises:
        TranscriptError: such a line is malformed.
    """
    for number, line in enumerate(lines, 1):
        row = line.removeprefix(codecs.BOM_UTF8)
        if not row.startswith(b'{"muckell"'):
            yield line
            continue
        try:
            begun.append(Begun(number, msgspec.json.decode(row, type=Standings)))
        except msgspec.DecodeError as error:
            raise _wrong(number, f"expected the standings of a round; {error}") from None
        yield b""


def read_matches(lines: Iterable[bytes]) -> Iterator[Transcript]:
    """Yield the matches of a file in order, boards of rounds among them.

    Raises:
        TranscriptError: as for `muckle.match.transcript.read`.
    """
    return transcript.read(matches_only(lines, []))


def check_records(lines: Iterable[bytes]) -> Iterator[Match | Standings]:
    """Replay all matches of a file, check every line, and yield each match, and the standings after a round's last board.

    Raises:
        TranscriptError: a line is wrong; the message says which line.
    """
    begun, checking = list[Begun](), None
    for recorded in transcript.read(matches_only(lines, begun)):
        if begun and begun[0].number < recorded.first:
            _end(checking)
            checking = _RoundCheck(begun.pop(0))
        match = check_transcript(recorded)
        yield match
        if checking:
            checking.board(recorded, match)
            if checking.is_complete:
                yield checking.end()
                checking = None
    _end(checking, *begun)


def _end(*unfinished: _RoundCheck | Begun | None) -> None:
    """Raise a TranscriptError if boards of a round are missing."""
    for each in filter(None, unfinished):
        seats, found = len(each.standings.places), len(each.worths) if isinstance(each, _RoundCheck) else 0
        raise _wrong(each.number, f"the round that begins here has {seats} boards, and {found} of them follow")


class _RoundCheck:
    """The check of one round, board by board: by themselves, against each other, and the standings against them."""

    def __init__(self, begun: Begun) -> None:
        self.number, self.standings = begun
        self.worths: list[Worth] = []
        self._first: tuple[Header, Options] | None = None
        self._drawn: list[str] = []
        """The outcomes of all draws on the board that has got furthest."""

    @property
    def is_complete(self) -> bool:
        return len(self.worths) == len(self.standings.places)

    def board(self, recorded: Transcript, match: Match) -> None:
        """Check another board."""
        header, options = self._first = self._first or (recorded.header, self._options(recorded.header))
        for name in Header.__struct_fields__:
            if name not in ELSEWHERE and getattr(recorded.header, name) != getattr(header, name):
                raise _wrong(recorded.first, f"{name} is not that of the other boards of the round", "Muckell 1")
        self._same_draws(recorded)
        if match.given_up:
            raise _wrong(recorded.places[-1], "nobody gives up Muckell: a board that is left is played on by timeouts")
        if not match.over and options.late_discards:
            raise _wrong(recorded.places[-1], "this board is not over, and no card waits for it", "Muckell D11")
        self.worths.append(worth(options, match.scores[0], match.position.plain_state))

    def end(self) -> Standings:
        """Check the standings against the boards, and return them."""
        assert self._first
        expected = standings(self._first[1], self.worths)
        for name in ("scores", "tiebreaks", "places"):
            recorded, right = getattr(self.standings, name), getattr(expected, name)
            if len(recorded) != len(right):
                raise _wrong(self.number, f"{name} has an entry for each of {len(right)} seats, got {len(recorded)}")
            for seat, (have, want) in enumerate(zip(recorded, right, strict=True)):
                if have != want:
                    raise _wrong(self.number, f"{name}: seat {seat} has {want}, recorded is {have}", "Muckell 6")
        return self.standings

    def _options(self, header: Header) -> Options:
        """Return the options of the round whose first board has this header."""
        led = self.standings.muckell
        try:
            if header.game != Options.game:
                raise OptionsError(f"a board of Muckell is a match of {Options.game}, got one of {header.game}")
            options = Options.recorded({**header.options, **led, "seats": len(self.standings.places)}, header.cards)
        except MuckleError as error:
            raise _wrong(self.number, error.message, error.rule) from None
        if options.led() != led:
            expected = ", ".join(f"{name}={value}" for name, value in options.led().items())
            raise _wrong(self.number, f"a round has the options {expected}, and no others, got {led!r:.200}")
        return options

    def _same_draws(self, recorded: Transcript) -> None:
        steps = (recorded.header.chance, *(line.chance for line in recorded.lines))
        drawn = [(number, text) for number, step in zip(recorded.places, steps, strict=False) for text in step]
        for (number, text), other in zip(drawn, self._drawn, strict=False):
            if text != other:
                raise _wrong(number, f"here came {text!r:.60}, and {other!r:.60} on the other boards of the round", "Muckell 1")
        if len(drawn) > len(self._drawn):
            self._drawn = [text for _, text in drawn]


def _wrong(line: int, reason: str, rule: str = "") -> TranscriptError:
    return TranscriptError(f"line {line}: {reason}", rule)
