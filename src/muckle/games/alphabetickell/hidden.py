# pyright: basic
# Compiled functions carry no annotations.
"""Hidden information of Alphabetickell, after "Who may know what" of RULES.md.

Only a seat itself knows which cards it was dealt and put back (I2, I3), so while first cards are chosen nobody knows all of
the draw pile (I10). The order of the pile (I1) is no part of a state. Everything else is open (I4 to I9, I11, I13, I14).
"""

from __future__ import annotations

from muckle.engine.chance import below, forget, one_of
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER
from muckle.games.alphabetickell.state import NONE


@compiled
def resample(setup, state, seat):
    """Deal the hidden cards of the other seats anew (Alphabetickell I2, I3); while they choose, the draw pile too (I10)."""
    forget(state)
    draws = state.draws
    unknown = unseen_cards(setup, state, seat)
    for number in range(setup.options.seats):
        if number != seat:
            unknown = redeal(setup, state, state.seats[number], unknown)
    if state.offer == NONE and state.turn != OVER:
        state.undrawn = unknown
    state.draws = draws


@compiled
def unseen_cards(setup, state, seat):
    """Return the set of cards that a viewer has not seen: all but the kept ones (Alphabetickell I4) and those dealt to it (I2).

    Args:
        seat: the viewer; -1 for a spectator.
    """
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
    """Deal a seat random cards of the set `unknown` around the card it kept; return the rest of the set."""
    place = NONE if other.kept == NONE else below(state, setup.options.deal)
    for k in range(setup.options.deal):
        other.hand[k] = other.kept if k == place else one_of(state, unknown)
        unknown &= ~(1 << other.hand[k])
    return unknown
