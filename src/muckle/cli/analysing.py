"""Judging the decisions of recorded matches: `muckle replay FILE --analyse`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from muckle.cli.files import reading
from muckle.cli.given import print_json
from muckle.errors import TranscriptError
from muckle.lab.judging import judge
from muckle.match import transcript
from muckle.match.match import Match
from muckle.match.transcript import Transcript
from muckle.players.analysis import MOST, Analysis
from muckle.terminal import page
from muckle.terminal.analysis import analysis_lines
from muckle.terminal.screen import Screen


class RecordedMatch(NamedTuple):
    """A match and where it stands."""

    file: Path
    recorded: Transcript


def analyse_files(
    files: Iterable[Path], level: str, seconds: float | None, seed: int, cores: int | None, cluster: str | None, as_json: bool
) -> None:
    """Judge all matches of some files, and print what mattered; as JSON everything, a line for each match.

    Args:
        seconds: that a decision may take at most; then the result is not the same every time.
    """
    found = [each for file in files for each in matches_in(file)]
    decided = [each for each in found if each.recorded.lines]
    total = sum(len(each.recorded.lines) for each in decided)
    with page.progress("decisions", total) as progress:
        judged = judge(
            [each.recorded for each in decided],
            level=level,
            seed=seed,
            seconds=seconds,
            cores=cores,
            cluster=cluster,
            progress=progress.advance,
            compiles=progress.compiles,
        )
        for each, analysis in zip(decided, judged, strict=True):
            show(each, analysis, as_json, named=len(found) > 1)


def matches_in(file: Path) -> list[RecordedMatch]:
    """Return all matches of a file.

    Raises:
        TranscriptError: there is none, or a line is wrong or against the rules.
    """
    with reading(file) as lines:
        found = [*transcript.read(iter(lambda: lines.readline(transcript.MOST + 1), b""))]
        if not found:
            raise TranscriptError("there is no match in it")
        for recorded in found:
            deque(Match.replay(recorded, narrate=False), maxlen=0)
    return [RecordedMatch(file, recorded) for recorded in found]


def show(found: RecordedMatch, analysis: Analysis, as_json: bool, *, named: bool) -> None:
    """Print an analysis; `named`: with the place where its match stands, as there are others."""
    place = {"file": str(found.file), "line": found.recorded.first}
    if as_json:
        print_json({**place, **msgspec.to_builtins(analysis)})
        return
    title = [f"{place['file']}, line {place['line']}"] if named else []
    Screen.of_process().say(*title, *analysis_lines(analysis, MOST), "")
