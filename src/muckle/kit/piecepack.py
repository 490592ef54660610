"""The piecepack: 24 tiles and 24 coins in four suits, and how they are written and read.

A tile is suit * 6 + rank: suits in the order Crowns, Arms, Suns, Moons; ranks from the null (0) over 2, 3, 4, 5 to the Ace
(5). So a set of tiles is an int with a bit for each, and a suit is a lane of 6 bits. There is one coin for every tile.
"""

from __future__ import annotations

import re

SUITS = "CASM"
SUIT_NAMES = ("Crowns", "Arms", "Suns", "Moons")
RANKS = "N2345A"
RANK_NAMES = ("null", "2", "3", "4", "5", "Ace")
VALUES = (0, 2, 3, 4, 5, 6)
"""Points of each rank. There is no 1."""
LANE = 6
"""Tiles in a suit."""
TILES = 24

_TILE = re.compile(f"([{SUITS}])([{RANKS}])")


def text(tile: int) -> str:
    """Return a tile in notation: ``CN``, ``S5``."""
    return SUITS[tile // LANE] + RANKS[tile % LANE]


def name(tile: int) -> str:
    """Return the full name of a tile: ``null of Crowns``."""
    return f"{RANK_NAMES[tile % LANE]} of {SUIT_NAMES[tile // LANE]}"


def read(written: str) -> int | None:
    """Return the tile that a text names, or None if it names none; case and spaces are ignored."""
    found = _TILE.fullmatch("".join(written.upper().split()))
    return SUITS.index(found[1]) * LANE + RANKS.index(found[2]) if found else None


def read_suit(written: str) -> int | None:
    """Return the suit that a text names (``Moons``, ``moon``, ``M``), or None if it names none; case is ignored."""
    given = "".join(written.lower().split())
    for suit, suit_name in enumerate(SUIT_NAMES):
        if given and given in {suit_name.lower(), suit_name.lower().removesuffix("s"), SUITS[suit].lower()}:
            return suit
    return None
