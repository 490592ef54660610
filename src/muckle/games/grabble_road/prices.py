# pyright: basic
# Compiled functions carry no annotations.
"""The price of using up a tile: low for what the bag gives back easily, high for what makes the next turns good."""

from __future__ import annotations

import csv
import importlib.resources

from muckle.engine.compile import compiled
from muckle.engine.manner import UNIT
from muckle.kit.letter_tiles import KINDS

_TABLE = importlib.resources.files("muckle.games.grabble_road").joinpath("prices.csv").read_text(encoding="utf-8")
PRICES = tuple(round(float(row["price"]) * UNIT) for row in csv.DictReader(_TABLE.splitlines()))
"""Price of each kind of tile in hundredths of a point, while the bag holds tiles; found by `bench/prices_grabble_road.py`."""
LAST = 15 * UNIT
"""Price of any tile when the bag is empty, in hundredths of a point: the tile will not be replaced."""


@compiled
def price(state, kind):
    """Return the price of using up a tile of a kind, in hundredths of a point."""
    return PRICES[kind] if state.bag_left > 0 else LAST


assert len(PRICES) == KINDS
