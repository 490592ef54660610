"""Mickell: a word solitaire with the two-letter deck; and Muckell, the same for many."""

from muckle.engine.daily import Daily
from muckle.engine.game import Game
from muckle.games.mickell.options import PRESETS, Options

GAME = Game(
    name="mickell",
    title="Mickell",
    version=1,
    tagline="Grow three rows of two-letter cards into words, one card at a time.",
    options=Options,
    presets=PRESETS,
    folder=__name__,
    daily=Daily("word", "A full block is a card that scored, an empty one was let go."),
)
