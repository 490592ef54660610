"""A worker process as the room sees it: given one thing at a time, and replaced when it dies, hangs or talks nonsense."""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from muckle.server.bots.protocol import (
    REMEMBERED,
    Advised,
    Chosen,
    Failed,
    Forgotten,
    Judgement,
    Report,
    Request,
    Resident,
    Sought,
    Started,
    Stop,
    Warm,
)
from muckle.server.bots.question import Question

RESTS = (0, 1, 5, 30)
"""Seconds before the next process is started: after one that had listened, after one, two, … that never did."""
STARTING, COMPILING, ENDING = 60.0, 900.0, 2.0
"""Seconds that starting, compiling a game and coming to an end may take."""
PATIENCE, SLOWNESS, FOLDING = 3.0, 10.0, 20.0
"""Seconds that an answer may take, for each that its level thinks so many more, and so many more for a match told from the
beginning."""
GROWTH = 128 << 20
"""Bytes that a process may grow by, loading games aside, before another one takes its place; compiling a game takes more."""
PLAIN = "NUMBA_DISABLE_JIT"
ANSWERS = Chosen | Advised | Judgement | Sought | Failed | Forgotten
"""Reports about a question."""

log = logging.getLogger("muckle.bots")


class Helper:
    """One worker, and its successors.

    Args:
        command: what starts one.
        hear: is given every report of it, and the job it is about.
        lose: is given the job that a worker died of, None if it had none.
        plain: whether it runs as plain Python: it can do everything at once, and slowly.
    """

    def __init__(
        self,
        command: Sequence[str],
        hear: Callable[[Helper, Report], object],
        lose: Callable[[Question | str | None], object],
        *,
        plain: bool = False,
    ) -> None:
        self.plain = plain
        self.process: Process | None = None
        self.job: Question | str | None = None
        """What it does now: a question, or the name of the game it compiles or loads."""
        self.games: set[str] = set()
        """Those it has loaded."""
        self.memory = 0
        """Bytes that its process held in physical memory when it last said so; 0 if it did not."""
        self._command, self._hear, self._lose = command, hear, lose
        self._listens = False
        self._growth = 0
        """Bytes that its process has grown by, loading games aside."""
        self._loads = False
        """Whether its job is to load a game that is compiled."""
        self._alarm: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._told: OrderedDict[str, int] = OrderedDict()
        """Up to which entry it has been told of each match."""

    @property
    def idle(self) -> bool:
        """Whether it can be given something."""
        return self._listens and self.job is None

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self.process is not None

    @property
    def overgrown(self) -> bool:
        """Whether another process should take the place of its process, which holds too much memory."""
        return self._growth > GROWTH

    def start(self) -> None:
        """Start a process, and another whenever it ends."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End the process for good."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    def ask(self, question: Question, effort: float) -> None:
        """Have it choose, telling it no more of the match than it has not been told."""
        question.effort, question.asked = effort, asyncio.get_running_loop().time()
        request = question.request(self._told.pop(question.match_id, None), effort)
        self._told[question.match_id] = question.seq
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        self._begin(question, request, PATIENCE + SLOWNESS * question.thinks + (FOLDING if request.header else 0))

    def drop(self, question: Question) -> None:
        """Nobody needs an answer; nothing if it is not about that question."""
        if self.job is question:
            self._say(Stop(question.id))

    def warm(self, game: str, *, ready: bool) -> None:
        """Have it compile a game, or load one that is compiled: `ready`."""
        self._loads = ready
        self._begin(game, Warm(game), COMPILING)

    def forget(self, match: str) -> None:
        """It does not remember a match."""
        self._told.pop(match, None)

    def finish(self) -> Question | str | None:
        """It is done with its job, which is returned."""
        job, self.job, self._loads = self.job, None, False
        self._expect(None)
        return job

    def kill(self) -> None:
        """End the process, also one that is stopped; the next one is started."""
        if self.process and self.process.returncode is None:
            self.process.kill()

    async def _run(self) -> None:
        failures = 0
        while True:
            failures = 0 if await self._run_once() else failures + 1
            self._lose(self.finish())
            await asyncio.sleep(RESTS[min(failures, len(RESTS) - 1)])  # the room itself may be at its end, too
            log.warning("a players' process ended; another is started")

    async def _run_once(self) -> bool:
        """Run a process until it ends; whether it ever listened."""
        environment = {**os.environ, PLAIN: "1" if self.plain else "0"}
        self.process = process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
            start_new_session=True,  # what ends the room from outside reaches the room only, which then ends its workers
        )
        self._expect(STARTING)
        listened = ended = False
        try:
            assert process.stdout
            async for line in process.stdout:
                report: Report = msgspec.json.decode(line, type=Report)  # pyright: ignore[reportArgumentType]  # a union
                if isinstance(report, Resident):
                    self._growth += 0 if self._loads or not self.memory else report.bytes - self.memory
                    self.memory = report.bytes
                    continue
                if isinstance(report, Started):
                    self._expect(None)
                    self._listens = listened = True
                elif isinstance(report, ANSWERS) and not self._is_about(report.id):
                    raise ValueError(f"an answer to nothing that was asked: {report!r:.200}")
                self._hear(self, report)
            ended = True
        except (msgspec.MsgspecError, ValueError) as error:
            log.error("a players' process talks nonsense: %s", error)
        finally:
            await self._end(process, ended)
        return listened

    async def _end(self, process: Process, ended: bool) -> None:
        """Forget a process and see that it is gone. One that ended by itself is not killed: that would take its exit code."""
        self._listens = False
        self._expect(None)
        self.process = None
        self.memory = self._growth = 0
        self.games.clear()
        self._told.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), ENDING if ended else 0)
        if process.returncode is None:
            process.kill()
        await process.wait()

    def _begin(self, job: Question | str, request: Request, patience: float) -> None:
        self.job = job
        self._expect(patience)
        self._say(request)

    def _say(self, request: Request) -> None:
        if self.process and self.process.stdin:
            self.process.stdin.write(msgspec.json.encode(request) + b"\n")

    def _is_about(self, id: int) -> bool:
        return isinstance(self.job, Question) and self.job.id == id

    def _expect(self, seconds: float | None) -> None:
        """Replace the process if it has not done what it is at within so many seconds; None: it is at nothing."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._late, seconds) if seconds else None

    def _late(self, seconds: float) -> None:
        log.error("a players' process is silent for %g seconds", seconds)
        self.kill()
