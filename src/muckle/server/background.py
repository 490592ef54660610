"""Background tasks, and the room's clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, date, datetime
from typing import Any

from muckle.errors import StaleError, StoreError

log = logging.getLogger("muckle.room")
AGAIN = 1.0
"""Seconds between two attempts."""


class Time:
    """The room's clock; tests replace it."""

    def now(self) -> float:
        """Return the seconds since an arbitrary moment; the clock never jumps."""
        return asyncio.get_running_loop().time()

    def today(self) -> date:
        """Return today's date by UTC."""
        return datetime.now(UTC).date()

    def left_of_today(self) -> float:
        """Return the seconds to the next date by UTC."""
        now = datetime.now(UTC)
        return 86_400 - (now - now.replace(hour=0, minute=0, second=0, microsecond=0)).total_seconds()

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        await asyncio.sleep(seconds)


async def insist(work: Callable[[], Awaitable[None]]) -> None:
    """Do something, and repeat it as long as the store fails or another room was quicker."""
    while True:
        try:
            return await work()
        except (StoreError, StaleError) as error:
            log.error("in the background, tried again: %s", error)
            await asyncio.sleep(AGAIN)


class Background:
    """Tasks that nobody awaits. Their errors are logged.

    Args:
        time: the clock that the room's waiting goes by.
    """

    def __init__(self, time: Time | None = None) -> None:
        self.time = time or Time()
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a background task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def close(self) -> None:
        """Cancel all tasks that still run."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("in the background: %s", error, exc_info=error)
