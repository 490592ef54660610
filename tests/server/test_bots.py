"""The pool of workers: they think, and if one dies, hangs, takes all memory or sends nonsense, the move still comes."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from muckle import games
from muckle.match.match import Match, new_match
from muckle.match.secret import new_secret
from muckle.server.bots import bots, helper
from muckle.server.bots.bots import Bots
from muckle.server.bots.question import Question, Unanswered
from muckle.server.fair import Client
from patience import PATIENCE

MICKELL = games.GAMES["mickell"]


def a_match(game: str = "mitch") -> Match:
    return new_match(game, "tiny", secret=new_secret(), narrate=False)


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Mitch the only game there is to compile."""
    monkeypatch.setattr(games, "GAMES", {"mitch": games.GAMES["mitch"]})


@asynccontextmanager
async def pool(
    workers: int = 1, command: Any = bots.WORKER, game: str = "mitch", *, plain: bool = False
) -> AsyncGenerator[Bots]:
    """Yield bots whose game is compiled and loaded by every worker.

    Args:
        plain: whether to start the plain worker as well, which otherwise would end as soon as the game is compiled.
    """
    thinkers = Bots(workers, command)
    if not plain:
        thinkers.plain.start = lambda: None
    thinkers.start()
    try:
        async with asyncio.timeout(PATIENCE):
            while thinkers._failures.total() == 0 and (
                thinkers._successors or any(worker.games != {game} for worker in thinkers.helpers)
            ):
                await asyncio.sleep(0.02)
        yield thinkers
    finally:
        await thinkers.close()
        assert not any(worker.process for worker in (*thinkers.helpers, thinkers.plain))


async def choose(thinkers: Bots, match: Match, match_id: str = "m1", level: str = "random", visitor: str = "ann") -> str:
    return await asyncio.wait_for(thinkers.choose(visitor, match_id, match, level), PATIENCE)


async def play(thinkers: Bots, match: Match) -> None:
    """Let a bot play every seat, to the end."""
    while not match.over:
        action = await choose(thinkers, match, level="greedy")
        assert action in match.legal()
        match.apply(action)


async def test_a_bot_plays_a_whole_match_and_goes_on_after_a_takeback():
    async with pool() as thinkers:
        match = a_match()
        match.apply(await choose(thinkers, match))
        match.undo()
        await play(thinkers, match)


async def test_whoever_plays_alike_is_asked_alike_and_thinks_in_full_however_busy_the_room_is(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[int, float]] = []
    request = Question.request

    def note(question: Any, after: int | None, effort: float) -> Any:
        asked.append((question._seed, effort))
        return request(question, after, effort)

    monkeypatch.setattr(Question, "request", note)
    monkeypatch.setattr(bots, "effort", lambda *_: 0.5)
    secret = new_secret()
    async with pool() as thinkers:
        mine, yours, other = (new_match("mitch", "tiny", secret=each, narrate=False) for each in (secret, secret, new_secret()))
        for match in (mine, yours):
            for number in range(2):
                await asyncio.wait_for(thinkers.choose("ann", f"{id(match)}", match, "random", alike=True), PATIENCE)
                match.apply(match.legal()[number % len(match.legal())])
        await asyncio.wait_for(thinkers.choose("ann", "other", other, "random", alike=True), PATIENCE)
        await choose(thinkers, other, "other")
    first, second, *again, elsewhere, usual = asked
    assert again == [first, second] and first[0] != second[0] != elsewhere[0]
    assert [effort for _, effort in asked] == [1.0] * 5 + [0.5] and usual[0] != elsewhere[0]


def test_a_worker_is_told_only_what_is_new(monkeypatch: pytest.MonkeyPatch):
    """Otherwise every turn of a bot in a long match would cost the room more than the one before (S3)."""

    async def story():
        told: list[int] = []
        async with pool() as thinkers:
            request = Question.request

            def count(question: Any, known: Any, effort: float) -> Any:
                made = request(question, known, effort)
                told.append(len(made.log) + (made.header is not None))
                return made

            monkeypatch.setattr(Question, "request", count)
            match = a_match()
            await play(thinkers, match)
        assert told == [1] * len(told) and len(told) == match.seq

    asyncio.run(story())


async def test_a_worker_that_does_not_remember_a_match_is_told_all_of_it():
    async with pool() as thinkers:
        other, match = a_match(), a_match()
        await choose(thinkers, other, "m0")
        match.apply(match.legal()[0])
        thinkers.helpers[0]._told["m1"] = match.log
        assert await choose(thinkers, match) in match.legal()


async def test_a_worker_that_knows_another_course_of_a_match_is_told_all_of_it():
    """Boards of an event take another course when a call is taken back: as many entries then are not the same entries."""
    one, other = (new_match("mitch", "mitch", seed=1) for _ in range(2))
    one.apply(one.legal()[0])
    for _ in range(2):
        other.apply(other.legal()[1])
    question = Question(Client("ann", ""), "m1", other, "random")
    told = question.request(other.log[:1], effort=1)
    assert told.header is None and (told.after, told.log) == (1, other.log[1:])
    for known in (one.log, (*other.log, *one.log), None):
        told = question.request(known, effort=1)
        assert told.header and (told.after, told.log) == (0, other.log)


async def test_several_workers_think_at_once():
    async with pool(2) as thinkers:
        first, second = thinkers.helpers
        os.kill(first.process.pid, signal.SIGSTOP)  # pyright: ignore
        asking = [asyncio.create_task(choose(thinkers, a_match(), f"m{number}")) for number in range(5)]
        done, stuck = await asyncio.wait(asking, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        while len(done) < 4:
            done, stuck = await asyncio.wait(asking, timeout=0.1)
        assert len(stuck) == 1 and first.job and not second.job
        os.kill(first.process.pid, signal.SIGCONT)  # pyright: ignore
        await asyncio.wait_for(stuck.pop(), PATIENCE)


async def test_what_is_being_compiled_is_told_until_everything_is():
    steps: list[str] = []
    thinkers = Bots(1, changed=lambda: steps.append(thinkers.step))
    thinkers.start()
    async with asyncio.timeout(PATIENCE):
        while thinkers.step or thinkers.ready != set(games.GAMES) or thinkers.plain.process:
            await asyncio.sleep(0.05)
    assert any(step.startswith("getting the bots ready: Mitch: ") for step in steps)
    assert steps.index("") == len(steps) - 1, "nothing is told to be ready between two games"
    await thinkers.close()


async def test_without_preloading_a_game_is_compiled_when_somebody_asks_for_it():
    thinkers, match = Bots(1, preload=()), a_match()
    thinkers.start()
    async with asyncio.timeout(PATIENCE):
        while not (thinkers.plain.idle and thinkers.helpers[0].idle):
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        assert not thinkers.step and not thinkers.ready and thinkers.helpers[0].idle
        choosing = asyncio.create_task(thinkers.choose("ann", "m1", match, "greedy", exact=True))
        await asyncio.sleep(0)
        assert thinkers.step, "told at once, not when the worker begins"
        assert await choosing in match.legal()
    assert thinkers.ready == {"mitch"} and not thinkers.step
    await thinkers.close()


@pytest.mark.parametrize("level", ["greedy", "expert"])
async def test_while_a_game_is_being_compiled_a_plain_worker_answers_for_it(level: str, monkeypatch: pytest.MonkeyPatch):
    thinkers, match = Bots(1), a_match()
    monkeypatch.setattr(thinkers.helpers[0], "warm", lambda game, ready: setattr(thinkers.helpers[0], "job", game))
    thinkers.start()
    assert await choose(thinkers, match, level=level) in match.legal()
    assert not thinkers.ready and thinkers.plain.process
    await thinkers.close()


async def test_a_game_that_cannot_be_compiled_is_left_to_the_plain_worker(tmp_path: Path):
    async with pool(1, [*faulty(tmp_path), "cold"], plain=True) as thinkers:
        match = a_match()
        assert await choose(thinkers, match) in match.legal()
        assert not thinkers.ready and not thinkers.step and thinkers.plain.process


# Workers that go wrong

again_and_again = pytest.mark.slow  # a dozen processes are started, some seconds each


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace a worker that is silent for a second."""
    monkeypatch.setattr(helper, "PATIENCE", 1.0)
    monkeypatch.setattr(helper, "FOLDING", 1.0)


def faulty(folder: Path) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("faulty_worker.py")), str(folder)]


@again_and_again
async def test_when_a_worker_goes_wrong_another_answers(impatient: None, tmp_path: Path):
    async with pool(1, faulty(tmp_path)) as thinkers:
        match = a_match()
        for fault in ("hang", "die", "allocate", "garbage", "stranger"):
            first = thinkers.helpers[0].process
            assert await choose(thinkers, match, f"{fault} once") in match.legal()
            assert (tmp_path / fault).exists()
            assert first and first.returncode is not None and thinkers.helpers[0].process is not first


async def test_a_worker_that_ends_while_it_writes_is_not_called_faulty(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """So it does whenever a room closes while a bot answers; its break is the same half line with an end."""
    async with pool(1, faulty(tmp_path)) as thinkers:
        match = a_match()
        assert await choose(thinkers, match, "half once") in match.legal()
        assert "nonsense" not in caplog.text
        assert await choose(thinkers, match, "garbage once") in match.legal()
        assert "nonsense" in caplog.text


@again_and_again
async def test_a_worker_that_is_killed_or_stopped_from_outside_is_replaced(impatient: None):
    async with pool() as thinkers:
        for sign in (signal.SIGKILL, signal.SIGSTOP):
            match, first = a_match(), thinkers.helpers[0].process
            assert first
            os.kill(first.pid, sign)
            assert await choose(thinkers, match) in match.legal()
            assert thinkers.helpers[0].process is not first


async def is_renewed(folder: Path) -> bool:
    """Return whether a process that keeps 200 MB of a question is replaced; until then it must go on answering."""
    async with pool(command=faulty(folder)) as thinkers:
        large, match = thinkers.helpers[0], a_match()
        process = large.process
        assert await choose(thinkers, match, "hoard once") in match.legal()
        held = large.memory
        assert held > 200_000_000
        answers = 0
        async with asyncio.timeout(PATIENCE):
            while thinkers._successors:
                assert await choose(thinkers, match) in match.legal()
                answers += thinkers.helpers[0] is large and process is large.process
        assert await choose(thinkers, match) in match.legal()
        renewed = thinkers.helpers[0] is not large
        if renewed:
            assert answers and process
            await asyncio.wait_for(process.wait(), PATIENCE)
            assert not large.process and thinkers.helpers[0].memory < held - 100_000_000
        return renewed


def test_a_worker_that_holds_too_much_memory_is_replaced_and_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert asyncio.run(is_renewed(tmp_path))
    (tmp_path / "hoard").unlink()
    monkeypatch.setattr(helper, "GROWTH", 1 << 40)
    assert not asyncio.run(is_renewed(tmp_path)), "and one that may grow for ever is noticed"


@again_and_again
async def test_a_question_that_every_worker_dies_of_is_given_up_and_others_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bots, "TRIES", 2)
    async with pool(1, faulty(tmp_path)) as thinkers:
        match = a_match()
        with pytest.raises(Unanswered, match="ended again and again"):
            await choose(thinkers, match, "die")
        assert await choose(thinkers, match) in match.legal()


async def test_a_thought_that_nobody_needs_is_ended(tmp_path: Path):
    """Otherwise the worker would go on thinking for people who have left; this one never stops by itself."""
    async with pool(1, faulty(tmp_path)) as thinkers:
        match, first = a_match(), thinkers.helpers[0].process
        asking = asyncio.create_task(choose(thinkers, match, "ponder"))
        await asyncio.sleep(0.1)
        asking.cancel()
        assert await choose(thinkers, match) in match.legal()
        assert thinkers.helpers[0].process is first


async def test_a_question_without_an_answer_says_why():
    async with pool() as thinkers:
        with pytest.raises(Unanswered, match="no player is called 'genius'"):
            await choose(thinkers, a_match(), level="genius")


async def test_a_match_that_is_over_has_no_answer():
    """A board of an event is over as soon as the last card is called, while its bot may still wait for a worker."""
    match = a_match()
    while not match.over:
        match.apply(match.legal()[0])
    async with pool() as thinkers:
        with pytest.raises(Unanswered, match="was over before it was asked"):
            await choose(thinkers, match, level="greedy")


async def test_a_question_that_is_dropped_does_not_hold_up_the_next():
    async with pool() as thinkers:
        match = a_match()
        asking = [asyncio.create_task(choose(thinkers, match, f"m{number}")) for number in range(3)]
        await asyncio.sleep(0)
        for dropped in asking[:2]:  # one that a worker has, one that waits
            dropped.cancel()
        assert await asking[2] in match.legal()
        assert not thinkers._queue


@pytest.mark.slow  # see order.LATE
async def test_hindsight_makes_way_for_a_bot(monkeypatch: pytest.MonkeyPatch):
    """Hindsight takes seconds. A bot's turn waits for none of them, and the next request starts the search again (S4)."""
    monkeypatch.setattr(games, "GAMES", {"mickell": MICKELL})
    async with pool(game="mickell") as thinkers:
        deal = new_match("mickell", secret="00" * 32, narrate=False)
        seeking = asyncio.create_task(thinkers.seek("m1 with hindsight", deal))
        async with asyncio.timeout(PATIENCE):
            while thinkers.helpers[0].job is None:
                await asyncio.sleep(0.01)
            await choose(thinkers, a_match("mickell"))
            with pytest.raises(Unanswered, match="needed for somebody who waits"):
                await seeking
            found = await thinkers.seek("m2 with hindsight", a_match("mickell"))
        assert found.proven and len(found.actions) > 8
