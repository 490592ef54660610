"""A waiting line that nobody can fill: everybody has a line of their own, and the lines are served in turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Round robin over visitors: whoever was served is behind all others who wait, however many items they have."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[Item]:
        return chain.from_iterable(self._lines.values())

    @property
    def visitors(self) -> int:
        """How many wait."""
        return len(self._lines)

    def line(self, visitor: str) -> Sequence[Item]:
        """What a visitor waits for, the oldest first."""
        return self._lines.get(visitor, ())

    def put(self, visitor: str, item: Item) -> None:
        """Wait behind what the visitor waits for already; a visitor who waits for nothing comes behind all others."""
        self._lines.setdefault(visitor, deque()).append(item)

    def put_back(self, visitor: str, item: Item) -> None:
        """Wait before everything else: it had been taken, and was not served."""
        self._lines.setdefault(visitor, deque()).appendleft(item)
        self._lines.move_to_end(visitor, last=False)

    def take(self, fits: Callable[[Item], bool]) -> Item | None:
        """The next item that fits, None if there is none."""
        for visitor, line in self._lines.items():
            item = next(filter(fits, line), None)
            if item is not None:
                self.remove(visitor, item)
                if visitor in self._lines:
                    self._lines.move_to_end(visitor)
                return item
        return None

    def remove(self, visitor: str, item: Item) -> None:
        """Wait no longer; nothing if it does not."""
        line = self._lines.get(visitor)
        if line is not None and item in line:
            line.remove(item)
            if not line:
                del self._lines[visitor]
