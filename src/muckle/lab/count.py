"""Games on all cores, a row each; and the work of many cores brought into order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from muckle.games import find
from muckle.lab.plan import Plan
from muckle.lab.record import Recorded
from muckle.lab.starter import match_seeds
from muckle.players.contest import play_rows

CHUNK_SECONDS = 0.1
"""About as long as a thread works before it reports: progress shows, and Ctrl-C is heard."""

Result = TypeVar("Result")


def in_order(work: Callable[[range], Result], numbers: range, cores: int) -> Iterator[Result]:
    """What `work` makes of one part of the game numbers after the other, so many at once; results come in order."""
    chunk = 1
    with ThreadPoolExecutor(cores) as pool:
        while numbers:
            began = time.monotonic()
            now, numbers = numbers[: cores * chunk], numbers[cores * chunk :]
            yield from pool.map(work, [now[at : at + chunk] for at in range(0, len(now), chunk)])
            if time.monotonic() - began < CHUNK_SECONDS:
                chunk *= 2


def play_plan(plan: Plan, numbers: range, cores: int) -> Iterator[Recorded]:
    """The games of these numbers, without transcripts, in order; the same whatever the number of cores."""
    kind, outside = find(plan.game), plan.outside()

    def work(part: range) -> Recorded:
        seeds = [*map(match_seeds(plan), part)]
        return Recorded(play_rows(kind, plan.options, plan.manners, seeds, plan.graph, plan.known, outside))

    return in_order(work, numbers, 1 if outside else cores)  # who comes from outside is asked one thing at a time
