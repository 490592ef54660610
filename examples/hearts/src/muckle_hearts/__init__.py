"""Hearts: take tricks without hearts."""

from __future__ import annotations

from muckle.engine.game import Game
from muckle_hearts.options import PRESETS, Options

GAME = Game(
    name="hearts",
    title="Hearts",
    version=1,
    tagline="Take no hearts, and never the Queen of Spades.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
)
