"""How a match ended: who won with how much, and who stands where and why (General 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from muckle.scene.contract import Result, Standing
from muckle.scene.tell import listed


def result(
    names: Sequence[str],
    scores: Sequence[int],
    why: Callable[[int], Iterable[str]],
    reason: str,
    *,
    points: Callable[[int], str],
    written: Callable[[int], str] = str,
    between: Sequence[int] = (),
    decider: str = "",
) -> Result:
    """The result by scores: the highest wins, equal ones share the place.

    Args:
        names, scores: of the seats, in order.
        why: the lines that say why a seat scored what it did.
        reason: why the match is over.
        points: the winner's score in the title, ``17 points``. written: a score among the standings, ``17``.
        between: what decides between equal scores, the larger number first; without it nothing does.
        decider: what the title says if it did: ``more coins``.
    """
    worth = list(zip(scores, between or [0] * len(scores), strict=True))
    best = max(worth)
    winners = [name for name, own in zip(names, worth, strict=True) if own == best]
    decided = f", and {decider}" if list(scores).count(best[0]) > len(winners) else ""
    standings = [
        Standing(seat, 1 + sum(other > own for other in worth), written(own[0]), tuple(why(seat)))
        for seat, own in enumerate(worth)
    ]
    return Result(
        title=f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'} with {points(best[0])}{decided}",
        standings=tuple(sorted(standings, key=lambda standing: standing.place)),
        reason=reason,
    )
