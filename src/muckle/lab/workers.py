"""Work done by processes of this machine, asked over pipes, so that Ctrl-C, a notebook and any start-up fit.

A worker is this file run as a program: a `Work` comes in, then ranges of numbers; for each it answers what they came to.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import IO, Any

from muckle.errors import MuckleError
from muckle.lab.work import Work, by_threads, timed


def by_processes(work: Work, numbers: range, processes: int) -> Iterator[Any]:
    """What the pieces of these numbers came to, in order; the same whatever the number of processes."""
    with _workers(work, processes) as free:

        def ask(part: range) -> Any:
            worker = free.get()
            try:
                return worker.ask(part)
            finally:
                free.put(worker)

        yield from by_threads(ask, numbers, processes)


@contextmanager
def _workers(work: Work, processes: int) -> Generator[queue.SimpleQueue[WorkerProcess]]:
    free: queue.SimpleQueue[WorkerProcess] = queue.SimpleQueue()
    workers: list[WorkerProcess] = []
    try:
        for _ in range(processes):
            workers.append(WorkerProcess(work))
            free.put(workers[-1])
        yield free
    finally:
        for worker in workers:
            worker.end()


class WorkerProcess:
    """A process that does one kind of work.

    Args:
        compiled: whether it compiles even if this process runs the rules as ordinary Python.
    """

    def __init__(self, work: Work, *, compiled: bool = False) -> None:
        pipe, environment = subprocess.PIPE, os.environ.copy()
        if compiled:
            environment.pop("NUMBA_DISABLE_JIT", None)
        self._process = subprocess.Popen([sys.executable, "-m", __name__], stdin=pipe, stdout=pipe, env=environment)
        self._send(work)

    def ask(self, numbers: range) -> Any:
        """What the pieces of these numbers came to.

        Raises:
            MuckleError: the process has died.
        """
        self._send(numbers)
        assert self._process.stdout
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            raise MuckleError(f"a process that works for this one has died with {self._process.wait()}") from None

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
        do = pickle.load(asked).begin()
        while True:
            pickle.dump(timed(do, pickle.load(asked)), answers)
            answers.flush()
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    serve(sys.stdin.buffer, sys.stdout.buffer)
