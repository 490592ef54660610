"""Comparisons: differences are those of the same deals, they stop when settled, and what is asked wrongly is refused."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from muckle.errors import OptionsError
from muckle.lab.compare import blocks, compare
from muckle.lab.matches import PlayingWork
from muckle.lab.plan import make_plan
from muckle.lab.pool import Cores
from muckle.lab.questions import simulate as simulation
from muckle.lab.questions.compare import answer, title
from muckle.lab.simulate import Interrupted, simulate
from muckle.terminal.report import show

TINY: dict[str, Any] = {"preset": "tiny", "seats": 2}


def scores(**options: Any) -> list[float]:
    plan = make_plan("mitch", "tiny", {"seats": 2, **options}, "random", 4, 700)
    return [
        statistics.fmean(row[8:10]) for part in Cores(1).in_order(PlayingWork(plan), range(700)) for row in part.rows.tolist()
    ]


def test_differences_are_taken_deal_by_deal() -> None:
    found = compare("mitch", **TINY, vary={"win_value": [4, 6]}, games=700, seed=4, metrics=["score"])
    assert [variant.options for variant in found.variants] == [{"win_value": 4}, {"win_value": 6}]
    by_deal = [more - less for more, less in zip(scores(win_value=6), scores(win_value=4), strict=True)]
    difference = found.variants[1].differences["score"]
    assert difference.mean == pytest.approx(statistics.fmean(by_deal), abs=1e-6)
    assert difference.spread == pytest.approx(statistics.stdev(by_deal), abs=1e-6)
    assert not found.variants[0].differences
    apart = (found.variants[0].measures["score"].spread ** 2 + found.variants[1].measures["score"].spread ** 2) ** 0.5
    assert difference.spread < apart / 2, "the same deals say more than deals of their own"


def test_each_variant_is_what_a_simulation_of_it_says() -> None:
    found = compare("mitch", **TINY, vary={"hand_size": ["1"], "draw": ["stock", "must_place"]}, games=300, starter=1)
    assert [variant.options for variant in found.variants] == [
        {"hand_size": 1, "draw": draw} for draw in ("stock", "must_place")
    ]
    assert "draw" not in found.options and found.options["seats"] == 2
    for variant in found.variants:
        told = simulate("mitch", "tiny", seats=2, games=300, starter=1, draw=variant.options["draw"]).figures
        assert told and variant.measures["turns"] == told.length["turns"]
        assert variant.measures["win_from_starter_0"].mean == told.wins_from_starter[0].mean
    assert compare("mickell", vary={"rows": [2, 3]}, games=5).variants[0].measures.keys() == {
        "score",
        "points_per_turn",
        "decisions",
        "turns",
        "rounds",
    }


def test_a_comparison_stops_when_its_difference_is_settled_whatever_the_number_of_cores() -> None:
    asked: dict[str, Any] = {**TINY, "vary": {"win_value": [4, 5]}, "games": 20_000, "metrics": ["score", "turns"]}
    found = [compare("mitch", **asked, until=0.01, cores=cores) for cores in (1, 3)]
    assert found[0] == found[1] and found[0].settled and 100 < found[0].games < 20_000
    difference = found[0].variants[1].differences["score"]
    assert difference.high - difference.mean <= 0.01
    fewer = compare("mitch", **(asked | {"games": 100}), until=0.001)
    assert not fewer.settled and fewer.games == 100
    parts = [*blocks(1000)]
    assert [number for part in parts for number in part] == [*range(1000)] and len(parts) > 5


def test_presets_and_players_vary_like_options_and_are_crossed() -> None:
    varied = {"preset": ["tiny", "mitch"], "players": ["greedy", "random"]}
    found = compare("mitch", vary=varied, seats=2, games=60, seed=4)
    assert [(variant.options["preset"], variant.options["players"]) for variant in found.variants] == [
        ("tiny", "greedy"),
        ("tiny", "random"),
        ("mitch", "greedy"),
        ("mitch", "random"),
    ]
    for variant in found.variants:
        preset, players = str(variant.options["preset"]), str(variant.options["players"])
        alone = simulate("mitch", preset, players=players, seats=2, games=60, seed=4).figures
        assert alone and variant.measures["turns"] == alone.length["turns"]
        assert variant.measures["win_from_starter_0"].mean == alone.wins_from_starter[0].mean
    assert found.players == () and found.options["seats"] == 2
    assert "hand_size" not in found.options, "the presets have different hands"


def test_all_pairs_are_compared_on_the_same_deals_and_hold_jointly() -> None:
    found = compare("mitch", **TINY, vary={"win_value": [4, 6, 9]}, games=700, seed=4, metrics=["score"], pairs=True)
    assert [(pair.first, pair.second) for pair in found.pairs] == [(0, 1), (0, 2), (1, 2)]
    values = [scores(win_value=value) for value in (4, 6, 9)]
    for pair in found.pairs:
        by_deal = [more - less for more, less in zip(values[pair.second], values[pair.first], strict=True)]
        difference = pair.differences["score"]
        error = statistics.stdev(by_deal) / 700**0.5
        third = stats.t.ppf(1 - 0.05 / 2 / 3, 699)
        assert difference.mean == pytest.approx(statistics.fmean(by_deal), abs=1e-6)
        assert difference.high - difference.mean == pytest.approx(third * error, abs=2e-6)
    assert found.pairs[0].differences["score"].mean == found.variants[1].differences["score"].mean
    assert not compare("mitch", **TINY, vary={"win_value": [4, 6]}, games=10).pairs


def test_folders_of_variants_can_be_named_by_players_with_any_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "compared.py").write_text("def first(position, seed):\n    return position.legal()[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    compare("mitch", **TINY, vary={"players": ["random", "compared:first"]}, games=3, out=tmp_path / "rows")
    assert {path.name for path in (tmp_path / "rows").iterdir()} == {"players=random", "players=compared%3Afirst"}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"vary": {}}, "from 2 to 200 variants are compared, got 1"),
        ({"vary": {"hand_size": [1]}}, "from 2 to 200 variants"),
        ({"vary": {"hand_size": []}}, "hand_size varies over different values, at least one, got none"),
        ({"vary": {"hand_size": [1, "1"]}}, "hand_size varies over different values"),
        ({"vary": {"hand_size": [1, 99]}}, "mitch: hand_size must be a whole number from 0 to 9, got 99"),
        ({"vary": {"seats": [2, 3]}}, "seats varies, so it cannot also be 2"),
        ({"vary": {"preset": ["tiny", "mitch"]}}, "preset varies, so it cannot also be 'tiny'"),
        ({"vary": {"players": ["hard", "easy"]}, "players": "easy"}, "players varies, so it cannot also be 'easy'"),
        ({"vary": {"players": ["greedy", "gredy"]}}, "no player is called 'gredy'"),
        ({"vary": {"hand": [1, 2]}}, "mitch has no option 'hand'; did you mean 'hand"),
        ({"metrics": ["scores"]}, "no metric is called 'scores', all variants have decisions, turns"),
        ({"until": 0}, "until is how exactly differences shall be known, more than 0, got 0"),
    ],
)
def test_what_cannot_be_compared_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsError) as caught:
        compare("mitch", **{**TINY, "vary": {"hand_size": [0, 1]}, **wrong})
    assert str(caught.value).startswith(message)
    with pytest.raises(OptionsError, match="mickell: seats must be 1, got 2"):
        compare("mickell", vary={"seats": [2, 3]})


def test_what_people_read_counts_seats_from_1(capsys: pytest.CaptureFixture[str]) -> None:
    metrics = ["score_0", "win_from_starter_1", "decisions_place"]
    show(answer(compare("mitch", **TINY, vary={"win_value": [4, 9]}, games=400, metrics=metrics, until=5.0)))
    out = capsys.readouterr().out
    assert "score of seat 1" in out and "wins of 1 to the left" in out and "decisions: place" in out
    assert "win_value 9" in out and " *" in out and "100 games of each variant (at most 400)" in out
    show(answer(compare("mitch", **TINY, vary={"players": ["greedy", "random"]}, games=20, metrics=["score"], pairs=True)))
    out = capsys.readouterr().out
    assert "20 games of each variant, seed 0" in out and "players random less players greedy" in out
    assert title("win_from_starter_0") == "wins of who begins" and title("lead_changes") == "lead changes"


def test_what_cannot_differ_has_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Break: hands are shown as "4.000 ± 0.000", where every match has four."""
    asked: dict[str, Any] = {"vary": {"hand_size": [3, 5]}, "metrics": ["score", "rounds"]}
    show(answer(compare("mitch", **asked, games=30)))
    out = capsys.readouterr().out
    assert (
        "  The same in every game: rounds 4.\n" in out and "± 0.000" not in out and "no difference shows in rounds" not in out
    )
    found = simulate("mitch", games=30)
    assert found.figures and found.figures.length["rounds"].mean == 4
    show(simulation.answer(found))
    out = capsys.readouterr().out
    assert "  The same in every game: rounds 4.\n" in out and "± 0.000" not in out
    show(answer(compare("mitch", vary={"hands": [2, 4]}, metrics=["rounds"], games=30)))
    assert "hands 4 instead of hands 2 changes rounds by +2.000" in capsys.readouterr().out, "what differs by a fixed number"


def test_the_command_says_what_is_wrong_and_prints_json() -> None:
    command = [sys.executable, "-m", "muckle", "compare", "mitch", "--preset", "tiny", "--games", "1e2", "--json"]

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *more], capture_output=True, text=True)

    found = json.loads(run("--vary", "win_value=4,5", "--vary", "draw=stock,must_place").stdout)
    assert [variant["options"]["draw"] for variant in found["variants"]] == ["stock", "must_place"] * 2
    for wrong, message in (
        (["--vary", "win_value"], "--vary takes an option and its values, such as hand_size=3,5,7, got 'win_value'"),
        (["--vary", "win_value=4", "--vary", "win_value=5"], "--vary says win_value twice"),
    ):
        refused = run(*wrong)
        assert refused.returncode == 2 and refused.stderr.startswith(f"muckle: {message}")


def test_an_interrupt_keeps_what_all_variants_have_played() -> None:
    told = list[int]()

    def interrupt(games: int) -> None:
        told.append(games)
        if sum(told) > 250:  # both have played 125 by then, and the first goes on
            raise KeyboardInterrupt

    asked: dict[str, Any] = {"preset": "tiny", "vary": {"win_value": [4, 6]}, "seed": 3}
    with pytest.raises(Interrupted) as caught:
        compare("mitch", **asked, games=10**6, cores=1, progress=interrupt)
    found = caught.value.report
    whole = compare("mitch", **asked, games=found.games)
    assert (found.games, found.asked) == (125, 10**6)
    assert found.variants == whole.variants
    with pytest.raises(KeyboardInterrupt) as early:
        compare("mitch", **asked, games=10**6, cores=1, progress=stop_at_once)
    assert not isinstance(early.value, Interrupted), "nothing was counted"


def stop_at_once(_: int) -> None:
    raise KeyboardInterrupt
