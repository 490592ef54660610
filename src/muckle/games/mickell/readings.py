# pyright: basic
# (compiled functions carry no annotations)
"""Rows as players think of them: all nodes that a row's cards can spell, kept once however often a row is thought of.

A *reading* is such a set of nodes together with the best claim among the words at the row's beginning. What a card makes of a
reading, and what a reading is worth, is worked out when it is first asked for. Everything stands in one record, a *notebook*
(`NOTEBOOK`); `book` is what was known before (`rowtable.Book`).
"""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.compile import apart, compiled
from muckle.games.mickell.rowtable import TOP
from muckle.games.mickell.state import CARDS
from muckle.words.graph import LETTERS

KEPT = 1 << 16
"""Readings that are kept: 26 MB with all that belongs to them. When there are more, all are forgotten."""
FULL = KEPT * 3 // 4
"""From so many on, all are forgotten before the next playout."""
WAYS = 16
"""Nodes of a reading, the first there are; rows that can be read in more ways are very rare."""
TURNS = 16
"""Numbers of cards to come for which worths are kept, counted down from the present one."""
DEAD, EMPTY = 0, 1
"""The readings of a row that can become no word, nor has one to claim, and of a row without cards."""
UNKNOWN = -1
FIBONACCI = 0x9E3779B97F4A7C15 >> 1

NOTEBOOK = np.dtype(
    (
        np.record,
        [
            ("cards", np.int64, CARDS),  # those to come, as the decision is made
            ("left", np.int64),  # how many
            ("top", np.int64, CARDS),  # by card, the letter written first
            ("bottom", np.int64, CARDS),  # by card, the other letter
            ("price", np.float64),  # points that a card is worth to the other rows
            ("steps", np.int64),  # over how many cards a worth is averaged before the table is read: 0, 1 or 2
            ("alone", np.int64),  # 1: each row is valued alone, as the best word it can become
            ("count", np.int64),  # of readings
            ("claims", np.int32, KEPT),  # by reading: points
            ("ways", np.int32, KEPT),  # how many nodes
            ("nodes", np.int32, (KEPT, WAYS)),  # ascending; the last row is scratch
            ("after", np.int32, (KEPT, CARDS)),  # by card: the reading when it is added, or UNKNOWN
            ("worth", np.float32, (2, KEPT, TURNS)),  # averaged over one card or two; NaN: not worked out yet
            ("places", np.int32, 2 * KEPT),  # where a reading is found by a sum of what it is; UNKNOWN: nothing there
            ("best", np.float64, LETTERS),  # scratch, below 0
        ],
    )
)


@apart
def forget_all(notes):
    """Keep the readings DEAD and EMPTY alone."""
    notes.places[:] = UNKNOWN
    notes.best[:] = -1
    notes.count = 0
    keep(notes, 0, 0)
    notes.nodes[KEPT - 1, 0] = TOP
    keep(notes, 1, 0)


@compiled
def full(notes):
    """Whether there may be no room for what another playout brings."""
    return notes.count > FULL


@apart
def keep(notes, ways, claim):
    """The number of the reading with the nodes in the last row, and that claim: an old one, or a new one; DEAD without room."""
    mixed = int(claim)
    for k in range(ways):
        mixed = (mixed ^ notes.nodes[KEPT - 1, k]) * FIBONACCI
        mixed ^= mixed >> 29
    place = mixed & (2 * KEPT - 1)
    while notes.places[place] != UNKNOWN:
        found = notes.places[place]
        if same(notes, found, ways, claim):
            return found
        place = (place + 1) & (2 * KEPT - 1)
    number = notes.count
    if number == KEPT - 1:
        return DEAD
    notes.count += 1
    notes.places[place] = number
    notes.claims[number], notes.ways[number] = claim, ways
    for k in range(ways):
        notes.nodes[number, k] = notes.nodes[KEPT - 1, k]
    for card in range(CARDS):
        notes.after[number, card] = UNKNOWN
    for turn in range(TURNS):
        notes.worth[0, number, turn], notes.worth[1, number, turn] = np.nan, np.nan
    return number


@compiled
def same(notes, number, ways, claim):
    """Whether a reading has the nodes in the last row and that claim."""
    if notes.ways[number] != ways or notes.claims[number] != claim:
        return False
    for k in range(ways):  # noqa: SIM110  # Numba has no generator expressions in all()
        if notes.nodes[number, k] != notes.nodes[KEPT - 1, k]:
            return False
    return True


@compiled
def extended(book, notes, reading, card):
    """The reading when a card is added to a row."""
    found = notes.after[reading, card]
    return found if found != UNKNOWN else read_on(book, notes, reading, card)


@apart
def read_on(book, notes, reading, card):
    """As `extended`, for a card that was not added before."""
    ways, claim = 0, int(notes.claims[reading])
    letters = 1 << notes.top[card] | 1 << notes.bottom[card]
    for k in range(notes.ways[reading]):
        node = notes.nodes[reading, k]
        there = int(book.letters[node])
        left = there & letters
        while left:
            letter = lowest(left)
            left &= left - 1
            child = book.children[book.first[node] + size(there & ((1 << letter) - 1))]
            claim = max(claim, int(book.claims[child]))
            if book.letters[child] != 0:
                ways = put(notes, ways, child)
    number = keep(notes, ways, claim)
    notes.after[reading, card] = number
    return number


@compiled
def put(notes, ways, node):
    """Add a node to the last row, which ascends, if it is not there and there is room; how many there are."""
    place, last = ways, KEPT - 1
    while place > 0 and notes.nodes[last, place - 1] > node:
        place -= 1
    if (place > 0 and notes.nodes[last, place - 1] == node) or ways == WAYS:
        return ways
    for k in range(ways, place, -1):
        notes.nodes[last, k] = notes.nodes[last, k - 1]
    notes.nodes[last, place] = node
    return ways + 1


@compiled
def worth(book, notes, reading, left):
    """The points that a row of that reading and its followers can expect with so many cards to come."""
    if notes.steps == 0 or left == 0:
        return spelled(book, notes, reading, left)
    known = float(notes.worth[notes.steps - 1, reading, notes.left - left])
    return known if known == known else worked_out(book, notes, reading, left)


@compiled
def spelled(book, notes, reading, left):
    """What the table has for the best node, or for a claim at once."""
    most = float(notes.claims[reading] + book.table[TOP, left])
    for k in range(notes.ways[reading]):
        most = max(most, float(book.table[notes.nodes[reading, k], left]))
    return most


@apart
def worked_out(book, notes, reading, left):
    """As `worth`, for what was not asked for before."""
    if notes.steps == 1 or left == 1:
        most = over_a_card(book, notes, reading, left)
    else:
        most = over_two_cards(book, notes, reading, left)
    notes.worth[notes.steps - 1, reading, notes.left - left] = most
    return most


@apart
def over_a_card(book, notes, reading, left):
    """The worth of a reading averaged over the next card."""
    letters = best_by_letter(book, notes, reading, left - 1)
    stays = spelled(book, notes, reading, left - 1)
    total, level = 0.0, stays + notes.price
    for k in range(notes.left):
        card = notes.cards[k]
        total += max(0.0, max(notes.best[notes.top[card]], notes.best[notes.bottom[card]]) - level)
    while letters:
        notes.best[lowest(letters)] = -1
        letters &= letters - 1
    return max(float(notes.claims[reading] + book.table[TOP, left]), stays + total / notes.left)


@compiled
def best_by_letter(book, notes, reading, left):
    """Put down for each letter what the best node behind it is worth; the letters there are, as a set."""
    letters = 0
    for k in range(notes.ways[reading]):
        node = notes.nodes[reading, k]
        more, child = int(book.letters[node]), book.first[node]
        letters |= more
        while more:
            letter = lowest(more)
            more &= more - 1
            notes.best[letter] = max(notes.best[letter], float(book.table[book.children[child], left]))
            child += 1
    return letters


@apart
def over_two_cards(book, notes, reading, left):
    """The worth of a reading averaged over the next card and the one after."""
    stays = averaged(book, notes, reading, left - 1)
    total, level = 0.0, stays + notes.price
    for k in range(notes.left):
        after = extended(book, notes, reading, notes.cards[k])
        if after != DEAD:
            total += max(0.0, averaged(book, notes, after, left - 1) - level)
    return max(float(notes.claims[reading] + book.table[TOP, left]), stays + total / notes.left)


@compiled
def averaged(book, notes, reading, left):
    """As `over_a_card`, worked out once."""
    turn = notes.left - left
    known = float(notes.worth[0, reading, turn])
    if known != known:
        known = notes.worth[0, reading, turn] = over_a_card(book, notes, reading, left)
    return known
