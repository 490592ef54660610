"""Information states: everything a seat has learned in a match, as a text that forgets nothing.

A seat cannot tell two matches with equal texts apart: it has the same legal actions and scenes in both. A text holds the
seat's own actions, the story that the seat was told, and each field of its observation that a step changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from muckle.engine.position import Position


def learned_lines(
    before: Position | None, action: int | None, after: Position, seat: int, names: Sequence[str]
) -> Iterator[str]:
    """Yield what a seat learns in one step, as lines; none for a step that is hidden from it.

    Args:
        before: the position before the step; None for the deal.
        action: the action of the step; None for the deal.
        after: the position after the step.
        names: the names of the seats.
    """
    text = after.game.text
    if before is not None and action is not None and before.turn == seat:
        yield f"> {text.action_text(before.plain_setup, before.plain_state, action)}"
    for event in text.events(after.plain_setup, after.facts(before, action), names):
        yield event.told(seat)
    known = {} if before is None else before.observation(seat)
    for name, values in after.observation(seat).items():
        if name not in known or not np.array_equal(known[name], values):
            yield f"{name}: {field_text(values)}"


def field_text(values: np.ndarray[Any, Any]) -> str:
    """Return an observed field as text: its number, or the indices of its entries that are not 0, with values other than 1.

    >>> field_text(np.array([0, 1, 0, 1, 5]))
    '1 3 4=5'
    """
    flat = values.ravel()
    if not values.shape:
        return f"{flat[0]:g}"
    places = np.flatnonzero(flat).tolist()
    return " ".join(str(place) if flat[place] == 1 else f"{place}={flat[place]:g}" for place in places)
