"""Check, without muckle, that nobody can do better in a small match than by the plans of a certificate.

    muckle solve mitch --preset tiny --certificate tree.json
    python examples/certificates/check_tree.py tree.json

The file holds the game tree in sequence form. A sequence is what a seat knew and did up to some point: 0 is the empty one, and
the actions of its information sets have the next numbers, in the order of the file. An information set is its parent sequence
and the texts of its actions; an end is a probability of chance, the sequence of each seat and the reward of each seat. A plan
gives the probability of each sequence. That the tree is the game's, no certificate shows; muckle's tests count it by twins.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TOLERANCE = 1e-6
"""Reward that rounding may hide."""


def require(condition: bool, fault: str) -> None:
    """End the check with a fault unless a condition holds."""
    if not condition:
        sys.exit(f"refused: {fault}")


def first_sequences(sets: Sequence[Any]) -> list[int]:
    """Return the sequence of each information set's first action, and behind the last one the number of sequences."""
    first = [1]
    for parent, actions in sets:
        require(0 <= parent < first[-1] and len(actions) > 0, "an information set comes before the action that leads to it")
        first.append(first[-1] + len(actions))
    return first


def check_plan(sets: Sequence[Any], plan: Sequence[float], seat: int) -> None:
    """Check that the actions of each information set share the probability of what leads to it."""
    first = first_sequences(sets)
    require(len(plan) == first[-1] and plan[0] == 1 and min(plan) >= 0, f"seat {seat + 1} has no plan")
    for (parent, _), start, end in zip(sets, first, first[1:], strict=False):
        require(abs(sum(plan[start:end]) - plan[parent]) < TOLERANCE, f"seat {seat + 1} plays actions with another probability")


def equal_plan(sets: Sequence[Any]) -> list[float]:
    """Return the plan that takes all actions alike."""
    plan = [1.0]
    for parent, actions in sets:
        plan += [plan[parent] / len(actions)] * len(actions)
    return plan


def best_answer(sets: Sequence[Any], gains: list[float]) -> float:
    """Return the most that a seat can get, from what each of its sequences brings by itself."""
    first = first_sequences(sets)
    for (parent, _), start, end in reversed([*zip(sets, first, first[1:], strict=False)]):
        gains[parent] += max(gains[start:end])
    return gains[0]


def main(certificate: str) -> None:
    """Check a certificate and print the value of each seat."""
    told = json.loads(Path(certificate).read_text())
    seats, total, equal = range(len(told["sets"])), 0.0, [equal_plan(sets) for sets in told["sets"]]
    values, gains = [0.0 for _ in seats], [[0.0] * len(plan) for plan in told["plans"]]
    for seat in seats:
        check_plan(told["sets"][seat], told["plans"][seat], seat)
    for chance, sequences, rewards in told["ends"]:
        likely = [told["plans"][seat][sequences[seat]] for seat in seats]
        total += chance * math.prod(equal[seat][sequences[seat]] for seat in seats)
        for seat in seats:
            values[seat] += chance * math.prod(likely) * rewards[seat]
            others = math.prod(likely[:seat]) * math.prod(likely[seat + 1 :])
            gains[seat][sequences[seat]] += chance * others * rewards[seat]
    require(abs(total - 1) < TOLERANCE, f"if all actions are alike, the ends have a probability of {total:.6f}, not 1")
    for seat in seats:
        require(abs(values[seat] - told["value"][seat]) < TOLERANCE, f"seat {seat + 1} gets {values[seat]:.6f} by these plans")
        best = best_answer(told["sets"][seat], gains[seat])
        require(best - values[seat] < TOLERANCE, f"seat {seat + 1} can get {best:.6f}")
    worth = ", ".join(f"seat {seat + 1} {round(values[seat], 6) + 0:.6f}" for seat in seats)
    print(f"Nobody can do better than by these plans: {worth}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
