"""Grabble Road: a road of letter tiles across the board; the first tile of a turn says how many are laid."""

from __future__ import annotations

from muckle.engine.daily import Daily
from muckle.engine.game import Game
from muckle.games.grabble_road.options import PRESETS, Options

GAME = Game(
    name="grabble_road",
    title="Grabble Road",
    version=1,
    tagline="Lay a road of letter tiles. The first tile says how many you lay, and every word you make scores.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
    daily=Daily("play", "A block is a tile of yours, the number is what the play scored.", ("magpie",)),
)
