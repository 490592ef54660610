# pyright: basic
# Compiled functions carry no annotations.
"""Worth of a position of Mitch to a seat as bots estimate it, in points, suit by suit."""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.mitch.columns import column_of
from muckle.games.mitch.hidden import unseen_cards
from muckle.games.mitch.rules import missed
from muckle.games.mitch.state import ALL_ACES, SUIT
from muckle.kit.playing_cards import LANE

WEIGHTS = np.array([1.2302, 0.5377, 5.7443, -0.0236, -0.0364, 1.0921, 0.8326, 1.2196, 0.2164])
"""Weights of `opinion` (`USED` to `RISK`). Found by ``bench/tune.py mitch --generations 26 --deals 250`` (seed 1, 195,000
matches against two yardsticks, 2026-11-22): looking one step ahead with them wins 40.9 ± 0.7 % of 12,000 others.
"""
USED, USED_BY_OTHERS, EDGE, OPEN, AHEAD, HELD, KNOWN, LOST, RISK = range(9)
"""Places of weights. Shares of the fitting cards that are placed in the end: of those drawn, of others' hidden ones, of those
held (HELD), of those others are known to hold (KNOWN). How soon a column that is a card longer means a suit won (EDGE), how
much later for each draw to come (OPEN), and how many cards ahead one is without any lead (AHEAD). What a card in a lost suit
counts of what it costs. How likely the penalty is while nothing is placed in phase 1."""


@compiled
def opinion(setup, state, seat, weights):
    """Return the points a seat may expect: its total, and for each suit the better of contesting it and leaving it alone."""
    own = state.seats[seat]
    result = float(own.total)
    if state.turn == OVER:
        return result
    unseen, hidden = hidden_cards(setup, state, seat)
    draws = draws_to_come(setup, state)
    shares = shares_placed(setup, draws, hidden, weights)
    for suit in range(setup.options.suits):
        mine = length_to_come(own, own.hand, suit, unseen, shares[0], shares[1])
        theirs = their_length(setup, state, seat, suit, unseen, hidden, draws, weights)
        result += suit_opinion(setup, mine, theirs, size(column_of(own, suit)), draws, weights)
    certain = state.aces >= setup.options.trigger
    return result - setup.options.penalty * missed(own) * (1.0 if certain else weights[RISK])


@compiled
def hidden_cards(setup, state, seat):
    """Return the set of cards other than Aces that a seat has not seen, and their number, at least 1."""
    unseen, twins = unseen_cards(setup, state, seat)
    unseen, twins = unseen & ~ALL_ACES, twins & ~ALL_ACES
    return unseen, max(1, size(unseen) + size(twins))


@compiled
def shares_placed(setup, draws, hidden, weights):
    """Return the shares of the own fitting cards that are placed in the end: of those held, and of the unseen ones."""
    used = share_used(setup, draws)
    return weights[HELD] * used, weights[USED] * used * draws / hidden


@compiled
def share_used(setup, draws):
    """Return the share of a hand's cards for which there is a turn; where phase 2 is played, there is one for each."""
    return 1.0 if setup.options.phase2 else draws / (setup.options.hand_size + draws + 0.01)


@compiled
def their_length(setup, state, seat, suit, unseen, hidden, draws, weights):
    """Return the longest column of a suit that another seat is expected to have in the end."""
    used, longest = share_used(setup, draws), 0.0
    for number in range(setup.options.seats):
        if number != seat:
            other = state.seats[number]
            share = weights[USED_BY_OTHERS] * used * (other.holds + draws) / hidden
            longest = max(longest, length_to_come(other, other.known, suit, unseen, weights[KNOWN] * used, share))
    return longest


@compiled
def suit_opinion(setup, mine, theirs, laid, draws, weights):
    """Return the points a suit may bring a seat.

    Args:
        mine, theirs: the expected lengths of its own column and of the longest other one. laid: cards that it has there now.
    """
    lead = weights[EDGE] / (1 + weights[OPEN] * draws) * (mine - theirs + weights[AHEAD])
    win = 0.5 + 0.5 * lead / (1 + abs(lead))
    contested = win * setup.options.win - (1 - win) * weights[LOST] * setup.options.loss * mine
    return max(contested, -setup.options.loss * float(laid))


@compiled
def draws_to_come(setup, state):
    """Return how many cards a player may still expect to draw in this hand, if the Aces left lie evenly in the stock."""
    wanted = setup.options.trigger - state.aces
    if wanted <= 0:
        return 0.0
    left = setup.options.suits * setup.options.packs - state.aces
    return (state.stock_left - left) * wanted / (left + 1) / setup.options.seats


@compiled
def length_to_come(player, held, suit, unseen, share_of_held, share_of_unseen):
    """Return the expected length of a column: its cards, and shares of the fitting cards that are held or unseen."""
    lane = SUIT << suit * LANE
    fits = player.room & lane
    return size(player.tableau & lane) + share_of_held * size(held & fits) + share_of_unseen * size(unseen & fits)
