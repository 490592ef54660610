"""Information states: everything a seat has learned in a match, as a text that forgets nothing.

Two matches with equal texts are the same to the seat: it may do the same and is shown the same. They hold the seat's own
actions, what it was told of each step, and each field of its observation that a step changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from muckle.engine.position import Position


def learned(before: Position | None, action: int | None, after: Position, seat: int, names: Sequence[str]) -> Iterator[str]:
    """What a seat learns in one step, in lines; nothing of a step that is hidden from it.

    Args:
        before, action: None for the deal that begins a match.
        names: what the seats are called.
    """
    text = after.game.text
    if before is not None and action is not None and before.turn == seat:
        yield f"> {text.action_text(before.plain_setup, before.plain_state, action)}"
    for event in text.events(after.plain_setup, after.facts(before, action), names):
        yield event.told(seat)
    known = {} if before is None else before.observation(seat)
    for name, values in after.observation(seat).items():
        if name not in known or not np.array_equal(known[name], values):
            yield f"{name}: {written(values)}"


def written(values: np.ndarray[Any, Any]) -> str:
    """A field of an observation: its number; or the places that are not 0, with what stands there if it is not 1.

    >>> written(np.array([0, 1, 0, 1, 5]))
    '1 3 4=5'
    """
    flat = values.ravel()
    if not values.shape:
        return f"{flat[0]:g}"
    places = np.flatnonzero(flat).tolist()
    return " ".join(str(place) if flat[place] == 1 else f"{place}={flat[place]:g}" for place in places)
