"""Results of matches: winners, margins, and the place of each seat with its reason (General 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from muckle.scene.contract import Result, Standing
from muckle.scene.tell import count, listed

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


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
    rating: str = "",
    rounds: Callable[[int], Sequence[int]] = lambda seat: (),
) -> Result:
    """Make the result from the scores: the highest score wins, equal ones share the place.

    >>> made = result(("Ann", "Bob", "Cy"), (7, 9, 9), lambda seat: (), "four hands played")
    >>> made.title, [(standing.seat, standing.place) for standing in made.standings]
    ('Bob and Cy share the win with 9 points', [(1, 1), (2, 1), (0, 3)])

    Args:
        names, scores: names and scores of the seats, in order.
        why: returns the lines that explain a seat's score.
        reason: reason why the match is over.
        title: title in a game for one, where nobody can be beaten.
        written: formats a score in the standings.
        between: tiebreak of each seat, larger ones first; empty if equal scores share the place.
        decider: name of the tiebreak for the title: ``more coins``.
        rating: the game's own word for the score, in a game for one.
        rounds: returns a seat's points in each of the last hands or rounds, in order.
    """
    worth = list(zip(scores, between or [0] * len(scores), strict=True))
    standings = [
        Standing(seat, 1 + sum(other > own for other in worth), written(own[0]), tuple(why(seat)), totals(own[0], rounds(seat)))
        for seat, own in enumerate(worth)
    ]
    standings.sort(key=lambda standing: standing.place)
    winners = [names[standing.seat] for standing in standings if standing.place == 1]
    won = title or _headline(winners, sorted(scores, reverse=True), decider)
    return Result(won, tuple(standings), reason, rating=rating)


def _headline(winners: Sequence[str], scores: Sequence[int], decider: str) -> str:
    """Return who won and by how much, from all scores, the best one first.

    >>> _headline(("Bob",), (9, 7, -2), "more coins"), _headline(("Bob",), (9, 9), "more coins")
    ('Bob wins, 9 to 7', 'Bob wins with 9 points, and more coins')
    >>> _headline(("Bob",), (9,), "")
    'Bob wins with 9 points'
    """
    best, *others = scores
    if len(winners) > 1:
        return f"{listed(winners)} share the win with {points(best)}"
    if not others:
        return f"{winners[0]} wins with {points(best)}"
    if others[0] == best:
        return f"{winners[0]} wins with {points(best)}, and {decider}"
    return f"{winners[0]} wins, {written_number(best)} to {written_number(others[0])}"


def totals(score: int, rounds: Sequence[int]) -> tuple[int, ...]:
    """Return the total after each round, from the points in each and the score at the end; nothing for a single round.

    >>> totals(14, [2, 7])
    (7, 14)
    """
    before = score - sum(rounds)
    return tuple(accumulate(rounds, initial=before))[1:] if len(rounds) > 1 else ()


def own_title(viewer: int, names: Sequence[str], scores: Sequence[int], winners: Sequence[int]) -> str:
    """Return the result of a match of several in the words of one viewer.

    >>> own_title(0, ("Ann", "Bob", "Cy"), (7, 9, 9), (1,))
    'You come third, 2 points behind Bob'
    """
    own, others = scores[viewer], [score for seat, score in enumerate(scores) if seat not in winners]
    if viewer not in winners:
        place = 1 + max(len(winners), sum(other > own for other in scores))
        best = max(scores[seat] for seat in winners)
        behind = f"{points(best - own)} behind" if best > own else "level with"
        return f"You come {ORDINALS[place - 1]}, {behind} {listed(names[seat] for seat in winners)}"
    if len(winners) > 1:
        return f"You share the win with {listed(names[seat] for seat in winners if seat != viewer)}"
    lead = own - max(others)
    return f"You win by {points(lead)}" if lead else "You win between equal scores"


def points(n: int) -> str:
    """Return a number of points with a true minus: ``17 points``, ``−1 point``."""
    return f"{'−' * (n < 0)}{count(abs(n), 'point')}"


def written_number(n: int) -> str:
    """Return a number with a true minus."""
    return str(n).replace("-", "−")
