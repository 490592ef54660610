"""Tideline: whoever cannot lay a higher card takes the whole line."""

from __future__ import annotations

from muckle.engine.game import Game
from muckle_tideline.options import PRESETS, Options

GAME = Game(
    name="tideline",
    title="Tideline",
    version=1,
    tagline="Lay a higher card, or take the whole line.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
)
