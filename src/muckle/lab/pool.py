"""Pools: numbered pieces of work go in, and their answers come out in order, wherever the work was done.

A pool is the cores of this machine (`Cores`: threads or worker processes) or a Ray cluster (`muckle.lab.cluster`). An answer
depends on the number of its piece alone, so it is the same in every pool.

A worker process is this file, run as a program and asked over pipes. Unlike `multiprocessing`, that needs no importable main
module, so it works in notebooks, and Ctrl-C reaches the asking process only.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import IO, Any, Literal, Protocol, TypeVar

from muckle.engine.options import read_number
from muckle.errors import MuckleError

CHUNK_SECONDS = 0.1
"""Approximate time a thread works before it reports, in seconds, so that progress shows and Ctrl-C is heard."""
GROWTH = 16
"""Maximum ratio of the sizes of successive chunks: one quick game does not tell how long others take."""
AHEAD = 2
"""Number of chunks per thread that are running or queued, so that no thread waits for the slowest."""
FEW = 200
"""Number of games up to which this process is faster than the start of worker processes."""
MAX_CORES = 1024
"""Maximum number of cores that can be asked for."""
Concurrency = Literal["alone", "threads", "processes"]
Answer = TypeVar("Answer")


class Work(Protocol):
    """Work that consists of numbered pieces. It can be pickled and sent to another process."""

    @property
    def concurrency(self) -> Concurrency:
        """Kind of parallel execution: threads (compiled code), processes (Python), or none ("alone")."""
        ...

    @property
    def few(self) -> int:
        """Number of pieces up to which this process is faster than the start of worker processes."""
        ...

    def begin(self) -> Callable[[range], Any]:
        """Return a function that does a range of pieces. Its answer is a named tuple with a field `cpu_seconds` of 0."""
        ...


class Pool(Protocol):
    """A place where work is done."""

    def in_order(self, work: Work, numbers: range) -> Generator[Any]:
        """Do the pieces of these numbers, several at a time, and yield the answers of consecutive ranges in order.

        Closing the generator cancels the rest.
        """
        ...


class Cores:
    """The cores of this machine.

    Args:
        cores: number of cores; None: all.

    Raises:
        OptionsError: the number is out of range.
    """

    def __init__(self, cores: int | None = None) -> None:
        self.cores = (
            (os.cpu_count() or 1) if cores is None else read_number(cores, "the number of cores", 1, MAX_CORES, str(MAX_CORES))
        )

    def in_order(self, work: Work, numbers: range) -> Generator[Any]:
        """Do the pieces of these numbers, and yield the answers in order."""
        if work.concurrency == "threads":
            return run_in_threads(work.begin(), numbers, self.cores)
        if work.concurrency == "alone" or self.cores == 1 or len(numbers) <= work.few:
            return run_in_threads(work.begin(), numbers, 1)
        return run_in_processes(work, numbers, self.cores)


def run_in_threads(do: Callable[[range], Answer], numbers: range, threads: int) -> Generator[Answer]:
    """Call a function with consecutive ranges of the numbers in several threads, and yield the answers in order."""
    size, pending = 1, deque[tuple[int, Future[tuple[Answer, float]]]]()
    pool = ThreadPoolExecutor(threads)
    try:
        while numbers or pending:
            while numbers and len(pending) < AHEAD * threads:
                chunk, numbers = numbers[:size], numbers[size:]
                pending.append((size, pool.submit(_with_seconds, do, chunk)))
            sent, future = pending.popleft()
            answer, seconds = future.result()
            if sent == size:
                size *= min(GROWTH, max(1, int(CHUNK_SECONDS / max(seconds, 1e-6))))
            yield answer
    finally:
        pool.shutdown(cancel_futures=True)


def _with_seconds(do: Callable[[range], Answer], numbers: range) -> tuple[Answer, float]:
    """Return an answer and the wall-clock seconds it took."""
    began = time.monotonic()
    return do(numbers), time.monotonic() - began


def with_cpu_seconds(do: Callable[[range], Any], numbers: range) -> Any:
    """Return an answer with `cpu_seconds` set to the CPU time that this process took for it."""
    began = time.process_time()
    return do(numbers)._replace(cpu_seconds=time.process_time() - began)


def run_in_processes(work: Work, numbers: range, processes: int) -> Generator[Any]:
    """Do the pieces of these numbers in worker processes, and yield the answers in order."""
    with _workers(work, processes) as free:

        def ask(part: range) -> Any:
            worker = free.get()
            try:
                return worker.ask(part)
            finally:
                free.put(worker)

        yield from run_in_threads(ask, numbers, processes)


@contextmanager
def _workers(work: Work, processes: int) -> Generator[queue.SimpleQueue[WorkerProcess]]:
    """Run worker processes, and yield a queue of the idle ones."""
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
        compiled: run compiled code there, even if this process runs the rules as ordinary Python.
    """

    def __init__(self, work: Work, *, compiled: bool = False) -> None:
        pipe, environment = subprocess.PIPE, os.environ.copy()
        if compiled:
            environment.pop("NUMBA_DISABLE_JIT", None)
        self._process = subprocess.Popen([sys.executable, "-m", __name__], stdin=pipe, stdout=pipe, env=environment)
        self._send(work)

    def ask(self, numbers: range) -> Any:
        """Return the answer for a range of pieces.

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
        """Close the pipes, and wait until the process ends."""
        for stream in (self._process.stdin, self._process.stdout):
            assert stream
            stream.close()
        self._process.wait()

    def _send(self, message: object) -> None:
        assert self._process.stdin
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer ranges of pieces of one work until the pipe is closed: the main function of a worker process."""
    try:
        do = pickle.load(requests).begin()
        while True:
            pickle.dump(with_cpu_seconds(do, pickle.load(requests)), answers)
            answers.flush()
    except (EOFError, BrokenPipeError):
        return


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the asking process
    serve(sys.stdin.buffer, sys.stdout.buffer)
