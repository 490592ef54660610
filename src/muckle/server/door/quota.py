"""Shares: how much of something each of many may have, for long and at once."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

KNOWN = 50_000
"""Keys kept before those that owe nothing are forgotten."""


class Quota:
    """A share a key, kept as one number: when all that it has taken will be paid for.

    Args:
        rate: what a key may take a second, for long. burst: how much at once.
        grain: the least that is taken; 0 if that is any amount.
        clock: a time in seconds that never goes back.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, grain: float = 1.0) -> None:
        self._step, self._credit = 1 / rate, (burst - grain) / rate
        self._paid: dict[str, float] = {}
        self._clock = clock

    def take(self, key: str) -> float:
        """Take one: 0 if it is granted, else the seconds after which it would be."""
        wait = self.wait(key)
        if not wait:
            self.spend(key, 1)
        return wait

    def wait(self, key: str) -> float:
        """Return the seconds until a key may take something, 0 if it may now."""
        debt = self._paid.get(key, 0.0) - self._clock() - self._credit
        return debt if debt > 1e-9 else 0.0

    def spend(self, key: str, amount: float) -> None:
        """Take an amount that is known only now that it has been used."""
        now = self._clock()
        if len(self._paid) >= KNOWN:
            self._paid = {known: until for known, until in self._paid.items() if until > now}
        self._paid[key] = max(now, self._paid.get(key, 0.0)) + amount * self._step


def household(address: str) -> str:
    """Return the address that a connection counts for: of IPv6 the first 64 bits, which one household has to itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:  # how a socket for both kinds tells of IPv4
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
