"""The word graph says the same as a plain set, and as a library's word graph."""

import os
import subprocess
import sys

import dawg
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muckle.words import graph
from muckle.words.lists import named
from patience import PATIENCE

FEW = st.sets(st.text("abc", min_size=1, max_size=6), max_size=60)
MANY = st.sets(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=30), max_size=40)
lists = st.one_of(FEW, MANY).map(sorted)


@pytest.fixture(scope="module", autouse=True)
def compiled_before_the_clock_runs():
    assert has(graph.build(["a"]), "a")


def has(words: np.ndarray, word: str) -> bool:
    return bool(graph.contains(words, graph.codes(word), len(word)))


def paths(words: np.ndarray) -> list[str]:
    """Return every word of a graph in order by walking all edges, with no code of the module."""
    found: list[str] = []

    def walk(group: int, before: str) -> None:
        for number in range(int(words[group]).bit_count()):
            edge = int(words[group + 1 + number])
            assert int(words[group]) >> edge % 32 & 1
            text = before + chr(97 + edge % 32)
            if edge & 32:
                found.append(text)
            walk(edge >> 6, text)

    walk(1, "")
    return found


@given(lists)
def test_the_graph_holds_exactly_the_words_in_order(words: list[str]):
    assert paths(graph.build(words)) == words


@given(lists, st.lists(st.text("abcd", max_size=7)))
def test_contains_agrees_with_a_set(words: list[str], others: list[str]):
    built = graph.build(words)
    near = [word + "a" for word in words] + [word[:-1] for word in words] + others
    for word in words + near:
        assert has(built, word) == (word in set(words))


@given(lists, st.text("abcd", max_size=4))
def test_the_graph_of_a_library_agrees(words: list[str], beginning: str):
    built, library = graph.build(words), dawg.CompletionDAWG(words)  # pyright: ignore  # the library has no types
    assert paths(built) == library.keys()
    for word in [*words, *(word[:-1] for word in words), beginning]:
        assert has(built, word) == (word in library)


@pytest.mark.parametrize("name", ["american-standard", "either-full"])
def test_a_real_list_agrees_with_the_graph_of_a_library(name: str):
    words = named(name)
    library = dawg.CompletionDAWG(words.words)  # pyright: ignore  # as above
    assert paths(words.graph) == library.keys() == list(words.words)


@given(lists)
def test_groups_of_edges_with_one_sum_are_still_told_apart(words: list[str]):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph, "SALTS", (0, *graph.SALTS))  # with 0 all sums are equal
        built = graph.build(words)
    assert built.tolist() == graph.build(words).tolist()


@given(lists)
def test_equal_endings_are_stored_once(words: list[str]):
    """Minimal: there are as many groups as there are different sets of endings that go on, and nothing lies between them."""
    built = graph.build(words)
    prefixes = {word[:length] for word in words for length in range(len(word))}
    endings = {frozenset(word[len(p) :] for word in words if word.startswith(p) and word != p) for p in prefixes}
    at, groups = 1, 0
    while at < len(built):
        at, groups = at + 1 + int(built[at]).bit_count(), groups + 1
    assert at == len(built) and groups == max(len(endings), 1)


def test_an_empty_list_has_no_words():
    built = graph.build([])
    assert built.tolist() == [0, 0]
    assert not has(built, "") and not has(built, "a") and graph.find(built, graph.ROOT, 0) == 0


def test_a_walk_goes_letter_by_letter():
    built = graph.build(["a", "ab", "ace"])
    first = graph.find(built, graph.ROOT, 0)
    assert graph.ends(first) and first & graph.LETTER == 0
    middle = graph.find(built, graph.child(first), 2)
    assert not graph.ends(middle)
    assert graph.find(built, graph.child(first), 4) == 0
    last = graph.find(built, graph.child(middle), 4)
    assert graph.ends(last) and graph.child(last) == 0
    assert graph.find(built, graph.child(last), 0) == 0


def test_bytes_and_strings_give_the_same_graph():
    assert graph.build(b"cat\ncats\ndog\n").tolist() == graph.build(["cat", "cats", "dog"]).tolist()


@pytest.mark.parametrize(
    "words", [["b", "a"], ["a", "a"], ["ab", "a"], [""], ["", "a"], ["Ab"], ["a", "b-c"], ["é"], [" a"], b"a\nb"]
)
def test_words_out_of_order_or_alphabet_are_refused(words: list[str] | bytes):
    with pytest.raises(ValueError):
        graph.build(words)


WORDS = sorted({f"{a}{b}{c}" for a in ("", "re", "un") for b in ("do", "tie", "make") for c in ("", "s", "er", "ers")})


def test_plain_mode_builds_the_same_graph():
    """In plain mode every number is Python's or NumPy's; compiled it is the machine's."""
    code = f"from muckle.words import graph; w = graph.build({WORDS!r}); print(w.tolist(), w.dtype)"
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    here = graph.build(WORDS)
    assert plain.stdout.strip() == f"{here.tolist()} {here.dtype}"
