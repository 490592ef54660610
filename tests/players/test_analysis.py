"""Judging recorded matches: what is a mistake and what is not, the same every time, as each seat knew it then."""

import random
from pathlib import Path

import pytest

from muckle.errors import OptionsError
from muckle.lab.analysis import analyse_matches
from muckle.match import transcript
from muckle.match.match import Match, new_match
from muckle.match.transcript import Transcript
from muckle.players.advice import best_advice
from muckle.players.analysis import Analysis, Judge, JudgedDecision, turning_point

EFFORT = 0.1


def recorded(match: Match) -> Transcript:
    return transcript.read_one(match.transcript())


def judged(match: Match, **how: object) -> Analysis:
    [analysis] = analyse_matches([recorded(match)], **{"effort": EFFORT, "cores": 1, **how})  # type: ignore
    return analysis


@pytest.fixture(scope="module")
def mixed() -> Match:
    """Return a match of Mitch in which seat 0 plays anything, seat 1 what is advised."""
    match, rng = new_match("mitch", seats=2, hands=1, seed=4), random.Random(1)
    while not match.over:
        advised = match.turn == 1
        match.apply(
            best_advice(match, 999 + match.seq, effort=EFFORT).suggestions[0].action if advised else rng.choice(match.legal())
        )
    return match


def test_chance_choices_are_mistakes_and_advised_ones_are_not(mixed: Match):
    analysis = judged(mixed)
    mistakes = [sum(each.mistake for each in analysis.decisions if each.seat == seat) for seat in (0, 1)]
    own = sum(each.seat == 1 for each in analysis.decisions)
    assert mistakes[0] > own / 4 and mistakes[1] <= own / 10
    assert all(each.loss is not None and each.margin is not None for each in analysis.decisions)


def test_a_mistake_is_beyond_its_margin_and_what_mattered_is_one(mixed: Match):
    analysis = judged(mixed)
    for each in analysis.decisions:
        sure = each.loss is not None and each.margin is not None and each.loss > each.margin
        assert each.mistake == (sure and (each.loss or 0) >= mixed.game.trifle)
        assert not (each.mistake and each.best == each.action)
        assert bool(each.claim) <= each.mistake
    mattered = analysis.mattered(3)
    assert len(mattered) == 3 and all(each.mistake for each in mattered)
    assert [each.number for each in mattered] == sorted(each.number for each in mattered)
    assert min(each.loss or 0 for each in mattered) >= sorted(each.loss or 0 for each in analysis.decisions if each.mistake)[-3]


def test_a_trifle_is_no_mistake(mixed: Match, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(vars(mixed.game), "trifle", 2.0)
    decisions = judged(mixed).decisions
    assert all((each.loss or 0) >= 2 for each in decisions if each.mistake)
    assert any((each.loss or 0) > (each.margin or 0) for each in decisions if not each.mistake), "it surely cost something"


def test_an_analysis_with_the_same_seed_is_the_same(mixed: Match):
    assert judged(mixed, effort=0.02) == judged(mixed, effort=0.02) != judged(mixed, effort=0.02, seed=1)


def test_an_analysis_ends_with_the_result(mixed: Match):
    assert list(judged(mixed, effort=0.02).ends) == [float(score) for score in mixed.scores]


def test_a_judge_that_is_stopped_compares_nothing():
    match, asked = new_match("mitch", "tiny", seed=5), list[int]()

    def enough(done: int) -> bool:
        asked.append(done)
        return done >= 2

    judge = Judge(match, effort=EFFORT, stop=enough)
    assert not any(judge.decision(match, action, 1, 1).mistake for action in match.legal())
    assert max(done for done in asked if done < 20) == 2


@pytest.mark.slow  # see order.LATE
def test_a_claim_with_its_word_is_judged():
    golden = Path(__file__).parents[1] / "golden" / "mickell-tiny.jsonl"
    [analysis] = analyse_matches([transcript.read_one(golden.read_text("utf-8"))], effort=EFFORT, cores=1)
    claims = [each for each in analysis.decisions if each.action.startswith("claim")]
    assert claims and all(each.loss is not None for each in claims)


def test_a_level_that_does_not_search_cannot_judge():
    match = new_match("mitch", "tiny", seed=5)
    with pytest.raises(OptionsError, match="does not search"):
        judged(match, level="greedy")


def judgement(number: int, seat: int, loss: float, margin: float) -> JudgedDecision:
    return JudgedDecision(number, number, seat, "place 9S", "place JS", "", 0.5, 0.01, loss, margin, loss > margin, 0.0, ())


ENDS = {"seat 1 won": (0.0, 1.0), "alone": (12.0,)}


@pytest.mark.parametrize(
    ("ends", "decisions", "turned"),
    [
        pytest.param("seat 1 won", [(1, 0, 0.23, 0.04), (2, 0, 0.09, 0.03)], 1, id="one mistake cost far more than the other"),
        pytest.param("seat 1 won", [(1, 0, 0.23, 0.04), (2, 0, 0.21, 0.04)], None, id="two cost about the same"),
        pytest.param("seat 1 won", [(1, 0, 0.23, 0.20)], None, id="it may have cost next to nothing"),
        pytest.param("seat 1 won", [(1, 0, 0.23, 0.30)], None, id="it may be no mistake"),
        pytest.param("seat 1 won", [(1, 1, 0.40, 0.04), (2, 0, 0.23, 0.04)], 2, id="who won turned nothing"),
        pytest.param("seat 1 won", [], None, id="no mistakes"),
        pytest.param("alone", [(1, 0, 0.23, 0.04)], 1, id="the only seat is judged, too"),
    ],
)
def test_the_turning_point_is_named_only_if_it_is_sure(
    ends: str, decisions: list[tuple[int, int, float, float]], turned: int | None
):
    found = turning_point([judgement(*each) for each in decisions], ENDS[ends], "chance")
    assert (found and found.number) == turned


def test_a_turning_point_cost_at_least_a_point():
    assert turning_point([judgement(1, 0, 1.5, 0.4)], (0.0, 4.0), "points")
    assert not turning_point([judgement(1, 0, 1.5, 0.6)], (0.0, 4.0), "points")
