"""Sets of small numbers as bits, in compiled and in plain code."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from muckle.engine.bits import from_start, members, mirror, nth, nth_by_removal
from muckle.engine.compile import PLAIN
from muckle.engine.slots import MOST, row_of, slot, slots, with_slot, without

SETS = [sum(1 << member for member in random.Random(seed).sample(range(63), seed % 40 + 1)) for seed in range(60)]


def test_nth_is_the_member_at_a_place() -> None:
    fast = nth if PLAIN else numba.njit(lambda members, place: nth(members, place))
    slow = nth_by_removal if PLAIN else numba.njit(nth_by_removal)
    for find in (nth, fast, slow):
        for each in SETS:
            assert [find(each, place) for place in range(len(members(each)))] == members(each)


def test_mirror_counts_from_the_other_end() -> None:
    turn = mirror if PLAIN else numba.njit(lambda members, width: mirror(members, width))
    for each in SETS:
        assert members(turn(each, 63)) == sorted(62 - member for member in members(each))
    assert turn(0, 13) == 0 and turn(0b1, 1) == 0b1 and turn(0b1011, 4) == 0b1101


def test_a_row_loses_the_first_of_equal_numbers() -> None:
    rng = random.Random(7)
    for length in range(1, MOST + 1):
        for numbers in ([rng.choice((0, 1, 31, 32, 63, rng.randrange(64))) for _ in range(length)] for _ in range(50)):
            row = row_of(numbers)
            assert slots(row, length) == numbers
            assert all(slot(row, place) == number for place, number in enumerate(numbers))
            gone = rng.choice(numbers)
            left = numbers.copy()
            left.remove(gone)
            assert without(row, gone) == row_of(left)
            assert with_slot(row_of(left), length - 1, gone) == row_of([*left, gone])


def test_a_place_from_the_start_counts_from_no_end() -> None:
    def read(row, place):
        return row[from_start(place)]

    row = np.array([7, 8, 9])
    checked = read if PLAIN else numba.njit(boundscheck=True)(read)
    assert [checked(row, place) for place in range(3)] == [7, 8, 9]
    if not PLAIN:
        with pytest.raises(IndexError):
            checked(row, -1)
        at_an_end = numba.njit(boundscheck=True)(lambda row, place: row[place])  # what a place that is not negative is spared
        assert at_an_end(row, -1) == 9
