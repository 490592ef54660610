"""The page about the levels' ratings is what bench/ratings.py writes from its stored results, and it can be measured anew."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from muckle import players
from muckle.games import GAMES


@pytest.fixture
def ratings(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "bench")
    import ratings

    return ratings


def stale(ratings: Any, stored: bytes) -> list[str]:
    """Return the names of the files that are not what is written from stored results."""
    return [path.name for path, text in ratings.files(stored).items() if path.read_text(encoding="utf-8") != text]


def test_the_page_is_written_from_the_stored_results(ratings: Any):
    assert stale(ratings, ratings.STORED.read_bytes()) == [], "run uv run --extra lab python bench/ratings.py"


def test_a_page_that_tells_another_rating_is_noticed(ratings: Any):
    stored = msgspec.json.decode(ratings.STORED.read_bytes())
    stored["mitch"]["standings"][0]["rating"] += 100
    assert stale(ratings, msgspec.json.encode(stored)) == ["ratings.md", "ratings.svg"]


def test_every_level_and_bird_of_every_game_was_measured(ratings: Any):
    stored = msgspec.json.decode(ratings.STORED.read_bytes(), type=dict[str, ratings.Ladder])
    assert list(stored) == list(GAMES)
    for found in stored.values():
        assert {one.level for one in found.standings} == set(players.LEVELS)
        assert set(found.birds) == {name for name, bird in players.BIRDS.items() if bird.taste}


@pytest.mark.parametrize("game", ["mitch", pytest.param("mickell", marks=pytest.mark.slow)])
def test_levels_are_rated_and_a_second_run_goes_on_with_what_is_kept(
    ratings: Any, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rate = ratings.rate_scores if game == "mickell" else ratings.rate_pairs
    monkeypatch.setattr(ratings, "LEVELS", ["random", "easy"])
    first = list(rate(game, (4, 4), tmp_path))
    assert [one.level for one in first] == ["easy", "random"] and first[0].ahead > 0.5 and first[1].ahead is None
    assert all(one.low <= one.rating <= one.high for one in first)
    monkeypatch.setattr(ratings.ladder, "play_deals", None)
    assert list(rate(game, (4, 4), tmp_path)) == first
