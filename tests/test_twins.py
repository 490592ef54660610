"""The C++ twins of bench/limit play as our kernel does, bit for bit; one that plays otherwise is noticed."""

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest


@pytest.fixture
def twins(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "bench")
    return importlib.import_module("twins")


@pytest.mark.parametrize("name", ["mitch", "multzo"])
def test_a_twin_plays_as_the_kernel_does(twins: ModuleType, tmp_path: Path, name: str) -> None:
    if not twins.compiler():
        pytest.skip("g++ is not installed")
    plays = {"kernel": twins.kernel(name), **twins.build(name, tmp_path)}
    assert set(plays) == {"kernel", *twins.TWINS[name]}
    twins.check_equal(plays, 60)


@pytest.mark.parametrize(("more", "points"), [(1, 0), (0, 1)])
def test_a_twin_that_plays_otherwise_is_noticed(twins: ModuleType, more: int, points: int) -> None:
    def other(games: int) -> tuple[int, np.ndarray]:
        return games + more, np.zeros(6) + points

    with pytest.raises(ValueError, match=r"other plays .* decisions"):
        twins.check_equal({"kernel": lambda games: (games, np.zeros(6)), "other": other}, 20)
