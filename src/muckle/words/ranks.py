# pyright: basic
# (compiled functions carry no annotations)
"""A word's rank, its place in the list from 0, found by counting while the word graph is walked; and the way back.

The words with the same beginning have consecutive ranks, so this also enumerates them, and whatever is known of each
word of a list (such as its level) can be kept in an array and looked up by rank inside compiled code.
"""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compiler import compiled
from muckle.words.graph import ROOT, child, ends, letter_of


@compiled
def count(graph):
    """How many words go through each edge or a later one of its group, and through each group; entry 0, no group, is 0.

    Groups come behind those that may follow them, only the first letters come first; so one pass is enough.
    """
    counts = np.zeros(len(graph), np.int32)
    root = ROOT + 1 + size(int(graph[ROOT]))
    group = root
    while group < len(graph):
        group = add_up(graph, counts, group)
    add_up(graph, counts, ROOT)
    return counts


@compiled
def add_up(graph, counts, group):
    """Count the words through a group; where the next one stands."""
    edges, words = size(int(graph[group])), 0
    for at in range(group + edges, group, -1):
        words += through(graph, counts, at)
        counts[at] = words
    counts[group] = words
    return group + edges + 1


@compiled
def through(graph, counts, at):
    """How many words go through the edge at an index, given how many go through the group that follows it."""
    edge = int(graph[at])
    return int(ends(edge)) + int(counts[child(edge)])


@compiled
def span(graph, counts, letters, length):
    """The words that begin with the first `length` letters: the first one's rank, how many, and the last letter's edge.

    Where there are none the last two are 0; without letters all words begin so, and the edge is 0.
    """
    group, edge, rank = ROOT, 0, 0
    words = int(counts[ROOT])
    for place in range(length):
        there, letter = int(graph[group]), int(letters[place])
        if not there >> letter & 1:
            return 0, 0, 0
        at = group + 1 + size(there & ((1 << letter) - 1))
        rank += int(ends(edge)) + int(counts[group]) - int(counts[at])
        edge, words = int(graph[at]), through(graph, counts, at)
        group = child(edge)
    return rank, words, edge


@compiled
def rank_of(graph, counts, letters, length):
    """The rank of a word, or -1 where it is not listed."""
    rank, _, edge = span(graph, counts, letters, length)
    return rank if ends(edge) else -1


@compiled
def word_at(graph, counts, rank, letters):
    """Put the letters of the word of a rank into an array that is long enough; returns how many they are.

    Raises:
        ValueError: there are not so many words.
    """
    at, before, length = ROOT + 1, int(rank), 0
    if before < 0 or before >= counts[ROOT]:
        raise ValueError("no word has that rank")
    while True:
        words = through(graph, counts, at)
        if before >= words:
            before -= words
            at += 1
            continue
        edge = int(graph[at])
        letters[length] = letter_of(edge)
        length += 1
        if ends(edge):
            if before == 0:
                return length
            before -= 1
        at = child(edge) + 1
