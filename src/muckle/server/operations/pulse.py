"""Signs of life of a running room: for systemd (sd_notify), and figures that are measured once a second or minute."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from muckle.errors import StoreError
from muckle.store.sql import Store

BEAT = 1.0
"""Seconds between two heartbeats to systemd. `WatchdogSec` in docs/hosting/muckle.service is sixty times as long."""
SIZED = 60
"""Number of beats between two measurements of the database's size."""


class Pulse:
    """Sends systemd a heartbeat once a second while the room runs, and measures the event loop's delay.

    Args:
        store: the database.
        late: called at each heartbeat with the event loop's delay in seconds.
    """

    def __init__(self, store: Store, late: Callable[[float], object] = lambda seconds: None) -> None:
        self.late = late
        self.database_size = 0
        """Size of the database on disk in bytes; 0 while unknown."""
        self._store = store

    async def beat(self) -> None:
        """Send heartbeats until cancelled."""
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


class NotifyingServer(uvicorn.Server):
    """A uvicorn server that tells systemd when it starts and stops."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            notify("READY=1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        notify("STOPPING=1")
        await super().shutdown(sockets)


def notify(state: str) -> None:
    """Send systemd a line such as ``READY=1``; do nothing unless systemd asked for it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address and hasattr(socket, "AF_UNIX"):
        name = f"\0{address[1:]}" if address.startswith("@") else address  # "@" stands for the abstract namespace
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(state.encode(), name)
