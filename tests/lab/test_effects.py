"""Effects of pieces and first acts: their differences, intervals and correction are right, and wrong questions are refused."""

from __future__ import annotations

import json
import statistics
from typing import Any

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

from muckle.cli import app
from muckle.errors import OptionsError
from muckle.lab.ask import ask
from muckle.lab.plan import make_plan
from muckle.lab.questions.pieces import Difference, difference, is_measurable, level
from muckle.lab.record import Recorder
from muckle.match import transcript

TINY: dict[str, Any] = {"players": "random", "seats": 2, "seed": 3, "cores": 1}


def test_with_one_seat_a_game_the_interval_is_that_of_two_independent_groups() -> None:
    chance = np.random.default_rng(4)
    values, had = chance.normal(3, 2, (500, 1)), chance.random((500, 1)) < 0.3
    found = difference(values + 1.5 * had, had, 0.95)
    groups = stats.ttest_ind((values + 1.5 * had)[had], values[~had], equal_var=False).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((groups.low, groups.high), rel=0.01)


def test_the_seats_of_a_game_count_as_one_observation() -> None:
    chance = np.random.default_rng(5)
    runs = [duels(chance) for _ in range(1500)]
    error = (runs[0].high - runs[0].mean) / stats.t.ppf(0.975, 59)
    spread = statistics.stdev(run.mean for run in runs)
    assert error == pytest.approx(spread, rel=0.06), "brute force: the spread over 1,500 runs"


def duels(chance: np.random.Generator) -> Difference:
    """Return the effect of a piece without effect in 60 games: one of two seats has it, and one of them wins."""
    wins, had = chance.integers(0, 2, 60).astype(float), chance.random(60) < 0.5
    return difference(np.stack([wins, 1 - wins], 1), np.stack([had, ~had], 1), 0.95)


def test_where_nothing_has_an_effect_one_run_in_twenty_at_most_finds_one() -> None:
    chance, wrong, pieces = np.random.default_rng(6), 0, 20
    for _ in range(300):
        values = chance.normal(0, 1, (200, 3))
        confidence = 1 - 0.05 / pieces
        wrong += any(difference(values, chance.random((200, 3)) < 0.2, confidence).is_clear for _ in range(pieces))
    assert wrong <= 27, "5 % of 300 runs are 15, and 27 or more come with a probability of 0.3 %"
    assert wrong >= 5, "and the correction is not far too careful"


def test_seats_and_places_in_turn_order_are_no_effects() -> None:
    values, starters = np.array([[5.0, 1.0], [7.0, 3.0], [2.0, 9.0]]), np.array([0, 0, 1])
    assert level(values, starters).tolist() == [[-1, -1], [1, 1], [0, 0]]


def test_what_one_seat_in_turn_order_always_has_and_no_other_is_not_measured() -> None:
    starters = np.array([0, 1] * 50)
    begins = starters[:, None] == np.arange(2)
    assert not is_measurable(begins, starters), "the first act of who begins: the seats differ, whatever the act"
    begins[:4] = ~begins[:4]
    assert is_measurable(begins, starters)
    assert not is_measurable(np.array([[True, False]] * 29 + [[False, False]] * 71), starters), "too seldom"


@pytest.mark.parametrize("of", ["pieces", "openings"])
def test_effects_are_those_of_the_matches(of: str) -> None:
    found = ask(of, "mitch", "tiny", games=150, **TINY).figures
    text = Recorder(make_plan("mitch", "tiny", {"seats": 2}, "random", 3, 150)).record_transcripts(range(150)).text
    matches = [*transcript.read(text.encode().splitlines())]
    scores = np.array([match.result.scores for match in matches if match.result], float)
    adjusted = level(scores, np.array([match.lines[0].seat for match in matches]))
    for one in found.effects:
        with_it = np.array([[has(match, seat, one.name, of) for seat in (0, 1)] for match in matches])
        assert one.times == with_it.sum()
        assert one.score.mean == pytest.approx(adjusted[with_it].mean() - adjusted[~with_it].mean(), abs=1e-6)
        shown = one.face and f"{one.face.text}{one.face.second}"
        assert shown == (one.name if of == "pieces" else None)
    means = [one.score.mean for one in found.effects]
    assert means == sorted(means, reverse=True) and len(means) >= 2


def has(match: Any, seat: int, name: str, of: str) -> bool:
    """Return whether a transcript says that a seat was dealt a piece, or began with an act."""
    if of == "pieces":
        return f"deal {seat} {name}" in match.header.chance
    return next((line.action for line in match.lines if line.seat == seat), "") == name


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(OptionsError, match="nothing came up 30 times in 3 games"):
        ask("pieces", "mitch", "tiny", games=3, **TINY)
    with pytest.raises(OptionsError, match="the deal gives no seat a piece; the question openings"):
        ask("pieces", "mickell", "tiny", players="random", games=2)


def test_the_command_prints_a_table_or_json() -> None:
    command = ["pieces", "mitch", "--preset", "tiny", "--games", "100", "--seats", "2", "--players", "random"]
    text, found = (CliRunner().invoke(app, [*command, *more]).stdout for more in ([], ["--json"]))
    effect = json.loads(found)["effects"][0]
    assert "mitch (version" in text and "hold jointly" in text and f"{effect['score']['mean']:+.2f}" in text
    assert effect["wins"]["low"] <= effect["wins"]["mean"]
