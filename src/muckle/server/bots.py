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
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from muckle import players
from muckle.match.match import Match
from muckle.server.worker import KEPT, Choose, Chosen, Failed, Forgotten, Preparing, Ready, Report

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
    """What a bot is to do at one position of a match, and where the answer goes."""

    def __init__(self, match_id: str, match: Match, seq: int, level: str) -> None:
        self.id = secrets.randbelow(2**62)
        self.match_id, self.seq, self.level = match_id, seq, level
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.deaths = 0
        self._match, self._seed = match, secrets.randbelow(2**62)

    def request(self, told: int | None) -> Choose:
        """As it is put to a worker that has been told of the match up to an entry; None: of nothing."""
        match = self._match
        assert match.secret
        header, after = (match.header, 0) if told is None or told > self.seq else (None, told)
        log = match.entries(after)[: self.seq - after]  # others may have come since
        return Choose(self.id, self.match_id, header, after, log, match.secret, self.level, self._seed)


def think(match: Match, level: str) -> str:
    """Choose here and now.

    Args:
        match: a copy, as the one in memory may change meanwhile.

    Raises:
        Unanswered: it cannot be done.
    """
    try:
        return players.choose(level, match, secrets.randbelow(2**62))
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
        self._told: OrderedDict[str, int] = OrderedDict()
        """Up to which entry the worker has been told of each match."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the worker and keep it running."""
        self._task = asyncio.create_task(self._keep_running())

    async def close(self) -> None:
        """End the worker."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def choose(self, match_id: str, match: Match, level: str) -> str:
        """The action, as text, that a player of that level takes for the seat to act.

        Waits for the worker as long as it takes, once there is something to be gained by it.

        Raises:
            Unanswered: the worker failed, or died of it several times.
        """
        if level.partition(":")[0] in QUICK and match.game.name not in self.ready:
            return await asyncio.to_thread(think, match.copy(), level)
        question = Question(match_id, match, match.seq, level)
        self._questions[question.id] = question
        try:
            self._ask(question)
            return await question.answer
        finally:
            del self._questions[question.id]

    def _ask(self, question: Question) -> None:
        """Put a question to the worker, with no more of its match than the worker has not been told."""
        if self.process and self.process.stdin:
            request = question.request(self._told.pop(question.match_id, None))
            self.process.stdin.write(msgspec.json.encode(request) + b"\n")
            self._told[question.match_id] = question.seq
            if len(self._told) > KEPT:
                self._told.popitem(last=False)

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
        self._told.clear()
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
            if isinstance(report, Forgotten):
                self._told.pop(question.match_id, None)
                self._ask(question)
            elif isinstance(report, Failed):
                self._told.pop(question.match_id, None)
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
