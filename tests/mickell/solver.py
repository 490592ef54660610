"""Perfect play of the tiny game, solved without the package (Mickell E19 to E22)."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

from mickell.table import TINY_ORDER, TINY_WORDS

PAYS = {3: 1, 4: 2, 5: 3}
WORDS = TINY_WORDS.split()
Row = tuple[str, ...]
Rows = tuple[Row, ...]


def spelled(row: Row) -> bool:
    """Return whether the row is a word."""
    return any(len(word) == len(row) and fits(row, word) for word in WORDS)


@functools.cache
def alive(row: Row) -> bool:
    """Return whether some word begins as the row can be read."""
    return any(len(word) >= len(row) and fits(row, word) for word in WORDS)


def fits(row: Row, word: str) -> bool:
    return all(letter in card for card, letter in zip(row, word, strict=False))


# With hindsight: which words can be laid from a known order

PLAYS = [
    (cards, PAYS[len(word)])
    for word in WORDS
    for cards in itertools.permutations(TINY_ORDER.split(), len(word))
    if fits(cards, word)
]
"""Every way to lay a word of the list, with its points."""


def with_hindsight(order: Sequence[str], rows: int) -> int:
    """Return the best score for a known order of the cards.

    Words are disjoint sets of cards that come in their order; a place is taken from a word's first card to its last, and the
    next word of that place may start on the turn after. Eight cards make two words at most, and these end on different
    turns, so one claim a turn is no hindrance.
    """
    turn = {card: number for number, card in enumerate(order)}
    laid = []
    for cards, pays in PLAYS:
        turns = [turn[card] for card in cards]
        if all(a < b for a, b in itertools.pairwise(turns)):
            laid.append((pays, frozenset(cards), turns[0], turns[-1]))
    best = max((pays for pays, *_ in laid), default=0)
    for one, other in itertools.combinations(laid, 2):
        apart = one[3] < other[2] or other[3] < one[2]
        if not one[1] & other[1] and (apart or rows > 1):
            best = max(best, one[0] + other[0])
    return best


# In ignorance: what the next card is, is anybody's guess


def in_ignorance(cards: Sequence[str], rows: int) -> Fraction:
    """Return the expected score of best play, all orders equally likely. The first card must be placed (Mickell 3f)."""
    worth = functools.cache(lambda table, left: _worth(table, left, rows, worth))
    total = Fraction(0)
    for card in cards:
        total += worth(((card,),), frozenset(cards) - {card})
    return total / len(cards)


def _worth(table: Rows, left: frozenset[str], rows: int, worth: functools._lru_cache_wrapper[Fraction]) -> Fraction:
    """Return what can still be scored before the next card is drawn: the mean over the cards left."""
    if not left:
        return Fraction(sum(max((PAYS[n] for n in range(3, len(row) + 1) if spelled(row[:n])), default=0) for row in table))
    total = Fraction(0)
    for card in left:
        ways = itertools.chain.from_iterable(turns(trimmed, card, rows) for trimmed in trims(table))
        total += max(points + worth(after, left - {card}) for after, points in set(ways))
    return total / len(left)


def trims(table: Rows) -> Iterator[Rows]:
    """Yield every way to shorten the rows."""
    for lengths in itertools.product(*(range(len(row) + 1) for row in table)):
        yield tuple(sorted(row[:n] for row, n in zip(table, lengths, strict=True) if n))


def turns(table: Rows, card: str, rows: int) -> Iterator[tuple[Rows, int]]:
    """Claim and resolve in either order, or resolve alone (Mickell 11): the table afterwards and the points."""
    for after in resolved(table, card, rows):
        yield after, 0
        yield from claims(after)
    for claimed, points in claims(table):
        for after in resolved(claimed, card, rows):
            yield after, points


def resolved(table: Rows, card: str, rows: int) -> Iterator[Rows]:
    """Discard, or place where some word still begins so: a card that fits no word is as well discarded."""
    yield table
    places = [*table, ()] if len(table) < rows else list(table)
    for number, row in enumerate(places):
        if alive((*row, card)):
            others = places[:number] + places[number + 1 :]
            yield tuple(sorted([*filter(None, others), (*row, card)]))


def claims(table: Rows) -> Iterator[tuple[Rows, int]]:
    for number, row in enumerate(table):
        if spelled(row):
            yield table[:number] + table[number + 1 :], PAYS[len(row)]
