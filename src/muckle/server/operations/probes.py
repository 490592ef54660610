"""Health checks for whatever starts and watches the room: /healthz (it runs) and /readyz (it can be used)."""

from __future__ import annotations

import asyncio
import time

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from muckle.errors import StoreError
from muckle.store.sql import Store

AGAIN = 1.0
"""Seconds for which the last result of the database check is reused."""
PROBE = "probe"
"""Name of the setting that the check writes: reading alone would not notice a full disk."""
PATIENCE = 3.0
"""Timeout of the database check in seconds; a prober waits no longer than that."""


class Probes:
    """ASGI middleware in front of the door, because a prober has neither a cookie nor the room's host name."""

    def __init__(self, app: ASGIApp, store: Store) -> None:
        self.app, self._store = app, store
        self._known: tuple[float, str] = (0.0, "")
        """Time of the last database check, and its failure as text."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/healthz":
            await PlainTextResponse("alive")(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == "/readyz":
            await (await self._readiness())(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _readiness(self) -> PlainTextResponse:
        looked, fault = self._known
        if time.monotonic() > looked + AGAIN:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._store.put_setting(PROBE, str(time.time()))
                fault = ""
            except StoreError:
                fault = "the database cannot be used"
            except TimeoutError:
                fault = "the database does not answer"
            self._known = time.monotonic(), fault
        return PlainTextResponse(fault or "ready", 503 if fault else 200)
