"""Counting the values of a sample."""

import numpy as np
import pytest

from muckle.lab.summary import PARTS, count_values

RNG = np.random.default_rng(1)
DRAWN = {
    "scores below and above 0": RNG.integers(-60, 60, 5000),
    "few": RNG.integers(0, 3, 5),
    "far apart": np.array([0, 1 << 61, -(1 << 61), 5, 5]),
    "none": np.zeros(0, np.int64),
    "truths": RNG.integers(0, 2, 500) == 1,
    "shares of a win": 1 / RNG.integers(1, 11, 5000),
    "means of scores": RNG.integers(-200, 200, (5000, 3)).mean(1),
    "any numbers": RNG.normal(size=500),
    "nearly a share": np.array([1 / 3, np.nextafter(1 / 3, 1), 1 / 3]),
}


@pytest.mark.parametrize("name", DRAWN)
def test_values_are_counted_as_sorting_counts_them(name: str) -> None:
    found, counts = np.unique(DRAWN[name], return_counts=True)
    assert count_values(DRAWN[name]) == (found.tolist(), counts.tolist())


def test_every_number_of_seats_divides_the_unit() -> None:
    assert all(PARTS % seats == 0 for seats in range(1, 11))
