"""Presence: who is at a table now."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from muckle.server.background import Background
from muckle.server.tables.absence import Absence
from muckle.server.tables.hosted import Hosted

MOMENT = 0.5
"""Seconds for which changes in the number of watchers are collected."""


class Presence:
    """Counts the sockets and polls of everybody at each table.

    Args:
        absence: told of each person with a seat who comes or leaves.
        grace: seconds for which somebody still counts as present after their last socket has closed, because a page may just be
            reloading.
        background: runs the waiting for departures.
    """

    def __init__(self, absence: Absence, grace: float, background: Background) -> None:
        self._absence, self._grace, self._background = absence, grace, background

    @asynccontextmanager
    async def of(self, owner: str, hosted: Hosted) -> AsyncGenerator[None]:
        """Count somebody as present for as long as the context lasts, and for a moment after."""
        await self._count(owner, hosted, 1)
        try:
            yield
        finally:
            self._background.spawn(self._leave(owner, hosted))

    async def _count(self, owner: str, hosted: Hosted, more: int) -> None:
        """Change somebody's number of sockets and polls, and tell everybody when they come or leave."""
        before = hosted.present[owner] > 0
        hosted.present[owner] += more
        hosted.present = +hosted.present
        if before == (hosted.present[owner] > 0):
            return
        if hosted.viewer(owner) is None:
            self._count_watchers(hosted)
            return
        async with hosted.lock:
            await self._absence.changed(owner, hosted)
            await hosted.publish()

    def _count_watchers(self, hosted: Hosted) -> None:
        """Tell the new number of watchers soon, once for all who come and leave in the meantime."""
        if hosted.counting is None or hosted.counting.done():
            hosted.counting = self._background.spawn(self._tell_watchers(hosted))

    async def _tell_watchers(self, hosted: Hosted) -> None:
        await asyncio.sleep(MOMENT)
        async with hosted.lock:
            await hosted.publish()

    async def _leave(self, owner: str, hosted: Hosted) -> None:
        await asyncio.sleep(self._grace)
        await self._count(owner, hosted, -1)
