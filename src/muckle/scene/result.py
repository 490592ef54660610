"""How a match ended: who won with how much, and who stands where and why (General 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from muckle.scene.contract import Result, Standing
from muckle.scene.tell import count, listed


def result(
    names: Sequence[str],
    scores: Sequence[int],
    why: Callable[[int], Iterable[str]],
    reason: str,
    *,
    title: str = "",
    written: Callable[[int], str] = str,
    between: Sequence[int] = (),
    decider: str = "",
) -> Result:
    """The result by scores: the highest wins, equal ones share the place.

    >>> made = result(("Ann", "Bob", "Cy"), (7, 9, 9), lambda seat: (), "four hands played")
    >>> made.title, [(standing.seat, standing.place) for standing in made.standings]
    ('Bob and Cy share the win with 9 points', [(1, 1), (2, 1), (0, 3)])

    Args:
        names, scores: of the seats, in order.
        why: the lines that say why a seat scored what it did.
        reason: why the match is over.
        title: what it says instead of who won, where there is nobody to beat.
        written: a score as it stands among the others.
        between: what decides between equal scores, the larger number first; without it nothing does.
        decider: what the title says if it did, ``more coins``.
    """
    worth = list(zip(scores, between or [0] * len(scores), strict=True))
    standings = [
        Standing(seat, 1 + sum(other > own for other in worth), written(own[0]), tuple(why(seat)))
        for seat, own in enumerate(worth)
    ]
    standings.sort(key=lambda standing: standing.place)
    winners = [names[standing.seat] for standing in standings if standing.place == 1]
    best = max(scores)
    decided = f", and {decider}" if list(scores).count(best) > len(winners) else ""
    won = f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'} with {points(best)}{decided}"
    return Result(title or won, tuple(standings), reason)


def points(n: int) -> str:
    """Points, with a true minus: ``17 points``, ``−1 point``."""
    return f"{'−' * (n < 0)}{count(abs(n), 'point')}"
