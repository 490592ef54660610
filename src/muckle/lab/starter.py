"""Which seeds the matches of a plan have; where somebody shall begin, those whose deal lets that seat begin."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from collections.abc import Callable

from muckle.engine.chance import stream
from muckle.engine.compiler import compiled
from muckle.engine.position import blank
from muckle.engine.rules import Setup, deal, lent
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.plan import SEED_BITS, Plan, match_seed

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


def match_seeds(plan: Plan) -> Callable[[int], int]:
    """A function that tells the seed of the match of a number."""
    if plan.starter is None:
        return lambda number: match_seed(plan.seed, number)
    arrays = blank(find(plan.game), plan.options, plan.graph)

    def begun(number: int) -> int:
        seed = begun_by(*arrays, match_seed(plan.seed, number), plan.starter, (1 << SEED_BITS) - 1, TRIES)
        if seed < 0:
            raise OptionsError(f"{plan.game}: in {TRIES:,} deals with these options seat {plan.starter} never begins")
        return int(seed)

    return begun
