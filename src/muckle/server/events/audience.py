"""The clients that watch an event, and when they are sent its view.

A call is sent to all clients at once. Other changes are collected for a moment and sent to one client after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from muckle.server.events.event_messages import EventView
from muckle.server.events.event_view import Picture
from muckle.server.messages import encode
from muckle.server.tables.push import Client

PAUSE = 0.5
"""Minimum number of seconds between two broadcasts of changes that are not calls."""
EACH = 0.002
"""Seconds per client that are added to `PAUSE`: ten times what building and sending one view takes."""
SLICE = 32
"""Number of views sent before other tasks get a chance to run."""


class Audience:
    """The clients that watch an event.

    Args:
        picture: builds the picture of the event's present state.
        view: returns the part of a picture that an identity may see.
        spawn: starts a background task.
        told: called after each slow broadcast: meanwhile clients may have left.
    """

    def __init__(
        self,
        picture: Callable[[], Picture],
        view: Callable[[Picture, str], EventView],
        spawn: Callable[..., asyncio.Task[None]],
        told: Callable[[], None],
    ) -> None:
        self.seq = 0
        """Number of broadcasts so far. A client names it to ask for a newer view."""
        self.changed = asyncio.Event()
        """Set at the next broadcast and then replaced, for clients that poll."""
        self.clients: set[Client] = set()
        self._make, self._view, self._spawn, self._told_all = picture, view, spawn, told
        self._picture: Picture | None = None
        self._told: Picture | None = None
        """Picture of the last broadcast, or of the one that is under way."""
        self._telling: asyncio.Task[None] | None = None

    def newest(self) -> Picture:
        """Return the newest picture: the same object until something changes."""
        if self._picture is None:
            self._picture = self._make()
        return self._picture

    def touch(self) -> None:
        """Schedule a broadcast of a change that may wait a moment. A client that asks gets the new view at once."""
        self._picture = None
        if self._telling is None:
            self._telling = self._spawn(self._tell_soon())

    def tell(self) -> None:
        """Send the newest view to all clients now."""
        view = self._next()
        for client in list(self.clients):
            self._send(client, view)

    async def _tell_soon(self) -> None:
        """Send the newest view to all clients after a pause, in slices so that other tasks can run."""
        await asyncio.sleep(PAUSE + len(self.clients) * EACH)
        view = self._next()
        for number, client in enumerate(list(self.clients), 1):
            if self._told is not view:
                break  # a newer view has been sent to all meanwhile
            self._send(client, view)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        self._telling = None
        if self._picture is not self._told:
            self.touch()  # something has changed meanwhile
        self._told_all()

    def _next(self) -> Picture:
        """Build the picture for a new broadcast and wake the clients that poll."""
        self.seq += 1
        self._picture = None
        self._told = self.newest()
        self.changed.set()
        self.changed = asyncio.Event()
        return self._told

    def _send(self, client: Client, view: Picture) -> None:
        client.push(encode(self._view(view, client.owner)).decode(), view)
