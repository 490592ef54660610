"""Multzo: collect tiles that win in up to two of four categories; winners take coins."""

from __future__ import annotations

from muckle.engine.game import Game
from muckle.games.multzo.options import PRESETS, Options

GAME = Game(
    name="multzo",
    title="Multzo",
    version=1,
    tagline="Draw and discard for the best flush, prime, set and run. Winners take coins, null coins multiply them.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
)
