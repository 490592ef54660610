# pyright: basic
# Compiled functions carry no annotations.
"""The rules of Tideline, in the order of RULES.md."""

from __future__ import annotations

from muckle.engine.bits import lowest, size
from muckle.engine.chance import below, note, one_of
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, next_seat
from muckle.engine.facts import fact
from muckle_tideline.state import (
    ACTIONS,
    CARD_DRAWN,
    CARD_LAID,
    CARDS_DEALT,
    DEALT,
    DRAWN,
    ENDED,
    LINE_TAKEN,
    MOST_SEATS,
    NONE,
    SEAT_UNIT,
    STARTER,
    STARTS,
)


@compiled
def deal(setup, state, rng):
    """Hands one card at a time, and a starter by lot (Tideline 1, 2)."""
    state.rng, state.draws, state.drawn = rng, 0, 0
    state.stock, state.line, state.top = (1 << setup.options.cards) - 1, 0, NONE
    for seat in range(MOST_SEATS):
        state.hands[seat], state.taken[seat] = 0, 0
    for turn in range(setup.options.seats * setup.options.hand_size):
        draw(state, turn % setup.options.seats, DEALT)
    state.turn = below(state, setup.options.seats)
    note(state, STARTER + state.turn * SEAT_UNIT)
    fact(state, CARDS_DEALT)
    fact(state, STARTS, state.turn)


@compiled
def draw(state, seat, kind):
    """A card at random out of the stock (General 2)."""
    card = one_of(state, state.stock)
    note(state, kind + seat * SEAT_UNIT + card)
    state.stock ^= 1 << card
    state.hands[seat] |= 1 << card
    if kind == DRAWN:
        fact(state, CARD_DRAWN, seat, card)


@compiled
def legal(setup, state, actions):
    """Any card of the hand (Tideline 3)."""
    count, cards = 0, 0 if state.turn == OVER else state.hands[state.turn]
    while cards:
        actions[count] = lowest(cards)
        count += 1
        cards &= cards - 1
    return count


@compiled
def apply(setup, state, action):
    """Lay a card, take the line if it is lower, draw; the next who holds a card is to act (Tideline 3 to 6)."""
    if state.turn == OVER or action < 0 or action >= ACTIONS or state.hands[state.turn] >> action & 1 == 0:
        raise ValueError("this action is not legal here")
    state.drawn, seat = 0, state.turn
    state.hands[seat] ^= 1 << action
    fact(state, CARD_LAID, seat, action)
    if action < state.top:
        fact(state, LINE_TAKEN, seat, size(state.line))
        state.taken[seat] |= state.line
        state.line = 0
    state.line |= 1 << action
    state.top = action
    if state.stock:
        draw(state, seat, DRAWN)
    state.turn = next_seat(setup, seat)
    while state.hands[state.turn] == 0:
        if state.turn == seat:
            state.turn = OVER
            fact(state, ENDED)
            return
        state.turn = next_seat(setup, state.turn)


@compiled
def returns(setup, state, scores):
    """Each card taken costs a point (Tideline 7)."""
    for seat in range(setup.options.seats):
        scores[seat] = -size(state.taken[seat])
