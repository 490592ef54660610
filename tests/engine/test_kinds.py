"""Kinds of decisions, and when they end a turn."""

import pytest

from muckle.engine.kinds import ENDS, EVERY, GOES_ON, Kind, ending, tables

DRAW, LAY, ASK = Kind("draw", 0, GOES_ON), Kind("lay", 3, ENDS), Kind("ask", 5)


def test_actions_of_one_name_count_together() -> None:
    places, turns = tables((DRAW, LAY, Kind("draw", 5)), 7)
    assert places.tolist() == [0, 0, 0, 1, 1, 0, 0] and turns.tolist() == [0, 0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("kinds", "places"),
    [
        ((DRAW, LAY), [1]),
        ((LAY, DRAW, Kind("lay", 5, ENDS)), [0]),
        ((DRAW,), []),
        ((DRAW, LAY, ASK), None),
        ((LAY, Kind("lay", 5, GOES_ON)), None),
        (EVERY, None),
    ],
)
def test_turns_can_be_told_from_kinds_that_always_end_them(kinds: tuple[Kind, ...], places: list[int] | None) -> None:
    assert ending(kinds) == places
