"""The notebook of row readings finds the same readings compiled and as plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from muckle.engine.compile import plain
from muckle.games.mickell import row_readings


def numbers(module: Any) -> list[int]:
    """Return the numbers of readings with large nodes, each looked up twice, in a new notebook."""
    notes = np.zeros((), row_readings.NOTEBOOK).view(np.recarray)[()]
    module.forget_all(notes)
    found: list[int] = []
    for claim, nodes in [(7, (1_999_999_999, 2_000_000_001)), (0, (5,)), (7, (1_999_999_999, 2_000_000_001)), (8, (5,))]:
        notes.nodes[row_readings.KEPT - 1, : len(nodes)] = nodes
        found.append(module.find_or_add(notes, len(nodes), claim))
    return found


@pytest.mark.parametrize("module", [row_readings, plain(row_readings)], ids=["compiled", "plain"])
def test_a_reading_is_found_again(module: Any) -> None:
    assert numbers(module) == [2, 3, 2, 4]
