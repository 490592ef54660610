"""Whole game trees of the tiny game: the counts of the rulebook, by the rules and by their naive twin.

The examples E19 to E23 stand in no page of this repository: what each says is the table or the numbers of its test here.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from mickell import solver
from mickell.table import TINY_ORDER, TINY_WORDS, Table
from mickell.twin import Twin, count
from muckle.games.mickell import rules, text
from steps import picked

COUNTS = {
    1: {2: {0: 9}, 3: {0: 43, 1: 2}, 4: {0: 218, 1: 9}, 5: {0: 1155, 1: 43, 3: 2}},
    2: {2: {0: 16}, 3: {0: 163, 1: 2}, 4: {0: 1988, 1: 14}, 5: {0: 27297, 1: 141, 3: 2}},
    3: {2: {0: 16}, 3: {0: 193, 1: 2}, 4: {0: 3304, 1: 14}, 5: {0: 71999, 1: 164, 3: 2}},
}
"""Mickell E23: by rows and number of cards, the number of complete sequences by final score."""
CASES = [(rows, cards) for rows in COUNTS for cards in COUNTS[rows]]


def by_rules(position: Any, memo: dict[bytes, Counter[int]]) -> Counter[int]:
    """Count the ways to play on, by final score; draws come in deck order."""
    if position.over:
        return Counter({position.scores()[0]: 1})
    key = position.state.tobytes()
    if key not in memo:
        found: Counter[int] = Counter()
        for action in position.legal():
            for full in text.completions(position.plain_setup, position.plain_state, action):
                found += by_rules(picked(position, full), memo)
        memo[key] = found
    return memo[key]


@pytest.mark.parametrize(("rows", "cards"), CASES)
def test_mickell_e23_sequences_by_the_rules(rows: int, cards: int):
    table = Table(" ".join(TINY_ORDER.split()[:cards]), rows=rows)
    assert by_rules(table.position, {}) == COUNTS[rows][cards]


@pytest.mark.parametrize(("rows", "cards"), CASES)
def test_mickell_e23_sequences_by_the_twin(rows: int, cards: int):
    order = TINY_ORDER.split()[:cards]
    assert count(Twin(cards, TINY_WORDS.split(), order, rows=rows), {}) == COUNTS[rows][cards]


def best_by_rules(order: str, rows: int) -> int:
    """Return the best final score for a known order, by playing everything that Mickell 11 needs."""
    return best(Table(order, rows=rows).position, {})


def best(position: Any, memo: dict[Any, int]) -> int:
    if position.over:
        return position.scores()[0]
    state = position.plain_state
    rows = tuple(tuple(text.row_cards(state, row)) for row in range(position.plain_setup.options.rows))
    key = (state.number, state.current, rows, state.barred, state.score)
    if key not in memo:
        memo[key] = max(best(picked(position, action), memo) for action in position.legal() if normal(state, action))
    return memo[key]


def normal(state: Any, action: int) -> bool:
    """Trims come first in a turn (Mickell 11)."""
    resolved_or_claimed = state.current == rules.NONE or state.barred
    return not (rules.TRIM <= action < rules.CLAIM and resolved_or_claimed and state.number <= 8)


@pytest.mark.parametrize("rows", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_mickell_e19_and_e20_best_scores_by_the_rules(rows: int):
    assert best_by_rules("RB EK TH SC OH AP OD EM", rows) == 3
    assert best_by_rules("EK SC RB OH EM TH OD AP", rows) == {1: 2, 2: 4}[rows]


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_mickell_e19_and_e20_best_scores_by_the_solver(rows: int):
    assert solver.with_hindsight(tuple(["RB", "EK", "TH", "SC", "OH", "AP", "OD", "EM"]), rows) == 3
    assert solver.with_hindsight(tuple(["EK", "SC", "RB", "OH", "EM", "TH", "OD", "AP"]), rows) == {1: 2, 2: 4, 3: 4}[rows]


@pytest.mark.parametrize(
    ("rows", "expected"), [(1, "40657/40320"), (2, "46559/40320"), pytest.param(3, "1337/1152", marks=pytest.mark.slow)]
)
def test_mickell_e21_best_play_that_does_not_know_the_order(rows: int, expected: str):
    assert solver.in_ignorance(TINY_ORDER.split(), rows) == Fraction(expected)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [(1, {0: 13092, 1: 8828, 2: 16500, 3: 1896, 4: 4}), (2, {0: 13092, 1: 8828, 2: 15672, 3: 2608, 4: 120})],
)
def test_mickell_e22_best_scores_over_all_orders(rows: int, expected: dict[int, int]):
    orders = itertools.permutations(TINY_ORDER.split())
    assert Counter(solver.with_hindsight(order, rows) for order in orders) == expected


def test_mickell_11_the_solver_and_the_rules_agree_on_other_orders():
    rng = random.Random(1)
    for _ in range(4):
        order = rng.sample(TINY_ORDER.split(), 8)
        assert best_by_rules(" ".join(order), 1) == solver.with_hindsight(tuple(order), 1), order
