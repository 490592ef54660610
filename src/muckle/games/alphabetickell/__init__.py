"""Alphabetickell: take cards into a line that stays in alphabetical order; skipped letters are lost."""

from muckle.engine.daily import Daily
from muckle.engine.game import Game
from muckle.games.alphabetickell.options import PRESETS, Options

GAME = Game(
    name="alphabetickell",
    title="Alphabetickell",
    version=1,
    tagline="Take two-letter cards, one at a time, into a line in alphabetical order. Skipped letters are lost.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
    daily=Daily(
        "round",
        "A full block is a card of your line; empty ones show how much longer the longest line was.",
        ("magpie", "owl"),
    ),
)
