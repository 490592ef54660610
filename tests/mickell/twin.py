"""Mickell once more, naively: lists of cards, a set of words, every word tried letter by letter.

It shares no code with the package and is compared with it move by move; a rule misread twice in the same way would have to
be misread from the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any

PAYS = {2: 0, 3: 1, 4: 2, 5: 3, 6: 5, 7: 6}


class Twin:
    """A match. `known` is the draw order as far as it is known; other cards are named when they are revealed."""

    def __init__(
        self,
        deck: int,
        words: Iterable[str],
        known: Iterable[str] = (),
        *,
        rows: int = 3,
        min_word: int = 3,
        claims_per_turn: str = "one",
        claiming: str = "yes",
        trimming: str = "yes",
        discarding: str = "yes",
        first_card: str = "must_place",
        bad_claim: str = "refused",
    ) -> None:
        self.deck, self.words, self.order = deck, frozenset(words), tuple(known)
        self.min_word, self.first_card, self.bad_claim = min_word, first_card, bad_claim
        self.claiming, self.trimming, self.discarding = claiming == "yes", trimming == "yes", discarding == "yes"
        self.claims_per_turn = claims_per_turn
        self.rows: list[list[str]] = [[] for _ in range(rows)]
        self.out: list[str] = []
        self.scored: list[str] = []
        self.claimed: list[tuple[str, int, int]] = []  # word, row from 1, turn
        self.turn = 1
        self.new: str | None = self.order[0] if self.order else None
        self.placed_on: int | None = None
        self.may_claim = self.claiming
        self.spoilt: set[int] = set()
        self.over = False

    @property
    def final(self) -> bool:
        return self.turn > self.deck

    @property
    def score(self) -> int:
        return len(self.scored)

    def actions(self) -> Iterator[str]:
        """Everything legal, each claim with its word."""
        if self.over:
            return
        numbers = range(1, len(self.rows) + 1)
        yield from (f"place {n}" for n in numbers if self.can_place(n))
        if self.new is not None and self.discarding and (self.turn > 1 or self.first_card == "may_discard"):
            yield "discard"
        yield from (f"trim {n}" for n in numbers if self.can_trim(n))
        for n in numbers:
            if self.can_try(n):
                yield from (f"claim {n} {word}" for word in sorted(self.words) if spells(self.rows[n - 1], word))
        if self.new is None:
            yield "end"

    def can_place(self, n: int) -> bool:
        empty = [number for number, row in enumerate(self.rows, 1) if not row]
        return self.new is not None and (n not in empty or n == empty[0])

    def can_trim(self, n: int) -> bool:
        return self.trimming and bool(self.rows[n - 1]) and self.placed_on != n and n not in self.spoilt

    def can_try(self, n: int) -> bool:
        return self.may_claim and n not in self.spoilt and len(self.rows[n - 1]) >= self.min_word

    def do(self, text: str, reveal: str | None = None) -> None:
        """Take an action; `reveal` is the next card, where the order is not known."""
        verb, *rest = text.split()
        row = self.rows[int(rest[0]) - 1] if rest else []
        if verb == "place":
            row.append(self.take_new())
            self.placed_on = int(rest[0])
        elif verb == "discard":
            self.out.append(self.take_new())
        elif verb == "trim":
            self.out.append(row.pop())
        elif verb == "claim":
            self.claim(int(rest[0]), rest[1])
        else:
            self.end(reveal)

    def take_new(self) -> str:
        card, self.new = self.new, None
        assert card is not None
        return card

    def claim(self, n: int, word: str) -> None:
        row = self.rows[n - 1]
        if word not in self.words:
            assert self.bad_claim == "spent"
            if self.final:
                self.spoilt.add(n)
            else:
                self.may_claim = False
            return
        assert spells(row, word)
        kept = PAYS.get(len(row), len(row))
        self.scored += row[:kept]
        self.out += row[kept:]
        row.clear()
        self.claimed.append((word, n, self.turn))
        if self.claims_per_turn == "one" and not self.final:
            self.may_claim = False

    def end(self, reveal: str | None) -> None:
        if self.final:
            self.over = True
            return
        self.turn += 1
        self.may_claim, self.placed_on = self.claiming or self.final, None
        if not self.final:
            self.new = reveal or self.order[self.turn - 1]

    def copy(self) -> Twin:
        other = copy(self)
        other.rows = [row[:] for row in self.rows]
        other.out, other.scored, other.claimed = self.out[:], self.scored[:], self.claimed[:]
        other.spoilt = set(self.spoilt)
        return other

    def key(self) -> Any:
        """Return all that decides what can still happen, for matches with a known order."""
        rows = tuple(tuple(row) for row in self.rows)
        return self.turn, self.new, rows, self.placed_on, self.may_claim, frozenset(self.spoilt), self.over


def spells(row: list[str], word: str) -> bool:
    """Return whether a row can be read as a word, one letter from each card (Mickell 10)."""
    return len(row) == len(word) and all(letter in card for card, letter in zip(row, word, strict=True))


def count(match: Twin, memo: dict[Any, Counter[int]]) -> Counter[int]:
    """Count the ways to play on to the end, by the points they add."""
    if match.over:
        return Counter({0: 1})
    key = match.key()
    if key not in memo:
        found: Counter[int] = Counter()
        for action in match.actions():
            after = match.copy()
            after.do(action)
            for points, ways in count(after, memo).items():
                found[points + after.score - match.score] += ways
        memo[key] = found
    return memo[key]
