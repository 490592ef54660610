"""The game room's side of the worker: starts it, asks it, starts it again when it dies.

The first time, compiling takes a while. Until a game's players are compiled, the quick ones think as plain Python in a
thread of this process: a person who has just installed muckle plays at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec

from muckle import players
from muckle.match.match import Match
from muckle.server.worker import Choose, Chosen, Failed, Preparing, Ready, Report

RESTS = (0.2, 1, 5, 30)
"""Seconds before the worker is started again, after it died once, twice, …; an answer begins the count anew."""
TRIES = 3
"""How often a question is asked that the worker dies of."""
QUICK = frozenset({"random", "greedy"})
"""Levels that need no compiling: as plain Python they take some hundredths of a second for an action."""

log = logging.getLogger("muckle.bots")


class Unanswered(Exception):
    """The worker could not choose."""


class Question:
    """A request on its way, and where the answer goes."""

    def __init__(self, request: Choose) -> None:
        self.request = request
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.deaths = 0


def think(request: Choose) -> str:
    """Answer a request here and now; the match is folded anew, as the one in memory may change meanwhile."""
    try:
        match = Match(request.header, request.events, secret=request.secret, narrate=False)
        return players.choose(request.level, match, request.seed)
    except Exception as error:
        raise Unanswered(f"{type(error).__name__}: {error}") from error


class Bots:
    """Players that think in another process.

    Args:
        changed: called whenever `step` or `ready` has changed.
    """

    def __init__(self, changed: Callable[[], object] = lambda: None) -> None:
        self.step = "starting the players"
        """What is being compiled, in words; empty when everything is."""
        self.ready: set[str] = set()
        """Games whose players are compiled."""
        self.changed = changed
        self.process: Process | None = None
        self._questions: dict[int, Question] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the worker and keep it running."""
        self._task = asyncio.create_task(self._keep_running())

    async def close(self) -> None:
        """End the worker."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def choose(self, id: str, match: Match, level: str) -> str:
        """The action, as text, that a player of that level takes for the seat to act.

        Waits for the worker as long as it takes, once there is something to be gained by it.

        Raises:
            Unanswered: the worker failed, or died of it several times.
        """
        assert match.secret
        number = secrets.randbelow(2**62)
        request = Choose(number, id, match.header, tuple(match.log), match.secret, level, secrets.randbelow(2**62))
        if level.partition(":")[0] in QUICK and match.game.name not in self.ready:
            return await asyncio.to_thread(think, request)
        question = self._questions[number] = Question(request)
        try:
            self._ask(question)
            return await question.answer
        finally:
            del self._questions[number]

    def _ask(self, question: Question) -> None:
        if self.process and self.process.stdin:
            self.process.stdin.write(msgspec.json.encode(question.request) + b"\n")

    async def _keep_running(self) -> None:
        deaths = 0
        while True:
            answers = await self._run_once()
            deaths = 1 if answers else deaths + 1
            self._blame()
            log.warning("the players' process ended; it is started again")
            await asyncio.sleep(RESTS[min(deaths, len(RESTS)) - 1])

    async def _run_once(self) -> int:
        """Run a worker until it ends; how often it answered."""
        environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
        command = (sys.executable, "-m", "muckle.server.worker")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment)
        self.process = process
        answers = 0
        try:
            for question in self._questions.values():
                self._ask(question)
            assert process.stdout
            async for line in process.stdout:
                report: Report = msgspec.json.decode(line, type=Report)  # pyright: ignore[reportArgumentType]  # a union
                answers += isinstance(report, Chosen)
                self._hear(report)
        finally:
            self.process = None
            if process.returncode is None:
                process.kill()
            await process.wait()
        return answers

    def _hear(self, report: Report) -> None:
        if isinstance(report, Preparing):
            self.step = report.step
            self.changed()
        elif isinstance(report, Ready):
            self.ready.add(report.game)
            self.changed()
        elif question := self._questions.get(report.id):
            if isinstance(report, Failed):
                self._settle(question, Unanswered(report.error))
            elif not question.answer.done():
                question.answer.set_result(report.action)

    def _blame(self) -> None:
        """Give up on questions that several workers died of."""
        for question in self._questions.values():
            question.deaths += 1
            if question.deaths >= TRIES:
                self._settle(question, Unanswered("the players' process ended again and again"))

    def _settle(self, question: Question, error: Exception) -> None:
        if not question.answer.done():
            question.answer.set_exception(error)
