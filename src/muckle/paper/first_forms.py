"""Forms of two games that came before the ones played here: what their documents tell of them, and what they leave open.

Nobody can play them here: the documents name no numbers for what decides, and who shouts first cannot be judged fairly between
screens. With a deck and a caller's sheet people can, once they have agreed on what is open.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Called(StrEnum):
    """Games that a caller's sheet is printed for."""

    MUCKELL = "muckell"
    SHOUTED = "shouted"
    """Alphabetickell as it was until April 2016."""
    MATCHED = "matched"
    """Mickell as it was first shown."""


class FirstForm(NamedTuple):
    """An early form of a game."""

    title: str
    known: tuple[str, ...]
    """Sentences about its rules as its document tells them, in our words."""
    open: tuple[str, ...]
    """Questions that its document leaves open, to be agreed on and written down."""


FIRST_FORMS = {
    Called.SHOUTED: FirstForm(
        "Alphabetickell, shouted",
        (
            "There are no turns. Somebody turns up one card after the other, and whoever shouts first gets the card.",
            "Everybody builds a line in the order of the alphabet, presumably at its two ends only, as today.",
            "How many letters to skip must be judged at once. Whoever takes a card that does not fit loses points.",
            "The caller of this sheet reads out both letters of the next card. That card goes to the first shout.",
        ),
        (
            "The line that ends a round: ____ cards (11 in the game of today).",
            "A mistake costs: ____ points. The card then goes to: ________",
            "Two shout at once: ________",
            "Cards to begin with: ____ Points that end the game: ____",
        ),
    ),
    Called.MATCHED: FirstForm(
        "Mickell, the first version",
        (
            "A game for one, or for many with the same cards in the same order.",
            "A few cards are taken out. The others come one at a time.",
            "Each goes to a pile that it matches in one attribute, or is discarded. As few discards as possible.",
            "Too many rules were needed to keep the best play from being obvious.",
            "Its designer may return to the idea, and invites others to.",
        ),
        (
            "Cards taken out, the first of this sheet: ____",
            "Piles: ____",
            "What must match: ________",
            "Score: ________",
        ),
    ),
}
"""The early forms, by the name of their caller's sheet."""
