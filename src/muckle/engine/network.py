# pyright: basic
# Compiled functions carry no annotations.
"""Small neural networks that judge positions: one hidden layer of rectified units, which gives each seat a score.

A game's module `network` says what the inputs of a seat are and holds its weights, which `bench/learn.py` learns by self-play
and writes, with a record of the training, to a file beside that module.
"""

from __future__ import annotations

import importlib.resources
import json

import numpy as np

from muckle.engine.compile import compiled


def read_network(package: str, file: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the weights in a game's file: (inputs, hidden units), the bias of each unit, its weight in the score."""
    kept = json.loads(importlib.resources.files(package).joinpath(file).read_text(encoding="utf-8"))
    inputs, biases, outputs = (np.array(kept[name], np.float32) for name in ("inputs", "biases", "outputs"))
    return inputs, biases, outputs


@compiled
def network_score(inputs, biases, outputs, row):
    """Return the score of a seat with the inputs `row`: the logarithm of its odds, up to a constant shared by all seats.

    Args:
        inputs, biases, outputs: the weights, as `read_network` returns them.
    """
    units, result = biases.copy(), 0.0
    for k in range(len(row)):
        if row[k] != 0:
            for unit in range(len(units)):
                units[unit] += inputs[k, unit] * row[k]
    for unit in range(len(units)):
        if units[unit] > 0:
            result += outputs[unit] * units[unit]
    return result
