"""Beliefs: what a seat must hold possible, to draw worlds from."""

from __future__ import annotations

from typing import Generic, Protocol, Self, TypeVar

import numpy as np

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

    Each world that fits what the seat was told is as likely as chance makes it. What others chose does not weigh: a player who
    would have acted otherwise with other cards is not held against a world. Draws to come are no part of a world, as nothing is
    shuffled ahead; `Position.outcomes` lists them with their probabilities.
    """

    def __init__(self, position: World, seat: int) -> None:
        self._position, self._seat = position.copy(), seat

    def sample(self, n: int, rng: np.random.Generator | int = 0) -> list[World]:
        """Return n independent worlds.

        Args:
            rng: a generator of NumPy's, or a seed for one.

        Raises:
            OptionsError: there is no such seat.
        """
        worlds = [self._position.copy() for _ in range(n)]
        for world, seed in zip(worlds, np.random.default_rng(rng).integers(SEEDS, size=n), strict=True):
            world.resample(self._seat, int(seed))
        return worlds
