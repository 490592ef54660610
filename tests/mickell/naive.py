"""Mickell by brute force, for a few cards and words: every turn in every order, without the package."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence

Row = tuple[str, ...]
Rows = tuple[Row, ...]

PAYS = {3: 1, 4: 2, 5: 3, 6: 5, 7: 6}


def pays(letters: int) -> int:
    return 0 if letters < 3 else PAYS.get(letters, letters)


def spelled(row: Row, words: frozenset[str]) -> bool:
    return any("".join(letters) in words for letters in itertools.product(*row))


def best_score(
    order: Sequence[str],
    words: Sequence[str],
    rows: int,
    *,
    claiming: bool = True,
    trimming: bool = True,
    discarding: bool = True,
) -> int:
    """Return the best score for a known order of the cards, by trying everything that the rules allow in a turn."""
    listed = frozenset(words)

    @functools.cache
    def claims(row: Row) -> bool:
        return len(row) >= 3 and spelled(row, listed)

    def lengths(row: Row) -> Sequence[int]:
        return range(3 if trimming else len(row), len(row) + 1)

    @functools.cache
    def worth(turn: int, table: Rows) -> int:
        if turn == len(order):
            return sum(max((pays(n) for n in lengths(row) if claims(row[:n])), default=0) for row in table)
        return max(
            points + worth(turn + 1, after) for after, points in set(turns(table, order[turn], turn == 0 or not discarding))
        )

    def turns(table: Rows, card: str, stays: bool) -> Iterator[tuple[Rows, int]]:
        for trimmed in trims(table) if trimming else [table]:
            for resolved in resolutions(trimmed, card, rows, stays):
                yield from claimed(resolved)
            for freed, points in claimed(trimmed):
                for resolved in resolutions(freed, card, rows, stays):
                    yield resolved, points

    def claimed(table: Rows) -> Iterator[tuple[Rows, int]]:
        yield table, 0
        for number, row in enumerate(table):
            if claiming and claims(row):
                yield table[:number] + table[number + 1 :], pays(len(row))

    return worth(0, ())


def trims(table: Rows) -> Iterator[Rows]:
    for lengths in itertools.product(*(range(len(row) + 1) for row in table)):
        yield tuple(sorted(row[:n] for row, n in zip(table, lengths, strict=True) if n))


def resolutions(table: Rows, card: str, rows: int, stays: bool) -> Iterator[Rows]:
    if not stays:
        yield table
    for number, row in enumerate(table):
        yield tuple(sorted((*table[:number], *table[number + 1 :], (*row, card))))
    if len(table) < rows:
        yield tuple(sorted((*table, (card,))))


def row_value(
    row: str, claim: int, left: int, cards: Sequence[str], words: frozenset[str], surplus: Callable[[str, float], float]
) -> float:
    """Return the value of a row that spells these letters with some cards to come, each any of `cards`, by plain recursion.

    Args:
        surplus: how far a gain exceeds what a card is worth to the other rows.
    """
    begins = functools.cache(lambda letters: any(word.startswith(letters) for word in words))

    @functools.cache
    def worth(row: str, claim: int, left: int) -> float:
        if left == 0:
            return claim
        stays, gains = worth(row, claim, left - 1), 0.0
        for card in cards:
            grown = [row + letter for letter in card if begins(row + letter)]
            claims = [max(claim, pays(len(longer)) if longer in words else 0) for longer in grown]
            after = max((worth(*longer, left - 1) for longer in zip(grown, claims, strict=True)), default=0.0)
            gains += surplus(card, after - stays) if after > stays else 0.0
        grown_worth = stays + gains / len(cards)
        return max(grown_worth, claim + worth("", 0, left)) if row else grown_worth

    return worth(row, claim, left)
