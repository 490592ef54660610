"""Mitch and Revolution: falling columns of cards, one a suit; the longest of a suit wins it; Aces are the clock."""

from __future__ import annotations

from muckle.engine.game import Game
from muckle.games.mitch.options import PRESETS, Options

GAME = Game(
    name="mitch",
    title="Mitch",
    version=1,
    tagline="Lay falling columns of cards. The longest column of a suit wins it, and Aces are the clock.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
)
