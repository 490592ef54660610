"""Rows of cards: what they spell and can become is what trying every word says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muckle.words import graph, lists, patterns

few = st.one_of(
    st.sets(st.text("abc", min_size=1, max_size=6), max_size=60),
    st.sets(st.text(ascii_lowercase, min_size=1, max_size=20), max_size=40),
).map(sorted)
rows = st.lists(st.one_of(st.text("abcd", min_size=1, max_size=3), st.just("?")), max_size=7)


@pytest.fixture(scope="module", autouse=True)
def compiled_before_the_clock_runs():
    built = graph.build(["bet", "beta"])
    assert patterns.spelled(built, ["RB", "EK", "TH"]) == ["bet"]
    assert patterns.next_letters(built, patterns.masks(["RB", "EK", "TH"]), 3) == (1, 0)


def fits(word: str, row: list[str]) -> bool:
    return len(word) == len(row) and all(card == "?" or letter in card for letter, card in zip(word, row, strict=True))


@given(few, rows)
def test_a_row_spells_the_words_that_fit(words: list[str], row: list[str]):
    assert patterns.spelled(graph.build(words), [card.upper() for card in row]) == [word for word in words if fits(word, row)]


@given(few, rows, st.integers(1, 5))
def test_a_row_can_become_the_longer_words_that_begin_like_it(words: list[str], row: list[str], more: int):
    longer = [word for word in words if len(row) < len(word) <= len(row) + more and fits(word[: len(row)], row)]
    assert patterns.spelled(graph.build(words), row, more) == longer


@given(few, rows, st.integers(0, 3))
def test_all_are_counted_where_only_some_are_wanted(words: list[str], row: list[str], most: int):
    built, places = graph.build(words), patterns.masks(row)
    every = [word for word in words if fits(word, row)]
    letters, lengths = np.zeros((most, len(row)), np.int64), np.zeros(most, np.int64)
    assert patterns.fitting(built, places, len(row), len(row), letters, lengths) == len(every)
    assert patterns.spelled(built, row, most=most) == every[:most]


@given(few, rows)
def test_next_letters_are_those_that_spell_or_leave_something(words: list[str], row: list[str]):
    spell, grow = patterns.next_letters(graph.build(words), patterns.masks(row), len(row))
    for number, letter in enumerate(ascii_lowercase):
        assert bool(spell >> number & 1) == any(fits(word, [*row, letter]) for word in words)
        longer = [word for word in words if len(word) > len(row) + 1 and fits(word[: len(row) + 1], [*row, letter])]
        assert bool(grow >> number & 1) == bool(longer)
    assert max(spell, grow) <= patterns.ANY


@pytest.mark.parametrize("row", [["RB", "EK", "TH"], ["S", "TA", "?", "EI", "?"], ["?"] * 9])
def test_a_real_list_agrees_with_a_regular_expression(row: list[str]):
    words = lists.named("american-standard")
    pattern = re.compile("".join("[a-z]" if card == "?" else f"[{card.lower()}]" for card in row))
    assert patterns.spelled(words.graph, row, most=99_999) == [word for word in words.words if pattern.fullmatch(word)]
    longer = [word for word in words.words if pattern.match(word) and len(row) < len(word) <= len(row) + 2]
    assert patterns.spelled(words.graph, row, 2, most=99_999) == longer


@pytest.mark.parametrize("card", ["", "A1", "é", "a-", "??"])
def test_a_card_has_letters(card: str):
    with pytest.raises(ValueError, match="a card has letters a to z"):
        patterns.masks(["AB", card])


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_plain_and_bounds_checked_agree(mode: str):
    code = (
        "from muckle.words import graph, patterns as p; g = graph.build(['be', 'bet', 'beta', 'rat', 'reta']);"
        "print(p.spelled(g, ['RB', 'EA', 'TH']), p.spelled(g, ['RB'], 3), p.spelled(g, []),"
        "p.spelled(g, ['?', '?'], 9, most=1),"
        "p.next_letters(g, p.masks(['RB', 'EA']), 2), p.next_letters(graph.build([]), p.masks(['A']), 1))"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    answer = subprocess.run(command, env={**os.environ, mode: "1"}, capture_output=True, text=True, check=True, timeout=120)
    both = f"({1 << 19}, {1 << 19})"
    assert answer.stdout == f"['bet', 'rat'] ['be', 'bet', 'beta', 'rat', 'reta'] [] ['bet'] {both} (0, 0)\n"
