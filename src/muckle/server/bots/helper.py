"""A worker process as seen from the room: it has one job at a time and is replaced when it dies, hangs or misbehaves."""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from muckle.match.log import LogEntry
from muckle.server.bots.protocol import (
    REMEMBERED,
    Advised,
    Chosen,
    Failed,
    Forgotten,
    Judged,
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
"""Seconds before the next process starts: after one that had started properly, then after one, two, … failures in a row."""
STARTING, COMPILING, ENDING = 60.0, 900.0, 2.0
"""Timeouts in seconds for starting, for compiling a game, and for ending."""
PATIENCE, SLOWNESS, FOLDING = 3.0, 10.0, 20.0
"""Timeout of an answer in seconds: a constant, a factor for the level's thinking time, and an addition for a match that is sent
from its beginning."""
GROWTH = 128 << 20
"""Bytes by which a process may grow, apart from loading games, before it is replaced; compiling a game takes more."""
PLAIN = "NUMBA_DISABLE_JIT"
ANSWERS = Chosen | Advised | Judged | Sought | Failed | Forgotten
"""The reports that are about a question."""

log = logging.getLogger("muckle.bots")


class Helper:
    """One place in the pool: a worker process, and the processes that replace it one after the other.

    Args:
        command: command line that starts a worker.
        hear: called with every report.
        lose: called with the job that a process died of, or None.
        plain: whether the process runs as plain Python: slow, but ready at once.
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
        """The current job: a question, or the name of the game being compiled or loaded."""
        self.games: set[str] = set()
        """Games that the process has loaded."""
        self.memory = 0
        """Physical memory of the process in bytes, as last reported; 0 if never reported."""
        self._command, self._hear, self._lose = command, hear, lose
        self._listens = False
        self._growth = 0
        """Bytes by which the process has grown, apart from loading games."""
        self._loads = False
        """Whether the current job is to load a compiled game."""
        self._alarm: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._told: OrderedDict[str, tuple[LogEntry, ...]] = OrderedDict()
        """The log as the process knows it, by match."""

    @property
    def idle(self) -> bool:
        """Whether the worker can be given a job."""
        return self._listens and self.job is None

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self.process is not None

    @property
    def overgrown(self) -> bool:
        """Whether the process uses so much memory that it should be replaced."""
        return self._growth > GROWTH

    def start(self) -> None:
        """Start a process, and a new one whenever it ends."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End the process for good."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    def ask(self, question: Question, effort: float) -> None:
        """Send a question, with only those entries of the match that the process does not know."""
        question.effort, question.asked = effort, asyncio.get_running_loop().time()
        request = question.request(self._told.pop(question.match_id, None), effort)
        self._told[question.match_id] = question.log
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        self._begin(question, request, PATIENCE + SLOWNESS * question.thinks + (FOLDING if request.header else 0))

    def drop(self, question: Question) -> None:
        """Tell the process to stop working on a question; do nothing if it has another job."""
        if self.job is question:
            self._say(Stop(question.id))

    def warm(self, game: str, *, ready: bool) -> None:
        """Make the process compile a game.

        Args:
            ready: whether the game is compiled already, so that it is only loaded.
        """
        self._loads = ready
        self._begin(game, Warm(game), COMPILING)

    def forget(self, match: str) -> None:
        """Note that the process no longer remembers a match."""
        self._told.pop(match, None)

    def finish(self) -> Question | str | None:
        """End the current job and return it."""
        job, self.job, self._loads = self.job, None, False
        self._expect(None)
        return job

    def kill(self) -> None:
        """Kill the process, even if it is suspended; the next one is started."""
        if self.process and self.process.returncode is None:
            self.process.kill()

    async def _run(self) -> None:
        failures = 0
        while True:
            failures = 0 if await self._run_once() else failures + 1
            self._lose(self.finish())
            await asyncio.sleep(RESTS[min(failures, len(RESTS) - 1)])  # the room itself may be closing, too
            log.warning("a players' process ended; another is started")

    async def _run_once(self) -> bool:
        """Run a process until it ends, and return whether it ever started properly."""
        environment = {**os.environ, PLAIN: "1" if self.plain else "0"}
        self.process = process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
            start_new_session=True,  # a signal from outside reaches the room only, which then ends its workers
        )
        self._expect(STARTING)
        listened = ended = False
        try:
            assert process.stdout
            async for line in process.stdout:
                if not line.endswith(b"\n"):
                    break  # the process ended while it wrote
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
        """Wait until a process is gone. One that ended by itself is not killed, because that would take its exit code."""
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
        """Set the time after which the process is replaced unless its job is done; None: no time."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._late, seconds) if seconds else None

    def _late(self, seconds: float) -> None:
        log.error("a players' process is silent for %g seconds", seconds)
        self.kill()
