"""Every limit on what a connection, an identity or an address may cost the room. SECURITY.md says what each is for."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Literal

import msgspec
from msgspec import Struct

from muckle.errors import OptionsError
from muckle.server.door.identity import Visitor
from muckle.server.errors import TooMuch
from muckle.server.fair import turn

Rate = Literal["act", "open", "guess"]
"""Class of a command for the rate limits: an act, the opening of a table or event, or a guess at a code or password."""
REFUSALS = {"open": "you have opened many tables", "guess": "you have tried many codes"}
STRANGERS = "from "
"""Beginning of the key under which all strangers of one address are counted."""
KNOWN = 50_000
"""Number of keys kept before those with a full bucket are forgotten."""


class Limits(Struct, frozen=True):
    """Limits on what visitors may use. Rates are per second, sizes in bytes, timeouts in seconds.

    The defaults suit a hall full of people behind one address.
    """

    head_size: int = 16_000
    """Maximum size of the head of a request, in bytes."""
    request_size: int = 40_000
    """Maximum number of bytes until a request is begun to be answered, and meanwhile until the next one is."""
    patience: float = 10.0
    """Seconds in which the head of a request must be complete, from its first byte or the connection; then its body."""
    unread: float = 15.0
    """Seconds in which a client must read what it is sent. Longer than `push.PATIENCE`, after which the client is warned."""
    frames: float = 30.0
    """Frames of a socket per second, control frames and pieces of messages included."""
    frames_burst: float = 300.0
    """Burst of frames of a socket, before the rate applies."""
    connections: int = 0
    """Open connections in all; 0: nine tenths of the files this process may open."""
    address_connections: int = 4_000
    """Open connections of one address (IPv6: a /64), never more than three quarters of all."""
    arrivals: float = 200.0
    """New connections of an address per second."""
    arrivals_burst: float = 4_000.0
    """Burst of new connections of an address, before the rate applies."""
    requests: float = 20.0
    """Requests of an identity (a visitor with a cookie of this room) per second, opening sockets included."""
    requests_burst: float = 100.0
    """Burst of requests of an identity, before the rate applies."""
    strangers: float = 50.0
    """Requests without a cookie per second from one address: each makes an identity."""
    strangers_burst: float = 1_000.0
    """Burst of requests without a cookie from one address, before the rate applies."""
    at_once: int = 32
    """Concurrent sockets, polls and other requests of an identity."""
    messages: float = 10.0
    """Acts and messages of an identity per second, over all of its sockets and over HTTP."""
    messages_burst: float = 30.0
    """Burst of acts and messages of an identity, before the rate applies."""
    tables: float = 0.1
    """Tables and events that an identity may open per second."""
    tables_burst: float = 10.0
    """Burst of tables and events that an identity may open, before the rate applies."""
    bots: int = 40
    """Bots at the tables of an identity, without tables that are over or that everybody has left."""


class RateLimits:
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
        self._quotas = {
            name: Quota(getattr(limits, name), getattr(limits, f"{name}_burst"), clock)
            for name in ("requests", "strangers", "messages", "tables")
        }

    @contextmanager
    def request(self, visitor: Visitor) -> Generator[None]:
        """Count a request or a WebSocket for as long as it is open.

        Raises:
            TooMuch: a limit is exceeded.
        """
        if visitor.new:
            self._take("strangers", visitor.payer, "too many people without a cookie come from here")
        else:
            self._take("requests", visitor.payer, "you ask for too much")
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
        self._take("messages", payer, "you do too much at once")
        if rate != "act":
            self._take("tables", payer, REFUSALS[rate])

    async def wait_for_message(self, payer: str) -> None:
        """Count a message over a WebSocket. Messages beyond the limit are delayed, never lost."""
        while wait := self._quotas["messages"].take(payer):
            await asyncio.sleep(wait)
        await turn()

    def bots(self, sitting: int) -> None:
        """Check the number of bots that would sit at an identity's tables.

        Raises:
            TooMuch: the limit is exceeded.
        """
        if sitting > self.limits.bots:
            raise self._refusal("bots", f"more than {self.limits.bots} bots would play at tables you opened", 60)

    def _take(self, name: str, key: str, what: str) -> None:
        if wait := self._quotas[name].take(key):
            raise self._refusal(name, what, wait)

    def _refusal(self, name: str, what: str, after: float) -> TooMuch:
        self.refused[name] += 1
        return TooMuch(what, after)


class Quota:
    """A token bucket per key, stored as one number: the time at which the bucket will be full again.

    Args:
        rate: tokens that a key gets per second.
        burst: size of the bucket.
        clock: a monotonic time in seconds.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._step, self._credit = 1 / rate, (burst - 1) / rate
        self._full: dict[str, float] = {}
        self._clock = clock

    def take(self, key: str) -> float:
        """Take one token and return 0, or return the seconds until one will be there."""
        now, full = self._clock(), self._full.get(key, 0.0)
        if (wait := full - now - self._credit) > 1e-9:
            return wait
        if len(self._full) >= KNOWN:
            self._full = {known: until for known, until in self._full.items() if until > now}
        self._full[key] = max(now, full) + self._step
        return 0.0


def read_limits(text: str) -> Limits:
    """Return the limits with those changed that a text names, such as "requests=40 bots=100".

    Raises:
        OptionsError: there is no such limit, or its value is not a positive number.
    """
    given: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or name not in Limits.__struct_fields__:
            raise OptionsError(f"{part!r} sets no limit; there are {', '.join(Limits.__struct_fields__)}, as in requests=40")
        given[name] = value
    try:
        limits = msgspec.convert(given, Limits, strict=False)
    except msgspec.ValidationError as error:
        raise OptionsError(f"limits {text!r}: {error}") from None
    if wrong := [name for name in given if not getattr(limits, name) > 0]:
        raise OptionsError(f"limits are positive numbers; {', '.join(wrong)} is not")
    return limits


def network(address: str) -> str:
    """Return the address that a connection counts for: for IPv6 its first 64 bits, which one network has to itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:  # an IPv4 address on a dual-stack socket
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
