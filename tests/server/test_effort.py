"""Over capacity bots think shorter before they answer later (S4)."""

import asyncio
import secrets
from typing import Any

import pytest

from muckle.match.begin import new_match
from muckle.match.secret import new_secret
from muckle.server.fair_queue import FairQueue
from muckle.server.question import LEAST, PROMISE, Question, effort

MATCH = new_match("mitch", "tiny", secret=new_secret(), narrate=False)


def questions(*levels: str, waited: float = 0.0) -> list[Question]:
    async def ask() -> list[Question]:
        return [Question("ann", secrets.token_hex(4), MATCH, level) for level in levels]

    asked = asyncio.run(ask())
    for question in asked:
        question.since = -waited
    return asked


@pytest.mark.parametrize(
    ("line", "visitors", "workers", "share"),
    [
        (["expert"], 1, 1, 1.0),
        (["medium"], 10, 1, 1.0),
        (["medium"], 20, 1, 0.5),
        (["medium"], 20, 2, 1.0),
        (["medium"], 400, 1, 0.025),
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
    assert effort(questions(*line), visitors, workers, 0) == pytest.approx(share * PROMISE if share < 1 else 1)


def test_who_has_waited_gets_a_shorter_answer_and_always_some():
    assert effort(questions("expert", waited=0.75), 1, 1, 0) == pytest.approx(0.25)
    assert effort(questions("expert", waited=5), 1, 1, 0) == LEAST


def served(visitors: dict[str, int]) -> list[tuple[str, float, float]]:
    """One worker answers expert questions that are all asked at once: whose, how soon, with what share of the thinking."""
    queue: FairQueue[Any] = FairQueue()
    for visitor, count in visitors.items():
        for question in questions(*["expert"] * count):
            question.visitor = visitor
            queue.put(visitor, question)
    now, told = 0.0, []
    while question := queue.take(lambda _: True):
        others = queue.line(question.visitor)
        share = effort((question, *others), queue.visitors + (not others), 1, now)
        now += share * question.thinks
        told.append((question.visitor, now, share))
    return told


def test_a_burst_is_answered_within_what_was_promised_with_equal_shares():
    told = served({f"visitor {number}": 1 for number in range(50)})
    assert told[-1][1] <= PROMISE * 1.001
    assert {round(share, 6) for _, _, share in told} == {1 / 50}


def test_a_visitor_with_a_hundred_tables_shortens_their_own_bots_thinking_only():
    told = served({"ann": 100, "ben": 1})
    assert [who for who, _, _ in told[:3]] == ["ann", "ben", "ann"]
    (_, _, anns), (_, at, bens) = told[:2]
    assert anns == pytest.approx(0.005 if LEAST < 0.005 else LEAST)
    assert bens == pytest.approx(0.5 * (1 - told[0][1])) and at < PROMISE
