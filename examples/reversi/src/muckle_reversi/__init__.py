"""Reversi: enclose the discs of the other, and they are yours."""

from __future__ import annotations

from muckle.engine.game import Game
from muckle_reversi.options import PRESETS, Options

GAME = Game(
    name="reversi",
    title="Reversi",
    version=1,
    tagline="Enclose a line of discs, and all of it is yours.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
)
