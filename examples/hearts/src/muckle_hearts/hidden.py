# pyright: basic
# Compiled functions carry no annotations.
"""What a seat of Hearts cannot know (Hearts I1 to I4), and how it is dealt anew."""

from __future__ import annotations

import numpy as np

from muckle.engine.bits import size
from muckle.engine.chance import forget
from muckle.engine.compile import compiled
from muckle.engine.contract import next_seat
from muckle.engine.dealing import deal_within, some_of


@compiled
def resample(setup, state, seat):
    """Deal what others hold anew, but for what the seat gave them and suits they did not follow; then what they gave."""
    draws, seats = state.draws, setup.options.seats
    forget(state)
    room, may, shares = np.zeros(seats + 1, np.int64), np.zeros(seats + 1, np.int64), np.zeros(seats + 1, np.int64)
    known = state.gifts[seat] if seat >= 0 else 0
    unseen, room[seats] = state.undealt, size(state.undealt)
    for other in range(seats):
        if other != seat:
            unseen |= state.hands[other] & ~known
            room[other] = size(state.hands[other] & ~known)
    for place in range(seats + 1):
        may[place] = unseen & ~state.voids[place] if place < seats else unseen
    deal_within(state, unseen, room, may, shares)
    state.undealt = shares[seats]
    for other in range(seats):
        if other != seat:
            state.hands[other] = state.hands[other] & known | shares[other]
    for other in range(seats):
        receiver = next_seat(setup, other)
        if other != seat and state.giving:
            state.gifts[other] = some_of(state, state.hands[other], size(state.gifts[other]))
        elif other != seat and receiver != seat:
            state.gifts[other] = some_of(state, state.hands[receiver] | state.played[receiver], setup.options.gifts)
    forget(state)
    state.draws = draws
