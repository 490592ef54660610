"""Samples of numbers, and the statistics that reports give of them: means, quantiles and confidence intervals.

A sample stores how often each value occurred. So parts can be added in any order, a million games take no memory, and all
figures are the same to the last digit in whatever order they were added. SciPy's functions for the same statistics take one
entry per observation and whole numbers of successes, so they do not fit counts and shared wins.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

Z = 1.959963984540054
"""Half the width of the 95 % interval of a normal distribution, in standard deviations."""
CONFIDENCE = 0.95
PARTS = 2520
"""Least common multiple of 1 to 10, the numbers of seats: shares of a win are whole numbers of such parts."""
DIGITS = 6
"""Number of decimals to which reported figures are rounded."""
ALIKE = 30
"""Fewest equal values whose mean counts as known: what nine games in ten have comes 30 times running in 4 % of runs."""
MANY = 100
"""Degrees of freedom from which the normal distribution stands in for Student's t where SciPy is not installed."""


class Summary(Struct, frozen=True):
    """The distribution of a number over all games."""

    mean: float
    low: float | None
    """Lower end of the mean's 95 % confidence interval (Student's t); None if it is unknown: after one game, or a few alike."""
    high: float | None
    """Upper end of the mean's 95 % confidence interval."""
    spread: float
    """Standard deviation of the number."""
    least: float
    p5: float
    """5th percentile: 5 % of the games have this value or less."""
    p25: float
    median: float
    p75: float
    p95: float
    most: float


class Share(Struct, frozen=True):
    """The share of games in which something happened."""

    mean: float
    """Share, from 0 to 1."""
    low: float
    """Lower end of Wilson's 95 % confidence interval."""
    high: float
    """Upper end of Wilson's 95 % confidence interval."""


class Sample:
    """Counts of the values of a number."""

    def __init__(self) -> None:
        self._counts: Counter[float] = Counter()

    def add(self, values: np.ndarray[Any, Any]) -> None:
        """Add more values to the sample."""
        self._counts.update(dict(zip(*count_values(values), strict=True)))

    def counts(self) -> Iterable[tuple[Any, int]]:
        """Return each value with its number of occurrences."""
        return self._counts.items()

    def mapped(self, function: Callable[[Any], float]) -> Sample:
        """Return the sample of a function's results for the values."""
        made = Sample()
        for value, count in self.counts():
            made._counts[function(value)] += count
        return made

    @property
    def size(self) -> int:
        """Number of values that have been added."""
        return self._counts.total()

    @property
    def mean(self) -> float:
        """Mean of the values."""
        return math.fsum(value * count for value, count in self._counts.items()) / self.size

    @property
    def spread(self) -> float:
        """Standard deviation of the values."""
        mean = self.mean
        squares = math.fsum((value - mean) ** 2 * count for value, count in self._counts.items())
        return math.sqrt(squares / max(1, self.size - 1))

    def half_width(self, confidence: float = CONFIDENCE) -> float:
        """Return half the width of the mean's confidence interval; infinite if it is unknown."""
        return t_width(self.spread / math.sqrt(self.size), self.size, confidence)

    def quantiles(self, shares: Iterable[float]) -> list[float]:
        """Return for each share, in ascending order, the smallest value that is not exceeded by that share of the values."""
        values, size, below, found = iter(sorted(self._counts)), self.size, 0, list[float]()
        value = next(values)
        for share in shares:
            while below + self._counts[value] < share * size:
                below += self._counts[value]
                value = next(values)
            found.append(value)
        return found

    def summary(self, confidence: float = CONFIDENCE) -> Summary:
        """Return the distribution of the values, with the confidence level of the mean's interval."""
        figures = self.spread, *self.quantiles((0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0))
        return Summary(*ends(self.mean, self.half_width(confidence)), *(round(figure, DIGITS) for figure in figures))

    def share(self) -> Share:
        """Return the mean as a share with its confidence interval; the values must lie between 0 and 1."""
        return wilson(self.mean, self.size)


def count_values(values: np.ndarray[Any, Any]) -> tuple[Sequence[float], Sequence[int]]:
    """Return the different values, ascending, and how often each occurs.

    Numbers of a game are whole, or parts of such by a number of seats, and lie close together: then counting takes a tenth
    of the time of sorting, which would take as long as random play.
    """
    unit = 1 if values.dtype.kind in "iub" else PARTS
    whole = values.astype(np.int64, copy=False) if unit == 1 else np.rint(values * unit).astype(np.int64)
    least = int(whole.min(initial=0))
    if int(whole.max(initial=0)) - least > 16 * len(values) + PARTS or (unit > 1 and (whole / unit != values).any()):
        found, counts = np.unique(values, return_counts=True)
        return found.tolist(), counts.tolist()
    often = np.bincount(whole - least if least else whole)
    found = np.flatnonzero(often)
    return ((found + least) / unit if unit > 1 else found + least).tolist(), often[found].tolist()


def wilson(mean: float, size: float, quantile: float = Z) -> Share:
    """Return a share with Wilson's confidence interval.

    Args:
        mean: share, from 0 to 1.
        size: number of independent observations.
        quantile: half the width of the interval in standard errors.
    """
    square = quantile * quantile / size
    middle, width = mean + square / 2, math.sqrt(square * (mean * (1 - mean) + square / 4))
    low, high = ((middle + way * width) / (1 + square) for way in (-1, 1))
    return Share(*(round(figure, DIGITS) for figure in (mean, max(0.0, low), min(1.0, high))))


def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return half the width of a confidence interval in standard errors (Student's t); infinite if it is unknown."""
    try:
        from scipy.special import stdtrit
    except ModuleNotFoundError:
        return NormalDist().inv_cdf((1 + confidence) / 2) if freedom >= MANY else math.inf
    return float(stdtrit(freedom, (1 + confidence) / 2)) if freedom else math.inf


def t_width(error: float, size: int, confidence: float = CONFIDENCE) -> float:
    """Return half the width of a mean's confidence interval; infinite if no standard error can be seen.

    Args:
        error: standard error of the mean.
        size: number of independent observations.
        confidence: confidence level of the interval.
    """
    return math.inf if size < (2 if error else ALIKE) else t_quantile(size - 1, confidence) * error


def ends(mean: float, half_width: float) -> tuple[float, float | None, float | None]:
    """Return a mean and the ends of its confidence interval, rounded; None if they are unknown."""
    low, high = (round(mean + way * half_width, DIGITS) if half_width < math.inf else None for way in (-1, 1))
    return round(mean, DIGITS), low, high


class ClusteredMean(NamedTuple):
    """A mean over games whose deals are clusters: the games of one deal are alike, those of different deals independent."""

    mean: float
    error: float
    """Cluster-robust standard error; infinite for a single cluster."""
    quantile: float
    """Half the width of the confidence interval in standard errors: Student's t, clusters less one degrees of freedom."""
    clusters: int


def clustered_mean(sums: Any, games: Any, counts: Any = None, confidence: float = CONFIDENCE) -> ClusteredMean:
    """Return the mean of a quantity over games.

    Args:
        sums: sum of the quantity in each cluster.
        games: number of games in each cluster; a cluster without games is left out.
        counts: number of occurrences of each cluster; None: one each.
        confidence: confidence level of the interval, for `quantile`.
    """
    counts = (np.ones(len(games)) if counts is None else counts) * (games > 0)
    clusters, total = int(counts.sum()), float((counts * games).sum())
    mean = float((counts * sums).sum()) / total
    if clusters == 1:
        return ClusteredMean(mean, math.inf, math.inf, clusters)
    squares = float((counts * (sums - mean * games) ** 2).sum()) * clusters / (clusters - 1)
    return ClusteredMean(mean, math.sqrt(squares) / total, t_quantile(clusters - 1, confidence), clusters)


def clustered_share(wins: Any, games: Any, counts: Any = None, confidence: float = CONFIDENCE) -> Share:
    """Return a share of wins with Wilson's interval for the effective number of games.

    The effective number is that of independent games with the same standard error. Where all clusters are alike, no standard
    error can be seen, and it is the number of clusters. The arguments are those of `clustered_mean`.
    """
    found = clustered_mean(wins, games, counts, confidence)
    if found.clusters == 1:
        return Share(round(found.mean, DIGITS), 0.0, 1.0)
    seen = found.mean * (1 - found.mean) / found.error**2 if found.error > 1e-9 else found.clusters
    return wilson(found.mean, seen, found.quantile)


def clustered_summary(sample: Sample, sums: Any, games: Any) -> Summary:
    """Return the summary of a sample with the cluster-robust interval of its mean."""
    found = clustered_mean(sums, games)
    _, low, high = ends(found.mean, t_width(found.error, found.clusters))
    return replace(sample.summary(), low=low, high=high)
