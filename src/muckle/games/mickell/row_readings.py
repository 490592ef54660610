# pyright: basic
# (compiled functions carry no annotations)
"""Caches what rows can spell and what they are worth, for players that search.

A *reading* is the set of all nodes that a row's cards can spell, together with the best claim among the words at the row's
beginning; it is stored once. The reading after a card, and the value of a reading, are computed when first needed. Everything
stands in one record, a *notebook* (`NOTEBOOK`); `book` is the table that was computed before the match (`row_table.Book`).
"""

from __future__ import annotations

import math

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.compile import apart, compiled
from muckle.games.mickell.row_table import TOP
from muckle.games.mickell.row_weights import FEATURES, correct, expected_surplus
from muckle.games.mickell.state import CARDS
from muckle.words.graph import LETTERS

KEPT = 1 << 16
"""Maximum number of readings kept: 26 MB with all that belongs to them. When there are more, all are forgotten."""
FULL = KEPT * 3 // 4
"""Number of readings from which on all are forgotten before the next rollout."""
WAYS = 16
"""Maximum number of nodes in a reading; rows that can be read in more ways are very rare."""
TURNS = 16
"""Maximum number of cards to come for which values are cached, counted down from the present one."""
DEAD, EMPTY = 0, 1
"""Readings of a row that can become no word and has none to claim, and of a row without cards."""
UNKNOWN = -1
FIBONACCI = 0x9E3779B97F4A7C15 >> 1
LOW = (1 << 62) - 1

NOTEBOOK = np.dtype(
    (
        np.record,
        [
            ("cards", np.int64, CARDS),  # those to come, as the decision is made
            ("left", np.int64),  # how many
            ("top", np.int64, CARDS),  # by card, the letter written first
            ("bottom", np.int64, CARDS),  # by card, the other letter
            ("prices", np.float64, CARDS),  # by card, the points it is worth to the other rows
            ("trims", np.int64),  # 1: rows may be trimmed, so that a longer row keeps the claim of its beginning
            ("claiming", np.int64),  # 1: words may be claimed before the last card
            ("steps", np.int64),  # 0: a worth is read from the table; 1: it looks at the next card; 2: it is corrected, too
            ("alone", np.int64),  # 1: each row is valued alone, as the best word it can become
            ("count", np.int64),  # of readings
            ("claims", np.int32, KEPT),  # by reading: points
            ("ways", np.int32, KEPT),  # how many nodes
            ("nodes", np.int32, (KEPT, WAYS)),  # ascending; the last row is scratch
            ("after", np.int32, (KEPT, CARDS)),  # by card: the reading when it is added, or UNKNOWN
            ("worth", np.float32, (KEPT, TURNS)),  # by reading; NaN: not worked out yet
            ("places", np.int32, 2 * KEPT),  # where a reading is found by a sum of what it is; UNKNOWN: nothing there
            ("best", np.float64, LETTERS),  # scratch, below 0
            ("features", np.float64, FEATURES),  # scratch: those of a row (`look_ahead`)
        ],
    )
)


@apart
def forget_all(notes):
    """Clear the notebook, but for the readings DEAD and EMPTY."""
    notes.places[:] = UNKNOWN
    notes.best[:] = -1
    notes.count = 0
    find_or_add(notes, 0, 0)
    notes.nodes[KEPT - 1, 0] = TOP
    find_or_add(notes, 1, 0)


@compiled
def is_full(notes):
    """Return whether the notebook may lack room for another rollout."""
    return notes.count > FULL


@apart
def find_or_add(notes, ways, claim):
    """Return the number of the reading with the nodes in the last row and that claim; add a new one. DEAD if full."""
    mixed = int(claim)
    for k in range(ways):
        mixed = (mixed ^ int(notes.nodes[KEPT - 1, k])) * FIBONACCI & LOW  # compiled, products wrap; in plain Python they grow
        mixed ^= mixed >> 29
    place = mixed & (2 * KEPT - 1)
    while notes.places[place] != UNKNOWN:
        found = notes.places[place]
        if is_same(notes, found, ways, claim):
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
        notes.worth[number, turn] = np.nan
    return number


@compiled
def is_same(notes, number, ways, claim):
    """Return whether a reading has the nodes in the last row and that claim."""
    if notes.ways[number] != ways or notes.claims[number] != claim:
        return False
    for k in range(ways):  # noqa: SIM110  # Numba has no generator expressions in all()
        if notes.nodes[number, k] != notes.nodes[KEPT - 1, k]:
            return False
    return True


@compiled
def reading_with_card(book, notes, reading, card):
    """Return the reading of a row after a card is added."""
    found = notes.after[reading, card]
    return found if found != UNKNOWN else compute_reading(book, notes, reading, card)


@apart
def compute_reading(book, notes, reading, card):
    """Compute and cache `reading_with_card` for a new pair of reading and card."""
    ways, claim = 0, int(notes.claims[reading]) if notes.trims else 0
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
                ways = insert_node(notes, ways, child)
    number = find_or_add(notes, ways, claim)
    notes.after[reading, card] = number
    return number


@compiled
def insert_node(notes, ways, node):
    """Insert a node into the ascending last row unless it is there or the row is full; return the number of nodes."""
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
    """Return the points expected of a row with that reading, and of its followers, with `left` cards to come."""
    if notes.steps == 0 or left == 0:
        return table_worth(book, notes, reading, left)
    known = float(notes.worth[reading, notes.left - left])
    return known if known == known else compute_worth(book, notes, reading, left)


@compiled
def table_worth(book, notes, reading, left):
    """Return the table's value of the best node, or of a claim at once."""
    most = worth_of_clearing(book, notes, reading, left)
    for k in range(notes.ways[reading]):
        most = max(most, float(book.table[notes.nodes[reading, k], left]))
    return most


@compiled
def worth_of_clearing(book, notes, reading, left):
    """Return the value of emptying a row by its claim, or else by trimming; 0 if that is not allowed (Mickell 3b).

    Where words are claimed in the final phase only, a row keeps its claim or is trimmed whole (Mickell 3a).
    """
    if not notes.claiming:
        kept = float(notes.claims[reading])
        return max(kept, float(book.table[TOP, left])) if notes.trims or reading == EMPTY else kept
    if not notes.trims and notes.claims[reading] == 0 and reading != EMPTY:
        return 0.0
    return float(notes.claims[reading] + book.table[TOP, left])


@apart
def compute_worth(book, notes, reading, left):
    """Compute and cache `worth`."""
    most = claim = worth_of_clearing(book, notes, reading, left)
    if notes.ways[reading] > 0:
        most = look_ahead(book, notes, reading, left)
        if notes.steps > 1:
            most = max(claim, most + correct(book.weights, notes.features, left))
    notes.worth[reading, notes.left - left] = most
    return most


@apart
def look_ahead(book, notes, reading, left):
    """Return the worth of a reading with ways to go on, averaged over the next card.

    With two `steps`, write its features into the notebook: facts about the row and the cards to come (`bench/learn.py`).
    """
    features, level = notes.features, table_worth(book, notes, reading, left - 1)
    claim = worth_of_clearing(book, notes, reading, left)
    letters = best_by_letter(book, notes, 0, notes.ways[reading], reading, left - 1)
    gain, suited = gain_from_next_card(book, notes, letters, level)
    most = max(claim, level + gain)
    if notes.steps < 2:
        return most
    best = best_way(book, notes, reading, left)
    node = notes.nodes[reading, best]
    alone = float(book.table[node, left - 1])
    if notes.ways[reading] == 1 and alone == level:
        alone += gain
    else:
        letters = best_by_letter(book, notes, best, best + 1, reading, left - 1)
        alone += gain_from_next_card(book, notes, letters, alone)[0]
    near, value = -1.0, float(book.table[node, left])
    for k in range(notes.ways[reading]):
        near += max(0.0, 1 - (value - float(book.table[notes.nodes[reading, k], left])))
    features[0] = 1
    features[1] = max(0.0, level + gain - alone)
    features[2] = alone - value
    features[3] = near
    features[4] = math.log(notes.ways[reading])
    features[5] = suited / notes.left
    features[6] = min(4.0, most - claim)
    features[7] = min(2.0, most - claim) * near
    features[8] = gain
    features[9] = 1 if reading == EMPTY else 0
    return most


@compiled
def best_way(book, notes, reading, left):
    """Return the place of the best node among those of a reading."""
    best, most = 0, -1.0
    for k in range(notes.ways[reading]):
        value = float(book.table[notes.nodes[reading, k], left])
        if value > most:
            best, most = k, value
    return best


@apart
def best_by_letter(book, notes, begin, end, reading, left):
    """Write the value of the best node behind each letter into `notes.best`; return the set of those letters.

    Args:
        begin, end: of the reading's nodes, those that count.
    """
    letters = 0
    for k in range(begin, end):
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
def gain_from_next_card(book, notes, letters, level):
    """Return the mean surplus of the next card over a level, and how many cards suit; clear `notes.best` at those letters."""
    total, suited = 0.0, 0
    for k in range(notes.left):
        card = notes.cards[k]
        most = max(notes.best[notes.top[card]], notes.best[notes.bottom[card]])
        suited += most >= 0
        if most > level:
            total += expected_surplus(book.weights, notes.prices[card], most - level)
    while letters:
        notes.best[lowest(letters)] = -1
        letters &= letters - 1
    return total / notes.left, suited
