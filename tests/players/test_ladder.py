"""Each level wins more than the next lower one in every game: a few deals, each played from every seat (bench/ladder.py)."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from muckle import players
from muckle.games import GAMES
from muckle.players.thinking import SEARCHES
from order import LATE

DEALS = {
    "alphabetickell": range(60),
    "grabble_road": range(6),
    "mickell": range(9_000_000, 9_000_010),
    "mitch": range(40),
    "multzo": range(30),
}
SHORTER = {
    "mitch": "playouts=200",
    "multzo": "playouts=600",
    "alphabetickell": "playouts=400",
    "grabble_road": "playouts=150/chunks=1",
    "mickell": "playouts=400/chunks=1",
}
"""Numbers with which experts think less here, so that it takes seconds; with all their thinking they are stronger."""
LEAST = 0.55
"""The smallest share of comparisons that a higher level wins here; 0.5 is even. Results follow from the deals alone."""


def long_to_compile(game: str, level: str) -> bool:
    """Return whether a level searches in a way that only the long run compiles."""
    return game in LATE and players.find(level).manner(GAMES[game]).method in SEARCHES


STEPS = [
    pytest.param(game, lower, higher, marks=[pytest.mark.slow] * (higher == "expert" or long_to_compile(game, higher)))
    for game in GAMES
    for lower, higher in itertools.pairwise(players.LADDER)
]


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "bench")
    import ladder

    return ladder


def share(ladder: Any, game: str, lower: str, higher: str) -> float:
    """Return the share of comparisons that the higher level wins at the table the game is usually played at."""
    higher += f"/{SHORTER[game]}" * (higher == "expert")
    step = ladder.Step(game, GAMES[game].read_options().seats, lower, higher)
    return float(ladder.play_deals(step, DEALS[game])[:, 0].mean())


@pytest.mark.parametrize(("game", "lower", "higher"), STEPS)
def test_each_level_beats_the_next_lower_one(ladder: Any, game: str, lower: str, higher: str):
    assert share(ladder, game, lower, higher) >= LEAST


@pytest.mark.parametrize("game", [pytest.param(name, marks=[pytest.mark.slow] * (name in LATE)) for name in GAMES])
def test_two_levels_that_change_places_are_noticed(ladder: Any, game: str, monkeypatch: pytest.MonkeyPatch):
    levels = GAMES[game].levels
    monkeypatch.setitem(levels, "medium", levels["good"])
    monkeypatch.setitem(levels, "good", levels["easy"])
    assert share(ladder, game, "medium", "good") < LEAST


def test_the_ladder_names_every_level_for_people():
    assert {*players.LADDER, "greedy"} == set(players.LEVELS)
