# pyright: basic
# Compiled functions carry no annotations.
"""The yardstick of Mitch: what `greedy` went by when strength was first measured. It never changes."""

from __future__ import annotations

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.mitch.columns import column_of
from muckle.games.mitch.hidden import unseen_cards
from muckle.games.mitch.rules import missed
from muckle.games.mitch.state import ALL_ACES, SUIT
from muckle.kit.playing_cards import LANE

USED, USED_BY_OTHERS = 0.8, 0.9  # share of the cards that fit and come into a hand that are placed in the end
EDGE = 4  # how soon a longer column means a suit won, as one card longer: 0.5 + 0.5 * EDGE / (EDGE + 1)
RISK = 0.5  # of paying the penalty, while nothing is placed in phase 1


@compiled
def value(setup, state, seat):
    """Points a seat may expect: its total, and for each suit the better of contesting it and leaving it alone.

    One-step look-ahead with it wins 99 in 100 matches at a table with three random players.
    """
    own = state.seats[seat]
    result = float(own.total)
    if state.turn == OVER:
        return result
    unseen, twins = unseen_cards(setup, state, seat)
    unseen, twins = unseen & ~ALL_ACES, twins & ~ALL_ACES
    hidden = max(1, size(unseen) + size(twins))
    draws = draws_to_come(setup, state)
    used = 1.0 if setup.options.phase2 else draws / (setup.options.hand_size + draws + 0.01)
    for suit in range(setup.options.suits):
        mine = length_to_come(own, own.hand, suit, unseen, used, USED * used * draws / hidden)
        theirs = 0.0
        for number in range(setup.options.seats):
            if number != seat:
                other = state.seats[number]
                share = USED_BY_OTHERS * used * (other.holds + draws) / hidden
                theirs = max(theirs, length_to_come(other, other.known, suit, unseen, used, share))
        lead = EDGE * (mine - theirs)
        win = 0.5 + 0.5 * lead / (1 + abs(lead))
        contested = win * setup.options.win - (1 - win) * setup.options.loss * mine
        result += max(contested, -setup.options.loss * float(size(column_of(own, suit))))
    certain = state.aces >= setup.options.trigger
    return result - setup.options.penalty * missed(own) * (1.0 if certain else RISK)


@compiled
def draws_to_come(setup, state):
    """Cards a player may still expect to draw in this hand: the Aces left lie evenly in the stock."""
    wanted = setup.options.trigger - state.aces
    if wanted <= 0:
        return 0.0
    left = setup.options.suits * setup.options.packs - state.aces
    return (state.stock_left - left) * wanted / (left + 1) / setup.options.seats


@compiled
def length_to_come(player, held, suit, unseen, share_of_held, share_of_unseen):
    """Cards that a column may have in the end: those placed, and shares of the fitting ones that are held or unseen."""
    lane = SUIT << suit * LANE
    fits = player.room & lane
    return size(player.tableau & lane) + share_of_held * size(held & fits) + share_of_unseen * size(unseen & fits)
