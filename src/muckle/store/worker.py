"""The thread that has a store's database.

It takes what has piled up while it wrote, and commits it together: the disk is asked once for many entries, so waiting until an
entry is really on disk (WAL, synchronous=FULL) costs little. While several write at once it gives others a moment to join them;
a single writer never waits.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal, NamedTuple, TypeVar

from muckle.errors import MuckleError, StoreError
from muckle.store.database import Database

MOST = 1000
"""Maximum number of jobs in one commit."""
GATHER = 0.02
"""Seconds for which jobs wait for others to join them, if the last commit was of several writes."""

Answer = TypeVar("Answer")


class Job(NamedTuple):
    """A function to run on the database thread, and the future for its answer."""

    work: Callable[[Database], Any]
    answer: asyncio.Future[Any]
    """The future that the job's answer is put into, in the event loop of whoever waits."""
    kind: Literal["read", "write", "alone"]
    """Reads that wait together share a transaction, and so do writes; a job that is done alone is in none."""


class Worker:
    """A thread that does all work on a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._work, name="store", daemon=True)
        self.thread.start()

    async def close(self) -> None:
        """Finish the work that was begun, and close the database."""
        self._jobs.put(None)
        await asyncio.to_thread(self.thread.join)

    async def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        return await self.do(lambda database: database.execute(query, values).fetchall())

    async def write(self, query: str, *values: object) -> None:
        """Run a query that writes."""
        await self.do(lambda database: database.execute(query, values) and None, writes=True)

    async def do(self, work: Callable[[Database], Answer], *, writes: bool = False) -> Answer:
        """Have the thread do something. Work that writes says what is wrong (as a MuckleError) before its first write."""
        return await self._queue(work, "write" if writes else "read")

    async def alone(self, work: Callable[[Database], Answer]) -> Answer:
        """Have the thread do something in no transaction."""
        return await self._queue(work, "alone")

    async def _queue(self, work: Callable[[Database], Answer], kind: Literal["read", "write", "alone"]) -> Answer:
        if not self.thread.is_alive():
            raise StoreError(f"{self.database.name} is closed")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, answer, kind))
        return await answer

    def _work(self) -> None:
        closing, crowded = False, False
        while not closing:
            jobs = [self._jobs.get()]
            if crowded:
                time.sleep(GATHER)
            while len(jobs) < MOST and not self._jobs.empty():
                jobs.append(self._jobs.get())
            closing = None in jobs
            waiting = [job for job in jobs if job and not job.answer.cancelled()]
            self._commit([job for job in waiting if job.kind == "read"], writes=False)
            writes = [job for job in waiting if job.kind == "write"]
            self._commit(writes, writes=True)
            crowded = len(writes) > 1
            for job in waiting:
                if job.kind == "alone":
                    self._do_alone(job)
        self.database.close()

    def _commit(self, jobs: list[Job], *, writes: bool) -> None:
        """Do these jobs, commit once, then answer each; if the database fails, nothing was written. A read fails alone."""
        if not jobs:
            return
        answers: list[Any]
        try:
            self.database.begin(writes=writes)
            answers = [attempt(job.work, self.database, MuckleError if writes else Exception) for job in jobs]
            self.database.commit()
        except Exception as error:
            self.database.rollback()
            answers = [error for _ in jobs]
        self._answer(jobs, answers)

    def _do_alone(self, job: Job) -> None:
        answer = attempt(job.work, self.database, Exception)
        if isinstance(answer, Exception):
            self.database.rollback()
        self._answer([job], [answer])

    def _answer(self, jobs: list[Job], answers: list[Any]) -> None:
        done = [(job.answer, self._explained(answer)) for job, answer in zip(jobs, answers, strict=True)]
        for loop in {job.answer.get_loop() for job in jobs}:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(settle, [each for each in done if each[0].get_loop() is loop])

    def _explained(self, answer: Any) -> Any:
        return self.database.explained(answer) if isinstance(answer, self.database.error) else answer


def settle(done: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Give everybody who still waits their answer, in the loop in which they do."""
    for future, answer in done:
        if future.cancelled():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def attempt(work: Callable[[Database], Any], database: Database, kind: type[Exception]) -> Any:
    """Return the answer of some work; an error of this kind is an answer like any other."""
    try:
        return work(database)
    except kind as error:
        return error
