"""Over capacity, bots think for a shorter time before they answer later (S4)."""

import asyncio
import functools
import secrets
from typing import Any

import pytest

from muckle.match.match import Match, new_match
from muckle.match.secret import new_secret
from muckle.server.bots.question import LEAST, Expectation, Question, effort
from muckle.server.fair_queue import FairQueue, Payer


@functools.cache
def match() -> Match:
    """Return a match that bots are asked about."""
    return new_match("mitch", "tiny", secret=new_secret(), narrate=False)


def questions(*levels: str, waited: float = 0.0) -> list[Question]:
    async def ask() -> list[Question]:
        return [Question(Payer("192.0.2.1", "ann"), secrets.token_hex(4), match(), level) for level in levels]

    asked = asyncio.run(ask())
    for question in asked:
        question.since = -waited
    return asked


@pytest.mark.parametrize(
    ("line", "visitors", "workers", "share"),
    [
        (["expert"], 1, 1, 1.0),
        (["medium"], 5, 1, 1.0),
        (["medium"], 10, 1, 0.5),
        (["medium"], 10, 2, 1.0),
        (["medium"], 200, 1, 0.025),
        (["expert"] * 4, 1, 1, 0.25),
        (["expert", "random"], 2, 1, 0.5),
        (["random"] * 1000, 1000, 1, 1.0),
        (["greedy:common", "expert:common"], 2, 1, 0.5),
        (["rook:common"], 2, 1, 0.5),
        (["nobody"], 100, 1, 1.0),
        (["expert"] * 1000, 100, 1, LEAST),
    ],
)
def test_the_time_that_was_promised_is_shared(line: list[str], visitors: int, workers: int, share: float):
    assert share_of(questions(*line), visitors, workers) == pytest.approx(share)


def test_a_question_that_has_waited_gets_less_thinking_but_some():
    assert share_of(questions("expert", waited=0.75)) == pytest.approx(0.25)
    assert share_of(questions("expert", waited=5)) == LEAST


def test_what_a_level_takes_is_learned_from_whole_answers():
    [quick, cut] = questions("expert", "expert")
    expected = Expectation()
    assert expected.of(quick) == 1.0
    cut.effort, cut.asked = 0.5, 0
    expected.learn(cut, 0.005)
    assert expected.of(quick) == 1.0, "half a thought says nothing"
    [dropped] = questions("expert")
    dropped.answer.cancel()
    dropped.asked = 0
    expected.learn(dropped, 0.005)
    assert expected.of(quick) == 1.0, "nor does one that was stopped"
    quick.effort, quick.asked = 1.0, 0
    expected.learn(quick, 0.01)
    assert expected.of(cut) == pytest.approx(0.01) and expected.of(*questions("hard")) == 0.3
    for _ in range(50):
        expected.learn(quick, 7.0)
    assert expected.of(cut) == 1.0, "a busy machine is no reason to think less than a level may"


def share_of(line: list[Question], visitors: int = 1, workers: int = 1, now: float = 0) -> float:
    return effort(line, [question.thinks for question in line], visitors, workers, now)


def served(visitors: dict[str, int]) -> list[tuple[str, float, float]]:
    """Return whose expert questions one worker answers, how soon, and with what fraction of the thinking."""
    queue: FairQueue[Any] = FairQueue()
    for visitor, count in visitors.items():
        for question in questions(*["expert"] * count):
            question.payer = Payer("192.0.2.1", visitor)
            queue.put(question.payer, question)
    now, told = 0.0, []
    while question := queue.take(lambda _: True):
        share = share_of([question, *queue.line(question.payer)], queue.rivals(question.payer), 1, now)
        now += share * question.thinks
        told.append((question.payer.identity, now, share))
    return told


def test_a_burst_is_answered_within_what_was_promised_with_equal_shares():
    told = served({f"visitor {number}": 1 for number in range(50)})
    assert told[-1][1] <= 1.001
    assert {round(share, 6) for _, _, share in told} == {1 / 50}


def test_a_visitor_with_a_hundred_tables_shortens_their_own_bots_thinking_only():
    told = served({"ann": 100, "ben": 1})
    assert [who for who, _, _ in told[:3]] == ["ann", "ben", "ann"]
    (_, _, anns), (_, at, bens) = told[:2]
    assert anns == pytest.approx(0.005 if LEAST < 0.005 else LEAST)
    assert bens == pytest.approx(0.5 * (1 - told[0][1])) and at < 1
