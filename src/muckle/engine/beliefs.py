"""Beliefs: what a seat must hold possible, to draw worlds from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, Self, TypeVar

import numpy as np

from muckle.errors import OptionsError

SEEDS = 1 << 62
"""Seeds of re-deals are below this number."""


class Redealt(Protocol):
    """A position, as far as beliefs need it."""

    def copy(self) -> Self:
        """Return a copy that shares only what never changes."""
        ...

    def resample(self, seat: int, seed: int) -> None:
        """Re-deal at random everything the seat cannot know."""
        ...


World = TypeVar("World", bound=Redealt)


class Beliefs(Generic[World]):
    """The worlds that a seat must hold possible in a position; `Position.beliefs` makes one.

    Each world that fits what the seat was told is as likely as chance makes it. What others chose weighs only through the
    likelihood that `sample` is given. Draws to come are no part of a world, as nothing is shuffled ahead; `Position.outcomes`
    lists them with their probabilities.
    """

    def __init__(self, position: World, seat: int) -> None:
        self._position, self._seat = position.copy(), seat

    def sample(
        self,
        n: int,
        rng: np.random.Generator | int = 0,
        likelihood: Callable[[World], float] | None = None,
        candidates: int = 32,
    ) -> list[World]:
        """Return n independent worlds.

        With a likelihood, the probability of a world is multiplied by it (sampling–importance–resampling): each of the n worlds
        is drawn from candidates of its own in proportion to their likelihoods. The probabilities are exact in the limit of many
        candidates; more of them are needed the more the likelihoods differ.

        Args:
            rng: a generator of NumPy's, or a seed for one.
            likelihood: returns how likely what the seat has seen of the others' choices is in a world, such as the probability
                of a chosen action under a policy; from 0, in any unit. None: all worlds alike.
            candidates: number of worlds from which each is drawn, if there is a likelihood.

        Raises:
            OptionsError: there is no such seat, a likelihood is negative or no number, or all candidates of a world have
                likelihood 0.
        """
        generator = np.random.default_rng(rng)
        if likelihood is None:
            return self._redeal(n, generator)
        return [self._choose(self._redeal(candidates, generator), likelihood, generator) for _ in range(n)]

    def _redeal(self, n: int, generator: np.random.Generator) -> list[World]:
        worlds = [self._position.copy() for _ in range(n)]
        for world, seed in zip(worlds, generator.integers(SEEDS, size=n), strict=True):
            world.resample(self._seat, int(seed))
        return worlds

    def _choose(self, worlds: list[World], likelihood: Callable[[World], float], generator: np.random.Generator) -> World:
        weights = np.array([likelihood(world) for world in worlds], dtype=float)
        if not np.isfinite(weights).all() or (weights < 0).any():
            raise OptionsError(f"a likelihood is a number from 0, got {weights[~(weights >= 0) | np.isinf(weights)][0]}")
        if not weights.any():
            raise OptionsError(f"all of {len(worlds)} worlds have likelihood 0; draw from more candidates")
        return worlds[generator.choice(len(worlds), p=weights / weights.sum())]
