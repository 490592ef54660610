"""Transcripts on many cores: processes that record, asked over pipes, so that Ctrl-C, a notebook and any start-up fit.

A worker is this file run as a program: a plan comes in, then ranges of game numbers; for each it answers what they came to.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO, Any

from muckle.errors import MuckleError
from muckle.lab.count import in_order
from muckle.lab.crowd import boards
from muckle.lab.plan import Plan
from muckle.lab.record import Recorder

FEW = 200
"""So many matches are recorded sooner by this process than another one takes to start."""


def record(plan: Plan, numbers: range, cores: int) -> Iterator[Any]:
    """The matches of these numbers with their transcripts, in order; the same whatever the number of cores.

    What comes is `Recorded`, or for the boards of a crowd `Boards`.
    """
    if cores == 1 or len(numbers) <= FEW:
        return in_order(recording(plan), numbers, 1)
    return _with_workers(plan, numbers, cores)


def recording(plan: Plan) -> Callable[[range], Any]:
    """What records the matches of a plan by their numbers."""
    recorder = Recorder(plan)
    return partial(boards, recorder) if plan.crowd else recorder.record


def _with_workers(plan: Plan, numbers: range, cores: int) -> Iterator[Any]:
    with _workers(plan, cores) as free:

        def work(part: range) -> Any:
            worker = free.get()
            try:
                return worker.ask(part)
            finally:
                free.put(worker)

        yield from in_order(work, numbers, cores)


@contextmanager
def _workers(plan: Plan, cores: int) -> Generator[queue.SimpleQueue[Worker]]:
    free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    workers: list[Worker] = []
    try:
        for _ in range(cores):
            workers.append(Worker(plan))
            free.put(workers[-1])
        yield free
    finally:
        for worker in workers:
            worker.end()


class Worker:
    """A process that records matches of one plan.

    Args:
        compiled: whether it compiles even if this process runs the rules as ordinary Python.
    """

    def __init__(self, plan: Plan, *, compiled: bool = False) -> None:
        pipe, environment = subprocess.PIPE, os.environ.copy()
        if compiled:
            environment.pop("NUMBA_DISABLE_JIT", None)
        self._process = subprocess.Popen([sys.executable, "-m", __name__], stdin=pipe, stdout=pipe, env=environment)
        self._send(plan)

    def ask(self, numbers: range) -> Any:
        """What these matches came to, see `record`.

        Raises:
            MuckleError: the process has died.
        """
        self._send(numbers)
        assert self._process.stdout
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            raise MuckleError(f"a process that records games has died with {self._process.wait()}") from None

    def end(self) -> None:
        """Let it finish, and wait for it."""
        for stream in (self._process.stdin, self._process.stdout):
            assert stream
            stream.close()
        self._process.wait()

    def _send(self, message: object) -> None:
        assert self._process.stdin
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """A worker's life: it ends when nobody asks any more."""
    try:
        work = recording(pickle.load(asked))
        while True:
            numbers, began = pickle.load(asked), time.process_time()
            answer = work(numbers)
            pickle.dump(answer._replace(cpu_seconds=time.process_time() - began), answers)
            answers.flush()
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    serve(sys.stdin.buffer, sys.stdout.buffer)
