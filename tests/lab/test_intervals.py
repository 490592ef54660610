"""Intervals of the laboratory hold the truth as often as they promise, from two games on.

95 % are promised. Runs without an interval, because too little is known, do not count.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

from muckle.cli import app
from muckle.lab.questions.luck import between_share
from muckle.lab.questions.pieces import difference
from muckle.lab.summary import Sample, Summary, clustered_share, clustered_summary, wilson
from muckle.lab.tournament import ELO, intervals, rate

Draw = np.random.Generator
Held = Iterator[tuple[float | None, float, float | None]]
"""Low end, truth and high end of some intervals."""
SIZES = (2, 3, 5, 10, 50)
RUNS = 600


def sample(values: Any) -> Sample:
    made = Sample()
    made.add(values)
    return made


def ends(one: Summary, truth: float) -> tuple[float | None, float, float | None]:
    return one.low, truth, one.high


def means(draw: Draw, size: int) -> Held:
    """Whole scores, as in `simulate`, and differences of scores, as in `compare`."""
    yield ends(sample(np.rint(draw.normal(30, 12, size)).astype(int)).summary(), 30)


def joint_means(draw: Draw, size: int) -> Held:
    """All pairs of four variants: six intervals hold jointly; the first miss counts, else the first interval."""
    found = [sample(np.rint(draw.normal(0, 12, size))).summary(1 - 0.05 / 6) for _ in range(6)]
    yield ends(min(found, key=lambda one: one.low is not None and one.high is not None and one.low <= 0 <= one.high), 0)


def clustered_means(draw: Draw, size: int) -> Held:
    """Mean score of a player in a tournament: three games of a deal are alike."""
    scores = np.rint(draw.normal(30, 9, (size, 1)) + draw.normal(0, 6, (size, 3)))
    yield ends(clustered_summary(sample(scores.ravel()), scores.sum(1), np.full(size, 3.0)), 30)


def shares(draw: Draw, size: int) -> Held:
    """Wins by seat; Wilson's interval keeps its promise on average over shares, not for each."""
    for chance in (0.2, 0.25, 1 / 3, 0.5):
        share = wilson(draw.binomial(size, chance) / size, size)
        yield share.low, chance, share.high


def clustered_shares(draw: Draw, size: int) -> Held:
    """Wins of a player in a tournament, whose chance differs from deal to deal."""
    for chance in (0.25, 0.5, 0.7):
        share = clustered_share(draw.binomial(3, draw.beta(4 * chance, 4 - 4 * chance, size)), np.full(size, 3.0))
        yield share.low, chance, share.high


def ratings(draw: Draw, size: int) -> Held:
    """Two players whose chance differs from deal to deal; three games each."""
    chance, before = draw.choice([0.5, 0.7, 0.9]), np.zeros((size, 2, 2))
    before[:, 0, 1] = draw.binomial(3, draw.beta(4 * chance, 4 - 4 * chance, size))
    before[:, 1, 0] = 3 - before[:, 0, 1]
    low, high = intervals(before, size)
    yield low[0], ELO / 2 * np.log(chance / (1 - chance)), high[0]


def effects(draw: Draw, size: int) -> Held:
    """A piece that three of four seats are dealt and that brings 5 points; the seats of a game share its level."""
    had = draw.permuted(np.tile([True, True, True, False], (size, 1)), axis=1)
    found = difference(draw.normal(30, 9, (size, 1)) + draw.normal(0, 6, (size, 4)) + 5 * had, had, 0.95)
    yield found.low, 5, found.high


def luck(draw: Draw, size: int) -> Held:
    """Four of five parts of the variance are the deals'; fewer than 20 deals are never played twice."""
    if size >= 20:
        share = between_share(draw.normal(0, 2, (size, 1, 3)) + draw.normal(0, 1, (size, 2, 3)))
        assert share
        yield share.low, 0.8, share.high


KINDS = [means, joint_means, clustered_means, shares, clustered_shares, ratings, effects, luck]


def cover(kind: Callable[[Draw, int], Held], size: int) -> float:
    """Return the share of known intervals that hold the truth."""
    draw = np.random.default_rng(size)
    found = [one for _ in range(RUNS) for one in kind(draw, size)]
    known = [low <= truth <= high for low, truth, high in found if low is not None and high is not None]
    return float(np.mean(known)) if known else 1.0


def check_cover(kind: Callable[[Draw, int], Held]) -> None:
    """Check one kind of interval: by size within three standard errors of 95 %, and closer over all sizes."""
    covers = {size: cover(kind, size) for size in SIZES}
    assert min(covers.values()) > 0.92 and np.mean([*covers.values()]) > 0.943, f"{kind.__name__} hold too seldom: {covers}"


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_hold_the_truth_as_often_as_promised(kind: Callable[[Draw, int], Held]) -> None:
    check_cover(kind)


@pytest.mark.parametrize("kind", [means, clustered_means])
def test_a_normal_quantile_is_found(kind: Callable[[Draw, int], Held], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muckle.lab.summary.t_quantile", lambda freedom, confidence=0.95: stats.norm.ppf((1 + confidence) / 2))
    with pytest.raises(AssertionError, match="hold too seldom"):
        check_cover(kind)


def test_a_spread_around_the_samples_own_mean_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spread = Sample.spread.fget
    assert spread
    monkeypatch.setattr(Sample, "spread", property(lambda one: spread(one) * (1 - 1 / one.size) ** 0.5))  # divided by n
    with pytest.raises(AssertionError, match="hold too seldom"):
        check_cover(means)


def test_one_value_and_a_few_alike_have_no_interval() -> None:
    """Break: their interval is the value itself, which is called certain after one game."""
    for count in (1, 2, 29):
        assert sample(np.full(count, 4)).summary().low is sample(np.full(count, 4)).summary().high is None
    assert sample(np.full(30, 4)).summary().low == 4
    alike = clustered_share(np.full(3, 1.0), np.full(3, 2.0))
    assert alike.mean == 0.5 and alike.low < 0.1 and alike.high > 0.9, "three deals, each won from one of two seats"


def test_who_wins_everything_has_a_rating_with_a_width() -> None:
    before = np.zeros((10, 2, 2))
    before[:, 0, 1] = 4
    (low, other), (high, _) = intervals(before, 10)
    assert other < low < rate(before.sum(0))[0] <= high and high - low > 300


def test_without_scipy_small_samples_have_no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    assert sample(np.arange(100)).summary().low is None
    assert sample(np.arange(101)).summary().low == pytest.approx(50 - 1.96 * 29.3 / 101**0.5, abs=0.01)


TINY = ["mitch", "--preset", "tiny", "--players", "random", "--games"]


def test_one_game_claims_nothing() -> None:
    def run(*command: str) -> str:
        return CliRunner().invoke(app, [*command]).stdout

    shown = run("simulate", *TINY, "1", "--pace", "8")
    assert "± 0.000" not in shown and shown.count("unknown") > 8 and "minutes (95 % interval unknown)" in shown
    compared = ["compare", *TINY, "1", "--vary", "win_value=4,9"]
    shown = run(*compared)
    assert "*" not in shown.partition("marked *")[0] and "1 game cannot tell a difference in score, " in shown
    [_, second] = json.loads(run(*compared, "--json"))["variants"]
    assert all(one["low"] is one["high"] is None for one in second["differences"].values())
    assert "on (95 % interval unknown)" in run("leads", *TINY, "1")


def test_many_looks_are_counted(tmp_path: Path) -> None:
    """Break: eight intervals of 95 % are shown, and nobody is told that one of them misses in three runs."""
    said = "differences were looked at. Where there is none, 1 in 20 shows by chance."
    shown = CliRunner().invoke(app, ["compare", *TINY, "40", "--vary", "win_value=4,9"]).stdout
    assert f"  7 {said}" in shown
    asked = ["report", "mitch", "seats", "win_value=4,9", "--preset", "tiny", "--games", "40", "--player", "random"]
    shown = CliRunner().invoke(app, [*asked, "--to", str(tmp_path / "page.html")]).stdout
    told = "9 differences were looked for. Where there is none, 1 in 20 shows by chance."
    assert told in shown and told in (tmp_path / "page.html").read_text("utf-8")
