# pyright: basic
# (compiled functions carry no annotations)
"""Knowledge of rows from self-play: the price of a card, and a correction of what the next card alone says of a row.

A card that goes to one row is lost to the others, so a row's gain from a card counts only as far as it exceeds the best gain of
the other rows. `Weights` says how large that is: on average the sum of the prices of the card's letters, spread round it as
self-play found. It also holds the coefficients of a correction: a row is worth more than its value after the next card says,
for it can be read in several ways. ``bench/learn.py mickell`` writes `row_weights.json`, with a record of its training.
"""

from __future__ import annotations

import importlib.resources
import json
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.compile import compiled
from muckle.engine.contract import lent
from muckle.words.graph import LETTERS

FINE, WIDTH = 8, 41
"""Points of `Weights.surplus` for each unit, and how many there are; beyond them the surplus is a straight line."""
FEATURES, POWERS = 10, 3
"""Number of features of a row, and of powers of the share of cards to come, each with a coefficient for every feature."""
LEAST_PRICE = 0.02
"""Smallest price of a card, in points."""
FULL_DECK = 48.0
"""Number of cards to come that counts as 1 in a power."""
PACKED = LETTERS + WIDTH + FEATURES * POWERS
"""Numbers in packed weights."""


class Weights(NamedTuple):
    """The numbers that were learned."""

    letters: Any
    """Price of each letter in points; a card's is the sum of its two: (LETTERS,) float32."""
    surplus: Any
    """Mean excess of a gain of 0, 1 / FINE, 2 / FINE, … prices over the other rows' best gain, in prices: (WIDTH,) float32."""
    correction: Any
    """Points for each feature and power of the share of cards to come: (FEATURES, POWERS) float32."""


@compiled
def unpack_weights(numbers):
    """Return the weights that `pack_weights` packed at the front of an array."""
    return Weights(
        lent(numbers[:LETTERS]),
        lent(numbers[LETTERS : LETTERS + WIDTH]),
        lent(numbers[LETTERS + WIDTH : PACKED]).reshape((FEATURES, POWERS)),
    )


def pack_weights(weights: Weights) -> np.ndarray[Any, Any]:
    """Return weights as one array of float32."""
    return np.concatenate([np.asarray(part, np.float32).ravel() for part in weights])


def read_weights(text: str) -> Weights:
    """Return the weights in the text of a file."""
    kept = json.loads(text)
    return Weights(*(np.array(kept[name], np.float32) for name in Weights._fields))


LEARNED = pack_weights(
    read_weights(importlib.resources.files("muckle.games.mickell").joinpath("row_weights.json").read_text(encoding="utf-8"))
)
"""Packed weights of `row_weights.json`."""


@compiled
def card_price(weights, top, bottom):
    """Return the price of a card with two letters, in points."""
    return max(LEAST_PRICE, float(weights.letters[top]) + float(weights.letters[bottom]))


@compiled
def expected_surplus(weights, price, gain):
    """Return how much a gain exceeds the best gain of the other rows from a card of that price, on average; 0 if it is less."""
    place = gain / price * FINE
    low = int(place)
    if low >= WIDTH - 1:
        return gain - price
    here = float(weights.surplus[low])
    return price * (here + (place - low) * (float(weights.surplus[low + 1]) - here))


@compiled
def correct(weights, features, left):
    """Return what a row is worth beyond its value after the next card, in points, with `left` cards to come."""
    share, total = left / FULL_DECK, 0.0
    for k in range(FEATURES):
        total += features[k] * (
            float(weights.correction[k, 0])
            + share * (float(weights.correction[k, 1]) + share * float(weights.correction[k, 2]))
        )
    return total
