"""Luck: the share of variance between deals and its interval are right, and replays are of one deal each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from muckle.errors import OptionsError
from muckle.lab.ask import ask
from muckle.lab.plan import make_plan
from muckle.lab.questions.luck import Replays, between_share


def test_nineteen_of_twenty_intervals_hold_the_true_share() -> None:
    chance, held, found = np.random.default_rng(7), 0, list[float]()
    for _ in range(300):
        deals, plays = chance.normal(0, 2, (60, 1, 3)), chance.normal(0, 1, (60, 2, 3))
        share = between_share(deals + plays)
        assert share
        held += share.low <= 0.8 <= share.high
        found.append(share.mean)
    assert np.mean(found) == pytest.approx(0.8, abs=0.01), "4 of 5 parts of the variance are the deals'"
    assert 270 <= held <= 297, "95 % of 300 are 285"


def test_the_interval_is_that_of_leaving_out_each_deal_once() -> None:
    chance = np.random.default_rng(8)
    values = chance.normal(3, 2, (40, 1, 2)) + chance.normal(0, 1, (40, 2, 2))

    def anova(some: np.ndarray[Any, Any]) -> float:
        noise, means = some.var(1, ddof=1).mean(0).sum(), some.mean(1).var(0, ddof=1).sum()
        return (means - noise / 2) / (means + noise / 2)

    share, left = between_share(values), [anova(np.delete(values, at, 0)) for at in range(40)]
    assert share and share.mean == pytest.approx(anova(values), abs=1e-6)
    assert share.high - share.mean == pytest.approx(
        stats.t.ppf(0.975, 39) * (39 / 40 * sum((np.array(left) - np.mean(left)) ** 2)) ** 0.5, abs=1e-4
    )
    assert between_share(np.ones((40, 2, 2))) is None


def test_two_plays_of_a_deal_have_its_cards_and_other_choices() -> None:
    recorder = Replays(make_plan("mitch", "tiny", {"seats": 2}, "random", 3, 10))
    texts = [recorder.record_transcripts([number]).text.splitlines() for number in range(20)]
    pairs = [*zip(texts[::2], texts[1::2], strict=True)]
    assert all(one[0] == other[0] for one, other in pairs), "header with seed and deal"
    assert len({one[0] for one, _ in pairs}) == 10
    assert any(one != other for one, other in pairs)


def test_players_without_chance_of_their_own_leave_all_to_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "steady.py").write_text("def last(position, seed):\n    return position.legal()[-1]\n")
    monkeypatch.syspath_prepend(tmp_path)
    where: dict[str, Any] = {"game": "mitch", "preset": "tiny_two_suits", "seats": 2}
    assert ask("luck", **where, games=20, players="steady:last").figures.scores.mean == 1
    found = ask("luck", **where, games=200, players="random", seed=2)
    assert 0 < found.figures.scores.mean < 1 and "200 deals played twice" in found.sentences[0]
    assert f"The winner is a winner again in {found.figures.winner.mean:.1%}" in found.sentences[1]


def test_a_few_deals_are_too_few() -> None:
    with pytest.raises(OptionsError, match="from 20 to 100,000 deals can be played twice"):
        ask("luck", "mitch", "tiny", games=19)
