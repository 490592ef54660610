"""Exact counts, made twice: by the rules, and by the twin (Multzo E16, E17, E24, E25, E26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from muckle.engine.position import Position
from muckle.games.multzo import GAME, scoring
from muckle.games.multzo.state import MAX_ACTIONS, STATE
from muckle.kit import piecepack
from multzo.counting import count_ends, deal_often
from multzo.table import do, table
from multzo.twin import CATEGORIES, Twin, strength

Groups = dict[str, int]
"""Categories with what a hand is worth in them; 100 more for sets and runs of four."""


def by_the_rules(suits: int, ranks: int, group_only: int = 0) -> list[Groups]:
    """Return the value of every hand."""
    deck = [suit * 6 + rank for suit in range(suits) for rank in range(ranks)]
    found: list[Groups] = []
    for hand in combinations(deck, suits):
        members = sum(1 << tile for tile in hand)
        worth = {name: int(scoring.strength(members, number, suits, group_only)) for number, name in enumerate(CATEGORIES)}
        found.append({name: value for name, value in worth.items() if value >= 0})
    return found


def by_the_twin(suits: int, ranks: int, group_only: int = 0) -> list[Groups]:
    deck = [suit + rank for suit in "CASM"[:suits] for rank in "N2345A"[:ranks]]
    found: list[Groups] = []
    for hand in combinations(deck, suits):
        groups: Groups = {}
        for name in CATEGORIES:
            mark = strength(list(hand), name, bool(group_only))
            if mark is not None:
                groups[name] = mark[1] + 100 * (name in ("Set", "Run") and mark[0] == 4)
        found.append(groups)
    return found


both = pytest.mark.parametrize("worth", [by_the_rules, by_the_twin], ids=["rules", "twin"])
Worth = Callable[..., list[Groups]]


def histogram(hands: list[Groups]) -> dict[str, int]:
    """Count the hands in each category, in each two, and in none."""
    count = Counter[str]()
    for groups in hands:
        count.update(list(groups))
        count.update(f"{a}+{b}" for a, b in combinations(groups, 2))
        count["none"] += not groups
    return dict(count)


@both
def test_multzo_e16_all_hands_of_four_tiles(worth: Worth) -> None:
    hands = worth(4, 6)
    assert len(hands) == 10_626
    assert histogram(hands) == {
        **{"Flush": 60, "Prime": 1296, "Set": 486, "Run": 3456, "none": 5850},
        **{"Flush+Run": 36, "Prime+Run": 360, "Prime+Set": 126},
    }
    fours = Counter(name for groups in hands for name, value in groups.items() if value >= 100)
    assert fours == {"Set": 6, "Run": 768}


@both
def test_multzo_e17_highest_and_lowest_strengths(worth: Worth) -> None:
    values = {name: [groups[name] for groups in worth(4, 6) if name in groups] for name in CATEGORIES}
    highest = {name: (max(found), found.count(max(found))) for name, found in values.items()}
    assert highest == {"Flush": (18, 4), "Prime": (24, 1), "Set": (124, 1), "Run": (118, 256)}
    assert {name: min(found) for name, found in values.items()} == {"Flush": 9, "Prime": 0, "Set": 2, "Run": 5}


@both
def test_multzo_e24_the_hands_of_tiny(worth: Worth) -> None:
    hands = worth(3, 3)
    assert len(hands) == 84
    assert histogram(hands) == {
        **{"Flush": 3, "Prime": 27, "Set": 3, "Run": 27, "none": 36},
        **{"Flush+Run": 3, "Prime+Run": 6, "Prime+Set": 3},
    }


def test_multzo_e24_deals_of_tiny_are_all_there_and_equally_likely() -> None:
    position, deals = Position(GAME, GAME.read_options("tiny")), 168_000
    hands = np.zeros((deals, 2), np.int64)
    deal_often(*position.arrays, hands)
    kinds, counts = np.unique(hands, axis=0, return_counts=True)
    assert len(kinds) == 1680
    assert abs(((counts - 100) ** 2 / 100).sum() - 1679) < 5 * (2 * 1679) ** 0.5, "chi-square, five sigmas"


@both
def test_multzo_e25_the_hands_of_tiny16(worth: Worth) -> None:
    hands = worth(4, 4)
    assert len(hands) == 1820
    found = histogram(hands)
    assert {name: found[name] for name in (*CATEGORIES, "none")} == {
        "Flush": 4,
        "Prime": 256,
        "Set": 196,
        "Run": 832,
        "none": 684,
    }


def test_groups_of_three_alone_are_counted_alike() -> None:
    assert by_the_rules(4, 6, 1) == by_the_twin(4, 6, 1)


# Multzo E26: every way to play a round

STACK = ("SN", "C2", "A3")
HANDS = ("CN A2 S3", "AN S2 C3")
OUTCOMES = {
    **{"----": 925789, "-0--": 600309, "-1--": 587580, "---0": 360875, "---1": 341183, "-0-1": 289961, "-1-0": 283763},
    **{"-1-1": 170518, "-0-0": 163785, "-11-": 78500, "-00-": 72091, "1--1": 58924, "0--0": 53999, "1---": 34045},
    **{"0---": 29124, "-01-": 13092, "-10-": 11124, "--1-": 5408, "--0-": 4170},
}
TINY = {**GAME.presets["tiny"].values, "rounds_cap": 1}
Tree = Callable[[str], dict[str, int]]


def tree_by_the_rules(return_taken: str) -> dict[str, int]:
    """Count every sequence, one by one."""
    start = table(*HANDS, stack="SN C2 A3", number=1, **{**TINY, "seats": 2, "return_taken": return_taken})
    options, words, states = do(start, "draw stack > SN").arrays
    depths, ends = 64, np.zeros(256, np.int64)
    scratch = np.zeros(depths, STATE)
    scratch[0] = states[0]
    order = np.array([piecepack.read(tile) for tile in reversed(STACK)])
    shapes = np.zeros((depths, MAX_ACTIONS), np.int64), np.zeros(depths, np.int64), np.zeros(depths, np.int64)
    count_ends(options, words, scratch, *shapes, order, ends)
    return {end_text(*divmod(end, 16)): int(ends[end]) for end in np.flatnonzero(ends).tolist()}


def end_text(first: int, second: int) -> str:
    """Return who won Flush, Prime, Set, Run: ``"-0-1"``."""
    return "".join("0" if first >> category & 1 else "1" if second >> category & 1 else "-" for category in range(4))


def tree_by_the_twin(return_taken: str) -> dict[str, int]:
    """Positions that are alike for the rest of the round are counted once."""
    options = {field.name: getattr(GAME.options.read(TINY), field.name) for field in GAME.options.fields()}
    begun = Twin(**{**options, "return_taken": return_taken})
    dealt = [f"deal {place % 2} {HANDS[place % 2].split()[place // 2]}" for place in range(6)]
    begun.begin(["start 0", *dealt, "draw 0 SN"])
    known: dict[Any, Counter[str]] = {}

    def count(twin: Twin) -> Counter[str]:
        if twin.over or twin.phase == "choose":
            return Counter(["".join("-" if seat is None else str(seat) for seat in twin.winner.values())])
        key = alike(twin)
        if key not in known:
            known[key] = sum((count(after(twin, action)) for action in twin.legal()), Counter())
        return known[key]

    return count(begun)


def after(before: Twin, action: str) -> Twin:
    twin = before.copy()
    drawer = twin.turn if action == "draw stack" else 1 - twin.turn
    drawn = action == "draw stack" or (not before.face_up and action.startswith("declare"))
    twin.act(action, [f"draw {drawer} {STACK[3 - len(before.stack)]}"] if drawn else [])
    return twin


def alike(twin: Twin) -> Any:
    """Return what decides how a round can go on."""
    places = (*(frozenset(hand) for hand in twin.hands), frozenset(tile for tile, _, _ in twin.face_up), len(twin.stack))
    taken = twin.taken is not None if twin.o["return_taken"] == "yes" else twin.taken
    return *places, twin.turn, twin.phase, None if twin.last is None else len(twin.last), twin.idle, taken


@pytest.mark.parametrize("tree", [tree_by_the_rules, tree_by_the_twin], ids=["rules", "twin"])
def test_multzo_e26_every_way_to_play_a_round_of_tiny(tree: Tree) -> None:
    found = tree("yes")
    assert found == OUTCOMES
    assert sum(found.values()) == 4_084_240
    assert sum(tree("not_from_face_up").values()) == 1_145_396
