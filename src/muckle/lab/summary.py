"""Samples of numbers, and what is told of them.

A sample is kept as how often each value came. So parts can be put together in any order, a million games take no room, and all
figures are the same to the last digit whatever was counted first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct

Z = 1.959963984540054
"""A normal quantity lies so many standard deviations or less from its mean in 95 of 100 cases."""
DIGITS = 6


class Summary(Struct, frozen=True):
    """What a number was like over all games."""

    mean: float
    low: float
    """From here to `high`: the 95 % interval of the mean, of which one game cannot tell anything."""
    high: float
    spread: float
    """Standard deviation."""
    least: float
    p5: float
    """5 % of the games have this or less."""
    p25: float
    median: float
    p75: float
    p95: float
    most: float


class Share(Struct, frozen=True):
    """How often something was so."""

    mean: float
    """From 0 to 1."""
    low: float
    """From here to `high`: Wilson's 95 % interval."""
    high: float


class Sample:
    """Numbers, each with how often it came."""

    def __init__(self) -> None:
        self._counts: Counter[float] = Counter()

    def add(self, values: np.ndarray[Any, Any]) -> None:
        """Count more of them."""
        found, counts = np.unique(values, return_counts=True)
        self._counts.update(dict(zip(found.tolist(), counts.tolist(), strict=True)))

    @property
    def size(self) -> int:
        """How many they are."""
        return self._counts.total()

    @property
    def mean(self) -> float:
        """Their mean."""
        return math.fsum(value * count for value, count in self._counts.items()) / self.size

    @property
    def spread(self) -> float:
        """Their standard deviation."""
        mean = self.mean
        squares = math.fsum((value - mean) ** 2 * count for value, count in self._counts.items())
        return math.sqrt(squares / max(1, self.size - 1))

    @property
    def reach(self) -> float:
        """How far the 95 % interval of the mean reaches to either side; infinitely far if there is but one number."""
        return Z * self.spread / math.sqrt(self.size) if self.size > 1 else math.inf

    @property
    def histogram(self) -> dict[float, int]:
        """How often each value came, ascending."""
        return dict(sorted(self._counts.items()))

    def at(self, shares: Iterable[float]) -> list[float]:
        """The smallest values that so large shares of the numbers do not exceed; the shares ascend."""
        values, below, found = iter(sorted(self._counts)), 0, list[float]()
        value = next(values)
        for share in shares:
            while below + self._counts[value] < share * self.size:
                below += self._counts[value]
                value = next(values)
            found.append(value)
        return found

    def summary(self) -> Summary:
        """What is told of them as numbers."""
        mean, reach = self.mean, self.reach if self.size > 1 else 0.0
        figures = mean, mean - reach, mean + reach, self.spread, *self.at((0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0))
        return Summary(*(round(figure, DIGITS) for figure in figures))

    def share(self) -> Share:
        """What is told of them as numbers from 0 to 1."""
        mean, n = self.mean, self.size
        middle, width = mean + Z * Z / (2 * n), Z * math.sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n))
        low, high = ((middle + way * width) / (1 + Z * Z / n) for way in (-1, 1))
        return Share(*(round(figure, DIGITS) for figure in (mean, max(0.0, low), min(1.0, high))))
