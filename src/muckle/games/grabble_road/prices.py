# pyright: basic
# Compiled functions carry no annotations.
"""What it costs to use up a tile: low for what the bag gives back easily, high for what makes the next turns good."""

from __future__ import annotations

import csv
import importlib.resources

from muckle.engine.compile import compiled
from muckle.engine.manner import UNIT
from muckle.kit.letter_tiles import KINDS

_TABLE = importlib.resources.files("muckle.games.grabble_road").joinpath("prices.csv").read_text(encoding="utf-8")
PRICES = tuple(round(float(row["price"]) * UNIT) for row in csv.DictReader(_TABLE.splitlines()))
"""By kind, in hundredths of a point, while the bag holds tiles; found by `bench/prices_grabble_road.py`."""
LAST = 15 * UNIT
"""Of any tile when the bag is empty: it will not be replaced."""


@compiled
def price(state, kind):
    """What using up a tile of a kind costs, in hundredths of a point."""
    return PRICES[kind] if state.bag_left > 0 else LAST


assert len(PRICES) == KINDS
