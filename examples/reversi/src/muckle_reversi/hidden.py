# pyright: basic
# Compiled functions carry no annotations.
"""Nothing is hidden in Reversi (Reversi I1), so nothing is dealt anew."""

from __future__ import annotations

from muckle.engine.chance import forget
from muckle.engine.compile import compiled

ALL_OPEN = True


@compiled
def resample(setup, state, seat):
    """Leave everything as it lies."""
    forget(state)
