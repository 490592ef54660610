"""Rate limits, each a token bucket per key."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

KNOWN = 50_000
"""Number of keys kept before those with a full bucket are forgotten."""


class Quota:
    """A token bucket per key, stored as one number: the time at which the bucket will be full again.

    Args:
        rate: tokens that a key gets per second.
        burst: size of the bucket.
        grain: smallest amount that is taken at a time; 0 if any amount can be taken.
        clock: a monotonic time in seconds.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, grain: float = 1.0) -> None:
        self._step, self._credit = 1 / rate, (burst - grain) / rate
        self._paid: dict[str, float] = {}
        self._clock = clock

    def take(self, key: str) -> float:
        """Take one token and return 0, or return the seconds until one will be there."""
        wait = self.wait(key)
        if not wait:
            self.spend(key, 1)
        return wait

    def wait(self, key: str) -> float:
        """Return the seconds until a key may take something; 0 if it may now."""
        debt = self._paid.get(key, 0.0) - self._clock() - self._credit
        return debt if debt > 1e-9 else 0.0

    def spend(self, key: str, amount: float) -> None:
        """Take an amount after it has been used, even if the bucket does not hold it."""
        now = self._clock()
        if len(self._paid) >= KNOWN:
            self._paid = {known: until for known, until in self._paid.items() if until > now}
        self._paid[key] = max(now, self._paid.get(key, 0.0)) + amount * self._step


def household(address: str) -> str:
    """Return the address that a connection counts for: for IPv6 its first 64 bits, which one household has to itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:  # an IPv4 address on a dual-stack socket
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
