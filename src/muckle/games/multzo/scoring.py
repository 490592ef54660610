# pyright: basic
# Compiled functions carry no annotations.
"""Scoring in Multzo: the strength of hands, the winners of categories and the coins paid to them (Multzo 7 to 13)."""

from __future__ import annotations

from muckle.engine.bits import from_start, lowest, size
from muckle.engine.compile import compiled
from muckle.engine.facts import fact, fact_with_board
from muckle.games.multzo.state import (
    CATEGORY_WON,
    COINS,
    COINS_PAID,
    FLUSH,
    FOUR,
    FOURS,
    FROM_2,
    HAND_SHOWN,
    MAY_CHOOSE,
    NONE,
    NULL,
    NULLS,
    ONES,
    PRIME,
    RANKS,
    SET,
    SHOWDOWN,
    TWOS,
)
from muckle.kit.piecepack import LANE


@compiled
def strength(hand, category, suits, group_only):
    """Return the strength of a hand (a set of tiles) in a category, or NONE if it has no such group (Multzo 7 to 9a).

    Four-tile sets and runs count FOUR more than their total. `suits` is the number of suits in use and of tiles in a hand.
    """
    crowns, arms, suns, moons = hand & RANKS, hand >> LANE & RANKS, hand >> 2 * LANE & RANKS, hand >> 3 * LANE & RANKS
    ranks = crowns | arms | suns | moons
    group, times, four = hand, 1, 0
    if category == FLUSH:
        alone = crowns == ranks or arms == ranks or suns == ranks or moons == ranks
        found = alone and size(ranks) == suits
    elif category == PRIME:
        found = int(crowns > 0) + int(arms > 0) + int(suns > 0) + int(moons > 0) == suits
    elif category == SET:
        two, other_two = crowns & arms, suns & moons
        three, four = two & (suns | moons) | other_two & (crowns | arms), two & other_two
        group, times, found = three, 3, three != 0
    else:
        three = ranks & ranks >> 1 & ranks >> 2
        group, four, found = 7 * three, three & ranks >> 3, three != 0
    if not found:
        return NONE
    if four:
        return FOUR + total(hand)
    return times * total(group) if group_only else total(hand)


@compiled
def total(tiles):
    """Return the sum of the values of a set of tiles or coins: null 0, then 2 to 6 (Multzo 0), by their binary digits."""
    return size(tiles & ONES) + 2 * size(tiles & TWOS) + 4 * size(tiles & FOURS)


@compiled
def show_hands(setup, state):
    """Show all hands, record the winners of the categories and mark who of them may choose (Multzo 6c, 10, 12, 12b)."""
    state.phase, state.unsure, state.unpaid, state.paid = SHOWDOWN, 0, 0, 0
    for seat in range(setup.options.seats):
        player = state.seats[seat]
        player.known = player.shown = player.hand
        player.won = 0
        fact(state, HAND_SHOWN, seat, player.hand)
    for category in range(4):
        seat = winner(setup, state, category)
        if seat != NONE:
            state.seats[seat].won |= 1 << category
            state.unpaid |= 1 << seat
        fact_with_board(state, CATEGORY_WON, category)
    for seat in range(setup.options.seats):
        if nulls_to_take(state, seat):
            state.choosers |= 1 << seat
            fact(state, MAY_CHOOSE, seat)


@compiled
def winner(setup, state, category):
    """Return the seat with the strongest hand in a category, or NONE if no hand qualifies or several tie (Multzo 10)."""
    best, seat = NONE, NONE
    for other in range(setup.options.seats):
        worth = strength(state.seats[other].hand, category, setup.options.suits, setup.options.group_only)
        if worth > best:
            best, seat = worth, other
        elif worth == best:
            seat = NONE
    return seat


@compiled
def nulls_to_take(state, seat):
    """Return the set of categories whose null coin a seat may take (Multzo 12, 12b).

    These are, if the seat has won two categories, those of the two whose coin is left.
    """
    won, found = state.seats[from_start(seat)].won, 0
    if size(won) != 2:
        return 0
    for category in range(4):
        found |= (won >> category & state.coins >> category * LANE & 1) << category
    return found


@compiled
def choose(state, action):
    """Carry out the choice of a seat that won two categories: the null coin of one of them, or only coins (Multzo 12, 12c)."""
    state.choosers ^= 1 << state.turn
    if action != COINS:
        take_coin(state, state.turn, (action - NULL) * LANE)


@compiled
def pay_all(setup, state):
    """Pay the winners that have nothing to choose, or have chosen (Multzo 12c)."""
    for seat in range(setup.options.seats):
        if (state.unpaid & ~state.choosers) >> seat & 1:
            pay(setup, state, seat)
    state.unpaid = state.choosers


@compiled
def pay(setup, state, seat):
    """Pay a seat for the categories it won: the top coin of the stack, of Flush two or what is left (Multzo 11, 11a).

    A null coin taken before stands for one of them, or under D8 for both (Multzo 12, 12a).
    """
    categories = state.seats[seat].won
    while categories:
        category = lowest(categories)
        categories ^= 1 << category
        coins = 1 + (category == FLUSH)
        if state.paid >> category * LANE & 1:
            coins = 0 if setup.options.null_only else coins - 1
        while coins and stack_of(state, category):
            take_coin(state, seat, lowest(stack_of(state, category)))
            coins -= 1
        fact(state, COINS_PAID, seat, category, state.paid & RANKS << category * LANE)


@compiled
def stack_of(state, suit):
    """Return the set of coins left in a suit's stack, without the null coin."""
    return state.coins & FROM_2 & RANKS << suit * LANE


@compiled
def take_coin(state, seat, coin):
    """Move a coin from the table to a seat."""
    state.coins ^= 1 << coin
    state.paid |= 1 << coin
    state.seats[seat].coins |= 1 << coin


@compiled
def score(state, seat):
    """Return a seat's score (Multzo 13)."""
    return value(state.seats[seat].coins)


@compiled
def value(coins):
    """Return the score of a set of coins: their sum, times one more than the null coins among them (Multzo 13)."""
    return total(coins) * (1 + size(coins & NULLS))


@compiled
def leaders(setup, state):
    """Return the set of seats with the highest score."""
    best, leading = 0, 0
    for seat in range(setup.options.seats):
        points = score(state, seat)
        if points > best:
            best, leading = points, 0
        if points == best:
            leading |= 1 << seat
    return leading
