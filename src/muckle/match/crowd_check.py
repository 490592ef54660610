"""Checks of a crowd's record: each board by the rules, the boards against each other, the standings against the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from muckle.engine.crowd import Worth
from muckle.errors import TranscriptError
from muckle.match.crowd import board_worth, standings
from muckle.match.header import read_crowd_options
from muckle.match.log import Header
from muckle.match.match import Match, check_transcript
from muckle.match.transcript import StandingsLine, Transcript

ELSEWHERE = ("chance", "picks", "secret")
"""Fields of a header in which boards may differ: draws are compared one by one, and an unfinished board has no secret."""


def check_all(found: Iterable[Transcript | StandingsLine]) -> Iterator[Match | StandingsLine]:
    """Replay all matches of a file, check every line, compare the boards of each crowd, and yield what was checked.

    Args:
        found: the matches and standings, from `muckle.match.transcript.read_all`.

    Raises:
        TranscriptError: a line is wrong; the message says which line.
    """
    crowd: _CrowdCheck | None = None
    for each in found:
        if isinstance(each, StandingsLine):
            if crowd is None or crowd.id != each.standings.crowd:
                raise _wrong(each.number, f"standings of the crowd {each.standings.crowd!r:.60}, and none of its boards before")
            crowd.end(each)
            crowd = None
            yield each
            continue
        match, own = check_transcript(each), each.header.crowd
        if own is None:
            crowd = None
        else:
            crowd = crowd if crowd and crowd.id == own.id else _CrowdCheck(each.header, own.id)
            crowd.board(each, match)
        yield match


class _CrowdCheck:
    """The check of one crowd, board by board."""

    def __init__(self, header: Header, crowd: str) -> None:
        self.id = crowd
        self._header, self._options = header, read_crowd_options(header)
        self._worths: dict[int, Worth] = {}
        self._open: list[int] = []
        """Seats whose boards are not over."""
        self._drawn: list[str] = []
        """The outcomes of all draws on the board that has got furthest."""

    def board(self, recorded: Transcript, match: Match) -> None:
        """Check another board."""
        own, kind = recorded.header.crowd, match.game.crowd
        assert own and kind
        self._same_header(recorded)
        self._same_draws(recorded)
        if own.seat in self._worths:
            raise _wrong(recorded.first, f"seat {own.seat} of the crowd {self.id!r:.60} has a board already")
        if match.given_up:
            raise _wrong(
                recorded.places[-1], "nobody gives up in a crowd: a board that is left is played on by the timeout action"
            )
        if not match.over:
            self._open.append(own.seat)
        self._worths[own.seat] = board_worth(kind, self._options, match)

    def end(self, line: StandingsLine) -> None:
        """Check the standings of the crowd."""
        seats = range(self._options.seats)
        if missing := [seat for seat in seats if seat not in self._worths]:
            raise _wrong(line.number, f"of the crowd {self.id!r:.60} the board of seat {missing[0]} is missing")
        if self._open and not self._options.waits():
            raise _wrong(line.number, f"the board of seat {self._open[0]} is not over, and no card waits for it", "Muckell D11")
        expected = standings(self.id, [self._worths[seat] for seat in seats])
        for name in ("scores", "tiebreaks", "places"):
            recorded, right = getattr(line.standings, name), getattr(expected, name)
            if len(recorded) != len(right):
                raise _wrong(line.number, f"{name} has an entry for each of {len(right)} seats, got {len(recorded)}")
            for seat in seats:
                if recorded[seat] != right[seat]:
                    raise _wrong(
                        line.number, f"{name}: seat {seat} has {right[seat]}, recorded is {recorded[seat]}", "Muckell 6"
                    )

    def _same_header(self, recorded: Transcript) -> None:
        first, header = self._header, recorded.header
        assert first.crowd and header.crowd
        alike = replace(header, crowd=replace(header.crowd, seat=first.crowd.seat))
        for name in Header.__struct_fields__:
            if name not in ELSEWHERE and getattr(alike, name) != getattr(first, name):
                raise _wrong(
                    recorded.first, f"{name} is not that of the other boards of the crowd {self.id!r:.60}", "Muckell 1"
                )

    def _same_draws(self, recorded: Transcript) -> None:
        steps = (recorded.header.chance, *(line.chance for line in recorded.lines))
        drawn = [(number, text) for number, step in zip(recorded.places, steps, strict=False) for text in step]
        for (number, text), other in zip(drawn, self._drawn, strict=False):
            if text != other:
                raise _wrong(number, f"here came {text!r:.60}, and {other!r:.60} on the other boards of the crowd", "Muckell 1")
        if len(drawn) > len(self._drawn):
            self._drawn = [text for _, text in drawn]


def _wrong(line: int, reason: str, rule: str = "") -> TranscriptError:
    return TranscriptError(f"line {line}: {reason}", rule)
