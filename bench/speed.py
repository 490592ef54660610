"""Measure the speed of muckle: CPU time, one core, all in one run.

``uv run python bench/speed.py`` prints the table of README.md, and ``uv run python bench/speed.py --searches`` the rows of the
searches alone. Every figure is the best of three. A calibration loop in plain Python is measured, too: compare two machines,
or two days on a shared machine, by the ratio to that loop.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from random_play import play_at_random

from muckle.engine.chance import PICKER, stream
from muckle.engine.manner import FLAT, QUICK, RANDOM, TREE, Manner
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.record import new
from muckle.envs import Batch
from muckle.games import GAMES
from muckle.lab.plan import SEED_BITS
from muckle.lab.seeds import draw_seeds
from muckle.match.header import find_word_list
from muckle.players import SIMPLE
from muckle.players.contest import play
from muckle.players.thinking import Thinker

SECONDS = 1.0
"""CPU time of one repetition, about."""


def best(work: Callable[[int], int], count: int = 1) -> float:
    """Units a CPU second: work(count) does units and says how many; count grows until a repetition is long enough."""
    rate = 0.0
    for _ in range(3):
        while True:
            began = time.process_time()
            units = work(count)
            spent = time.process_time() - began
            if spent >= SECONDS / 2:
                break
            count = max(count + 1, min(10 * count, int(count * SECONDS / max(spent, 1e-4))))
        rate = max(rate, units / spent)
    return rate


def calibration(count: int) -> int:
    """Run a mixed loop of plain Python: about 10 million rounds a second on the machine that the figures are from."""
    table: dict[int, int] = {}
    recent: list[int] = []
    for i in range(count):
        k = (i * 7919) % 1009
        table[k] = table.get(k, 0) + 1
        recent.append(k)
        if len(recent) > 52:
            recent.clear()
    return count


def speeds(name: str, seats: int) -> dict[str, float]:
    """Decisions a CPU second of one game: random play, one by one from Python, and with players."""
    game = GAMES[name]
    options = game.read_options(None, {"seats": seats} if seats > 1 else {})
    words = find_word_list(options)
    graph = NO_WORDS if words is None else words.graph
    position = Position(game, options, graph, 1)
    arrays, totals, pickers = position.arrays, np.zeros(2 * options.seats), new(PICKER)
    actions, scores = np.zeros(game.state.MAX_ACTIONS, np.int64), np.zeros(options.seats, np.int64)

    def random_play(games: int) -> int:
        return int(play_at_random(*arrays, pickers, actions, 1, 0, games, scores, totals))

    def seeds(games: int) -> np.ndarray[Any, Any]:
        found = np.zeros(games, np.int64)
        draw_seeds(9, 0, (1 << SEED_BITS) - 1, found)
        return found

    def contest(level: str) -> Callable[[int], int]:
        manners = [SIMPLE[level]] * options.seats
        return lambda games: play(game, options, manners, seeds(games), graph).decisions

    choose = random.Random(1).random

    def from_python(games: int) -> int:
        decisions = 0
        for number in range(games):
            position.deal(int(stream(5, number)))
            legal, apply = position.legal, position.apply
            while there := legal():
                apply(there[int(choose() * len(there))])
                decisions += 1
        return decisions

    return {
        "random play": best(random_play, 10),
        "one by one from Python": best(from_python, 1),
        **{f"{level} against {level}": best(contest(level), 1) for level in SIMPLE},
    }


def search_speed(method: int, policy: int = RANDOM, cut: int = 0) -> float:
    """Playouts a CPU second of a search at the second decision of a Mitch of three; without a cut, to the end of the hand."""
    game = GAMES["mitch"]
    position = Position(game, game.read_options(None, {"seats": 3}), seed=5)
    position.apply(position.legal()[0])
    thinker = Thinker(position)

    def search(playouts: int) -> int:
        manner = Manner(method, playouts=playouts, policy=policy, cut=cut)
        return int(thinker.think(position, manner, 1).tallies[:, 0].sum())

    return best(search, 1000)


def batches(seats: int = 4, n: int = 1024) -> dict[str, float]:
    """Steps a CPU second of a batch of Mitch, picked by its own picker: from lists; with masks and observations besides."""
    batch = Batch("mitch", n, seats=seats)
    masks, rows = batch.legal_masks(), batch.observe()

    def lists(steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.pick())
        return steps * n

    def all_seen(steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.pick())
            batch.legal_masks(masks)
            batch.observe(out=rows)
        return steps * n

    what = f"mitch, {seats} seats, a batch of {n}"
    return {
        f"{what}: legal lists": best(lists, 10),
        f"{what}: masks and {batch.width} numbers observed": best(all_seen, 10),
    }


def children_cpu(command: list[str], **environment: str) -> float:
    """CPU seconds of a process, with those it started. Python keeps its bytecode, whatever this process was told about that."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, capture_output=True, env={**settings, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


RULES = """
import sys
from muckle.games import GAMES
from muckle.lab.plan import SEED_BITS
from muckle.lab.seeds import draw_seeds
from muckle.engine.position import Position
from muckle.match.header import find_word_list
import time
game = GAMES[sys.argv[1]]
options = game.read_options("tiny")
words = find_word_list(options)
arguments = () if words is None else (words.graph,)
began = time.process_time()
position = Position(game, options, *arguments)
position.legal(), position.scores()
position.copy().resample(0, 1)
position.apply(position.legal()[0])
print(time.process_time() - began)
"""


def compile_rules(name: str) -> float:
    """CPU seconds to compile the five rules of a game from nothing, Numba's import and the word graph left out."""
    with tempfile.TemporaryDirectory() as cache:
        result = subprocess.run(
            [sys.executable, "-c", RULES, name],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "NUMBA_CACHE_DIR": cache},
        )
    return float(result.stdout)


def searches(calibrated: float) -> None:
    """Print how fast searches of Mitch are.

    Args:
        calibrated: the speed of the calibration loop.
    """
    for what, rate in (
        ("flat, random playouts", search_speed(FLAT)),
        ("flat, 12 decisions by its policy", search_speed(FLAT, QUICK, 12)),
        ("tree, random playouts", search_speed(TREE)),
    ):
        print(f"| mitch, 3 seats, {what} | {rate / 1e6:.2f} M playouts/s, {rate / calibrated:.3f} of the loop |", flush=True)


def main() -> None:
    """Print everything, or the searches alone, as a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searches", action="store_true", help="nothing but the searches")
    asked = parser.parse_args()
    print("| what | figure |\n|---|---|")
    calibrated = best(calibration, 1000)
    print(f"| calibration loop | {calibrated / 1e6:.2f} M/s |", flush=True)
    if asked.searches:
        searches(calibrated)
        return
    for name, game in GAMES.items():
        least, _ = game.options.seat_limits()
        seats = 1 if least == 1 else 3
        for what, rate in speeds(name, seats).items():
            print(f"| {name}, {seats} seats: {what} | {rate / 1e6:.2f} M decisions/s |", flush=True)
        print(f"| {name}: five rules compiled from nothing | {compile_rules(name):.1f} CPU s |", flush=True)
    searches(calibrated)
    for what, rate in batches().items():
        print(f"| {what} | {rate / 1e6:.2f} M steps/s, {rate / calibrated:.2f} of the loop |", flush=True)
    with tempfile.TemporaryDirectory() as cache:
        muckle = [sys.executable, "-m", "muckle"]
        print(f"| `muckle warm`, nothing compiled yet | {children_cpu([*muckle, 'warm'], NUMBA_CACHE_DIR=cache):.1f} CPU s |")
        print(f"| `muckle --help` | {children_cpu([*muckle, '--help']):.2f} CPU s |")
        for name in GAMES:
            spent = children_cpu([*muckle, "simulate", name, "--players", "random", "--games", "10"], NUMBA_CACHE_DIR=cache)
            print(f"| `muckle simulate {name} --players random --games 10`, warm | {spent:.2f} CPU s |", flush=True)
    for name in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            spent = children_cpu([*muckle, "simulate", name, "--players", "random", "--games", "10"], NUMBA_CACHE_DIR=cache)
        print(f"| `muckle simulate {name} --players random --games 10`, nothing compiled yet | {spent:.1f} CPU s |", flush=True)


if __name__ == "__main__":
    main()
