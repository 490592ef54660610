"""Work that comes in numbered pieces, and what does some of them at once in a process; answers come in order."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Literal, Protocol, TypeVar

CHUNK_SECONDS = 0.1
"""About as long as a thread works before it reports: progress shows, and Ctrl-C is heard."""
AHEAD = 2
"""Parts a thread that are under way or wait for one before them, so that no thread waits for the slowest."""
FEW = 200
"""So many games are played sooner by this process than another one takes to start."""
Concurrency = Literal["alone", "threads", "processes"]
Answer = TypeVar("Answer")


class Work(Protocol):
    """What is done piece by piece, each with a number of its own. It can be sent to another process."""

    @property
    def concurrency(self) -> Concurrency:
        """What does several pieces at once: threads, if compiled code does most of it; processes; or nothing may, as one piece
        has to be done after the other by this process."""
        ...

    @property
    def few(self) -> int:
        """So many pieces are done sooner by this process than other processes take to start."""
        ...

    def begin(self) -> Callable[[range], Any]:
        """What does pieces of these numbers; each answer is a named tuple with `cpu_seconds`, 0 until a pool fills them in."""
        ...


def by_threads(do: Callable[[range], Answer], numbers: range, threads: int) -> Iterator[Answer]:
    """What is done with one part of the numbers after the other, so many at once; answers come in order."""
    size, under_way = 1, deque[tuple[int, Future[tuple[Answer, float]]]]()
    pool = ThreadPoolExecutor(threads)
    try:
        while numbers or under_way:
            while numbers and len(under_way) < AHEAD * threads:
                part, numbers = numbers[:size], numbers[size:]
                under_way.append((size, pool.submit(_clocked, do, part)))
            asked, future = under_way.popleft()
            answer, seconds = future.result()
            if asked == size and seconds < CHUNK_SECONDS:
                size *= 2
            yield answer
    finally:
        pool.shutdown(cancel_futures=True)


def _clocked(do: Callable[[range], Answer], numbers: range) -> tuple[Answer, float]:
    """An answer with the seconds until it came."""
    began = time.monotonic()
    return do(numbers), time.monotonic() - began


def timed(do: Callable[[range], Any], numbers: range) -> Any:
    """An answer with the CPU seconds that this process took for it."""
    began = time.process_time()
    return do(numbers)._replace(cpu_seconds=time.process_time() - began)
