"""The examples in docstrings give what stands there."""

import doctest
import importlib
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "muckle"


COMPILING = {"muckle.players.par", "muckle.envs.batch"}
"""Modules whose examples compile what no other quick test compiles."""


def modules() -> list[str]:
    """Return the names of the modules that have examples."""
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text("utf-8")]
    names = [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in files]
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in COMPILING)) for name in modules()])
def test_the_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0


def test_an_example_that_does_not_hold_is_noticed() -> None:
    stale = ModuleType("stale", ">>> 1 + 1\n3\n")
    assert doctest.testmod(stale).failed == 1
