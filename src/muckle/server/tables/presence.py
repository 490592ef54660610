"""Presence: who is at a table now."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from muckle.server.background import Background
from muckle.server.tables.steps import Connected, Disconnected
from muckle.server.tables.table import Table


class Presence:
    """Tells each table of the sockets and polls of everybody.

    Args:
        grace: seconds that somebody whose last socket closed is still here; a page being reloaded is no departure.
        background: where departures are waited for.
    """

    def __init__(self, grace: float, background: Background) -> None:
        self._grace, self._background = grace, background

    @asynccontextmanager
    async def of(self, owner: str, table: Table) -> AsyncGenerator[None]:
        """Count somebody as present, and for a moment after."""
        await table.send(Connected(owner))
        try:
            yield
        finally:
            self._background.spawn(self._leave(owner, table))

    async def _leave(self, owner: str, table: Table) -> None:
        await asyncio.sleep(self._grace)
        await table.send(Disconnected(owner))
