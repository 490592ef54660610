"""Kinds of decisions, which a laboratory counts apart, and whether a decision of a kind ends the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

GOES_ON, ENDS, PASSES = range(3)
"""Effects of a decision on the turn: GOES_ON (or the decision belongs to no turn); ENDS; PASSES, which ends the turn if then
another seat is to act, or nobody, and always in a game for one seat."""


class Kind(NamedTuple):
    """Decisions that are counted together: the actions from `first` up to the next kind's first."""

    name: str
    """Name in rows and reports, such as ``draw_stock``."""
    first: int
    turn: int = PASSES


EVERY = (Kind("act", 0),)
"""Kinds of a game that counts all decisions together."""


def table(kinds: Sequence[Kind], actions: int) -> np.ndarray[Any, Any]:
    """Return, for compiled code, a row for each action: the place of its kind among the names, and the effect on the turn.

    Kinds with the same name are one.
    """
    named = names(kinds)
    rows = np.zeros((actions, 2), np.int8)
    for kind in sorted(kinds, key=lambda kind: kind.first):
        rows[kind.first :] = named.index(kind.name), kind.turn
    return rows


def names(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """Return the names of kinds, each once."""
    return tuple(dict.fromkeys(kind.name for kind in kinds))
