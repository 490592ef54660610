"""Work that comes in numbered pieces, and what does some of them at once in a process; answers come in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, Protocol, TypeVar

CHUNK_SECONDS = 0.1
"""About as long as a thread works before it reports: progress shows, and Ctrl-C is heard."""
Concurrency = Literal["alone", "threads", "processes"]
Answer = TypeVar("Answer")


class Work(Protocol):
    """What is done piece by piece, each with a number of its own. It can be sent to another process."""

    @property
    def concurrency(self) -> Concurrency:
        """What does several pieces at once: threads, if compiled code does most of it; processes; or nothing may, as one piece
        has to be done after the other by this process."""
        ...

    def begin(self) -> Callable[[range], Any]:
        """What does pieces of these numbers; each answer is a named tuple with `cpu_seconds`, 0 until a pool fills them in."""
        ...


def by_threads(do: Callable[[range], Answer], numbers: range, threads: int) -> Iterator[Answer]:
    """What is done with one part of the numbers after the other, so many at once; answers come in order."""
    chunk = 1
    with ThreadPoolExecutor(threads) as pool:
        while numbers:
            began = time.monotonic()
            now, numbers = numbers[: threads * chunk], numbers[threads * chunk :]
            yield from pool.map(do, [now[at : at + chunk] for at in range(0, len(now), chunk)])
            if time.monotonic() - began < CHUNK_SECONDS:
                chunk *= 2


def timed(do: Callable[[range], Any], numbers: range) -> Any:
    """An answer with the CPU seconds that this process took for it."""
    began = time.process_time()
    return do(numbers)._replace(cpu_seconds=time.process_time() - began)
