"""Exact counts with every way that chance can fall, made twice: by the rules, and by the twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from every_game.trees import draws
from grabble_road.table import table
from grabble_road.twin import NUMBERS, Twin
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road.options import TINY_WORDS

TINY = {**GAME.presets["tiny"].values, "rack": 1, "stall_cap": 1}
Count = Counter[tuple[bool, int, int]]
"""Number of endings by whether the match is over and both scores."""


def by_the_rules(depth: int, **options: str) -> Count:
    """Count the sequences of decisions and outcomes of some depth, from A | T with the other six tiles in the bag."""
    start = table("A", "T", words=" ".join(TINY_WORDS), **{**TINY, **options})
    found: Count = Counter()

    def walk(position: Position, left: int) -> None:
        actions = position.legal() if left else []
        if not actions:
            found[bool(position.over), *position.scores()] += 1
        for action in actions:
            for after in draws(position, action):
                walk(after, left - 1)

    walk(start, depth)
    return found


def by_the_twin(depth: int, **options: str) -> Count:
    twin = Twin({**GAME.read_options("tiny", {**TINY, **options}).public(), "seats": 2}, map(str.upper, TINY_WORDS))
    twin.racks = [Counter("A"), Counter("T")]
    twin.bag = Counter("AATDC?")
    found: Count = Counter()

    def walk(before: Twin, left: int, times: int) -> None:
        actions = before.legal() if left else []
        if not actions:
            found[before.over, *before.scores] += times
        for action in actions:
            for chance, ways in answers(before, action):
                after = before.copy()
                after.apply(action, chance)
                walk(after, left - 1, times * ways)

    walk(twin, depth, 1)
    return found


def answers(twin: Twin, action: str) -> list[tuple[list[str], int]]:
    """Return the tiles that a rack of one tile can draw after an action, and in how many ways."""
    bag = +twin.bag
    if action == "done":
        bag.update(twin.returned or [])
    elif action[0] not in NUMBERS or " " not in action or action.startswith("return"):
        return [([], 1)]
    return [([f"draw {twin.turn} {tile}"], count) for tile, count in bag.items()] or [([], 1)]


Tree = Callable[..., Count]
both = pytest.mark.parametrize("tree", [by_the_rules, by_the_twin], ids=["rules", "twin"])


@both
def test_four_decisions_of_a_rack_of_one(tree: Tree) -> None:
    found = tree(4)
    assert sum(found.values()) == 13846
    going_on = {
        **{(0, 0): 263, (0, 3): 80, (3, 0): 2248, (3, 2): 320, (3, 3): 1920, (4, 0): 2656, (4, 2): 192, (4, 3): 768},
        **{(4, 6): 320, (5, 0): 1520, (5, 3): 1152, (5, 6): 192, (6, 0): 832, (6, 2): 384, (6, 3): 384, (6, 4): 192},
    }
    assert {tuple(scores): count for (over, *scores), count in found.items() if not over} == going_on
    assert {tuple(scores): count for (over, *scores), count in found.items() if over} == {(0, 0): 39, (3, 0): 384}


@both
def test_of_other_ways_through_there_are_others(tree: Tree) -> None:
    counts = {way: sum(tree(4, through=way).values()) for way in ("off", "one_straight", "chain_any")}
    assert counts == {"off": 13270, "one_straight": 13270, "chain_any": 14422}
