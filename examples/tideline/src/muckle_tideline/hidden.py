# pyright: basic
# Compiled functions carry no annotations.
"""What a seat of Tideline cannot know (Tideline I1, I2), and how it is dealt anew."""

from __future__ import annotations

from muckle.engine.bits import size
from muckle.engine.chance import forget
from muckle.engine.compile import compiled
from muckle_tideline.rules import draw


@compiled
def resample(setup, state, seat):
    """The hands of others go back into the stock and are drawn from it again."""
    draws = state.draws
    forget(state)
    for other in range(setup.options.seats):
        if other != seat:
            state.stock |= state.hands[other]
    for other in range(setup.options.seats):
        held = size(state.hands[other])
        if other != seat:
            state.hands[other] = 0
            for _ in range(held):
                draw(state, other, 0)
    forget(state)
    state.draws = draws
