"""Information states: everything a seat has learned in a match, as a text or a tensor that forgets nothing.

A seat cannot tell two matches with equal texts apart: it has the same legal actions and scenes in both. A text holds the
seat's own actions, the story that the seat was told, and each field of its observation that a step changed.

The tensor of an information state has a row for each step that told the seat something, in order. A row holds the seat's own
action + 1 (0: another seat's step, or the deal), a digest of the text, and the seat's observation after the step. Rows to come
are zeros. Two tensors are equal if and only if their texts are, except that two digests of 96 bits may happen to be equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from muckle.engine.position import Position

DIGEST = 4
"""Numbers of a digest: 24 bits each, the most that float32 holds exactly, from 0 to 1."""
BITS = 24


def learned_row(text: str, action: int | None, after: Position, seat: int) -> np.ndarray[Any, Any]:
    """Return the row of a tensor for one step, float32.

    Args:
        text: what the seat learned, see `learned_lines`; not empty.
        action: the seat's own action; None if the step was another seat's, or the deal.
        after: the position after the step.
    """
    digest = blake2b(text.encode(), digest_size=DIGEST * BITS // 8).digest()
    parts = [int.from_bytes(digest[at : at + BITS // 8], "big") for at in range(0, len(digest), BITS // 8)]
    seen = [values.ravel() for values in after.observation(seat).values()]
    head = [0 if action is None else action + 1, *(part / (1 << BITS) for part in parts)]
    return np.concatenate([np.array(head, np.float32), *seen])


def tensor_shape(position: Position) -> tuple[int, int]:
    """Return the shape of the tensor of every information state of a match: most steps, numbers of a row."""
    return position.options.max_decisions() + 1, 1 + DIGEST + position.observer.width


def stack_rows(rows: Sequence[np.ndarray[Any, Any]], shape: tuple[int, int]) -> np.ndarray[Any, Any]:
    """Return the tensor of an information state, float32, from its rows; the rows to come are zeros."""
    tensor = np.zeros(shape, np.float32)
    for place, row in enumerate(rows):
        tensor[place] = row
    return tensor


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
