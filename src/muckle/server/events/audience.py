"""The clients that watch an event, and when they are sent its view.

A call is sent to all clients at once. Other changes are collected for a moment and sent to one client after the other: soon
to the screens of callers and halls, later to the phones of those who play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from muckle.server.events.messages import EventView
from muckle.server.events.view import Picture
from muckle.server.messages import encode
from muckle.server.tables.push import Client

SCREENS, PHONES = False, True
"""The two kinds of clients: screens are looked at by callers and by a hall, phones by somebody who plays meanwhile."""
PAUSE = {SCREENS: 0.5, PHONES: 3.0}
"""Minimum number of seconds between two broadcasts of changes that are not calls. Phones are many, and show little of them."""
EACH = 0.002
"""Seconds per client that are added to `PAUSE`: ten times what building and sending one view takes."""
SLICE = 32
"""Number of views sent before other tasks get a chance to run."""


class Audience:
    """The clients that watch an event.

    Args:
        picture: builds the picture of the event's present state.
        view: returns the part of a picture that an identity may see.
        is_phone: returns whether an identity only plays.
        spawn: starts a background task.
    """

    def __init__(
        self,
        picture: Callable[[], Picture],
        view: Callable[[Picture, str], EventView],
        is_phone: Callable[[str], bool],
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self.seq = 0
        """Number of broadcasts so far. A client names it to ask for a newer view."""
        self.changed = asyncio.Event()
        """Set at the next broadcast and then replaced, for clients that poll."""
        self.clients: set[Client] = set()
        self._make, self._view, self._is_phone, self._spawn = picture, view, is_phone, spawn
        self._picture: Picture | None = None
        self._told: dict[bool, Picture] = {}
        """Picture of the last broadcast to each kind of clients, or of the one that is under way."""
        self._telling: set[bool] = set()
        """Kinds of clients to which a broadcast is scheduled or under way."""

    def newest(self) -> Picture:
        """Return the newest picture: the same object until something changes."""
        if self._picture is None:
            self._picture = self._make()
        return self._picture

    def touch(self) -> None:
        """Schedule broadcasts of a change that may wait a moment. A client that asks gets the new view at once."""
        self._picture = None
        for kind in {SCREENS, PHONES} - self._telling:
            self._telling.add(kind)
            self._spawn(self._tell_soon(kind))

    def tell(self) -> None:
        """Send the newest view to all clients now."""
        view = self._next(SCREENS, PHONES)
        for client in list(self.clients):
            self._send(client, view)

    async def _tell_soon(self, kind: bool) -> None:
        """Send the newest view to clients of a kind after a pause, in slices so that other tasks can run."""
        shares = len(self._of(kind)) + len(self.clients) / 10  # a view for each of them, and the picture for all
        await asyncio.sleep(PAUSE[kind] + shares * EACH)
        view = self._next(kind)
        for number, client in enumerate(self._of(kind), 1):
            if self._told[kind] is not view:
                break  # a newer view has been sent to all meanwhile
            self._send(client, view)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        self._telling.discard(kind)
        if self._picture is not self._told[kind]:
            self.touch()  # something has changed meanwhile

    def _of(self, kind: bool) -> list[Client]:
        """Return the clients of a kind."""
        return [client for client in self.clients if self._is_phone(client.owner) is kind]

    def _next(self, *kinds: bool) -> Picture:
        """Build the picture for a new broadcast to clients of some kinds, and wake the clients that poll."""
        self.seq += 1
        self._picture = None
        view = self.newest()
        self._told |= dict.fromkeys(kinds, view)
        self.changed.set()
        self.changed = asyncio.Event()
        return view

    def _send(self, client: Client, view: Picture) -> None:
        client.push(encode(self._view(view, client.owner)).decode(), view)
