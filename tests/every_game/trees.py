"""Walking through everything that can happen: every draw by its script, every action."""

from collections.abc import Iterator, Sequence

from muckle.engine.position import Draw, Position


def draws(position: Position, action: int | None, first: Sequence[int] = ()) -> Iterator[Position]:
    """Yield every position that can follow an action (None: the deal), one for each way its draws can fall.

    Args:
        first: picks that the first draws are held to.
    """
    after = position.ask(action, first)
    if isinstance(after, Draw):
        for pick in range(after.n):
            yield from draws(position, action, [*first, pick])
    else:
        yield after
