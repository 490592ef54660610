"""Walking through everything that can happen: every draw by its script, every action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muckle.engine.position import Position


def draws(position: Position, action: int | None, first: Sequence[int] = ()) -> Iterator[Position]:
    """Every position that can follow an action (None: the deal), once for each way its draws can fall.

    Args:
        first: picks that the first draws are held to.
    """
    after = position.scripted(action, first)
    if after is None:
        return
    if len(after.drew()) <= len(first):
        yield after
        return
    pick = 0
    while position.scripted(action, [*first, pick]) is not None:
        yield from draws(position, action, [*first, pick])
        pick += 1
