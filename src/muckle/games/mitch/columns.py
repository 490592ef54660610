# pyright: basic
# Compiled functions carry no annotations.
"""Columns of Mitch: which cards fit behind which (Mitch 5, 17), and who wins a suit with the longest column (Mitch 7).

A column is a set of ranks. The order in which they were placed follows from whether the column rises.
"""

from __future__ import annotations

from muckle.engine.bits import lowest, mirror, size
from muckle.engine.compile import compiled
from muckle.games.mitch.state import LENGTH_UNIT, MOST_SEATS, SUIT
from muckle.kit.playing_cards import LANE


@compiled
def place_card(setup, player, card):
    """Put a card at the end of its column, and limit `room` to what fits there from now on (Mitch 5, 16, 17)."""
    bit = 1 << card
    suit = suit_of(card)
    lane = SUIT << suit * LANE
    column = player.tableau & lane
    player.tableau |= bit
    if setup.options.high_low == 0 or bit < column:
        player.room &= ~lane | (bit - 1)
    elif column == 0:
        player.room &= ~bit
    else:
        player.rising |= 1 << suit
        player.room &= ~lane | ~(2 * bit - 1)


@compiled
def suit_of(card):
    """Return ``card // LANE``; this way there are no steps for negative numbers, as compiled code takes in a division."""
    return card * 79 >> 10


@compiled
def given_up(setup, player, card):
    """Return the set of other cards that no longer fit once a card is placed (Mitch 5, 17)."""
    bit, lane = 1 << card, SUIT << suit_of(card) * LANE
    column, before = player.tableau & lane, player.room & lane & ~bit
    if setup.options.high_low == 0 or bit < column:
        return before & ~(bit - 1)
    return before & (bit - 1) if column else 0


@compiled
def column_of(player, suit):
    """Return a seat's column of a suit as a set of ranks."""
    return player.tableau >> suit * LANE & SUIT


@compiled
def winners(setup, state):
    """Return the leaders of every suit now: a set of seats for each suit s, shifted by s * MOST_SEATS bits."""
    result = 0
    for suit in range(setup.options.suits):
        result |= suit_winners(setup, state, suit) << suit * MOST_SEATS
    return result


@compiled
def suit_winners(setup, state, suit):
    """Return the set of seats with the longest column of a suit, ties decided (Mitch 7, 7a, 13, 16a, 16b, 17a)."""
    best, seats = 1, 0  # more than without a column
    for seat in range(setup.options.seats):
        strength = strength_of(setup, state.seats[seat], suit)
        if strength > best:
            best, seats = strength, 0
        seats |= (strength == best) << seat
    if seats & (seats - 1) and setup.options.dead_shared == 0:
        return 0
    return seats


@compiled
def won(won_by, suit, seat):
    """Return 1 if a seat is among the winners of a suit, else 0; `won_by` comes from `winners`."""
    return won_by >> suit * MOST_SEATS + seat & 1


@compiled
def strength_of(setup, player, suit):
    """Return the rank of a column as a number: the highest wins the suit, equal ones mean equal cards; 0 without a column.

    From its highest digits: the length; with high/low the distance of the last card from its end and whether it falls;
    then all cards, the last first (Mitch 7, 7a, 13, 16a, 17a, 17b).
    """
    column = column_of(player, suit)
    last_high, first = mirrored(setup, column), 0
    if setup.options.high_low:
        rising, first_high = player.rising >> suit & 1, column
        if rising:
            first_high, last_high = last_high, first_high
        first = 2 * lowest(first_high) + 1 - rising
    tie = (first << LANE) + (last_high if setup.options.lowest_low else SUIT - last_high)
    return size(column) * LENGTH_UNIT + tie if column else 0


@compiled
def mirrored(setup, column):
    """Return a column with its ranks counted from the other end."""
    return mirror(column, setup.options.ranks)


@compiled
def doubled(setup, state, won_by):
    """Return the suits whose winning column is the shortest, of equal lengths the lowest, as a set (Mitch 14, 14a)."""
    best, suits = 1 << 2 * LANE, 0
    for suit in range(setup.options.suits * setup.options.bonus):
        seats = won_by >> suit * MOST_SEATS & (1 << MOST_SEATS) - 1
        if seats == 0:
            continue
        column = column_of(state.seats[lowest(seats)], suit)
        order = (size(column) << LANE) - mirrored(setup, column)
        if order < best:
            best, suits = order, 0
        if order == best:
            suits |= 1 << suit
    return suits
