"""Compiled games on all cores, counted; and the work of many cores brought into order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from muckle.games import find
from muckle.lab.plan import Plan, match_seed
from muckle.players.contest import Tally, play

CHUNK_SECONDS = 0.1
"""About as long as a thread works before it reports: progress shows, and Ctrl-C is heard."""

Result = TypeVar("Result")


def in_order(work: Callable[[range], Result], games: int, cores: int) -> Iterator[Result]:
    """What `work` makes of one range of game numbers after the other, so many at once; results come in order."""
    chunk, first = 1, 0
    with ThreadPoolExecutor(cores) as pool:
        while first < games:
            began = time.monotonic()
            parts = [range(at, min(at + chunk, games)) for at in range(first, min(first + cores * chunk, games), chunk)]
            yield from pool.map(work, parts)
            first = parts[-1].stop
            if time.monotonic() - began < CHUNK_SECONDS:
                chunk *= 2


def count(plan: Plan, cores: int) -> Iterator[Tally]:
    """The games of a plan, a tally a chunk."""
    kind = find(plan.game)

    def work(part: range) -> Tally:
        seeds = [match_seed(plan.seed, number) for number in part]
        return play(kind, plan.options, plan.manners, seeds, plan.graph, plan.known)

    return in_order(work, plan.games, cores)
