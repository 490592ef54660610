"""The weakest level loses to a beginner who has just finished the lesson, in some games (bench/beginners.py)."""

from pathlib import Path
from typing import Any

import pytest

from muckle import players
from muckle.games import GAMES

WEAKEST = players.LADDER[1]
DEALS = range(20)
"""Deals that are played, enough to tell: results follow from the deals alone."""
LEAST = 0.6
"""Smallest share of comparisons that the beginner wins."""
GAMES_WON = ["alphabetickell", "mitch"]
"""The games in which it does so far; bench/strength.md has the others."""


@pytest.fixture
def beginners(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "bench")
    import beginners

    return beginners


def share(beginners: Any, game: str) -> float:
    """Return the share of comparisons that the beginner wins against the weakest level."""
    return float(beginners.share(game, WEAKEST, DEALS)[:, 0].mean())


@pytest.mark.parametrize("game", GAMES_WON)
def test_the_weakest_level_loses_to_a_beginner(beginners: Any, game: str):
    assert share(beginners, game) >= LEAST


@pytest.mark.parametrize("game", GAMES_WON)
def test_a_weakest_level_that_plays_too_well_is_noticed(beginners: Any, game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES[game].levels, WEAKEST, GAMES[game].levels["hard"])
    assert share(beginners, game) < LEAST


def test_every_game_has_a_beginner(beginners: Any):
    assert list(beginners.BEGINNERS) == list(GAMES)
