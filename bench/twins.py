"""How far from the limit: random play, simulation, search, start, acts and memory, each beside its yardstick or goal.

``uv run --group bench python bench/twins.py`` prints the table in ten minutes, four of which go to memory. The yardsticks of
random play are C++ twins (`bench/limit`), which g++ compiles for this machine: the same seeds, the same draws and the same
totals, else it stops. CPU time, one core; rows that belong together take turns, five times, and the median counts.
"""

from __future__ import annotations

import ctypes
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from random_play import play_at_random
from speed import best, calibration, children_cpu, search_speed

import muckle
from muckle.engine.chance import PICKER
from muckle.engine.manner import FLAT, TREE
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.record import new
from muckle.games import GAMES
from muckle.match.header import find_word_list

SOURCES = Path(__file__).with_name("limit")
SEATS = {"mitch": 3, "multzo": 3, "alphabetickell": 3, "grabble_road": 2, "mickell": 1}
"""Seats at which each game is measured."""
TWINS = {name: (f"{name}_limit", f"{name}_engine", f"{name}_engine_pick") for name in ("mitch", "multzo")}
"""Functions of each C++ file. The options are constants in it."""
GAMES_A_TURN, TURNS = 100_000, 5
Play = Callable[[int], tuple[int, np.ndarray[Any, Any]]]
"""Plays games number 0 and on of seed 1 at random, and returns the number of decisions and the totals: the sum of each seat's
scores, then of its shares of the win."""


def compiler() -> str | None:
    """Return the C++ compiler, if there is one."""
    return shutil.which("g++")


def build(name: str, folder: Path) -> dict[str, Play]:
    """Compile a game's C++ file into a folder, and return its functions by name."""
    made = folder / f"{name}.so"
    options = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(SOURCES / f"{name}.cpp")]
    subprocess.run([compiler() or "g++", *options], check=True)
    library = ctypes.CDLL(str(made))
    return {function: _play_of(name, getattr(library, function)) for function in TWINS[name]}


def _play_of(name: str, function: Any) -> Play:
    function.restype, number, pointer = ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p
    function.argtypes = [ctypes.c_uint64, number, number, pointer, pointer]

    def play(games: int) -> tuple[int, np.ndarray[Any, Any]]:
        scores, shares = np.zeros(SEATS[name], np.int64), np.zeros(SEATS[name])
        decisions = function(1, 0, games, scores.ctypes.data, shares.ctypes.data)
        return decisions, np.concatenate([scores, shares])

    return play


def _position(name: str) -> Position:
    game = GAMES[name]
    options = game.read_options(None, {"seats": SEATS[name]})
    words = find_word_list(options)
    return Position(game, options, NO_WORDS if words is None else words.graph, 1)


def kernel(name: str) -> Play:
    """Return our own random play of a game."""
    position, seats = _position(name), SEATS[name]
    scratch = new(PICKER), np.zeros(position.game.state.MAX_ACTIONS, np.int64)

    def play(games: int) -> tuple[int, np.ndarray[Any, Any]]:
        totals = np.zeros(2 * seats)
        return int(play_at_random(*position.arrays, *scratch, 1, 0, games, np.zeros(seats, np.int64), totals)), totals

    return play


def check_equal(plays: Mapping[str, Play], games: int) -> None:
    """Check that all play the same matches.

    Raises:
        ValueError: one of them makes other decisions or has other totals than the first.
    """
    (first, expected), *others = [(name, play(games)) for name, play in plays.items()]
    for name, (decisions, totals) in others:
        if decisions != expected[0] or not np.allclose(totals, expected[1], atol=1e-6, rtol=0):
            raise ValueError(f"{name} plays {decisions} decisions to {totals}, {first} plays {expected[0]} to {expected[1]}")


def simulation(name: str) -> Play:
    """Return `muckle.simulate` of a game in one thread."""

    def play(games: int) -> tuple[int, np.ndarray[Any, Any]]:
        report = muckle.simulate(name, seats=SEATS[name], games=games, players="random", cores=1)
        return report.decisions, np.zeros(2 * SEATS[name])

    return play


def speeds(plays: Mapping[str, Play]) -> dict[str, float]:
    """Return millions of decisions a CPU second, the median of turns."""
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(TURNS):
        for name, play in plays.items():
            began = time.process_time()
            decisions, _ = play(GAMES_A_TURN)
            rates[name].append(decisions / (time.process_time() - began) / 1e6)
    return {name: statistics.median(each) for name, each in rates.items()}


def print_row(work: str, figure: str, yardstick: str, ratio: float | None, goal: str) -> None:
    """Print a row of the table."""
    print(f"| {work} | {figure} | {yardstick} | {'' if ratio is None else f'{ratio:.2f}'} | {goal} |", flush=True)


def random_play() -> None:
    """Print the rows of random play and of simulations."""
    goals = {"mitch": "1.1 of the engine", "multzo": "0.95 of the engine"}
    for name in SEATS:
        plays: dict[str, Play] = {"kernel": kernel(name)}
        twins = TWINS.get(name, ()) if compiler() else ()
        with tempfile.TemporaryDirectory() as folder:
            if twins:
                plays |= build(name, Path(folder))
                check_equal(plays, 20_000)
            rates = speeds({**plays, "simulate": simulation(name)})
        for twin in twins:
            what = f"{twin}, C++: {rates[twin]:.1f}"
            goal = goals[name] if twin.endswith("engine") else ""
            print_row(f"random play, {name}", f"{rates['kernel']:.1f} M/s", what, rates["kernel"] / rates[twin], goal)
        what = f"its kernel: {rates['kernel']:.1f}"
        print_row(
            f"`muckle.simulate`, {name}", f"{rates['simulate']:.1f} M/s", what, rates["simulate"] / rates["kernel"], "0.95"
        )


def searches() -> None:
    """Print the rows of the searches."""
    for name, method, goal in (("flat", FLAT, "1.0 M/s"), ("tree", TREE, "0.45 M/s")):
        print_row(f"{name} search, mitch", f"{search_speed(method) / 1e6:.2f} M playouts/s", "", None, goal)


START = "import muckle; muckle.new_match('mitch')"


def starts() -> None:
    """Print the rows of what it takes to start."""
    python, run = sys.executable, [sys.executable, "-m", "muckle"]
    for name, command, goal in (
        ("`import numpy`", [python, "-c", "import numpy"], ""),
        ("`import numba`", [python, "-c", "import numba"], ""),
        ("`muckle --help`", [*run, "--help"], "0.25 CPU s"),
        ("`new_match('mitch')`", [python, "-c", START], "0.8 CPU s"),
        (
            "`muckle simulate mitch --players random --games 10`, warm",
            [*run, "simulate", "mitch", "--players", "random", "--games", "10"],
            "1.0 CPU s",
        ),
    ):
        children_cpu(command)
        spent = statistics.median(children_cpu(command) for _ in range(TURNS))
        print_row(name, f"{spent:.2f} CPU s", "", None, goal)


def lines(bench: str, *arguments: str) -> list[str]:
    """Return what another file of bench prints, without the line of its calibration loop."""
    command = [sys.executable, str(SOURCES.with_name(bench)), *arguments]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [line for line in printed if not line.startswith("calibration")]


def acts() -> None:
    """Print the rows of an act in a room, as bench/room.py and bench/acts.py measure it."""
    for line, goal in zip(lines("room.py", "mitch", "grabble_road"), ("0.8 ms", "1.8 ms"), strict=True):
        name, _, figure = line.partition(": ")
        print_row(f"an act, {name}", figure.partition(" (")[0], "", None, goal)
    (line,) = lines("acts.py", "--matches", "100", "--think", "0", "--seconds", "15")
    figure = line.partition(": ")[2].partition(" acts/s")[0]
    print_row("acts on disk, mitch, 100 matches at once", f"{figure} a second", "", None, "1,400 a second")


def memory() -> None:
    """Print the rows of memory, as bench/memory.py measures it."""
    goals = ("150 kB", "150 kB", "", "500 MB", "1.0 GB")
    for line, goal in zip(lines("memory.py"), goals, strict=True):
        name, _, figure = line.rpartition(": ")
        print_row(f"memory: {name}", figure, "", None, goal)


def main() -> None:
    """Print the table."""
    print(f"calibration loop: {best(calibration) / 1e6:.2f} M/s; {compiler() or 'no g++: without twins'}\n")
    print("| work | figure | yardstick | ratio | goal |\n|---|---|---|---:|---|")
    random_play()
    searches()
    starts()
    acts()
    memory()


if __name__ == "__main__":
    main()
