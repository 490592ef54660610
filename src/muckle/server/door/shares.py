"""What each identity and each address may ask of the room, whatever connection it comes on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from muckle.server.door.identity import Visitor
from muckle.server.door.limits import Limits
from muckle.server.door.quota import Quota
from muckle.server.errors import TooMuch


class Shares:
    """Who bears a cookie of this room pays for itself; only strangers pay for their address, so that a hall of people behind
    one does not suffer from one of them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.refused: Counter[str] = Counter()
        """How often which share was used up."""
        self._under_way: Counter[str] = Counter()
        self._requests = Quota(limits.requests, limits.requests_burst)
        self._strangers = Quota(limits.strangers, limits.strangers_burst)
        self._messages = Quota(limits.messages, limits.messages_burst)
        self._tables = Quota(limits.tables, limits.tables_burst)
        self._replays = Quota(limits.replays, limits.replays_burst)

    @contextmanager
    def request(self, visitor: Visitor) -> Generator[None]:
        """A request, or a socket, while it is under way.

        Raises:
            TooMuch: it is one too many.
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

    def message(self, payer: str) -> None:
        """A command over HTTP.

        Raises:
            TooMuch: it is one too many.
        """
        self._take("messages", self._messages, payer, "you do too much at once")

    async def wait_for_message(self, payer: str) -> None:
        """A message over a socket: too many are heard more slowly, and none is lost."""
        while wait := self._messages.take(payer):
            await asyncio.sleep(wait)

    def table(self, payer: str) -> None:
        """A table or an event is opened.

        Raises:
            TooMuch: it is one too many.
        """
        self._take("tables", self._tables, payer, "you have opened many tables")

    def replay(self, payer: str) -> None:
        """A replay is asked for.

        Raises:
            TooMuch: it is one too many.
        """
        self._take("replays", self._replays, payer, "you have looked at many replays")

    def bots(self, sitting: int) -> None:
        """So many bots would sit at an identity's tables.

        Raises:
            TooMuch: that is too many.
        """
        if sitting > self.limits.bots:
            raise self._refusal("bots", f"more than {self.limits.bots} bots would play at tables you opened", 60)

    def _take(self, name: str, quota: Quota, key: str, what: str) -> None:
        if wait := quota.take(key):
            raise self._refusal(name, what, wait)

    def _refusal(self, name: str, what: str, after: float) -> TooMuch:
        self.refused[name] += 1
        return TooMuch(what, after)
