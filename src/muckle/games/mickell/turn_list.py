# pyright: basic
# (compiled functions carry no annotations)
"""Lists whole turns: what can be done with the current card, and what the rows are worth then.

Whatever a turn can lead to is reached by trimming first, then claiming and resolving in either order (Mickell 11). Here at most
one row is cut back for the card and at most one word is claimed, the best of its row.
"""

from __future__ import annotations

import numpy as np

from muckle.engine.compile import apart
from muckle.games.mickell.row_readings import DEAD, EMPTY, reading_with_card, table_worth, worth
from muckle.games.mickell.state import CARDS, NONE, ROWS

MOST = 1024
"""Maximum number of turns: with 8 rows of 48 cards there are 521."""
NEXT_CARD = 1.5
"""Weight of what the next card brings at best: more than 1, as the rows compete for the cards after it, too."""
NOBODY, NOWHERE = -1, -1
"""Stand for: no row is claimed; the card is not placed."""

LAID = np.dtype(
    (
        np.record,
        [
            ("rows", np.int64),  # how many
            ("stems", np.int32, (ROWS, CARDS + 1)),  # the readings of each row, cut back by 0, 1, … cards
            ("cuts", np.int64, ROWS),  # how many of them can be chosen, at least 1
            ("claimable", np.int64, ROWS),  # 1 where the best word of the row can be claimed
        ],
    )
)
"""Rows before a turn."""

LIST = np.dtype(
    (
        np.record,
        [
            ("count", np.int64),
            ("claimed", np.int32, MOST),  # the row whose best word is claimed, or NOBODY
            ("late", np.int32, MOST),  # 1 when the card comes first and is part of the word
            ("placed", np.int32, MOST),  # the row where the card goes, or NOWHERE
            ("cut", np.int32, MOST),  # how many cards that row is cut back by before
            ("gained", np.int32, MOST),  # points of the claim
            ("rows", np.int32, (MOST, ROWS)),  # the readings of the rows afterwards
        ],
    )
)
"""List of candidate turns."""

VIEWS = np.dtype(
    (
        np.record,
        [
            ("count", np.int64),
            ("readings", np.int32, MOST),
            ("stays", np.float32, MOST),  # the worth of the reading when it does not get the next card
            ("gains", np.float32, (MOST, CARDS)),  # how much more it is worth with each card to come
            ("chosen", np.int64, ROWS),  # of a turn, which of them its rows are
        ],
    )
)
"""Gains of rows from each card to come, by reading; scratch memory of one turn."""


@apart
def list_turns(book, notes, turns, laid, card, discards, barred):
    """List the candidate turns.

    Args:
        card: the current one, or NONE: it is resolved. discards: whether it may be discarded.
        barred: whether no word can be claimed any more.
    """
    turns.count = 0
    list_resolutions(book, notes, turns, laid, card, discards, barred, NOBODY)
    if barred:
        return
    for row in range(laid.rows):
        if laid.claimable[row] and notes.claims[laid.stems[row, 0]] > 0:
            list_resolutions(book, notes, turns, laid, card, discards, True, row)


@apart
def list_resolutions(book, notes, turns, laid, card, discards, barred, claimed):
    """List what can be done with the card once the best word of row `claimed` is claimed (NOBODY: of none)."""
    free = NOWHERE
    for row in range(laid.rows - 1, -1, -1):
        if row == claimed or laid.stems[row, 0] == EMPTY:
            free = row
    if card == NONE or discards:
        add_turn(notes, turns, laid, claimed, NOWHERE, 0)
    if card == NONE:
        return
    for row in range(laid.rows):
        cuts = 1 if row == free else 0 if row == claimed or laid.stems[row, 0] == EMPTY else laid.cuts[row]
        for cut in range(cuts):
            stem = EMPTY if row == free else laid.stems[row, cut]
            if row == free or stem != EMPTY or free == NOWHERE:
                list_placings(book, notes, turns, laid, card, discards, barred, claimed, row, cut, stem)


@apart
def list_placings(book, notes, turns, laid, card, discards, barred, claimed, row, cut, stem):
    """List the placing of the card on a row, and a claim with it if one can be made; nothing if it only spoils the row."""
    after = reading_with_card(book, notes, stem, card)
    completes = notes.claims[after] > notes.claims[stem]
    if discards and notes.ways[after] == 0 and not completes:
        return
    turn = add_turn(notes, turns, laid, claimed, row, cut)
    turns.rows[turn, row] = after
    if completes and not barred:
        turn = add_turn(notes, turns, laid, NOBODY, row, cut)
        turns.claimed[turn], turns.late[turn], turns.gained[turn] = row, 1, notes.claims[after]
        turns.rows[turn, row] = EMPTY


@apart
def add_turn(notes, turns, laid, claimed, row, cut):
    """Add a turn that leaves the rows as they are, but for a claim; return its number."""
    turn = turns.count
    turns.count += 1
    turns.claimed[turn], turns.late[turn], turns.placed[turn], turns.cut[turn], turns.gained[turn] = claimed, 0, row, cut, 0
    for other in range(laid.rows):
        turns.rows[turn, other] = laid.stems[other, 0]
    if claimed != NOBODY:
        turns.gained[turn] = notes.claims[laid.stems[claimed, 0]]
        turns.rows[turn, claimed] = EMPTY
    return turn


@apart
def prospects(book, notes, views, turns, turn, rows, future, place):
    """Return the points expected of the rows that a turn leaves.

    Args:
        views: begun anew for other cards to come.
        future, place: the cards to come are future[place:].
    """
    left, total = len(future) - place, 0.0
    if left == 0 or notes.alone:
        for row in range(rows):
            total += table_worth(book, notes, turns.rows[turn, row], left)
        return total
    for row in range(rows):
        views.chosen[row] = view_index(book, notes, views, turns.rows[turn, row], future, place)
        total += views.stays[views.chosen[row]]
    gains = 0.0
    for k in range(left):
        most = 0.0
        for row in range(rows):
            most = max(most, float(views.gains[views.chosen[row], k]))
        gains += most
    return total + NEXT_CARD * gains / left


@apart
def view_index(book, notes, views, reading, future, place):
    """Return the place of a reading in `views`; add the reading if it is missing."""
    for number in range(views.count):
        if views.readings[number] == reading:
            return number
    number, left = views.count, len(future) - place
    views.count += 1
    stays = worth(book, notes, reading, left - 1)
    views.readings[number], views.stays[number] = reading, stays
    for k in range(left):
        after = reading_with_card(book, notes, reading, future[place + k])
        views.gains[number, k] = 0 if after == DEAD else worth(book, notes, after, left - 1) - stays
    return number


@apart
def best_turn(book, notes, turns, views, rows, future, place):
    """Return the number of the turn with the most expected points, the first of equals, and those points."""
    views.count = 0
    best, most = 0, -1.0
    for turn in range(turns.count):
        promised = turns.gained[turn] + prospects(book, notes, views, turns, turn, rows, future, place)
        if promised > most:
            best, most = turn, promised
    return best, most
