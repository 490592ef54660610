"""Ranks by counting are places in the sorted list."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muckle.words import graph, lists, ranks

words_lists = st.one_of(
    st.sets(st.text("abc", min_size=1, max_size=6), max_size=60),
    st.sets(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=30), max_size=40),
).map(sorted)


@pytest.fixture(scope="module", autouse=True)
def compiled_before_the_clock_runs():
    built = graph.build(["a"])
    counts = ranks.count(built)
    assert ranks.rank_of(built, counts, graph.codes("a"), 1) == 0
    assert word(built, counts, 0) == "a"


def word(built: np.ndarray, counts: np.ndarray, rank: int) -> str:
    letters = np.zeros(64, np.int64)
    return "".join(chr(97 + letter) for letter in letters[: ranks.word_at(built, counts, rank, letters)])


@given(words_lists)
def test_a_rank_leads_to_its_word_and_back(words: list[str]):
    built = graph.build(words)
    counts = ranks.count(built)
    assert [word(built, counts, rank) for rank in range(len(words))] == words
    assert [ranks.rank_of(built, counts, graph.codes(text), len(text)) for text in words] == list(range(len(words)))
    for rank in (-1, len(words)):
        with pytest.raises(ValueError, match="no word has that rank"):
            word(built, counts, rank)


@given(words_lists, st.lists(st.text("abcd", max_size=4)))
def test_words_with_a_beginning_have_consecutive_ranks(words: list[str], beginnings: list[str]):
    built = graph.build(words)
    counts = ranks.count(built)
    for beginning in ["", *beginnings, *(text[:2] for text in words)]:
        first, many, _ = ranks.span(built, counts, graph.codes(beginning), len(beginning))
        assert words[first : first + many] == [text for text in words if text.startswith(beginning)]
        rank = words.index(beginning) if beginning in words else -1
        assert ranks.rank_of(built, counts, graph.codes(beginning), len(beginning)) == rank


def test_ranks_of_a_real_list_find_its_levels():
    words = lists.named("american-standard")
    counts = ranks.count(words.graph)
    assert counts[graph.ROOT] == len(words)
    for text in words.words[::501]:
        rank = ranks.rank_of(words.graph, counts, graph.codes(text), len(text))
        assert words.levels[rank] == words.level(text) and word(words.graph, counts, rank) == text
