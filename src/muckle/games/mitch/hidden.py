# pyright: basic
# Compiled functions carry no annotations.
"""Hidden information of Mitch: what a seat cannot know and how it is dealt anew, after "Who may know what" of RULES.md."""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.chance import forget
from muckle.engine.compile import compiled
from muckle.games.mitch.rules import draw_card, take
from muckle.games.mitch.state import ALL_ACES, MOST_CARDS, NONE


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
            redeal(state, state.seats[number], state.taken if number == state.turn else NONE)
    put_back(state, unseen & ALL_ACES)
    put_back(state, twins & ALL_ACES)
    for place in range(state.stock_left, MOST_CARDS):
        state.stock[place] = 0
    state.draws = draws


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
def redeal(state, other, taken):
    """Re-deal the hidden cards of another player's hand.

    The known cards come first, as if they were held longest; a card that was just `taken` from the pile stays the last. No Ace
    lies in the stock at this moment.
    """
    count, known, twins = other.holds, other.known, other.known_twin
    other.hand, other.twin, other.holds, other.held = 0, 0, 0, 0
    last = 0 if taken == NONE else 1 << taken
    take_all(other, known & ~(last & ~twins))
    take_all(other, twins & ~last)
    while other.holds < count - size(last):
        take(other, draw_card(state))
    take_all(other, last)


@compiled
def take_all(other, cards):
    """Put a set of cards into a hand, in card order."""
    while cards:
        take(other, lowest(cards))
        cards &= cards - 1
