"""The weakest level loses to a beginner who has just finished the game's lesson (bench/beginners.py)."""

from pathlib import Path
from typing import Any

import pytest

from muckle import players
from muckle.games import GAMES
from order import LATE

WEAKEST = players.FOR_PEOPLE[0]
DEALS = {"alphabetickell": 30, "grabble_road": 8, "mickell": 100, "mitch": 30, "multzo": 100}
"""Number of deals of each game, enough to tell: results follow from the deals alone."""
LEAST = 0.6
"""Smallest share of comparisons that the beginner wins."""
MEASURED = [pytest.param(game, marks=[pytest.mark.slow] * (game in (*LATE, "grabble_road"))) for game in GAMES]


@pytest.fixture
def beginners(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "bench")
    import beginners

    return beginners


def share(beginners: Any, game: str) -> float:
    """Return the share of comparisons that the beginner wins against the weakest level."""
    return float(beginners.share(game, WEAKEST, range(DEALS[game]))[:, 0].mean())


@pytest.mark.parametrize("game", MEASURED)
def test_the_weakest_level_loses_to_a_beginner(beginners: Any, game: str):
    assert share(beginners, game) >= LEAST


@pytest.mark.parametrize("game", MEASURED)
def test_a_weakest_level_that_plays_too_well_is_noticed(beginners: Any, game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES[game].levels, WEAKEST, GAMES[game].levels["good"])
    assert share(beginners, game) < LEAST


def test_every_game_has_a_beginner(beginners: Any):
    assert list(beginners.BEGINNERS) == list(GAMES)
