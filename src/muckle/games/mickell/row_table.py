# pyright: basic
# (compiled functions carry no annotations)
"""The expected points of one row: a table over everything a row can spell and the cards still to come.

A *node* is a place in the word graph together with what decides a row's future there: how many letters lead to it, and the
best claim among the words at its beginning. The table holds, for each node and number of cards to come, the points that a row
there can expect, and those of all rows that follow it in its place:

    U[0][v] = claim(v)
    U[t][v] = max(claim(v) + U[t][root], U[t-1][v] + mean over cards of surplus(U[t-1][child] - U[t-1][v]))

Where words are claimed in the final phase only, a row is emptied for nothing: U[t][root] stands alone in the maximum.
A card that goes to this row is lost to the others, so only the surplus over what it is worth to them counts (`row_weights`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.compile import apart, compiled
from muckle.engine.contract import lent
from muckle.engine.manner import Knowledge
from muckle.games.mickell.row_weights import PACKED, card_price, expected_surplus, unpack_weights
from muckle.games.mickell.rules import points
from muckle.games.mickell.state import YES
from muckle.words.graph import LETTERS, ROOT, child, edge_at, ends

TOP = 0
"""Node of an empty row."""
CLAIM_BITS = 6
"""Bits of a claim in a packed node: a claim is worth 48 points at most."""


class Book(NamedTuple):
    """Nodes that a row can reach, and what each is worth."""

    letters: Any
    """Set of letters that can follow each node: (nodes,) int32."""
    claims: Any
    """Points of the longest word at the beginning of each node, 0 without one: (nodes,) int32."""
    first: Any
    """Place in `children` where those of each node begin, in letter order: (nodes,) int32."""
    children: Any
    """Children of all nodes, int32; they have larger numbers than their parents."""
    table: Any
    """Expected points by node and cards to come: (nodes, turns + 1) float32."""
    weights: Any
    """Weights learned by self-play (`row_weights.Weights`)."""


@apart
def child_nodes(words, deck, least, trims, depth, groups, claims):
    """Return the children of all nodes of one depth, in order, each packed as its place in the graph and its claim.

    Args:
        deck: the letters on cards, as a set. least: letters of the shortest word.
        trims: whether rows may be trimmed, so that a longer row keeps the claim of its beginning (Mickell 3b).
        groups, claims: of the book.
    """
    total = 0
    for node in range(len(groups)):
        total += size(int(words[groups[node]]) & deck)
    packed, count = np.zeros(total, np.int64), 0
    worth = points(depth + 1) if depth + 1 >= least else 0
    for node in range(len(groups)):
        there = int(words[groups[node]])
        left = there & deck
        while left:
            edge = edge_at(words, groups[node], there, lowest(left))
            left &= left - 1
            packed[count] = child(edge) << CLAIM_BITS | max(claims[node] if trims else 0, worth if ends(edge) else 0)
            count += 1
    return packed


@apart
def all_nodes(words, deck, least, trims, weights):
    """Return every node, depth by depth, without the table. The arguments are as for `child_nodes`, and `Book.weights`."""
    groups, claims = np.full(1, ROOT, np.int64), np.zeros(1, np.int64)
    every_group, every_claim = groups, claims
    children, depth = np.zeros(0, np.int64), 0
    while len(groups):
        packed = child_nodes(words, deck, least, trims, depth, groups, claims)
        distinct = np.unique(packed)
        children = np.concatenate((children, np.searchsorted(distinct, packed) + len(every_group)))
        groups, claims, depth = distinct >> CLAIM_BITS, distinct & ((1 << CLAIM_BITS) - 1), depth + 1
        every_group, every_claim = np.concatenate((every_group, groups)), np.concatenate((every_claim, claims))
    letters = np.empty(len(every_group), np.int32)
    first, begin = np.empty(len(every_group), np.int32), 0
    for node in range(len(every_group)):
        letters[node], first[node] = int(words[every_group[node]]) & deck, begin
        begin += size(letters[node])
    table = np.zeros((1, 1), np.float32)
    return Book(letters, every_claim.astype(np.int32), first, children.astype(np.int32), table, weights)


@compiled
def deck_letters(options, cards):
    """Return the set of letters on a set of cards."""
    letters = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        letters |= 1 << options.top[card] | 1 << options.bottom[card]
    return letters


@apart
def row_values(book, options, cards, turns):
    """Return the table, (nodes, turns + 1) float32, if each next card is any of `cards`, a set."""
    table = np.empty((len(book.letters), turns + 1), np.float32)
    before = book.claims.astype(np.float32)
    after = np.empty_like(before)
    showing, of_letter = cards_showing(options, cards), np.full(LETTERS, -1, np.float32)
    table[:, 0] = before
    for turn in range(1, turns + 1):
        for node in range(len(before)):
            grown = before[node] + expected_gain(book, options, showing, of_letter, before, node) / size(cards)
            claim = book.claims[node] if options.claiming == YES else 0
            clears = node != TOP and (options.trimming == YES or claim > 0)
            after[node] = max(grown, claim + after[TOP]) if clears else grown
            table[node, turn] = after[node]
        before, after = after, before
    return table


@compiled
def cards_showing(options, cards):
    """Return the set of cards that show each letter."""
    showing = np.zeros(LETTERS, np.int64)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        showing[options.top[card]] |= 1 << card
        showing[options.bottom[card]] |= 1 << card
    return showing


@compiled
def expected_gain(book, options, showing, of_letter, before, node):
    """Return the sum over all cards of what the next card adds to a row at a node, beyond what it is worth to the others.

    Args:
        of_letter: scratch, below 0 for every letter; left so.
        before: of each node, what it is worth after the next card.
    """
    letters, child, cards = int(book.letters[node]), book.first[node], 0
    left = letters
    while left:
        letter = lowest(left)
        left &= left - 1
        of_letter[letter] = before[book.children[child]]
        cards |= showing[letter]
        child += 1
    total = 0.0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        top, bottom = options.top[card], options.bottom[card]
        gain = max(of_letter[top], of_letter[bottom]) - before[node]
        if gain > 0:
            total += expected_surplus(book.weights, card_price(book.weights, top, bottom), gain)
    while letters:
        of_letter[lowest(letters)] = -1
        letters &= letters - 1
    return total


@apart
def pack_table(setup, learned):
    """Return the nodes and the table for some options and words, and the packed weights they were made with, for players."""
    options = setup.options
    deck = (1 << options.deck_size) - 1
    book = all_nodes(
        setup.words, deck_letters(options, deck), options.min_word, options.trimming == YES, unpack_weights(learned)
    )
    table = row_values(book, options, deck, options.deck_size)
    head = np.array([len(book.letters)], np.int32)
    numbers = np.concatenate((head, book.letters, book.claims, book.first, book.children))
    return Knowledge(numbers, np.concatenate((learned, table.reshape(table.size))))


@compiled
def unpack_book(knowledge):
    """Return the book that `pack_table` packed."""
    numbers, weights = lent(knowledge.numbers), lent(knowledge.weights)
    count = np.int64(numbers[0])
    return Book(
        numbers[1 : count + 1],
        numbers[count + 1 : 2 * count + 1],
        numbers[2 * count + 1 : 3 * count + 1],
        numbers[3 * count + 1 :],
        weights[PACKED:].reshape((count, (len(weights) - PACKED) // count)),
        unpack_weights(weights),
    )
