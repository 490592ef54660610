"""Notices to systemd (sd_notify): the room accepts connections, is alive, or stops."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

import uvicorn


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
