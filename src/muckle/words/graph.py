# pyright: basic
# (compiled functions carry no annotations)
"""The word graph: a list of words as a minimal automaton (DAWG) in one int32 array, walked by compiled rules.

An *edge* is one letter of a word. Words share beginnings and endings. The edges that may follow the same beginning form a
*group*: one entry with the set of their letters (bit 0 for a to bit 25 for z), then the edges in letter order. The edge of a
letter is found by counting the letters before it in the set. An edge packs

    bits 0-4   its letter, 0 (a) to 25 (z)
    bit 5      a word ends here
    bits 6-30  the index of the group that may follow it, 0 when there is none

and is never 0. Entry 0 is an empty group; the group of first letters begins at index ROOT.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from muckle.engine.bits import from_start, size
from muckle.engine.compile import compiled

LETTERS = 26
LETTER, END, CHILD = 31, 32, 6
"""Parts of an edge: mask of the letter, flag of a word's end, and shift of the next group's index."""
ROOT = 1
A, Z, NEWLINE = ord("a"), ord("z"), ord("\n")
SALTS = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)
"""Multipliers for hashing groups of edges; the next one is tried if two different groups collide."""


@compiled
def find(graph, group, letter):
    """Return the edge of a letter (0 to 25) in the group at index `group`, or 0 if the group has none.

    Group ROOT holds the first letters of words; group 0 is empty.
    """
    letters = int(graph[from_start(group)])
    return int(graph[from_start(group + 1 + size(letters & ((1 << letter) - 1)))]) if letters >> letter & 1 else 0


@compiled
def edge_at(graph, group, letters, letter):
    """Return the edge of a letter in a group whose letter set is `letters` and contains that letter."""
    return int(graph[group + 1 + size(letters & ((1 << letter) - 1))])


@compiled
def ends(edge):
    """Return whether a word ends with this edge; False for edge 0."""
    return edge & END != 0


@compiled
def child(edge):
    """Return the index of the group that may follow this edge; 0 if none follows."""
    return edge >> CHILD


@compiled
def contains(graph, letters, length):
    """Return whether the first `length` entries of `letters` (numbers 0 to 25) spell a word."""
    group, edge = ROOT, 0
    for place in range(length):
        edge = find(graph, group, int(letters[place]))
        if edge == 0:
            return False
        group = child(edge)
    return ends(edge)


def codes(word: str) -> np.ndarray:
    """Return a word's letters as numbers 0 to 25; any other character becomes 26, which no edge has."""
    return np.array([ord(letter) - A if "a" <= letter <= "z" else LETTERS for letter in word], np.int64)


def build(words: Sequence[str] | bytes) -> np.ndarray:
    """Build the word graph of a list of words.

    Args:
        words: different words of the letters a to z in ascending order; as bytes, with a newline after each word.

    Returns:
        The graph as an int32 array; the module's docstring describes its layout.

    Raises:
        ValueError: a word is empty, repeated, out of order, or not of the letters a to z; or all words together have more
            letters than 24-bit indices can address.
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
    return _minimise(*_tree(lines))


def _tree(lines):
    """Return the words as a tree (a trie), whose groups are numbered by depth, then A to Z.

    Returns:
        For each edge its letter and flag; for each edge the group that follows it (-1: none); for each group its first edge;
        for each depth its first edge, then the number of all edges.
    """
    breaks = np.flatnonzero(lines == NEWLINE)
    starts = np.append(0, breaks[:-1] + 1)
    lengths, shared = breaks - starts, _shared(lines, starts)
    depths = [np.flatnonzero((shared <= depth) & (lengths > depth)) for depth in range(lengths.max())]
    """Indices of the words that add an edge, by depth."""
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
    """Return the number of leading letters that each word shares with the word before it."""
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


def _minimise(edges, follow, first, begins):
    """Merge equal groups of a tree and return the graph: the root group, then groups in order of height.

    The height of a group is the length of its longest ending. Groups of one height can only equal each other, and they refer
    only to groups of smaller height, which have their final index by then.
    """
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
    """Return the kept groups as one array: for each its letter set, then its edges."""
    heads = np.cumsum(sizes[kept] + 1) - sizes[kept] - 1
    written = np.zeros(len(kept) + sizes[kept].sum(), np.int32)
    written[heads] = letters[kept]
    starts = np.cumsum(sizes) - sizes
    written[_ranges(heads + 1, sizes[kept])] = packed[_ranges(starts[kept], sizes[kept])]
    return written


def _heights(follow, first, begins):
    """Return the height of each group: the number of letters in its longest ending."""
    heights = np.zeros(len(first) + 1, np.int32)
    for begin, end in reversed(list(itertools.pairwise(begins))):
        groups = slice(*np.searchsorted(first, (begin, end)))
        heights[groups] = np.maximum.reduceat(heights[follow[begin:end]], first[groups] - begin) + 1
    return heights[:-1]


def _same(packed, starts, sizes):
    """Return for each group the number of the first group equal to it: hash all groups, then compare those of equal hash."""
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
    """Return the concatenated ranges that begin at `starts` and have the lengths `sizes`."""
    ends = np.cumsum(sizes)
    return np.repeat(starts - ends + sizes, sizes) + np.arange(ends[-1])
