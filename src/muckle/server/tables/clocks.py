"""Watching the clocks: when a seat's time is up, the game's timeout action is played for it (General 13)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from muckle.server.background import Background
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.turns import write


class Clocks:
    """Watches the clocks that run.

    Args:
        background: runs the waiting.
        wake: called when a timeout action was played.
    """

    def __init__(self, background: Background, wake: Callable[[Hosted], object]) -> None:
        self._background, self._wake = background, wake

    def look(self, hosted: Hosted) -> None:
        """Start watching the clock of a table, if one runs and is not watched yet."""
        if hosted.time_left is not None and (hosted.timer is None or hosted.timer.done()):
            hosted.timer = self._background.spawn(self._watch(hosted))

    async def _watch(self, hosted: Hosted) -> None:
        """Wait for zero as long as a clock runs; whatever happens at the table may postpone it."""
        while (left := hosted.time_left) is not None:
            if left > 0:
                await first(self._background.time.sleep(left), hosted.changed.wait())
                continue
            async with hosted.lock:
                await play_for(hosted)
            self._wake(hosted)


async def play_for(hosted: Hosted) -> None:
    """Play timeout actions until it is another seat's turn or there is time again. The lock must be held."""
    seat = hosted.clock and hosted.clock.running
    while hosted.clock and hosted.clock.running == seat and (left := hosted.time_left) is not None and left <= 0:
        match = await hosted.load()
        await write(hosted, f"late {match.seq}", lambda match: [match.apply(match.timeout(), late=True)])


async def first(*waits: Coroutine[Any, Any, object]) -> None:
    """Wait until one of several coroutines has finished, and cancel the others."""
    tasks = [asyncio.create_task(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
