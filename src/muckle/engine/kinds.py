"""Kinds of decisions: what a laboratory counts apart, and by what a turn ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

GOES_ON, ENDS, PASSES = range(3)
"""What becomes of a turn after a decision of a kind: it goes on, or the decision belongs to none; it ends; it ends if another
seat is to act then, or nobody, and always in a game alone."""


class Kind(NamedTuple):
    """Decisions that are counted together: the actions from `first` up to the next kind's first."""

    name: str
    """As rows and reports call it, such as ``draw_stock``."""
    first: int
    turn: int = PASSES


EVERY = (Kind("act", 0),)
"""Of a game that tells none apart."""


def table(kinds: Sequence[Kind], actions: int) -> np.ndarray[Any, Any]:
    """For compiled code: a row for each action, with the place of its kind among those named, and what becomes of the turn.

    Kinds of one name are one.
    """
    named = names(kinds)
    rows = np.zeros((actions, 2), np.int8)
    for kind in sorted(kinds, key=lambda kind: kind.first):
        rows[kind.first :] = named.index(kind.name), kind.turn
    return rows


def names(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """The names of kinds, each once."""
    return tuple(dict.fromkeys(kind.name for kind in kinds))
