"""A fair queue: addresses share a resource equally, and so do the identities of each address.

It is start-time fair queueing (Goyal, Vin and Cheng 1996) on two levels. Whoever has had the least service is served next, and
service is what `charge` was told afterwards, so prices are measured and never guessed.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, count
from typing import Any, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")

FIRST_SWEEP = 1_000
"""Number of accounts at which those that owe nothing are first forgotten."""


class Payer(NamedTuple):
    """The address and identity that pay for a piece of work."""

    address: str
    """The household of the connection it came over; empty for the room's own work."""
    identity: str
    """A visitor's identity, or one name for all strangers of an address."""


class Line(Generic[Item]):
    """The items that one identity waits for, and the service it has had.

    Args:
        used: service so far; a new line starts where the others are.
    """

    def __init__(self, used: float) -> None:
        self.used = used
        self.entry = 0
        """Number of this account's entry in the order of turns; 0 if it has none."""
        self.items: deque[Item] = deque()

    @property
    def waiting(self) -> int:
        """Number of items that wait."""
        return len(self.items)


class Household(Generic[Item]):
    """An address: the lines of the identities behind it, and the service that all of them have had."""

    def __init__(self, used: float) -> None:
        self.used = used
        self.entry = 0
        """Number of this account's entry in the order of turns; 0 if it has none."""
        self.lines: Turns[Line[Item]] = Turns(Line)
        self.waiting = 0
        """Number of this address's identities that are queued for a turn."""


Account = TypeVar("Account", Line[Any], Household[Any])


class Turns(Generic[Account]):
    """Accounts that take turns: the one with the least service first; of equal ones the one that has waited longest.

    Args:
        make: makes an account that has had some service already.
    """

    def __init__(self, make: Callable[[float], Account]) -> None:
        self.accounts: dict[str, Account] = {}
        self._make = make
        self._clock = 0.0
        """Service of the account that was served last. Whoever comes starts there, so that nobody can save up service."""
        self._order: list[tuple[float, int, str]] = []
        """A heap of (service, number of the entry, key); an account that was charged since is put where it belongs when it
        comes up."""
        self._numbers = count(1)

    def account(self, key: str) -> Account:
        """Return the account of a key; one that is new or waits for nothing is brought up to the present."""
        if key not in self.accounts:
            self.accounts[key] = self._make(self._clock)
        account = self.accounts[key]
        if not account.waiting:
            account.used = max(account.used, self._clock)
        return account

    def enter(self, key: str, *, first: bool = False) -> None:
        """Give an account a turn, unless it has one already; or, if it is to be `first`, the next one of all."""
        account = self.accounts[key]
        if first or not account.entry:
            account.entry = next(self._numbers)
            heappush(self._order, (-math.inf if first else account.used, account.entry, key))

    def serve(self, one: Callable[[Account], Item | None]) -> Item | None:
        """Return what the first account has that can be served.

        Args:
            one: takes the next item from an account; None if it has none that can be served now.
        """
        passed: list[tuple[float, int, str]] = []
        item = None
        while self._order and item is None:
            used, number, key = entry = heappop(self._order)
            account = self.accounts.get(key)
            if account is None or account.entry != number:
                continue
            if not account.waiting:
                account.entry = 0
            elif -math.inf < used < account.used:
                heappush(self._order, (account.used, number, key))
            elif (item := one(account)) is None:
                passed.append(entry)
            else:
                account.entry = 0
                self.pass_by(account)
                if account.waiting:
                    self.enter(key)
        for entry in passed:
            heappush(self._order, entry)
        return item

    def pass_by(self, account: Account) -> None:
        """Note that an account is being served."""
        self._clock = max(self._clock, account.used)

    def sweep(self) -> None:
        """Forget accounts that wait for nothing and have had no more service than a new one."""
        kept = {key: one for key, one in self.accounts.items() if one.waiting or one.used > self._clock}
        self.accounts = kept


class FairQueue(Generic[Item]):
    """Queue of items in a fair order: no payer's items delay those of all others."""

    def __init__(self) -> None:
        self._homes: Turns[Household[Item]] = Turns(Household)
        self._length = 0
        self._charges, self._sweep_at = 0, FIRST_SWEEP

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return chain.from_iterable(
            line.items for home in self._homes.accounts.values() for line in home.lines.accounts.values()
        )

    def line(self, payer: Payer) -> Sequence[Item]:
        """Return what a payer waits for, the oldest first."""
        home = self._homes.accounts.get(payer.address)
        line = home.lines.accounts.get(payer.identity) if home else None
        return line.items if line else ()

    def rivals(self, payer: Payer) -> int:
        """Return n where a payer, waiting or about to, gets one n-th of all service."""
        home = self._homes.accounts.get(payer.address)
        homes = sum(one.waiting > 0 for one in self._homes.accounts.values())
        people = home.waiting if home else 0
        return (homes + (people == 0)) * (people + (not self.line(payer)))

    def put(self, payer: Payer, item: Item) -> None:
        """Have an item wait behind what its payer waits for already."""
        home, line = self._accounts(payer)
        home.waiting += not line.items
        line.items.append(item)
        self._length += 1
        home.lines.enter(payer.identity)
        self._homes.enter(payer.address)

    def put_back(self, payer: Payer, item: Item) -> None:
        """Put an item that was taken but not served back to the head of the queue."""
        home, line = self._accounts(payer)
        home.waiting += not line.items
        line.items.appendleft(item)
        self._length += 1
        home.lines.enter(payer.identity, first=True)
        self._homes.enter(payer.address, first=True)

    def take(self, fits: Callable[[Item], bool] = lambda item: True) -> Item | None:
        """Return the next item that fits, and remove it; None if there is none."""

        def from_home(home: Household[Item]) -> Item | None:
            def from_line(line: Line[Item]) -> Item | None:
                item = next(filter(fits, line.items), None)
                if item is not None:
                    self._remove(home, line, item)
                return item

            return home.lines.serve(from_line)

        return self._homes.serve(from_home)

    def pass_by(self, payer: Payer) -> None:
        """Record the service of an item that did not have to wait in the queue."""
        home, line = self._accounts(payer)
        self._homes.pass_by(home)
        home.lines.pass_by(line)

    def charge(self, payer: Payer, service: float) -> None:
        """Add to the service that a payer and their address have had."""
        home, line = self._accounts(payer)
        home.used += service
        line.used += service
        self._charges += 1
        if self._charges > self._sweep_at:
            self._sweep()

    def remove(self, payer: Payer, item: Item) -> None:
        """Take an item out of the queue, if it is there."""
        if item in self.line(payer):
            home, line = self._accounts(payer)
            self._remove(home, line, item)

    def _accounts(self, payer: Payer) -> tuple[Household[Item], Line[Item]]:
        home = self._homes.account(payer.address)
        return home, home.lines.account(payer.identity)

    def _remove(self, home: Household[Item], line: Line[Item], item: Item) -> None:
        line.items.remove(item)
        self._length -= 1
        home.waiting -= not line.items

    def _sweep(self) -> None:
        """Forget the accounts that owe nothing, which are all if nothing waits.

        The next sweep comes after as many charges as accounts are left, so that a charge pays for little of it.
        """
        if not self._length:
            self._homes = Turns(Household)
        for home in self._homes.accounts.values():
            home.lines.sweep()
        self._homes.sweep()
        left = sum(len(home.lines.accounts) for home in self._homes.accounts.values())
        self._charges, self._sweep_at = 0, max(FIRST_SWEEP, left)
