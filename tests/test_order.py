"""Which tests a run has, and in what order (`order`)."""

from pathlib import Path
from typing import Any, cast

import pytest

import order
from muckle import games


class Item:
    """A test item with what its order depends on."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator) -> None:
        self.nodeid, self.path = nodeid, Path(nodeid.partition("::")[0])
        self._marks = {mark.name: mark.mark for mark in marks}

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self._marks.get(name)


def items(*given: Item) -> list[pytest.Item]:
    return cast(Any, list(given))


GLANCE = Item("a.py::test_a[few]", pytest.mark.glance)
WHOLE = Item("a.py::test_a[all]", pytest.mark.slow)
OTHER = Item("a.py::test_b[all]", pytest.mark.slow)
LONG = Item("b.py::test_c", pytest.mark.slow, pytest.mark.timeout(900))
RULE = Item("tests/mitch/test_rules.py::test_e")
SHORT = Item("b.py::test_d", pytest.mark.timeout(20))


def test_a_glance_is_left_out_where_the_whole_runs() -> None:
    assert order.covered(items(GLANCE, WHOLE, LONG)) == items(GLANCE)


def test_a_glance_runs_where_the_whole_does_not() -> None:
    assert order.covered(items(GLANCE, OTHER, SHORT)) == []


def test_what_takes_long_runs_when_it_is_asked_for() -> None:
    assert order.chosen(items(GLANCE, WHOLE, OTHER), long=True) == items(WHOLE, OTHER)
    assert order.chosen(items(GLANCE, WHOLE, OTHER), long=False) == items(GLANCE)


def test_a_whole_file_or_folder_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "LONG", {"browser", "lab/test_cluster.py"})
    monkeypatch.setattr(order, "ALWAYS", {"browser/test_keys.py"})
    assert order.is_long(Path("browser/looks/test_a.py")) and order.is_long(Path("lab/test_cluster.py"))
    assert not order.is_long(Path("browser/test_keys.py")) and not order.is_long(Path("lab/test_luck.py"))


def test_every_file_of_the_choice_is_there() -> None:
    assert [name for name in order.LONG | order.ALWAYS if not (Path(__file__).parent / name).exists()] == []
    assert order.ALWAYS.isdisjoint(order.LONG)


def test_files_that_take_long_begin_first_and_stay_together_then_come_those_that_compile() -> None:
    assert order.in_order(items(GLANCE, SHORT, RULE, WHOLE, LONG)) == items(SHORT, LONG, RULE, GLANCE, WHOLE)
    assert order.in_order(items(GLANCE, SHORT)) == items(GLANCE, SHORT)


def test_one_process_runs_what_compiles_a_game() -> None:
    groups = {
        "tests/every_game/test_match.py::test_a[seed-mitch]": "mitch",
        "tests/mitch/test_rules.py::test_b": "mitch",
        "tests/players/test_levels.py::test_c[grabble_road-expert]": "grabble_road",
        "tests/every_game/test_ids.py::test_d": "tests/every_game/test_ids.py",
        "tests/browser/test_every_game.py::test_e[mitch-phone]": "tests/browser/test_every_game.py",
    }
    assert {nodeid: order.scope(nodeid) for nodeid in groups} == groups
    assert set(order.GAMES) == set(games.OWN)


def test_the_patience_is_that_of_all_tests(pytestconfig: pytest.Config) -> None:
    assert float(pytestconfig.getini("timeout")) == order.LONGEST
