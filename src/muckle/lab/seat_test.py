"""Joint tests: do wins depend on the seat, or on the place in turn order?

The intervals of single seats do not answer that: of three equal seats, one lies outside its 95 % interval in one of seven runs.
A joint test looks at all seats at once. Its p-value is the probability that equal seats differ at least as much as these.

SciPy's Friedman test takes neither counted blocks nor blocks of several games, and has no F form, so the test is written here.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from msgspec import Struct

from muckle.lab.measures import Values
from muckle.lab.plan import Plan
from muckle.lab.summary import CONFIDENCE, DIGITS, Sample, Share, clustered_share

BY_SEAT, BY_TURN = "win_{}", "win_from_starter_{}"
"""Names of the measures that hold the win share of each seat, and of each place in turn order."""
FEWEST_BLOCKS = 5
"""Fewest blocks that are tested: the test takes two equal seats for different in 52 % of runs of two games, in 26 % of runs of
three, in 6 % of runs of five (1,000 runs each)."""


class SeatTest(Struct, frozen=True):
    """A joint test of the win shares of all seats, or of all places in turn order."""

    p: float
    """p-value: the probability that equal seats differ at least as much as these (Friedman's test in its F form)."""
    wins: tuple[Share, ...]
    """Win share of each seat or place. The intervals hold jointly with a probability of 95 % (Bonferroni)."""

    @property
    def farthest(self) -> int:
        """Return the seat or place whose share of wins is farthest from an equal share."""
        return max(range(len(self.wins)), key=lambda at: abs(self.wins[at].mean - 1 / len(self.wins)))


class WinCounts:
    """Counts of the sets of seats, or of places in turn order, that won games: one set for each game."""

    def __init__(self, seats: int) -> None:
        self._seats, self._sets = seats, Sample()

    def add(self, winners: Values) -> None:
        """Add the winners of more games, as `muckle.lab.measures.winner_sets` gives them."""
        self._sets.add(winners)

    def shares(self) -> tuple[Share, ...]:
        """Return the share of the games that each seat or place won; a shared win counts as its share."""
        return tuple(self._sets.mapped(partial(win_share, seat)).share() for seat in range(self._seats))

    def ties(self) -> Share:
        """Return the share of the games with several winners."""
        return self._sets.mapped(lambda winners: winners.bit_count() > 1).share()

    def test(self) -> SeatTest | None:
        """Return the joint test; None for fewer than FEWEST_BLOCKS games, or where SciPy is not installed."""
        seats = range(self._seats)
        blocks = sorted(([win_share(seat, winners) for seat in seats], count) for winners, count in self._sets.counts())
        wins, counts = zip(*blocks, strict=True)
        return seat_test(np.array(wins), np.ones(len(wins)), np.array(counts))


def win_share(seat: int, winners: int) -> float:
    """Return a seat's share of the win of a set of winners."""
    return (winners >> seat & 1) / winners.bit_count()


def seat_test(wins: Any, games: Any, counts: Any) -> SeatTest | None:
    """Return the joint test of win shares in blocks; a block is one game, or all games of some deals.

    Friedman's test: if the seats are equal, every order of the wins within a block is equally likely.

    Args:
        wins: sum of each seat's win shares, one row per block.
        games: number of games in each block.
        counts: number of occurrences of each block.

    Returns:
        None if there are fewer than FEWEST_BLOCKS blocks, or SciPy is not installed.
    """
    try:
        from scipy.special import fdtrc
    except ModuleNotFoundError:
        return None
    blocks, seats = float(counts.sum()), wins.shape[1]
    if blocks < FEWEST_BLOCKS:
        return None
    apart = wins - wins.mean(1, keepdims=True)
    within = float((counts * (apart**2).sum(1)).sum())
    between = float(((counts[:, None] * apart).sum(0) ** 2).sum())
    statistic, most = (seats - 1) * between / within if within else 0.0, blocks * (seats - 1)
    left = most - statistic
    p = float(fdtrc(seats - 1, (seats - 1) * (blocks - 1), (blocks - 1) * statistic / left)) if left > 1e-9 * most else 0.0
    confidence = 1 - (1 - CONFIDENCE) / seats
    return SeatTest(round(p, DIGITS), tuple(clustered_share(wins[:, seat], games, counts, confidence) for seat in range(seats)))


def has_equal_players(plan: Plan) -> bool:
    """Return whether the same player fills several seats, so that seats can be compared."""
    return len(plan.players) > 1 and len(set(plan.players)) == 1
