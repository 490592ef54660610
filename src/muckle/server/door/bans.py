"""Bans: the identities that the operator keeps out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from muckle.errors import StoreError
from muckle.server.errors import HttpError
from muckle.store.sql import Store

AGAIN = 5.0
"""Seconds between two reloads of the bans, which another room on the same database may change."""


class Bans:
    """The bans of a room, by identity. They are stored in the database.

    Args:
        store: the database.
        send_away: closes the connections of an identity that has just been banned.
    """

    def __init__(self, store: Store, send_away: Callable[[str], Awaitable[None]]) -> None:
        self._store, self._send_away = store, send_away
        self._reasons: dict[str, str] = {}

    def check(self, owner: str) -> None:
        """Refuse an identity that is banned.

        Raises:
            HttpError: the operator has banned it.
        """
        reason = self._reasons.get(owner)
        if reason is not None:
            raise HttpError(403, "whoever runs this room has banned you" + (f": {reason}" if reason else ""))

    async def load(self) -> None:
        """Read the bans from the database, and close the connections of identities that are newly banned."""
        before, self._reasons = self._reasons, await self._store.people.bans()
        for owner in self._reasons.keys() - before.keys():
            await self._send_away(owner)

    async def follow(self) -> None:
        """Reload the bans every `AGAIN` seconds, until cancelled."""
        while True:
            await asyncio.sleep(AGAIN)
            with suppress(StoreError):  # /readyz tells
                await self.load()
