"""No seat ends with less or more than its options say: every preset, played by who chooses anything and by greedy ones."""

import pytest

from muckle.games import GAMES
from muckle.lab.simulate import simulate

PRESETS = [(name, preset) for name, game in GAMES.items() for preset in game.presets]


def beyond(game: str, preset: str, player: str) -> list[tuple[float, float]]:
    """Return the lowest and highest points of the seats with points beyond the bounds."""
    low, high = GAMES[game].read_options(preset, {}).score_bounds()
    figures = simulate(game, preset, games=100, players=player, seed=3, cores=1).figures
    return [(each.least, each.most) for each in figures.scores if each.least < low or each.most > high]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_no_score_is_beyond_its_bounds(game: str, preset: str, player: str) -> None:
    assert beyond(game, preset, player) == []


@pytest.mark.parametrize("game", GAMES)
def test_its_break_bounds_that_are_too_narrow_are_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES[game].options, "score_bounds", lambda _: (1.5, 2))
    assert beyond(game, "tiny", "greedy")
