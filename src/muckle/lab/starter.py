"""Which seeds the matches of a plan have; where somebody shall begin, those whose deal lets that seat begin."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from muckle.engine.chance import stream
from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, deal, lent
from muckle.engine.position import blank
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.plan import SEED_BITS, Plan

TRIES = 10_000
"""Deals after which a seat is taken for one that never begins."""


@compiled
def begun_by(options, words, states, seed, starter, bits, tries):
    """The first seed, of this one and those that follow from it, whose match that seat begins; -1: none of so many.

    Args:
        states: scratch, an array of one. bits: the largest seed.
    """
    setup = Setup(options[0], lent(words))
    for _ in range(tries):
        deal(setup, states[0], stream(seed, 0))
        if states[0].turn == starter:
            return seed
        seed = stream(seed, 2) & bits
    return -1


@compiled
def draw_seeds(seed, first, bits, seeds):
    """The seeds of the matches from number first on, see `muckle.lab.plan.match_seed`."""
    for at in range(len(seeds)):
        seeds[at] = stream(seed, first + at) & bits


def match_seeds(plan: Plan) -> Callable[[range], np.ndarray[Any, Any]]:
    """A function that tells the seeds of the matches of consecutive numbers.

    Raises:
        OptionsError: the seat that shall begin never does; the function raises it.
    """
    arrays, largest = blank(find(plan.game), plan.options, plan.graph), (1 << SEED_BITS) - 1

    def seeds_of(numbers: range) -> np.ndarray[Any, Any]:
        seeds = np.zeros(len(numbers), np.int64)
        draw_seeds(plan.seed, numbers.start, largest, seeds)
        if plan.starter is not None:
            seeds[:] = [begun_by(*arrays, seed, plan.starter, largest, TRIES) for seed in seeds.tolist()]
            if (seeds < 0).any():
                raise OptionsError(f"{plan.game}: in {TRIES:,} deals with these options seat {plan.starter} never begins")
        return seeds

    return seeds_of
