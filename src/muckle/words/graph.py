# pyright: basic
# (compiled functions carry no annotations)
"""The word graph: every word of a list as paths through one int32 array, walked inside compiled rules.

It is a minimal automaton: words share their beginnings, and their endings too. An *edge* is one letter of a word. The edges
that may follow the same beginning form a *group*: an entry with the set of their letters, bit 0 for a to bit 25 for z, and
behind it the edges in letter order. So the edge of a letter is found by counting the letters before it. An edge packs

    bits 0-4   its letter, 0 (a) to 25 (z)
    bit 5      a word ends here
    bits 6-30  the index of the group that may follow it, 0 when there is none

and is never 0. Entry 0 is an empty group; the group of first letters stands at ROOT.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compiler import compiled

LETTERS = 26
LETTER, END, CHILD = 31, 32, 6
"""Mask of the letter, the flag, and how far the index of the following group is shifted."""
ROOT = 1
A, Z, NEWLINE = ord("a"), ord("z"), ord("\n")
SALTS = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)
"""To sum edges with, in turn, should different groups of them ever come to the same sum."""


@compiled
def find(graph, group, letter):
    """The edge with that letter in the group at an index (ROOT: a word's first letters; 0: no group), or 0."""
    letters = int(graph[group])
    return edge_at(graph, group, letters, letter) if letters >> letter & 1 else 0


@compiled
def edge_at(graph, group, letters, letter):
    """The edge with a letter of a group that has these letters."""
    return int(graph[group + 1 + size(letters & ((1 << letter) - 1))])


@compiled
def letter_of(edge):
    """The letter of an edge, 0 to 25."""
    return edge & LETTER


@compiled
def ends(edge):
    """Whether a word ends with this edge; the edge may be 0."""
    return edge & END != 0


@compiled
def child(edge):
    """Index of the group that may follow this edge, 0 when there is none; the edge may be 0."""
    return edge >> CHILD


@compiled
def contains(graph, letters, length):
    """Whether the first `length` letters (an array of numbers 0 to 25) are a word."""
    group, edge = ROOT, 0
    for place in range(length):
        edge = find(graph, group, int(letters[place]))
        if edge == 0:
            return False
        group = child(edge)
    return ends(edge)


def codes(word: str) -> np.ndarray:
    """A word's letters as numbers 0 to 25; what is not a to z becomes 26, which no edge has."""
    return np.array([ord(letter) - A if "a" <= letter <= "z" else LETTERS for letter in word], np.int64)


def build(words: Sequence[str] | bytes) -> np.ndarray:
    """The word graph of a list.

    Args:
        words: words of letters a to z, ascending and all different; or the same as bytes, a newline behind each.

    Returns:
        int32, as told at the top of this module.

    Raises:
        ValueError: a word is empty, out of order, there twice, or not of letters a to z; or the words are so many that
            an index might not fit its bits.
    """
    text = words if isinstance(words, bytes) else "".join(f"{word}\n" for word in words).encode()
    if text and not text.endswith(b"\n"):
        raise ValueError("a newline must end the last word")
    if len(text) >= 1 << 24:
        raise ValueError("words must have fewer than 16 million letters in all")
    lines = np.frombuffer(text, np.uint8)
    if (((lines < A) | (lines > Z)) & (lines != NEWLINE)).any():
        raise ValueError("words must be of letters a to z")
    if not text:
        return np.zeros(ROOT + 1, np.int32)
    return _merged(*_tree(lines))


def _tree(lines):
    """The words as a tree, where only beginnings are shared; groups are numbered by depth, then A to Z.

    Returns:
        for each edge its letter and flag, and the group that may follow it (-1: none); for each group its first edge; for
        each depth its first edge, and how many there are in all.
    """
    breaks = np.flatnonzero(lines == NEWLINE)
    starts = np.append(0, breaks[:-1] + 1)
    lengths, shared = breaks - starts, _shared(lines, starts)
    depths = [np.flatnonzero((shared <= depth) & (lengths > depth)) for depth in range(lengths.max())]
    """Which words an edge was added for, by depth."""
    begins = np.cumsum([0, *map(len, depths)])
    edges, follow = np.zeros(begins[-1], np.int32), np.full(begins[-1], -1, np.int32)
    firsts = [np.zeros(1, np.int64)]
    for depth, words in enumerate(depths):
        edges[begins[depth] :][: len(words)] = lines[starts[words] + depth] - A | (lengths[words] == depth + 1) * END
        if depth > 0:
            before = np.searchsorted(depths[depth - 1], words, side="right") - 1
            first = np.flatnonzero(np.diff(before, prepend=-1))
            follow[begins[depth - 1] + before[first]] = sum(map(len, firsts)) + np.arange(len(first))
            firsts.append(begins[depth] + first)
    return edges, follow, np.concatenate(firsts), begins


def _shared(lines, starts):
    """How many letters each word has in common with the word before it."""
    shared, pairs = np.zeros(len(starts), np.int64), np.arange(1, len(starts))
    if (lines[starts] == NEWLINE).any():
        raise ValueError("words must not be empty")
    while len(pairs):
        before, here = (lines[starts[word] + shared[pairs]] for word in (pairs - 1, pairs))
        if ((before > here) | (before == here) & (here == NEWLINE)).any():
            raise ValueError("words must be ascending and all different")
        pairs = pairs[before == here]
        shared[pairs] += 1
    return shared


def _merged(edges, follow, first, begins):
    """The graph: of equal groups only one is kept; behind the first letters those with the shortest endings come first."""
    sizes, heights = np.diff(first, append=len(edges)), _heights(follow, first, begins)
    letters = np.bitwise_or.reduceat(1 << (edges & LETTER), first)
    index = np.zeros(len(first) + 1, np.int32)  # of each group in the graph; the last for -1, no group
    graph, used = [np.zeros(0, np.int32)], ROOT + 1 + sizes[0]
    order = np.argsort(heights[1:], kind="stable") + 1
    for groups in np.split(order, np.flatnonzero(np.diff(heights[order])) + 1) if len(order) else []:
        packed = edges[(these := _ranges(first[groups], sizes[groups]))] | index[follow[these]] << CHILD
        same = _same(packed, np.cumsum(sizes[groups]) - sizes[groups], sizes[groups])
        kept = np.flatnonzero(same == np.arange(len(groups)))
        index[groups[kept]] = used + np.cumsum(sizes[groups[kept]] + 1) - sizes[groups[kept]] - 1
        index[groups] = index[groups[same]]
        graph.append(_written(packed, letters[groups], sizes[groups], kept))
        used += len(graph[-1])
    root = edges[: sizes[0]] | index[follow[: sizes[0]]] << CHILD
    return np.concatenate([np.append([0, letters[0]], root).astype(np.int32), *graph])


def _written(packed, letters, sizes, kept):
    """The groups that are kept, one behind the other: letters, then edges."""
    heads = np.cumsum(sizes[kept] + 1) - sizes[kept] - 1
    written = np.zeros(len(kept) + sizes[kept].sum(), np.int32)
    written[heads] = letters[kept]
    starts = np.cumsum(sizes) - sizes
    written[_ranges(heads + 1, sizes[kept])] = packed[_ranges(starts[kept], sizes[kept])]
    return written


def _heights(follow, first, begins):
    """How many letters the longest ending of each group has."""
    heights = np.zeros(len(first) + 1, np.int32)
    for begin, end in reversed(list(itertools.pairwise(begins))):
        groups = slice(*np.searchsorted(first, (begin, end)))
        heights[groups] = np.maximum.reduceat(heights[follow[begin:end]], first[groups] - begin) + 1
    return heights[:-1]


def _same(packed, starts, sizes):
    """The number of the first group equal to each group: groups of equal sums are compared, edge by edge."""
    for salt in SALTS:
        mixed = packed.astype(np.uint64) * np.uint64(salt)
        mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
        sums = np.add.reduceat(mixed ^ mixed >> np.uint64(32), starts)
        _, first, which = np.unique(sums, return_index=True, return_inverse=True)
        same = first[which]
        if (sizes == sizes[same]).all() and (packed == packed[_ranges(starts[same], sizes)]).all():
            return same
    raise AssertionError("no sum tells these groups of edges apart")


def _ranges(starts, sizes):
    """The numbers of each range, one range behind the other."""
    ends = np.cumsum(sizes)
    return np.repeat(starts - ends + sizes, sizes) + np.arange(ends[-1])
