# pyright: basic
# Compiled functions carry no annotations.
"""Dealing under limits: for the `resample` of games in which a seat learns what others do not hold, as by a void suit."""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, one_of
from muckle.engine.compile import compiled

FINE = 1 << 30
"""Steps in which the probability to keep a deal is rounded."""


@compiled
def some_of(state, cards, number):
    """Draw so many members of a set, each choice of them equally likely, and return them as a set."""
    chosen = 0
    for _ in range(number):
        chosen |= 1 << one_of(state, cards & ~chosen)
    return chosen


@compiled
def deal_within(state, cards, room, may, shares):
    """Deal a set of cards to places, every deal that fits being equally likely.

    Cards with the fewest places go first, each to a random gap among those it may fill. Deals in which the gaps of a card run
    short come up too often that way, so each deal is kept with a probability in proportion to the gaps it found, or begun anew.
    Without conflicting limits the first one is kept. At least one deal must fit: one that is true always does.

    Args:
        state: its stream of chance is drawn from.
        cards: the set to deal.
        room: for each place how many cards it takes, as many as there are in all.
        may: for each place the set of cards that it can hold; at most six places.
        shares: filled in with the set of cards that each place gets.

    Raises:
        ValueError: the places take another number of cards, or there is a card for which no place is open.
    """
    places, total = len(room), 0
    classes = np.zeros(1 << places, np.int64)  # cards by the set of places that may hold them
    for place in range(places):
        total += room[place]
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        open_to = 0
        for place in range(places):
            if room[place] and may[place] >> card & 1:
                open_to |= 1 << place
        classes[open_to] |= 1 << card
    if total != size(cards) or classes[0]:
        raise ValueError("the places cannot hold these cards")
    while not _deal_once(state, classes, room, shares):
        pass


@compiled
def _deal_once(state, classes, room, shares):
    """Deal all classes of cards, and return whether the deal is kept."""
    places, kept, left = len(room), 1.0, 0
    gaps = np.zeros(places, np.int64)
    for place in range(places):
        gaps[place], shares[place] = room[place], 0
        left += room[place]
    for width in range(1, places + 1):
        for open_to in range(1, len(classes)):
            if size(open_to) == width and classes[open_to]:
                most = now = 0
                for place in range(places):
                    if open_to >> place & 1:
                        most += room[place]
                        now += gaps[place]
                most = min(most, left)
                left -= size(classes[open_to])
                rest = classes[open_to]
                while rest:
                    if now == 0:
                        return False
                    kept *= now / most
                    _put(state, lowest(rest), open_to, now, gaps, shares)
                    rest &= rest - 1
                    most, now = most - 1, now - 1
    return below(state, FINE) < kept * FINE


@compiled
def _put(state, card, open_to, number, gaps, shares):
    """Put a card into one of the gaps of the places that are open to it."""
    gap = below(state, number)
    for place in range(len(gaps)):
        if open_to >> place & 1:
            if gap < gaps[place]:
                gaps[place] -= 1
                shares[place] |= 1 << card
                return
            gap -= gaps[place]
