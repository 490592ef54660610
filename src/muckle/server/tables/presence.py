"""Who is at a table now."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from muckle.server.background import Background
from muckle.server.tables.absence import Absence
from muckle.server.tables.hosted import Hosted

MOMENT = 0.5
"""Seconds between two tellings of how many watch."""


class Presence:
    """Counts the sockets and polls of everybody at each table.

    Args:
        absence: told of everybody with a seat who comes or goes.
        grace: seconds that somebody whose last socket closed is still here; a page being reloaded is no departure.
        background: where departures are waited for.
    """

    def __init__(self, absence: Absence, grace: float, background: Background) -> None:
        self._absence, self._grace, self._background = absence, grace, background

    @asynccontextmanager
    async def of(self, owner: str, hosted: Hosted) -> AsyncGenerator[None]:
        """Somebody is here, and for a moment after."""
        await self._count(owner, hosted, 1)
        try:
            yield
        finally:
            self._background.spawn(self._leave(owner, hosted))

    async def _count(self, owner: str, hosted: Hosted, more: int) -> None:
        """So many more (or fewer) sockets and polls of somebody; a change from none or to none is told to all."""
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
        """Tell how many look on now, once for all that come and go within a moment."""
        if hosted.counting is None or hosted.counting.done():
            hosted.counting = self._background.spawn(self._tell_watchers(hosted))

    async def _tell_watchers(self, hosted: Hosted) -> None:
        await asyncio.sleep(MOMENT)
        async with hosted.lock:
            await hosted.publish()

    async def _leave(self, owner: str, hosted: Hosted) -> None:
        await asyncio.sleep(self._grace)
        await self._count(owner, hosted, -1)
