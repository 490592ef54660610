"""Measure single matches: scenes, folds, transcripts, starting. ``uv run python bench/matches.py`` prints a table.

CPU time of one core, the best of three, with the calibration loop of ``bench/speed.py`` beside it; starting is wall time, too.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import msgspec
from speed import best, calibration, children_cpu

from muckle.games import GAMES
from muckle.lab.plan import make_plan
from muckle.lab.record import Recorder
from muckle.match.match import Match, new_match

START = "import muckle; muckle.new_match('mitch')"
LONG = 3000
"""Decisions of the match that is folded."""


def scenes(name: str) -> float:
    """Milliseconds to build and encode a viewer's scene in the middle of a match, the plain tree of the state included."""
    match = new_match(name, seed=3)
    for _ in range(20):
        match.apply(match.legal()[0])
    viewers, encode = [*range(match.options.seats)], msgspec.json.Encoder().encode

    def build(count: int) -> int:
        for number in range(count):
            encode(match.scene(viewers[number % len(viewers)]))
        return count

    return 1000 / best(build, 10)


def transcripts(name: str) -> float:
    """Matches with random players that are written as transcripts in a CPU second."""
    recorder = Recorder(make_plan(name, None, {}, "random", 1, 1))
    return best(lambda games: len(recorder.record_transcripts(range(games)).rows), 1)


def fold() -> tuple[int, float]:
    """Play a match of about LONG decisions; return their number, and the CPU seconds to make it again from its log."""
    match = new_match("mitch", seed=1, hands=100, max_hands=200)
    while not match.over and match.count < LONG:
        match.apply(match.legal()[0])
    count = match.count

    def again(folds: int) -> int:
        for _ in range(folds):
            Match(match.header, match.log, narrate=False)
        return folds

    return count, 1 / best(again, 1)


def wall(command: list[str]) -> float:
    """Seconds until a process has done it and ended, the best of three."""

    def once() -> float:
        began = time.monotonic()
        subprocess.run(command, check=True)
        return time.monotonic() - began

    return min(once() for _ in range(3))


def row(what: str, figure: Callable[[], str]) -> None:
    """Return a line of the table."""
    print(f"| {what} | {figure()} |", flush=True)


def main() -> None:
    """Print everything as a Markdown table."""
    print("| what | figure |\n|---|---|")
    row("calibration loop", lambda: f"{best(calibration, 1000) / 1e6:.2f} M/s")
    for name in GAMES:
        row(f"{name}: a scene built and encoded for one viewer", lambda name=name: f"{scenes(name):.2f} ms")
        row(f"{name}: matches written as transcripts", lambda name=name: f"{transcripts(name):,.0f} a CPU second")
    count, seconds = fold()
    row(f"fold of a match of {count} decisions", lambda: f"{seconds:.2f} CPU s")
    row("`import muckle; muckle.new_match(…)`, warm", lambda: f"{wall([sys.executable, '-c', START]):.2f} s")
    for name in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, "-m", "muckle", "simulate", name, "--players", "random", "--games", "10"]
            row(f"first `muckle simulate {name}`", lambda: f"{children_cpu(command, NUMBA_CACHE_DIR=cache):.1f} CPU s")  # noqa: B023


if __name__ == "__main__":
    main()
