"""Judging the decisions of recorded matches: `muckle replay FILE --analyse`."""

from __future__ import annotations

import time
from pathlib import Path

from muckle.cli.files import reading
from muckle.cli.given import print_json
from muckle.errors import TranscriptError
from muckle.match import transcript
from muckle.match.transcript import Transcript
from muckle.players.analysis import MOST, Analysis, analyse
from muckle.terminal import page
from muckle.terminal.analysis import analysis_lines
from muckle.terminal.screen import Screen


def analyse_file(file: Path, level: str, seconds: float | None, seed: int, as_json: bool) -> None:
    """Judge all matches of a file, and print what mattered; as JSON everything, a line for each match.

    Args:
        seconds: that a decision may take at most; then the result is not the same every time.
    """
    recorded = None
    with reading(file) as lines:
        for recorded in transcript.read(iter(lambda: lines.readline(transcript.MOST + 1), b"")):
            analysis = judged(recorded, level, seconds, seed)
            if analysis is None:
                continue
            if as_json:
                print_json(analysis)
            else:
                Screen.of_process().say(*analysis_lines(analysis, MOST), "")
    if recorded is None:
        raise TranscriptError(f"{file}: there is no match in it")


def judged(recorded: Transcript, level: str, seconds: float | None, seed: int) -> Analysis | None:
    """The analysis of one match, its progress shown; None if nothing was decided in it."""
    analysis = None
    with page.progress("decisions", len(recorded.lines)) as progress:
        for done, _, analysis in analyse(recorded, level=level, seed=seed, stop=TimeLimit(seconds)):  # noqa: B007  # the last counts
            progress.advance(1 if done else 0)
    return analysis


class TimeLimit:
    """Says when the thinking about a decision has taken long enough."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds, self._since = seconds, 0.0

    def __call__(self, done: int) -> bool:
        """Whether it is enough, after so many rounds; the first begins anew."""
        if self._seconds is None:
            return False
        now = time.monotonic()
        self._since = now if done == 1 else self._since
        return now - self._since > self._seconds
