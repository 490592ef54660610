# pyright: basic
# Compiled functions carry no annotations.
"""Rows of up to ten numbers from 0 to 63 in one integer: six bits each, the first number lowest, 0 behind the last one.

A hand that keeps its order is such a row: a card is added and removed without a loop.
"""

from __future__ import annotations

from collections.abc import Sequence

from muckle.engine.compile import compiled

WIDTH, MOST = 6, 10
"""Bits of a slot, and how many slots there are."""
ONES = sum(1 << WIDTH * place for place in range(MOST))
"""The row with 1 in every slot."""


@compiled
def slot(row, place):
    """Return the number at a place of a row."""
    return row >> WIDTH * place & (1 << WIDTH) - 1


@compiled
def with_slot(row, place, number):
    """Return a row with a number at the first place behind its end."""
    return row | number << WIDTH * place


@compiled
def without(row, number):
    """Return a row without the first of its slots that holds a number; one does."""
    other = row ^ number * ONES  # this slot is 0 now
    zeros = (other - ONES) & ~other & ONES << WIDTH - 1  # the top bit of the first slot that is 0, and others above it
    before = ((zeros & -zeros) >> WIDTH - 1) - 1  # all bits below that slot
    return row & before | row >> WIDTH & ~before


def slots(row: int, count: int) -> list[int]:
    """Return the first `count` numbers of a row; for plain Python only."""
    return [int(row) >> WIDTH * place & (1 << WIDTH) - 1 for place in range(count)]


def row_of(numbers: Sequence[int]) -> int:
    """Return the row that holds these numbers in order; for plain Python only."""
    return sum(number << WIDTH * place for place, number in enumerate(numbers))
