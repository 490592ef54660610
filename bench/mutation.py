"""Mutation testing: which small changes of a game's rules would its quick tests not see?

    NUMBA_DISABLE_JIT=1 uv run --group test --group mutation python bench/mutation.py mitch rules hidden

Cosmic Ray makes the mutants: each is one small change of one function. Rules are plain Python here, so no file is touched:
the tests are collected once, and for each mutant a forked child gives the functions their changed code and runs the tests up
to the first that fails, the quickest first. A child without a mutant goes first, and must be green; it also shows how long
each test takes. `bench/mutation.toml` names the tests of each game, and the mutants that are left out.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import os
import random
import re
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import MutableMapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import cosmic_ray.commands
import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import MutationSpec

from muckle.engine.compile import PLAIN

CONFIG: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
WITHOUT = ("cacheprovider", "unraisableexception", "threadexception")  # writes files; collect garbage, for half a second
OPTIONS = ["-x", "-q", "-n", "0", "-W", "ignore", "-m", "not slow", *(f"-pno:{plugin}" for plugin in WITHOUT)]

ENDS = {pytest.ExitCode.OK: "survived", -signal.SIGVTALRM: "loops"}
"""The ways a child may end besides by a failing test."""


class Watch:
    """Has quick tests go first, and ends the process with a signal once a single test has taken too much CPU time.

    Args:
        seconds: what each test takes, by its id; filled in by the first run.
    """

    def __init__(self, seconds: MutableMapping[str, float]) -> None:
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        known = dict(self.seconds)
        items.sort(key=lambda item: known.get(item.nodeid, 0.0))

    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, CONFIG["cpu_seconds"])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.seconds.setdefault(report.nodeid, report.duration)


def mutants_of(path: Path) -> list[MutationSpec]:
    """Return all mutants of a file's functions that are not left out, in a fixed order."""
    with use_db(":memory:") as database:
        cosmic_ray.commands.init([path], database, {})
        found = [mutant for item in database.work_items for mutant in item.mutations]
    left_out = re.compile("|".join(CONFIG["skip"]))
    kept = [mutant for mutant in found if mutant.definition_name and not left_out.search(mutant.operator_name)]
    return sorted(kept, key=lambda mutant: (mutant.operator_name, mutant.occurrence))


def sample(mutants: list[MutationSpec], number: int, seed: int) -> list[MutationSpec]:
    """Random mutants; no place in the file has one more than another before all of the other's are taken."""
    shuffled, seen = random.Random(seed).sample(mutants, len(mutants)), Counter[Any]()
    ranks = list[int]()
    for mutant in shuffled:
        ranks.append(seen[mutant.start_pos])
        seen[mutant.start_pos] += 1
    order = sorted(range(len(shuffled)), key=ranks.__getitem__)
    return [shuffled[place] for place in order[:number]]


def mutated(mutant: MutationSpec, source: str) -> str:
    """Return the file's text with the change."""
    changed = mutate_code(source, get_operator(mutant.operator_name)(**mutant.operator_args), mutant.occurrence)
    assert changed is not None, mutant
    return changed


def change(module: ModuleType, source: str) -> None:
    """Give the functions of a module, wherever they were imported to, the code they have in a changed source."""
    made = {**vars(module)}
    exec(compile(source, str(module.__file__), "exec"), made)
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            function.__code__ = made[name].__code__


def try_out(arguments: list[str], watch: Watch, module: ModuleType, source: str, show: bool) -> None:
    """In a child: exit as the tests of a changed module do."""
    if not show:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
    change(module, source)
    os._exit(pytest.main(arguments, plugins=[watch]))


def exit_code(*given: Any) -> int:
    """Return the exit code of the tests of a changed module; negative: the signal that ended them."""
    child = multiprocessing.get_context("fork").Process(target=try_out, args=given)
    child.start()
    child.join()
    assert child.exitcode is not None
    return child.exitcode


def told(source: str, changed: str) -> str:
    """Return the line that differs, before and after."""
    lines = zip(source.splitlines(), changed.splitlines(), strict=True)
    number, (before, after) = next((number, pair) for number, pair in enumerate(lines, 1) if pair[0] != pair[1])
    return f"{number}: {before.strip()}  ->  {after.strip()}"


def measure(game: str, file: str, number: int, seed: int, lines: list[int]) -> str:
    """Try a sample of a file's mutants (of it, those in certain lines), print those that survive; a row of the table."""
    module = importlib.import_module(f"muckle.games.{game}.{file}")
    arguments = [*OPTIONS, "-k", f"{game} and not noticed", *CONFIG[game][file]]
    path = Path(str(module.__file__))
    source, watch = path.read_text(), Watch(multiprocessing.Manager().dict())
    if pytest.main([*arguments, "--collect-only", "-qq"]) != 0 or exit_code(arguments, watch, module, source, True) != 0:
        sys.exit(f"the tests of {path.name} are not green without a change")
    mutants, ends = mutants_of(path), Counter[int]()
    chosen = [mutant for mutant in sample(mutants, number, seed) if not lines or mutant.start_pos[0] in lines]
    for mutant in chosen:
        changed = mutated(mutant, source)
        end = exit_code(arguments, watch, module, changed, False)
        ends[end] += 1
        if end != pytest.ExitCode.TESTS_FAILED:
            print(f"{ENDS.get(end, end)} {path.name}:{told(source, changed)}", flush=True)
    survived, looped = ends[pytest.ExitCode.OK], ends[-signal.SIGVTALRM]
    return f"| {game}/{file}.py | {len(mutants)} | {len(chosen)} | {len(chosen) - survived} | {looped} | {survived} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[name for name, tests in CONFIG.items() if isinstance(tests, dict)])
    parser.add_argument("files", nargs="+", choices=["rules", "hidden"])
    parser.add_argument("--mutants", type=int, default=80, help="tried of each file")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--lines", type=int, nargs="*", default=[], help="try only what the sample has in these lines")
    given = parser.parse_args()
    if not PLAIN:
        sys.exit("mutants are plain Python: set NUMBA_DISABLE_JIT=1")
    rows = [measure(given.game, file, given.mutants, given.seed, given.lines) for file in given.files]
    print("| file | mutants | tried | killed | of them looping | survived |", "|---|---|---|---|---|---|", *rows, sep="\n")


if __name__ == "__main__":
    main()
