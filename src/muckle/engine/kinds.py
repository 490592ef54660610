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


def tables(kinds: Sequence[Kind], actions: int) -> tuple[Any, Any]:
    """Return two arrays for compiled code: the place of each action's kind among the names, and its effect on the turn.

    Kinds with the same name are one.
    """
    named = names(kinds)
    places, turns = np.zeros((2, actions), np.int8)
    for kind in sorted(kinds, key=lambda kind: kind.first):
        places[kind.first :], turns[kind.first :] = named.index(kind.name), kind.turn
    return places, turns


def ending(kinds: Sequence[Kind]) -> list[int] | None:
    """Return the places among the names of the kinds that end a turn; None if the kind alone does not tell."""
    turns = {kind.name: kind.turn for kind in kinds}
    if any(kind.turn == PASSES or kind.turn != turns[kind.name] for kind in kinds):
        return None
    return [place for place, name in enumerate(names(kinds)) if turns[name] == ENDS]


def names(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """Return the names of kinds, each once."""
    return tuple(dict.fromkeys(kind.name for kind in kinds))
