"""The worker process: it thinks, it dies, another takes over."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from muckle import games
from muckle.match.begin import new_match
from muckle.match.match import Match
from muckle.match.secret import new_secret
from muckle.server import bots
from muckle.server.bots import Bots, Unanswered

LONG = 200
"""Seconds that compiling may take on a busy machine."""


def a_match() -> Match:
    return new_match("mitch", "tiny", secret=new_secret(), narrate=False)


@asynccontextmanager
async def compiled() -> AsyncGenerator[Bots]:
    """Bots that never think in this process, as if all games were compiled."""
    thinkers = Bots()
    thinkers.ready.update(games.GAMES)
    thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.close()


async def play(thinkers: Bots, match: Match) -> None:
    """Let a bot play every seat, to the end."""
    while not match.over:
        action = await asyncio.wait_for(thinkers.choose("m1", match, "greedy"), LONG)
        assert action in match.legal()
        match.apply(action)


def test_a_bot_plays_a_whole_match_and_goes_on_after_a_takeback():
    async def story():
        async with compiled() as thinkers:
            match = a_match()
            match.apply(await asyncio.wait_for(thinkers.choose("m1", match, "random"), LONG))
            match.undo()
            await play(thinkers, match)

    asyncio.run(story())


def test_the_worker_is_told_only_what_is_new(monkeypatch: pytest.MonkeyPatch):
    """Else a long match costs the room more with every bot's turn (S3)."""

    async def story():
        told: list[int] = []
        async with compiled() as thinkers:
            request = bots.Question.request

            def count(question: Any, after: int | None) -> Any:
                made = request(question, after)
                told.append(len(made.log) + (made.header is not None))
                return made

            monkeypatch.setattr(bots.Question, "request", count)
            match = a_match()
            await play(thinkers, match)
        assert told == [1] * len(told) and len(told) == match.seq

    asyncio.run(story())


def test_a_worker_that_does_not_remember_a_match_is_told_all_of_it():
    async def story():
        async with compiled() as thinkers:
            other, match = a_match(), a_match()
            await asyncio.wait_for(thinkers.choose("m0", other, "random"), LONG)
            match.apply(match.legal()[0])
            thinkers._told["m1"] = 1
            assert await asyncio.wait_for(thinkers.choose("m1", match, "random"), LONG) in match.legal()

    asyncio.run(story())


def test_what_is_being_compiled_is_told_until_everything_is():
    async def story():
        steps: list[str] = []
        thinkers = Bots(lambda: steps.append(thinkers.step))
        thinkers.start()
        async with asyncio.timeout(LONG):
            while thinkers.step or thinkers.ready != set(games.GAMES):
                await asyncio.sleep(0.05)
        assert all(any(step.startswith(f"compiling {game.title}: ") for step in steps) for game in games.GAMES.values())
        await thinkers.close()

    asyncio.run(story())


def test_when_the_worker_dies_another_answers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bots, "RESTS", (0.1,))

    async def story():
        async with compiled() as thinkers:
            match = a_match()
            for _ in range(2):
                asking = asyncio.create_task(thinkers.choose("m1", match, "random"))
                await asyncio.sleep(0.5)
                if thinkers.process:
                    thinkers.process.kill()
                assert await asyncio.wait_for(asking, LONG) in match.legal()
        assert thinkers.process is None

    asyncio.run(story())


def test_a_question_that_kills_every_worker_is_given_up_and_others_are_answered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bots, "RESTS", (0.1,))

    async def story():
        async with compiled() as thinkers:
            ask = thinkers._ask

            def poison(question: Any) -> None:
                if question.match_id != "poison":
                    ask(question)
                elif thinkers.process and thinkers.process.stdin:
                    thinkers.process.stdin.write(b"this is no question\n")

            monkeypatch.setattr(thinkers, "_ask", poison)
            match = a_match()
            with pytest.raises(Unanswered, match="ended again and again"):
                await asyncio.wait_for(thinkers.choose("poison", match, "random"), LONG)
            assert await asyncio.wait_for(thinkers.choose("m1", match, "random"), LONG) in match.legal()

    asyncio.run(story())


def test_a_question_without_an_answer_says_why():
    async def story():
        async with compiled() as thinkers:
            with pytest.raises(Unanswered, match="no player is called 'genius'"):
                await asyncio.wait_for(thinkers.choose("m1", a_match(), "genius"), LONG)

    asyncio.run(story())
