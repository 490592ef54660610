# pyright: basic
# Compiled functions carry no annotations.
"""What a seat cannot know, beside the table "Who may know what" of RULES.md.

The order of the draw pile (I1) is no part of a state. What a seat was dealt and put back (I2, I3) is known to it alone; so
is, while first cards are chosen, what lies in the draw pile (I10). All else is open (I4 to I9, I11, I13, I14).
"""

from __future__ import annotations

from muckle.engine.chance import below, forget, one_of
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.alphabetickell.state import NONE


@compiled
def resample(setup, state, seat):
    """Deal the others anew, but for the cards they kept (Alphabetickell I2, I3); while they choose, the pile too (I10)."""
    forget(state)
    draws = state.draws
    unknown = unseen(setup, state, seat)
    for number in range(setup.options.seats):
        if number != seat:
            unknown = redeal(setup, state, state.seats[number], unknown)
    if state.offer == NONE and state.turn != OVER:
        state.undrawn = unknown
    state.draws = draws


@compiled
def unseen(setup, state, seat):
    """All cards but those dealt to a seat and those that others kept, as a set (Alphabetickell I4); seat -1: a spectator."""
    cards = (1 << setup.options.deck_size) - 1
    for number in range(setup.options.seats):
        if state.seats[number].kept != NONE:
            cards &= ~(1 << state.seats[number].kept)
    if seat >= 0:
        for k in range(setup.options.deal):
            cards &= ~(1 << state.seats[seat].hand[k])
    return cards


@compiled
def redeal(setup, state, other, unknown):
    """Give a seat random cards of a set around the one it kept; what is left of the set."""
    place = NONE if other.kept == NONE else below(state, setup.options.deal)
    for k in range(setup.options.deal):
        other.hand[k] = other.kept if k == place else one_of(state, unknown)
        unknown &= ~(1 << other.hand[k])
    return unknown
