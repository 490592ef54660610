# pyright: basic
# (compiled functions carry no annotations)
"""What a row of cards spells, and what it can still become.

A row is an array of *masks*, one for each place: the letters that may stand there, bit 0 for a to bit 25 for z. A card with
two letters has two bits; a place where nothing lies yet has ANY.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from muckle.engine.bits import lowest
from muckle.engine.compiler import compiled
from muckle.words.graph import LETTERS, ROOT, A, child, edge_at, ends

ANY = (1 << LETTERS) - 1
"""Every letter."""


def masks(row: Sequence[str], more: int = 0) -> np.ndarray:
    """The masks of cards given as their letters in any case (``"RB"``; ``"?"`` for any letter), and of places behind them.

    Raises:
        ValueError: a card has other letters than a to z, or none.

    >>> masks(["BA", "a"], 1).tolist() == [3, 1, ANY]
    True
    """
    return np.array([ANY if card == "?" else _mask(card) for card in row] + [ANY] * more, np.int64)


def _mask(card: str) -> int:
    letters = {ord(letter) - A for letter in card.lower()}
    if not letters <= set(range(LETTERS)) or not letters:
        raise ValueError(f"a card has letters a to z, got {card!r}")
    return sum(1 << letter for letter in letters)


def spelled(graph: np.ndarray, row: Sequence[str], more: int = 0, most: int = 1_000) -> list[str]:
    """The words that a row spells, or with `more` the longer ones that begin like it, A to Z.

    Args:
        graph: the word graph. row: cards as for `masks`.
        more: how many letters longer at most; 0 for the words of the whole row, neither shorter nor longer.
        most: how many words at most.
    """
    places, least = masks(row, more), len(row) + (more > 0)
    words = np.zeros((most, len(places)), np.int64)
    lengths = np.zeros(most, np.int64)
    count = min(most, fitting(graph, places, least, len(places), words, lengths))
    return ["".join(chr(A + letter) for letter in words[k, : lengths[k]]) for k in range(count)]


@compiled
def fitting(graph, masks, least, most, words, lengths):
    """Put the words of `least` to `most` letters that fit into `words`, A to Z; how many there are in all.

    Args:
        masks: at least `most` of them.
        words: a row of at least `most` numbers 0 to 25 for each word; where there are not enough rows, for the first words.
        lengths: how many of them are the word's.
    """
    count, depth = 0, 0
    group, left = np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int64)
    letters = np.zeros(most + 1, np.int64)
    if most > 0:
        enter(graph, masks, group, left, 0, ROOT)
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        letters[depth], edge = step(graph, group, left, depth)
        if ends(edge) and depth + 1 >= least:
            if count < len(words):
                for place in range(depth + 1):
                    words[count, place] = letters[place]
                lengths[count] = depth + 1
            count += 1
        if depth + 1 < most:
            depth += 1
            enter(graph, masks, group, left, depth, child(edge))
    return count


@compiled
def next_letters(graph, masks, length):
    """Which letters can follow a row of that length: those that spell a word, and those behind which a longer one remains.

    Returns:
        two masks; without places, those of the first letters.
    """
    spell, grow, depth = 0, 0, 0
    group, left = np.zeros(length + 1, np.int64), np.zeros(length + 1, np.int64)
    enter(graph, masks, group, left, 0, ROOT)
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        letter, edge = step(graph, group, left, depth)
        if depth == length:
            spell |= int(ends(edge)) << letter
            grow |= int(child(edge) != 0) << letter
        else:
            depth += 1
            enter(graph, masks, group, left, depth, child(edge))
    return spell, grow


@compiled
def enter(graph, masks, group, left, depth, index):
    """A walk comes to a group at a depth: the letters left to be tried are those that fit, behind the last place any."""
    group[depth] = index
    left[depth] = int(graph[index]) & (int(masks[depth]) if depth < len(masks) else ANY)


@compiled
def step(graph, group, left, depth):
    """The first letter that is left at a depth, which it no longer is, and its edge."""
    letter = lowest(left[depth])
    left[depth] &= left[depth] - 1
    return letter, edge_at(graph, int(group[depth]), int(graph[group[depth]]), letter)
