"""Tasks that go on while nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, date, datetime
from typing import Any

from muckle.errors import StaleError, StoreError

log = logging.getLogger("muckle.room")
AGAIN = 1.0
"""Seconds until something is tried again."""


class Time:
    """The room's time; tests have one of their own."""

    def now(self) -> float:
        """Seconds since whenever."""
        return asyncio.get_running_loop().time()

    def today(self) -> date:
        """Return the present day by UTC."""
        return datetime.now(UTC).date()

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        await asyncio.sleep(seconds)


async def insist(work: Callable[[], Awaitable[None]]) -> None:
    """Do something, again and again as long as the store cannot be used or has been overtaken by another room."""
    while True:
        try:
            return await work()
        except (StoreError, StaleError) as error:
            log.error("in the background, tried again: %s", error)
            await asyncio.sleep(AGAIN)


class Background:
    """Tasks that nobody awaits; what goes wrong in them is logged.

    Args:
        time: what they wait by.
    """

    def __init__(self, time: Time | None = None) -> None:
        self.time = time or Time()
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def close(self) -> None:
        """End whatever still goes on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("in the background: %s", error, exc_info=error)
