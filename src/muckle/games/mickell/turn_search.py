# pyright: basic
# (compiled functions carry no annotations)
"""Evaluates whole turns by their expected points, and the best of them by rollouts of a few turns."""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below
from muckle.engine.compile import apart, compiled
from muckle.games.mickell.row_readings import EMPTY, NOTEBOOK, TURNS, forget_all, is_full, reading_with_card
from muckle.games.mickell.row_weights import card_price
from muckle.games.mickell.rules import is_final, may_discard
from muckle.games.mickell.state import CARDS, CLAIM, DISCARD, END, NONE, PLACE, TRIM, YES
from muckle.games.mickell.turn_list import LAID, LIST, MOST, NOBODY, NOWHERE, VIEWS, best_turn, list_turns, prospects

FARTHEST = TURNS - 4
"""Turns that a playout can have: worths are kept for so many, and a few behind them."""

DESK = np.dtype(
    (
        np.record,
        [
            ("notes", NOTEBOOK),
            ("laid", LAID),  # the rows as they are
            ("turns", LIST),  # what can be done
            ("views", VIEWS),
            ("later", LAID),  # the rows in a playout
            ("moves", LIST),  # what can be done in a playout
            ("discards", np.int64),  # whether the card may be discarded
            ("discards_later", np.int64),  # whether those to come may be
            ("future", np.int64, CARDS),  # the cards to come in some order
            ("promised", np.float64, MOST),  # by turn, in points
            ("tallies", np.float64, (MOST, 3)),  # by turn: how often it was played on, the sum of the scores, of their squares
            ("order", np.int64, MOST),  # turns, the best first
        ],
    )
)
"""Scratch memory of one decision."""


@apart
def tally_turns(desks, book, setup, state, mind, manner, actions, count, tallies):
    """Tally each action by the best turn that begins with it (`engine.contract`).

    `manner.depth` 0 values each row alone, as the best word it can become; from 1 on all rows look at the next card together,
    with 2 each row behind it looks at one card more, and with 3 that is corrected by what was learned. `playouts`, `cut` and
    `candidates`: how many playouts there are over all turns, of how many turns each, and how many of the turns are looked at
    so; without playouts a turn counts for what it promises.

    Args:
        desks: scratch, an array of one DESK. book: what was known before.
    """
    desk = desks[0]
    reset_desk(book, desk, setup, state, manner)
    read_rows(book, desk, state)
    if is_final(setup, state):
        tally_claims(desk, state, actions, count, tallies)
        return
    list_turns(book, desk.notes, desk.turns, desk.laid, state.current, desk.discards != 0, state.barred != 0)
    tally_promises(book, desk, state)
    if manner.playouts > 0:
        halve_sequentially(book, desk, state, mind, manner)
    for turn in range(desk.turns.count):
        tries, total, squares = desk.tallies[turn, 0], desk.tallies[turn, 1], desk.tallies[turn, 2]
        keep_best(tallies, index_of(actions, count, first_action(desk, state, turn)), tries, total, squares)


@apart
def reset_desk(book, desk, setup, state, manner):
    """Reset the scratch memory for a decision."""
    notes, cards = desk.notes, state.undrawn
    notes.left = size(cards)
    for k in range(notes.left):
        notes.cards[k] = desk.future[k] = lowest(cards)
        cards &= cards - 1
    for card in range(CARDS):
        notes.top[card], notes.bottom[card] = setup.options.top[card], setup.options.bottom[card]
        notes.prices[card] = card_price(book.weights, setup.options.top[card], setup.options.bottom[card])
    notes.steps, notes.alone = max(manner.depth - 1, 0), manner.depth == 0
    desk.laid.rows = desk.later.rows = setup.options.rows
    desk.discards, desk.discards_later = may_discard(setup, state), setup.options.discarding == YES
    notes.trims, notes.claiming = setup.options.trimming == YES, setup.options.claiming == YES
    forget_all(notes)


@apart
def read_rows(book, desk, state):
    """Read the rows of a state into `desk.laid`."""
    laid, notes = desk.laid, desk.notes
    for row in range(laid.rows):
        place = state.rows[row]
        length, card, fresh = place.length, place.first, state.fresh >> row & 1
        laid.stems[row, length] = EMPTY
        for cut in range(length - 1, -1, -1):
            laid.stems[row, cut] = reading_with_card(book, notes, laid.stems[row, cut + 1], card)
            card = state.beside[card]
        laid.cuts[row] = length + 1 if notes.trims and not fresh else 1
        laid.claimable[row] = not state.locked >> row & 1 and (not fresh or last_card_completes(desk, row))
        desk.later.claimable[row] = 1


@compiled
def last_card_completes(desk, row):
    """Return whether the last card of a row completes its best word."""
    return desk.notes.claims[desk.laid.stems[row, 0]] > desk.notes.claims[desk.laid.stems[row, 1]]


@compiled
def first_action(desk, state, turn):
    """Return the first action of a turn."""
    turns, claimed, placed = desk.turns, desk.turns.claimed[turn], desk.turns.placed[turn]
    if claimed != NOBODY and not turns.late[turn]:
        return claim_or_trim(desk, claimed)
    if placed == NOWHERE:
        return END if state.current == NONE else DISCARD
    return (PLACE if turns.cut[turn] == 0 else TRIM) + placed


@compiled
def claim_or_trim(desk, row):
    """Return the next action towards the best word of a row."""
    return (CLAIM if last_card_completes(desk, row) else TRIM) + row


@compiled
def index_of(actions, count, action):
    """Return the index of an action among the legal ones, -1 if it is not legal."""
    for k in range(count):
        if actions[k] == action:
            return k
    return -1


@apart
def keep_best(tallies, place, tries, total, squares):
    """Keep the tally of a turn if it beats that of its first action: more tries, then the larger total."""
    if place >= 0 and (tries, total) > (tallies[place, 0], tallies[place, 1]):
        tallies[place, 0], tallies[place, 1], tallies[place, 2] = tries, total, squares


@apart
def tally_claims(desk, state, actions, count, tallies):
    """Tally the final phase: every row is claimed, as far as it is a word (Mickell 5)."""
    score = state.score
    add_try(tallies, index_of(actions, count, END), score)
    for row in range(desk.laid.rows):
        score += claimable(desk, row)
    for row in range(desk.laid.rows):
        if claimable(desk, row) > 0:
            add_try(tallies, index_of(actions, count, claim_or_trim(desk, row)), score)


@compiled
def claimable(desk, row):
    """Return the points of the best word of a row, if it can be claimed."""
    return desk.notes.claims[desk.laid.stems[row, 0]] if desk.laid.claimable[row] else 0


@apart
def tally_promises(book, desk, state):
    """Compute the expected points of each turn, and tally them as one try."""
    desk.views.count = 0
    notes, turns = desk.notes, desk.turns
    for turn in range(turns.count):
        after = prospects(book, notes, desk.views, turns, turn, desk.laid.rows, notes.cards[: notes.left], 0)
        desk.promised[turn] = state.score + turns.gained[turn] + after
        desk.tallies[turn, 0] = desk.tallies[turn, 1] = desk.tallies[turn, 2] = 0
        add_try(desk.tallies, turn, desk.promised[turn])


@apart
def halve_sequentially(book, desk, state, mind, manner):
    """Play on the most promising turns with the same cards to come, and keep the better half, until two are left."""
    order, alive = desk.order, min(manner.candidates, desk.turns.count)
    for turn in range(desk.turns.count):
        desk.tallies[turn, 0] = desk.tallies[turn, 1] = desk.tallies[turn, 2] = 0
        insert_by_value(order, desk.promised, turn, turn)
    rounds = 1
    while 1 << rounds < alive:
        rounds += 1
    while True:
        for _ in range(max(1, manner.playouts // (rounds * alive))):
            shuffle(desk.future, desk.notes.left, mind, manner.cut)
            if is_full(desk.notes):
                forget_all(desk.notes)
                read_rows(book, desk, state)
                list_turns(book, desk.notes, desk.turns, desk.laid, state.current, desk.discards != 0, state.barred != 0)
            for k in range(alive):
                score = state.score + play_out(book, desk, order[k], min(manner.cut, FARTHEST))
                add_try(desk.tallies, order[k], score)
        if alive <= 2:
            return
        for k in range(alive):
            desk.promised[order[k]] = desk.tallies[order[k], 1] / desk.tallies[order[k], 0]
            insert_by_value(order, desk.promised, k, order[k])
        alive = (alive + 1) // 2


@compiled
def insert_by_value(order, worths, count, turn):
    """Insert a turn into an order by value, the best first."""
    place = count
    while place > 0 and worths[order[place - 1]] < worths[turn]:
        order[place] = order[place - 1]
        place -= 1
    order[place] = turn


@compiled
def add_try(tallies, turn, score):
    """Add one result of a turn to its tally."""
    tallies[turn, 0] += 1
    tallies[turn, 1] += score
    tallies[turn, 2] += score * score


@compiled
def shuffle(future, left, mind, depth):
    """Shuffle the next cards to come."""
    for place in range(min(depth, left)):
        other = place + below(mind, left - place)
        future[place], future[other] = future[other], future[place]


@apart
def play_out(book, desk, turn, depth):
    """Return the points of a turn and of those after it, with the next cards as they lie in `desk.future`."""
    notes, laid, moves, rows, left = desk.notes, desk.later, desk.moves, desk.laid.rows, desk.notes.left
    future, points = desk.future[:left], float(desk.turns.gained[turn])
    if left == 0:
        return points + prospects(book, notes, desk.views, desk.turns, turn, rows, future, 0)
    for row in range(rows):
        laid.stems[row, 0] = desk.turns.rows[turn, row]
    for number in range(min(depth, left)):
        for row in range(rows):
            laid.stems[row, 1] = EMPTY
            laid.cuts[row] = 2 if notes.trims and laid.stems[row, 0] != EMPTY else 1
        list_turns(book, notes, moves, laid, future[number], desk.discards_later != 0, not notes.claiming)
        best, promised = best_turn(book, notes, moves, desk.views, rows, future, number + 1)
        if number == min(depth, left) - 1:
            return points + promised
        points += moves.gained[best]
        for row in range(rows):
            laid.stems[row, 0] = moves.rows[best, row]
    return points
