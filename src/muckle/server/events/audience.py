"""Those who look at an event: a call is sent to all at once, what else changes after a moment and to one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from muckle.server.events.event_messages import EventView
from muckle.server.events.event_view import Picture
from muckle.server.messages import encode
from muckle.server.tables.push import Client

PAUSE = 0.5
"""Seconds between two views that nothing was called in,"""
EACH = 0.002
"""and so many more for everybody whom they are sent to: it takes the room a tenth of that."""
SLICE = 32
"""Views sent between two chances for others to be heard."""


class Audience:
    """Those who look at an event.

    Args:
        picture: makes the newest picture.
        view: what somebody sees of it.
        spawn: has something done in the background.
        told: is called when all have been sent what changed; somebody may have gone.
    """

    def __init__(
        self,
        picture: Callable[[], Picture],
        view: Callable[[Picture, str], EventView],
        spawn: Callable[..., asyncio.Task[None]],
        told: Callable[[], None],
    ) -> None:
        self.seq = 0
        """Raised with every new view."""
        self.changed = asyncio.Event()
        """Set at the next view, for those who poll; then there is a new one."""
        self.clients: set[Client] = set()
        self._make, self._view, self._spawn, self._told_all = picture, view, spawn, told
        self._picture: Picture | None = None
        self._told: Picture | None = None
        """The last that was sent to all, or is being sent to one after the other."""
        self._telling: asyncio.Task[None] | None = None

    def newest(self) -> Picture:
        """The newest picture; the same object until something changes."""
        if self._picture is None:
            self._picture = self._make()
        return self._picture

    def touch(self) -> None:
        """Something changed that may wait a moment; who asks is told already."""
        self._picture = None
        if self._telling is None:
            self._telling = self._spawn(self._tell_soon())

    def tell(self) -> None:
        """Send everybody the newest view now."""
        view = self._next()
        for client in list(self.clients):
            self._send(client, view)

    async def _tell_soon(self) -> None:
        """Send everybody the newest view after a moment, and let others be heard in between."""
        await asyncio.sleep(PAUSE + len(self.clients) * EACH)
        view = self._next()
        for number, client in enumerate(list(self.clients), 1):
            if self._told is not view:
                break  # a newer one has been sent to all
            self._send(client, view)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        self._telling = None
        if self._picture is not self._told:
            self.touch()  # something has changed meanwhile
        self._told_all()

    def _next(self) -> Picture:
        """The newest picture, to be sent to all."""
        self.seq += 1
        self._picture = None
        self._told = self.newest()
        self.changed.set()
        self.changed = asyncio.Event()
        return self._told

    def _send(self, client: Client, view: Picture) -> None:
        client.push(encode(self._view(view, client.owner)).decode(), view)
