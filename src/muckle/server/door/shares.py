"""Rate limits of identities and of strangers, over all their connections."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Literal

from muckle.server.door.identity import Visitor
from muckle.server.door.limits import Limits
from muckle.server.door.quota import Quota
from muckle.server.errors import TooMuch
from muckle.server.fair import turn

Rate = Literal["act", "open", "guess"]
"""Class of a command for the rate limits: an act, the opening of a table or event, or a guess at a code or password."""
REFUSALS = {"open": "you have opened many tables", "guess": "you have tried many codes"}
STRANGERS = "from "
"""Beginning of the key under which all strangers of one address are counted."""


class Shares:
    """Rate limits of each identity. Only strangers, who have no cookie of this room, are counted by address.

    Nobody is refused because of others at the same address, which may be a whole school. How much an address gets when there is
    not enough for all is decided by `muckle.server.fair`.

    Args:
        clock: a monotonic time in seconds.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.refused: Counter[str] = Counter()
        """Number of refusals by the limit that was exceeded."""
        self._under_way: Counter[str] = Counter()
        self._requests = Quota(limits.requests, limits.requests_burst, clock)
        self._strangers = Quota(limits.strangers, limits.strangers_burst, clock)
        self._messages = Quota(limits.messages, limits.messages_burst, clock)
        self._tables = Quota(limits.tables, limits.tables_burst, clock)

    @contextmanager
    def request(self, visitor: Visitor) -> Generator[None]:
        """Count a request or a WebSocket for as long as it is open.

        Raises:
            TooMuch: a limit is exceeded.
        """
        if visitor.new:
            self._take("strangers", self._strangers, visitor.payer, "too many people without a cookie come from here")
        else:
            self._take("requests", self._requests, visitor.payer, "you ask for too much")
            if self._under_way[visitor.owner] >= self.limits.at_once:
                raise self._refusal("at_once", "you have too much open at once; close some of it", 5)
        self._under_way[visitor.owner] += 1
        try:
            yield
        finally:
            self._under_way[visitor.owner] -= 1
            if not self._under_way[visitor.owner]:
                del self._under_way[visitor.owner]

    def command(self, payer: str, rate: Rate) -> None:
        """Count a command over HTTP.

        Raises:
            TooMuch: a limit is exceeded.
        """
        self._take("messages", self._messages, payer, "you do too much at once")
        if rate != "act":
            self._take("tables", self._tables, payer, REFUSALS[rate])

    async def wait_for_message(self, payer: str) -> None:
        """Count a message over a WebSocket. Messages beyond the limit are delayed, never lost."""
        while wait := self._messages.take(payer):
            await asyncio.sleep(wait)
        await turn()

    def bots(self, sitting: int) -> None:
        """Check the number of bots that would sit at an identity's tables.

        Raises:
            TooMuch: the limit is exceeded.
        """
        if sitting > self.limits.bots:
            raise self._refusal("bots", f"more than {self.limits.bots} bots would play at tables you opened", 60)

    def _take(self, name: str, quota: Quota, key: str, what: str) -> None:
        if wait := quota.take(key):
            raise self._refusal(name, what, wait)

    def _refusal(self, name: str, what: str, after: float) -> TooMuch:
        self.refused[name] += 1
        return TooMuch(what, after)
