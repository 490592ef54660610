"""The regular work of a running room.

It measures how late the event loop is, tells systemd that the room is alive, and measures the size of the database.
"""

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
"""Number of beats between two measurements of the database's size."""


class Pulse:
    """Beats once a second while the room runs.

    Args:
        store: the database.
        late: called at each beat with the seconds by which the event loop was late.
    """

    def __init__(self, store: Store, late: Callable[[float], object] = lambda seconds: None) -> None:
        self.late = late
        self.database_size = 0
        """Size of the database on disk in bytes; 0 while unknown."""
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
        """Measure the size of the database. Whether the database can be used is left to /readyz."""
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(BEAT):
                self.database_size = await self._store.size()
