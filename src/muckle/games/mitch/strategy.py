# pyright: basic
# Compiled functions carry no annotations.
"""Bot knowledge of Mitch: an evaluation of a hand, the policy without search (`policy.py`), and how levels play."""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import size
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.engine.manner import CAREFUL, FAR, FLAT, HASTY, LOOK_AHEAD, PATIENT, PLAIN, SHINY, Manner
from muckle.games.mitch import policy
from muckle.games.mitch.columns import column_of
from muckle.games.mitch.hidden import unseen_cards
from muckle.games.mitch.rules import missed
from muckle.games.mitch.state import ALL_ACES, DRAW_STOCK, PLACE, SUIT
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

LIKING, LIKING_OF_WAITING, LONG = 1.5, 0.25, 4
"""Points that what is to somebody's taste seems better than it is, and that discarding does; the cards of a long column."""
LEVELS = {
    "easy": Manner(LOOK_AHEAD, slip=50),
    "fair": Manner(LOOK_AHEAD, slip=24),
    "medium": Manner(LOOK_AHEAD, slip=11),
    "good": Manner(LOOK_AHEAD, slip=5),
    "hard": Manner(LOOK_AHEAD, slip=2),
    "expert": Manner(FLAT, playouts=1000, candidates=3, policy=LOOK_AHEAD),
}
"""The expert plays the hand to its end from the three actions it likes best; everybody looks one step ahead there."""
TASTES = {CAREFUL: 13, SHINY: 200, HASTY: 12, FAR: 350, PATIENT: 4}
"""Weight of each taste in percent of what `taste` returns, so that its bird is about as strong as its own level."""


@compiled
def quick(setup, state, mind, actions, count):
    """Return the policy's favourite action."""
    return policy.favourite(setup, state, actions, count, policy.WEIGHTS)


@compiled
def taste(setup, state, action, taste):
    """Return the bonus of a playing style for an action, in points.

    Careful likes columns behind which much fits, shiny placing, hasty gaps, far long columns, patient discards in phase 1.
    """
    placed, early = PLACE <= action < DRAW_STOCK, state.aces < setup.options.trigger
    if action >= DRAW_STOCK or (taste == PATIENT and not early):
        return 0.0
    if taste == PATIENT:
        return LIKING_OF_WAITING * (not placed)
    if not placed or taste == PLAIN:
        return 0.0
    if taste == SHINY:
        return LIKING
    if taste == FAR:
        return LIKING * size(state.seats[state.turn].tableau & SUIT << (action - PLACE) // LANE * LANE) / LONG
    lost = size(policy.given_up(setup, state.seats[state.turn], action - PLACE)) / LANE
    return LIKING * (lost if taste == HASTY else -2 * lost)


@compiled
def stage(setup, state):
    """Return the number of the hand (Mitch 9): a search looks no further than its end."""
    return state.finished


@compiled
def leaf(setup, state, seat):
    """Return the points a seat may expect; at a hand's end its total, as the next hand is worth the same to all.

    Right after a deal no card lies on the table: nobody has acted.
    """
    laid = state.pile_size
    for number in range(setup.options.seats):
        laid += state.seats[number].tableau
    return value(setup, state, seat) if laid else float(state.seats[seat].total)


@compiled
def value(setup, state, seat):
    """Return the points a seat may expect: its total, and for each suit the better of contesting it and leaving it alone.

    One-step look-ahead with this value wins 99 in 100 matches at a table with three random players.
    """
    return opinion(setup, state, seat, WEIGHTS)


@compiled
def opinion(setup, state, seat, weights):
    """Return the points a seat may expect by given weights (see `value`)."""
    own = state.seats[seat]
    result = float(own.total)
    if state.turn == OVER:
        return result
    unseen, twins = unseen_cards(setup, state, seat)
    unseen, twins = unseen & ~ALL_ACES, twins & ~ALL_ACES
    hidden = max(1, size(unseen) + size(twins))
    draws = draws_to_come(setup, state)
    used = 1.0 if setup.options.phase2 else draws / (setup.options.hand_size + draws + 0.01)
    edge = weights[EDGE] / (1 + weights[OPEN] * draws)
    for suit in range(setup.options.suits):
        mine = length_to_come(own, own.hand, suit, unseen, weights[HELD] * used, weights[USED] * used * draws / hidden)
        theirs = 0.0
        for number in range(setup.options.seats):
            if number != seat:
                other = state.seats[number]
                share = weights[USED_BY_OTHERS] * used * (other.holds + draws) / hidden
                theirs = max(theirs, length_to_come(other, other.known, suit, unseen, weights[KNOWN] * used, share))
        lead = edge * (mine - theirs + weights[AHEAD])
        win = 0.5 + 0.5 * lead / (1 + abs(lead))
        contested = win * setup.options.win - (1 - win) * weights[LOST] * setup.options.loss * mine
        result += max(contested, -setup.options.loss * float(size(column_of(own, suit))))
    certain = state.aces >= setup.options.trigger
    return result - setup.options.penalty * missed(own) * (1.0 if certain else weights[RISK])


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
