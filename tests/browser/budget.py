"""Positions of every game, and what is wrong with how a page lays one out.

A position comes from a match played in this process and is shown through the demonstration server, so that no bot is waited
for; a fault is a sentence that names the part and the pixels.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page

import muckle
from muckle import games
from muckle.errors import OptionsError
from muckle.scene.contract import Act, Scene

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1440, 900), (1920, 1080))
"""Windows, wide and high, from the smallest telephone to a large screen."""
FIRST = ("Wilhelmina", "Bertram", "Constance", "Idalina", "Ezekiel", "Florentine", "Gustavia", "Halina", "Ivette", "Jolanta")
NAMES = tuple(f"{name} Featherstone-Haugh"[:24] for name in FIRST)
"""Names as long as the room allows, which is 24 letters."""


def tables(game: str) -> Iterator[tuple[str, int]]:
    """Yield the presets of a game with numbers of seats: the first with every number, the others with the most they allow."""
    kind = games.find(game)
    limits = next(field for field in kind.options.fields() if field.name == "seats")
    least, most = limits.least or 1, limits.most or 1
    first, *others = kind.presets
    yield from ((first, seats) for seats in range(least, most + 1))
    for preset in others:
        yield preset, next(seats for seats in range(most, 0, -1) if _allows(game, preset, seats))


def _allows(game: str, preset: str, seats: int) -> bool:
    """Return whether a preset can be played by a number of seats."""
    kind = games.find(game)
    try:
        kind.read_options(preset, {"seats": seats, **kind.options.for_seats(seats)})
    except OptionsError:
        return False
    return True


def positions(game: str, preset: str, seats: int) -> dict[str, Scene]:
    """Return what the first seat sees at its first turn, in the middle, with most pieces on the table, and at the end.

    Seats act by chance, and rather lay a piece than not, so that tables become full.
    """
    options: dict[str, Any] = {"seats": seats, **games.find(game).options.for_seats(seats)}
    match = muckle.new_match(game, preset, seed=7, names=NAMES[:seats], **options)
    chance = random.Random(f"{game} {preset} {seats}")
    turns: list[Scene] = []
    while not match.over:
        if match.turn == 0:
            turns.append(match.scene(0))
        legal = match.legal()
        laid = [action for action in legal if action.startswith("place")]
        match.apply(chance.choice(laid if laid and chance.random() < 0.8 else legal))
    over = match.scene(0)
    over = replace(over, acts={**over.acts, "again": Act("Play again", "again", main=True)})
    return {"first": turns[0], "middle": turns[len(turns) // 2], "full": max(turns, key=_laid), "over": over}


def _laid(scene: Scene) -> int:
    """Return the number of pieces that lie in columns, rows and on squares."""
    return sum(len(zone.items) * (zone.kind in ("column", "row")) + len(zone.on) for zone in scene.zones.values())


LAYOUT = Path(__file__).with_name("budget.js").read_text("utf-8")
"""A function of the page that lists what is wrong with its layout."""


def faults(page: Page) -> list[str]:
    """Return what is wrong with a page as it is laid out now."""
    return page.evaluate(LAYOUT)
