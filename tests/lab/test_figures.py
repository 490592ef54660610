"""Every figure that simulations report is computed again from the matches themselves."""

from __future__ import annotations

import re
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.lab.matches import PlayingWork
from muckle.lab.measures import Samples, measures
from muckle.lab.plan import Plan, make_plan
from muckle.lab.pool import Cores
from muckle.lab.questions.simulate import answer, sentences
from muckle.lab.record import Recorder
from muckle.lab.report import Report
from muckle.lab.seeds import match_seeds
from muckle.lab.simulate import simulate
from muckle.lab.summary import Sample
from muckle.match.match import new_match
from muckle.players import find
from muckle.players.chooser import Chooser
from muckle.players.match_row import layout
from muckle.terminal.report import show
from steps import action_text


def rows_of(plan: Plan, cores: int = 1) -> Any:
    return np.concatenate([part.rows for part in Cores(cores).in_order(PlayingWork(plan), range(plan.games))])


def told(match: Any) -> dict[str, int]:
    """Return the row of a match, computed from its texts and scores alone."""
    lead, changes, turns, kinds = -1, 0, 0, dict.fromkeys(layout(match.game, match.options.seats).kinds, 0)
    row = {"seed": match.header.seed, "starter": match.position.turn}
    now = ROUND.get(match.game.name, lambda state: None)(match.position.plain_state)
    chooser, who = Chooser(match.position, match.header.seed), find("random")
    while not match.over:
        seat = match.position.turn
        action = chooser.choose(who.manner(match.game), match.position, who.graph(match.words))
        text = action_text(match.position, action)
        match.apply(text)
        kind, ends = KINDS[match.game.name](text)
        kinds[kind] += 1
        ended = ends or (ends is None and match.position.turn != seat)
        turns += bool(ended)
        before, now = now, ROUND.get(match.game.name, lambda state: None)(match.position.plain_state)
        if now != before or (now is None and ended) or match.over:
            ahead = [at for at, score in enumerate(match.scores) if score == max(match.scores)]
            if len(ahead) == 1 and ahead[0] != lead:
                changes, lead = changes + (lead >= 0), ahead[0]
    winners = match.result.winners
    others = [score for seat, score in enumerate(match.scores) if seat != winners[0]]
    row |= {"decisions": len(match.decisions), "turns": turns, "lead_changes": changes, "winners": len(winners)}
    row |= {"margin": match.scores[winners[0]] - max(others) if others else 0}
    row |= {f"score_{seat}": score for seat, score in enumerate(match.scores)}
    return row | {f"decisions_{kind}": number for kind, number in kinds.items()}


def mitch(text: str) -> tuple[str, bool | None]:
    return (text.replace(" ", "_"), False) if text.startswith("draw") else (text.split()[0], True)


def multzo(text: str) -> tuple[str, bool | None]:
    verb, *_ = text.split()
    if verb == "draw":
        return ("draw_stack" if text == "draw stack" else "draw_open"), False
    return ("award", False) if verb in ("null", "coins") else (verb, True)


def grabble_road(text: str) -> tuple[str, bool | None]:
    verb = text.split()[0]
    return (verb if verb in ("mulligan", "return", "done", "pass") else "lay"), None


ROUND: dict[str, Any] = {
    "mitch": lambda state: state.finished,
    "multzo": lambda state: state.rounds,
    "alphabetickell": lambda state: state.round_number,
}
"""Which hand or round it is, in games that have them."""

KINDS: dict[str, Any] = {
    "mitch": mitch,
    "multzo": multzo,
    "grabble_road": grabble_road,
    "alphabetickell": lambda text: (text.split()[0], True),
    "mickell": lambda text: (text.split()[0], text == "end"),
}


@pytest.mark.parametrize("game", KINDS)
def test_a_row_says_of_a_match_what_the_match_itself_says(game: str) -> None:
    options: dict[str, Any] = {"draw": "stock_or_discard"} if game == "mitch" else {}
    plan = make_plan(game, None, options, "random", 3, 4)
    rows = [dict(zip(layout(GAMES[game], plan.options.seats).columns, row, strict=True)) for row in rows_of(plan).tolist()]
    for row in rows:
        expected = told(new_match(game, seed=row["seed"], narrate=False, **options))
        assert {name: row[name] for name in expected} == expected
        assert [row[f"place_{seat}"] for seat in range(plan.options.seats)].count(1) == row["winners"]
        assert row["decisions"] == sum(number for name, number in row.items() if name.startswith("decisions_"))


@pytest.mark.parametrize("game", KINDS)
def test_a_match_has_the_same_row_played_and_recorded(game: str) -> None:
    plan = make_plan(game, None, {}, "random", 3, 4)
    assert (Recorder(plan).record_transcripts(range(4)).rows == rows_of(plan)).all(), "each counts turns in its own way"


@pytest.mark.parametrize(("game", "rounds"), [("mitch", {4}), ("grabble_road", {1}), ("mickell", {1})])
def test_rounds_are_what_the_game_says(game: str, rounds: set[int]) -> None:
    plan = make_plan(game, None, {}, "random", 3, 5)
    assert set(rows_of(plan)[:, layout(GAMES[game], plan.options.seats).columns.index("rounds")].tolist()) == rounds


def test_alphabetickell_and_multzo_count_their_rounds() -> None:
    for game in ("alphabetickell", "multzo"):
        told = simulate(game, games=20).figures
        assert told and told.length["rounds"].least > 1 and told.length["turns"].mean < told.length["decisions"].mean + 1


def test_figures_are_those_of_the_rows_whatever_the_number_of_cores() -> None:
    plan = make_plan("mitch", "tiny", {"seats": 2}, "random", 5, 3000)
    one, three = rows_of(plan), rows_of(plan, 3)
    assert (one == three).all()
    reports = [simulate("mitch", "tiny", seats=2, games=3000, seed=5, cores=cores) for cores in (1, 3)]
    assert reports[0].figures == reports[1].figures
    told, scores = reports[0].figures, layout(GAMES["mitch"], 2).scores(one)
    assert told
    for seat in (0, 1):
        values, figure = scores[:, seat].tolist(), told.scores[seat]
        assert figure.mean == pytest.approx(statistics.fmean(values), abs=1e-6)
        assert figure.spread == pytest.approx(statistics.stdev(values), abs=1e-6)
        assert (figure.least, figure.most) == (min(values), max(values))
        assert figure.p5 == sorted(values)[149] and figure.median == sorted(values)[1499]
        assert figure.high - figure.mean == pytest.approx(1.96 * figure.spread / 3000**0.5, rel=1e-3)
        assert told.wins[seat].low < told.wins[seat].mean < told.wins[seat].high
    assert sum(win.mean for win in told.wins) == pytest.approx(1)
    wins = [measures(one, layout(GAMES["mitch"], 2))[f"win_from_starter_{place}"].mean() for place in (0, 1)]
    assert [win.mean for win in told.wins_from_starter] == pytest.approx(wins, abs=1e-6)
    begins = [row[8 + row[1]] for row in one.tolist()]
    assert told.scores_from_starter[0].mean == pytest.approx(statistics.fmean(begins), abs=1e-6)


def test_the_interval_of_a_share_is_wilsons() -> None:
    sample = Sample()
    sample.add(np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))
    share = sample.share()  # Wilson for 1 of 10, as in Newcombe 1998
    assert (share.mean, share.low, share.high) == pytest.approx((0.1, 0.0179, 0.4042), abs=1e-4)


def test_samples_are_the_same_in_any_order() -> None:
    numbers = np.random.default_rng(1).normal(size=400).round(1)
    samples = [Sample(), Sample()]
    samples[0].add(numbers)
    for part in reversed(np.split(numbers, 8)):
        samples[1].add(part)
    assert samples[0].summary() == samples[1].summary()


@pytest.mark.parametrize(("game", "seat"), [("multzo", 2), ("alphabetickell", 1), ("mitch", 0)])
def test_who_shall_begin_begins(game: str, seat: int) -> None:
    plan = make_plan(game, None, {}, "random", 7, 30, seat)
    rows = rows_of(plan)
    assert set(rows[:, 1].tolist()) == {seat}
    assert rows[:, 0].tolist() == match_seeds(plan)(range(30)).tolist()
    assert len(set(rows[:, 0].tolist())) == 30
    assert {new_match(game, seed=seed).position.turn for seed in rows[:5, 0].tolist()} == {seat}


def test_threads_that_look_for_a_starter_do_not_share_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Any] = []

    def seed_for_starter(settings: Any, words: Any, states: Any, seed: int, *_: Any) -> int:
        used.append(states)
        return seed

    monkeypatch.setattr("muckle.lab.seeds.seed_for_starter", seed_for_starter)
    seeds_of = match_seeds(make_plan("mitch", "tiny", {}, "random", 0, 1, 0))
    for number in range(2):
        seeds_of(range(number, number + 1))
    assert len(used) == 2 and not np.shares_memory(*used)


def test_who_never_begins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muckle.lab.seeds.TRIES", 50)
    with pytest.raises(OptionsError, match="in 50 deals with these options seat 1 never begins"):
        simulate("alphabetickell", games=2, first_dealer="seat:0", starter=1)
    for wrong in (-1, 9, "x"):
        with pytest.raises(OptionsError, match="multzo: there is no such seat to begin, the game has 3"):
            simulate("multzo", starter=wrong)  # pyright: ignore[reportArgumentType]


def test_a_game_alone_has_no_wins() -> None:
    report: Report = simulate("mickell", games=5)
    told = report.figures
    assert told and report.win_shares == told.wins == told.wins_from_starter == told.scores_from_starter == ()
    assert told.ties is told.margin is told.lead_changes is None
    samples = Samples()
    samples.add(measures(rows_of(make_plan("mickell", None, {}, "random", 0, 5)), layout(GAMES["mickell"], 1)))
    assert samples["score"].mean == told.scores[0].mean and samples["turns"].quantiles((0.0, 1.0)) == [49, 49]


def test_a_searching_player_fills_in_the_same_kinds_of_numbers() -> None:
    plan = make_plan("mitch", "tiny", {"seats": 2}, "hard", 3, 2)
    rows, form = rows_of(plan), layout(GAMES["mitch"], 2)
    assert (rows[:, 2] == rows[:, -len(form.kinds) :].sum(1)).all() and (rows[:, 2] > 0).all()


def test_what_the_rules_allow_and_nobody_does_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "idle.py").write_text("def first(position, seed):\n    return position.legal()[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    for draw, never in (("stock", ("place",)), ("stock_or_discard", ("place", "draw_discard"))):
        report = simulate("mitch", "tiny_two_suits", seats=2, games=9, players="idle:first", draw=draw)
        assert report.figures and report.figures.never == never, "with draw=stock no rule allows the other draw"
    acts = f"The rules allow it, but in {report.decisions:,} decisions nobody did it: place, draw discard."
    assert acts in sentences(report, report.figures)
    busy = simulate("mitch", "tiny", seats=2, games=90).figures
    assert busy and busy.never == ()


@pytest.mark.parametrize("game", ["mitch", "mickell"])
def test_points_per_turn_are_those_of_all_seats(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Break: the mean of the seats' scores for each turn, a quarter of it in Mitch."""
    plan = make_plan(game, None, {}, "random", 5, 40)
    rows, form = rows_of(plan), layout(GAMES[game], plan.options.seats)
    each = [sum(scores) / turns for scores, turns in zip(form.scores(rows).tolist(), rows[:, 3].tolist(), strict=True)]
    report = simulate(game, games=40, seed=5)
    assert report.figures
    assert report.figures.points_per_turn.mean == pytest.approx(statistics.fmean(each), abs=1e-6)
    show(answer(report))
    assert re.search(rf"  points per turn  +{statistics.fmean(each):.3f}  ± ", capsys.readouterr().out)


def test_minutes_are_decisions_times_a_pace() -> None:
    report = simulate("mitch", "tiny", seats=2, games=200, seed=5)
    lengths = sorted(rows_of(make_plan("mitch", "tiny", {"seats": 2}, "random", 5, 200))[:, 2].tolist())
    mean, error = statistics.fmean(lengths), statistics.stdev(lengths) / 200**0.5
    assert report.figures
    assert sentences(report, report.figures, 30)[-1] == (
        f"At 30 seconds a decision a game takes {mean / 2:.1f} minutes (95 % interval {(mean - 1.96 * error) / 2:.1f} to "
        f"{(mean + 1.96 * error) / 2:.1f}), nine of ten {lengths[9] / 2:.0f} to {lengths[189] / 2:.0f}."
    )
    assert not any("minutes" in sentence for sentence in sentences(report, report.figures))
