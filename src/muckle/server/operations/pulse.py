"""The regular work of a running room: measure how late the event loop is, tell systemd that the room lives, and watch the
database grow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from muckle.errors import StoreError
from muckle.server.operations.systemd import notify
from muckle.store.contract import Store

BEAT = 1.0
"""Seconds between two beats. `WatchdogSec` in docs/hosting/muckle.service is sixty times as long."""
SIZED = 60
"""Beats between two questions for the size of the database."""


class Pulse:
    """Beats once a second while the room runs.

    Args:
        store: the database, asked for its size.
        late: told at each beat how many seconds late the event loop was.
    """

    def __init__(self, store: Store, late: Callable[[float], object] = lambda seconds: None) -> None:
        self.late = late
        self.database_size = 0
        """Bytes that the database takes on disk; 0 while that is not known."""
        self._store = store

    async def beat(self) -> None:
        """Beat until cancelled."""
        loop, beats = asyncio.get_running_loop(), 0
        while True:
            notify("WATCHDOG=1")
            if beats % SIZED == 0:
                await self._measure()
            beats += 1
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            self.late(max(0.0, loop.time() - due))

    async def _measure(self) -> None:
        """Ask for the size of the database. Whether it can be used at all is for /readyz to say."""
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(BEAT):
                self.database_size = await self._store.size()
