# pyright: basic
# Compiled functions carry no annotations.
"""What a seat cannot know, and how it is dealt anew: the table "Who may know what" of RULES.md."""

from __future__ import annotations

from muckle.engine.bits import lowest
from muckle.engine.chance import forget
from muckle.engine.compiler import compiled
from muckle.games.mitch.rules import draw_card, take
from muckle.games.mitch.state import ALL_ACES, MOST_CARDS, SLOT


@compiled
def resample(setup, state, seat):
    """Re-deal what a seat cannot know: the stock, and the cards of others that did not come from the pile (Mitch I1-I5).

    What comes out depends on nothing but what the seat knows and the stream of chance.
    """
    forget(state)
    draws = state.draws
    unseen, twins = unseen_cards(setup, state, seat)
    state.stock_left = 0
    put_back(state, unseen & ~ALL_ACES)
    put_back(state, twins & ~ALL_ACES)
    for number in range(setup.options.seats):
        if number != seat:
            redeal(state, state.seats[number])
    put_back(state, unseen & ALL_ACES)
    put_back(state, twins & ALL_ACES)
    for place in range(state.stock_left, MOST_CARDS):
        state.stock[place] = 0
    state.draws = draws


@compiled
def unseen_cards(setup, state, seat):
    """What a seat has not seen (Mitch I11): the stock and the hidden cards of others; and those of it there are twice."""
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
    """A set of cards goes into the stock."""
    while cards:
        state.stock[state.stock_left] = lowest(cards)
        state.stock_left += 1
        cards &= cards - 1


@compiled
def redeal(state, other):
    """Another player keeps the known cards, each in its place among those held, and gets random ones for the hidden ones.

    No Ace lies in the stock now.
    """
    count, held, known, twins = other.holds, other.held, other.known, other.known_twin
    other.hand, other.twin, other.holds, other.held = 0, 0, 0, 0
    while other.holds < count:
        card = held & (1 << SLOT) - 1
        held >>= SLOT
        if twins >> card & 1:
            twins ^= 1 << card
        elif known >> card & 1:
            known ^= 1 << card
        else:
            card = draw_card(state)
        take(other, card)
