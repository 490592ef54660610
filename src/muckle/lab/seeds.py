"""The seeds of the matches of a plan. If a seat is to begin every match, seeds are skipped until a deal lets it begin."""

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
"""Number of deals after which a seat counts as one that never begins."""


@compiled
def seed_for_starter(options, words, states, seed, starter, bits, tries):
    """Return the first seed whose match the seat `starter` begins, or -1 after `tries` seeds.

    Args:
        states: scratch array of one state.
        seed: the first seed to try; each next one is derived from the one before.
        bits: the largest seed, a bit mask.
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
    """Fill in the seeds of consecutive matches, as `muckle.lab.plan.match_seed` gives them, from match number `first` on."""
    for at in range(len(seeds)):
        seeds[at] = stream(seed, first + at) & bits


def match_seeds(plan: Plan) -> Callable[[range], np.ndarray[Any, Any]]:
    """Return a function that takes a range of match numbers and returns their seeds.

    The function raises an OptionsError if the seat that is to begin never does.
    """
    (settings, words, states), largest = blank(find(plan.game), plan.options, plan.graph), (1 << SEED_BITS) - 1

    def seeds_of(numbers: range) -> np.ndarray[Any, Any]:
        seeds = np.zeros(len(numbers), np.int64)
        draw_seeds(plan.seed, numbers.start, largest, seeds)
        if plan.starter is not None:
            scratch = states.copy()  # threads share this function, not its scratch state
            seeds[:] = [
                seed_for_starter(settings, words, scratch, seed, plan.starter, largest, TRIES) for seed in seeds.tolist()
            ]
            if (seeds < 0).any():
                raise OptionsError(f"{plan.game}: in {TRIES:,} deals with these options seat {plan.starter} never begins")
        return seeds

    return seeds_of
