"""The tests of a run, their order, and which of them one process runs."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

GAMES = ("alphabetickell", "grabble_road", "mickell", "mitch", "multzo")
LONG: frozenset[str] = frozenset(
    {
        "browser",
        "envs/test_batch.py",
        "envs/test_docs.py",
        "envs/test_gymnasium.py",
        "envs/test_learning.py",
        "envs/test_openspiel.py",
        "every_game/test_breaks.py",
        "lab/test_analysis.py",
        "lab/test_decisions.py",
        "lab/test_docs.py",
        "lab/test_exact.py",
        "lab/test_stored_table.py",
        "mickell/test_counts.py",
        "mickell/test_hindsight.py",
        "multzo/test_counts.py",
        "players/test_birds.py",
        "players/test_par.py",
        "players/test_searching.py",
        "server/test_event_faults.py",
        "server/test_event_players.py",
        "server/test_operations.py",
        "server/test_operator.py",
        "server/test_guard.py",
        "store/test_nodes.py",
        "store/test_postgres.py",
        "test_peers.py",
        "test_twins.py",
    }
)
"""Files and folders, as paths below tests/, whose tests run only with ``--long``: each counts as marked `slow`.

CONTRIBUTING.md has the times behind the choice.
"""
ALWAYS: frozenset[str] = frozenset(
    {
        "browser/test_budget.py",
        "browser/test_every_game.py",
        "browser/test_lobby.py",
        "browser/test_types.py",
    }
)
"""Files in those folders that every run has."""
COMPILED = re.compile(r"tests/(?:engine|envs|every_game|lab|players|{0})/.*?({0})|tests/({0})/".format("|".join(GAMES)))
"""Ids of tests that may compile a game's rules or players, with the game."""
LATE = ("alphabetickell", "mickell", "multzo")
"""Games whose searches only the long run compiles, which takes 15 to 40 seconds each.

Two search as Mitch does; Mickell's own search runs as plain Python in the short run (players/test_plain_search.py).
"""
LATE_NAMES = "MUCKLE_TEST_LATE"
"""Environment variable with those games, if this run leaves them out: rooms do not compile them (server/lazy_room.py)."""
LONGEST = 300.0
"""Seconds that a test may take unless it has its own limit; the same number as in pyproject.toml."""


def is_long(path: Path) -> bool:
    """Return whether the tests of a file, given as its path below tests/, run only with ``--long``."""
    return path.as_posix() not in ALWAYS and any(each.as_posix() in LONG for each in (path, *path.parents))


def scope(nodeid: str) -> str:
    """Return the group of tests that a test runs with, in one process: those that compile its game, or those of its file."""
    found = COMPILED.match(nodeid)
    return found[1] or found[2] if found else nodeid.partition("::")[0]


def chosen(items: Sequence[pytest.Item], *, long: bool) -> list[pytest.Item]:
    """Return the tests of a run in their order (`in_order`): nothing twice, and what takes long only if it is asked for."""
    wanted = [item for item in items if long or not item.get_closest_marker("slow")]
    twice = set(covered(wanted))
    return in_order([item for item in wanted if item not in twice])


def covered(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the glances whose whole test is in the same run and covers them."""
    whole = {_function(item) for item in items if item.get_closest_marker("slow")}
    return [item for item in items if item.get_closest_marker("glance") and _function(item) in whole]


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Sort files with a test that may take long first, so that no core is left with one at the end, then what compiles games.

    The rooms of the other tests then load compiled games; each would compile what another process compiles just then.
    """
    patient = {item.path for item in items if (mark := item.get_closest_marker("timeout")) and mark.args[0] > LONGEST}
    return sorted(items, key=lambda item: (item.path not in patient, not COMPILED.match(item.nodeid)))


def _function(item: pytest.Item) -> str:
    """Return the id of an item's test function."""
    return item.nodeid.partition("[")[0]
