"""Solve a tiny match of Mitch by counterfactual regret minimisation, through OpenSpiel.

    uv run --extra openspiel python examples/learning/solve_tiny.py

The match has one suit of five cards and a card in hand. It prints how much both seats together could still gain by the best
answers to what was learned (0: nobody can do better), round by round. See docs/environments.md for the environment.
"""

# pyright: reportUnknownMemberType=false
# (pyspiel is compiled and says nothing of its types)

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pyspiel

import muckle.envs.openspiel  # noqa: F401  # pyright: ignore[reportUnusedImport]  # it makes the games known


def solve(rounds: int, each: int) -> Iterator[tuple[int, float, Any]]:
    """Learn by CFR+.

    Args:
        rounds: how many. each: after so many of them something is told.

    Yields:
        the rounds so far, what the seats could still gain together, and the policy.
    """
    game = pyspiel.load_game("cached_tree(game=muckle_mitch(preset=tiny))")
    solver = pyspiel.CFRPlusSolver(game)
    for done in range(1, rounds + 1):
        solver.evaluate_and_update_policy()
        if done % each == 0:
            policy = solver.average_policy()
            yield done, pyspiel.nash_conv(game, policy, True), policy


def main(rounds: int = 300) -> None:
    """Learn, and show what there is to gain."""
    for done, gain, _ in solve(rounds, max(1, rounds // 6)):
        print(f"{done:>5} rounds: {gain:.6f} points to gain")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
