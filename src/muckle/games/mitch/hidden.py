# pyright: basic
# Compiled functions carry no annotations.
"""Hidden information of Mitch: what a seat cannot know and how it is dealt anew, after "Who may know what" of RULES.md."""

from __future__ import annotations

import math

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, forget
from muckle.engine.compile import apart, compiled
from muckle.games.mitch.rules import take
from muckle.games.mitch.state import ALL_ACES, MOST_CARDS, NONE, SEAT_UNIT
from muckle.kit.playing_cards import ACE, CARDS, LANE

MOST_SUITS, RANKS = CARDS // LANE, (1 << ACE) - 1
MISFIT = -2.505
FITS, GIVEN_UP, LEAD, ROOM, EMPTY = 2.004, -1.371, -0.203, -0.135, -0.496
"""Weights of the log-odds that another player holds a hidden card. A card that does not fit has MISFIT. One that fits has FITS,
and in addition GIVEN_UP for each lower card of its suit that the player discarded, LEAD for each card by which the player's
column is longer than the longest other one, ROOM for each rank that fits, and EMPTY without a column. Found by
``bench/odds_mitch.py`` (10,500 hands of `hard` and of players without a slip, 2026-11-28): 0.338 nats a card, not 0.369.
"""
MOST_GIVEN_UP = 3
"""Largest number of discards that count."""
TRIES, FINE = 100, 1 << 20
"""Cards that are refused before one is taken in any case; units of a probability."""


@compiled
def resample(setup, state, seat):
    """Re-deal what a seat cannot know: the stock, and the cards of others that did not come from the pile (Mitch I1-I5).

    What comes out depends on nothing but what the seat knows and the stream of chance.
    """
    deal_hidden(setup, state, seat, False)


@compiled
def guess(setup, state, seat):
    """Re-deal what a seat cannot know, so that others hold what players who acted as they did hold likelier.

    That was learned from matches with all four suits; with fewer every world is equally likely.
    """
    deal_hidden(setup, state, seat, setup.options.suits == MOST_SUITS)


@apart
def deal_hidden(setup, state, seat, guessing):
    """Re-deal the stock and the hidden cards of others, all worlds alike or by `fill_odds`."""
    forget(state)
    draws, odds = state.draws, np.ones(MOST_SUITS)
    unseen, twins = unseen_cards(setup, state, seat)
    state.stock_left = 0
    put_back(state, unseen & ~ALL_ACES)
    put_back(state, twins & ~ALL_ACES)
    for number in range(setup.options.seats):
        if number != seat:
            misfit = fill_odds(setup, state, number, odds) if guessing else 1.0
            redeal(state, state.seats[number], state.taken if number == state.turn else NONE, odds, misfit)
    put_back(state, unseen & ALL_ACES)
    put_back(state, twins & ALL_ACES)
    for place in range(state.stock_left, MOST_CARDS):
        state.stock[place] = 0
    state.draws = draws


@compiled
def fill_odds(setup, state, number, odds):
    """Write how likely another player holds a fitting card of each suit, and return how likely a misfit, at most 1 each."""
    most = MISFIT
    for suit in range(setup.options.suits):
        given_up, lead, room, empty = signs(setup, state, number, suit)
        odds[suit] = FITS + GIVEN_UP * given_up + LEAD * lead + ROOM * room + EMPTY * empty
        most = max(most, odds[suit])
    for suit in range(setup.options.suits):
        odds[suit] = math.exp(odds[suit] - most)
    return math.exp(MISFIT - most)


@compiled
def signs(setup, state, number, suit):
    """Return what tells whether a player holds fitting cards of a suit: the numbers beside GIVEN_UP, LEAD, ROOM and EMPTY."""
    player, lane = state.seats[number], RANKS << suit * LANE
    length, longest, given_up = size(player.tableau & lane), 0, 0
    for other in range(setup.options.seats):
        if other != number:
            longest = max(longest, size(state.seats[other].tableau & lane))
    for place in range(state.pile_size):
        bit = 1 << state.pile[place] % SEAT_UNIT
        given_up += state.pile[place] // SEAT_UNIT == number and bit & player.room & lane != 0
    return min(given_up, MOST_GIVEN_UP), length - longest, size(player.room & lane), length == 0


@compiled
def unseen_cards(setup, state, seat):
    """Return the cards a seat has not seen (Mitch I11), and the set of those unseen twice.

    They are the stock and the hidden cards of the other hands.
    """
    unseen, twins = 0, 0
    for place in range(state.stock_left):
        bit = 1 << state.stock[place]
        twins |= unseen & bit
        unseen |= bit
    for number in range(setup.options.seats):
        if number != seat:
            other = state.seats[number]
            first, second = other.hand & ~other.known, other.twin & ~other.known_twin
            twins |= unseen & (first | second) | first & second
            unseen |= first | second
    return unseen, twins


@compiled
def put_back(state, cards):
    """Put a set of cards into the stock."""
    while cards:
        state.stock[state.stock_left] = lowest(cards)
        state.stock_left += 1
        cards &= cards - 1


@compiled
def redeal(state, other, taken, odds, misfit):
    """Re-deal the hidden cards of another player's hand, by the odds of fitting cards of each suit and of misfits.

    The known cards come first, as if they were held longest; a card that was just `taken` from the pile stays the last. No Ace
    lies in the stock at this moment.
    """
    count, known, twins = other.holds, other.known, other.known_twin
    other.hand, other.twin, other.holds, other.held = 0, 0, 0, 0
    last = 0 if taken == NONE else 1 << taken
    take_all(other, known & ~(last & ~twins))
    take_all(other, twins & ~last)
    while other.holds < count - size(last):
        take(other, draw_likely(state, other, odds, misfit))
    take_all(other, last)


@compiled
def draw_likely(state, other, odds, misfit):
    """Draw a card for a player out of the stock, each as likely as its odds say, which are at most 1."""
    for _ in range(TRIES):
        place = below(state, state.stock_left)
        card = state.stock[place]
        chance = odds[card // LANE] if other.room >> card & 1 else misfit
        if chance >= 1 or below(state, FINE) < chance * FINE:
            break
    state.stock_left -= 1
    state.stock[place] = state.stock[state.stock_left]
    return card


@compiled
def take_all(other, cards):
    """Put a set of cards into a hand, in card order."""
    while cards:
        take(other, lowest(cards))
        cards &= cards - 1
