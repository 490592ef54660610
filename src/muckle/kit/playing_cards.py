"""The standard pack: 52 cards as the numbers 0 to 51, and how they are written and read.

A card is suit * 13 + rank: suits in the order spades, hearts, diamonds, clubs; ranks from the Deuce (0) to the King (11)
and the Ace (12). So a set of cards is an int with a bit for each, and a suit is a lane of 13 bits.
"""

from __future__ import annotations

import re
from functools import cache

SUITS = "SHDC"
SUIT_SIGNS = "♠♥♦♣"
SUIT_NAMES = ("Spades", "Hearts", "Diamonds", "Clubs")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")
LANE = 13
"""Cards in a suit."""
ACE = 12
"""The rank of an Ace."""
CARDS = 52

_SIGNS = str.maketrans(SUIT_SIGNS + "♤♡♢♧", 2 * SUITS)
_CARD = re.compile(r"(10|[2-9JQKA])([SHDC])")


@cache
def text(card: int) -> str:
    """Return a card in notation: ``KH``, ``10S``."""
    return RANKS[card % LANE] + SUITS[card // LANE]


@cache
def sign(card: int) -> str:
    """Return a card as people see it: ``K♥``, ``10♠``."""
    return RANKS[card % LANE] + SUIT_SIGNS[card // LANE]


@cache
def name(card: int) -> str:
    """Return the full name of a card: ``King of Hearts``."""
    return f"{RANK_NAMES[card % LANE]} of {SUIT_NAMES[card // LANE]}"


def read(written: str) -> int | None:
    """Return the card that a text names (``10 s`` and ``10♠``, too), or None if it names none; case and spaces are ignored."""
    found = _CARD.fullmatch("".join(written.upper().translate(_SIGNS).split()))
    return SUITS.index(found[2]) * LANE + RANKS.index(found[1]) if found else None
