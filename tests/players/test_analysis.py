"""Judging recorded matches: what is a mistake and what is not, the same every time, as each seat knew it then."""

import random
from pathlib import Path

import pytest

from muckle.errors import OptionsError
from muckle.match import transcript
from muckle.match.match import Match, new_match
from muckle.match.transcript import Transcript
from muckle.players.advice import best_advice
from muckle.players.analysis import Analysis, analyse

EFFORT = 0.1


def recorded(match: Match) -> Transcript:
    return transcript.read_one(match.transcript())


def judged(match: Match, **how: object) -> Analysis:
    *_, last = analyse(recorded(match), **{"effort": EFFORT, **how})  # type: ignore
    return last.analysis


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
        assert each.mistake == (each.loss is not None and each.margin is not None and each.loss > each.margin)
        assert not (each.mistake and each.best == each.action)
        assert bool(each.claim) <= each.mistake
    mattered = analysis.mattered(3)
    assert len(mattered) == 3 and all(each.mistake for each in mattered)
    assert [each.number for each in mattered] == sorted(each.number for each in mattered)
    assert min(each.loss or 0 for each in mattered) >= sorted(each.loss or 0 for each in analysis.decisions if each.mistake)[-3]


def test_an_analysis_with_the_same_seed_is_the_same_also_when_resumed(mixed: Match):
    whole = judged(mixed, effort=0.02)
    assert judged(mixed, effort=0.02) == whole != judged(mixed, effort=0.02, seed=1)
    half = whole.decisions[: len(whole.decisions) // 2]
    assert judged(mixed, effort=0.02, kept=half) == whole
    changed = tuple(each for each in reversed(half))
    assert judged(mixed, effort=0.02, kept=changed) != whole, "what was kept is taken as it is"


def test_an_analysis_ends_with_the_result(mixed: Match):
    assert list(judged(mixed, effort=0.02).ends) == [float(score) for score in mixed.scores]


def test_an_analysis_reports_its_progress_and_stops_early():
    match = new_match("mitch", "tiny", seed=5)
    while not match.over:
        match.apply(match.legal()[-1])
    asked: list[int] = []

    def enough(done: int) -> bool:
        asked.append(done)
        return done >= 2

    progress = list(analyse(recorded(match), effort=EFFORT, stop=enough))
    assert [each.done for each in progress] == list(range(1, match.count + 1)) and progress[0].whole == match.count
    assert max(done for done in asked if done < 20) == 2
    assert not any(each.mistake for each in progress[-1].analysis.decisions), "nothing was compared"


def test_a_claim_with_its_word_is_judged():
    golden = Path(__file__).parents[1] / "golden" / "mickell-tiny.jsonl"
    *_, last = analyse(transcript.read_one(golden.read_text("utf-8")), effort=EFFORT)
    claims = [each for each in last.analysis.decisions if each.action.startswith("claim")]
    assert claims and all(each.loss is not None for each in claims)


def test_a_level_that_does_not_search_cannot_judge():
    match = new_match("mitch", "tiny", seed=5)
    with pytest.raises(OptionsError, match="does not search"):
        judged(match, level="greedy")
