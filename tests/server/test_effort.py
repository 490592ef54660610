"""Over capacity, bots think for a shorter time before they answer later (S4)."""

import asyncio
import functools
import secrets
from typing import Any

import pytest

from muckle.match.match import Match, new_match
from muckle.match.secret import new_secret
from muckle.server.bots.bots import MOST_ASKED, Bots
from muckle.server.bots.protocol import Advise, Stop
from muckle.server.bots.question import LEAST, PROMISE, Expectation, Question, Questions, Unanswered, effort
from muckle.server.fair import Client


@functools.cache
def match() -> Match:
    """Return a match that bots are asked about."""
    return new_match("mitch", "tiny", secret=new_secret(), narrate=False)


HOSTILE, ELSEWHERE = "192.0.2.66", "192.0.2.1"
ANN = Client(ELSEWHERE, "ann")
SIXTY = [Client(HOSTILE, f"cookie {number}") for number in range(60)]


def questions(*levels: str, waited: float = 0.0, client: Client = ANN) -> list[Question]:
    async def ask() -> list[Question]:
        return [Question(client, secrets.token_hex(4), match(), level) for level in levels]

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
    queue = Questions()
    for visitor, count in visitors.items():
        queue += questions(*["expert"] * count, client=Client(ELSEWHERE, visitor))
    now, told = 0.0, []
    while question := queue.take(lambda _: True):
        share = share_of([question, *queue.of(question.client)], queue.rivals(question.client), 1, now)
        now += share * question.thinks
        told.append((question.client.identity, now, share))
    return told


def test_a_burst_is_answered_within_what_was_promised_with_equal_rate_limits():
    told = served({f"visitor {number}": 1 for number in range(50)})
    assert told[-1][1] <= 1.001
    assert {round(share, 6) for _, _, share in told} == {1 / 50}


def test_a_visitor_with_a_hundred_tables_shortens_their_own_bots_thinking_only():
    told = served({"ann": 100, "ben": 1})
    assert [who for who, _, _ in told[:3]] == ["ann", "ben", "ann"]
    (_, _, anns), (_, at, bens) = told[:2]
    assert anns == pytest.approx(0.005 if LEAST < 0.005 else LEAST)
    assert bens == pytest.approx(0.5 * (1 - told[0][1])) and at < 1


def answered_first(clients: list[Client]) -> list[Client]:
    """Return the order in which one worker takes two questions of each client."""
    queue = Questions(one for client in clients for one in questions("expert", "expert", client=client))
    return [question.client for question in iter(lambda: queue.take(lambda _: True), None)]


def test_s4_a_bot_waits_for_one_question_of_another_address_however_many_identities_ask_there():
    assert answered_first([*SIXTY, ANN]).index(ANN) == 1
    pupil = Client(HOSTILE, "pupil")
    assert answered_first([*SIXTY, pupil]).index(pupil) == 60, "its break: one address"
    assert len(set(answered_first(SIXTY)[:60])) == 60, "identities of an address take turns, too"


def test_s4_an_address_with_sixty_visitors_gets_half_of_the_thinking():
    queue = Questions(one for client in SIXTY for one in questions("expert", client=client))
    assert queue.rivals(ANN) == 2
    queue += questions("expert")
    assert (queue.rivals(ANN), queue.rivals(SIXTY[0])) == (2, 120)


async def test_s4_somebody_waits_for_so_much_advice_and_no_more():
    match = new_match("mitch", "tiny", secret=new_secret(), narrate=False)
    pool = Bots(1)  # not started: nobody answers
    waiting: list[asyncio.Task[Any]] = [
        asyncio.create_task(pool.advise("ann", "m", match, "", lambda advice: None)) for _ in range(MOST_ASKED)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Unanswered, match="already"):
        await pool.judge("ann", "m", match, "", 1, 1)
    other = asyncio.create_task(pool.judge("ben", "m", match, "", 1, 1))
    await asyncio.sleep(0)
    assert pool.waiting == MOST_ASKED + 1
    waiting.pop().cancel()
    await asyncio.sleep(0)
    waiting.append(asyncio.create_task(pool.judge("ann", "m", match, "", 1, 1)))
    await asyncio.sleep(0)
    assert pool.waiting == MOST_ASKED + 1
    for task in (*waiting, other):
        task.cancel()
    await asyncio.wait({*waiting, other})
    assert not pool.waiting and not pool._asked


async def test_s4_advice_makes_way_for_a_bot_once_it_had_the_time_it_was_promised(monkeypatch: pytest.MonkeyPatch):
    """Otherwise a bot at another address would wait for as many seconds as a worker thinks about advice."""
    match, stopped, asked = new_match("mitch", "tiny", secret=new_secret(), narrate=False), list[Any](), list[Any]()
    pool = Bots(1)  # not started: its worker is played by the test
    [worker], loop = pool.helpers, asyncio.get_running_loop()
    worker.games.add("mitch")
    monkeypatch.setattr(type(worker), "idle", property(lambda one: one is worker and worker.job is None))
    monkeypatch.setattr(worker, "_say", lambda request: (stopped if isinstance(request, Stop) else asked).append(request))
    advising = asyncio.create_task(pool.advise("cookie", "m1", match, "", lambda advice: None))
    await asyncio.sleep(0)
    assert isinstance(asked[-1], Advise) and not stopped
    choosing = asyncio.create_task(pool.choose("ann", "m2", match, "medium"))
    await asyncio.sleep(0)
    assert isinstance(asked[-1], Advise) and not stopped, "it has just begun"
    assert pool._way and pool._way.when() == pytest.approx(worker.job.asked + PROMISE)  # pyright: ignore
    monkeypatch.setattr(loop, "time", lambda: worker.job.asked + PROMISE)  # pyright: ignore
    pool._make_way()
    assert [stop.id for stop in stopped] == [asked[-1].id]
    monkeypatch.undo()
    for task in (advising, choosing):
        task.cancel()
    await asyncio.wait({advising, choosing})
    await pool.close()
