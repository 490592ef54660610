"""Win probabilities of the seats, by the network."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from alphabetickell.table import table
from muckle.engine.contract import leaf
from muckle.engine.position import Position
from muckle.games.alphabetickell import GAME, network, strategy
from muckle.games.alphabetickell.network import END_INPUTS, FURTHEST, INPUTS, fill_inputs, has_learned

MATCHES = 120


def chances(position: Position, judge: Any) -> list[float]:
    return [float(judge(position.setup, position.state, seat)) for seat in range(position.options.seats)]


def rounds(options: Any, judge: Any) -> list[tuple[list[float], list[float]]]:
    """Return what a judge foresees every few decisions of some matches, and the chances when the round was over."""
    position, found = Position(GAME, options), []
    for deal in range(MATCHES):
        position.deal(deal)
        count, seen = 0, []
        while not position.over:
            number, count = int(position.state.round_number), count + 1
            if position.state.offer >= 0 and count % 7 == 0:
                seen.append(chances(position, judge))
            actions = np.array(position.legal())
            position.apply(int(strategy.quick(position.setup, position.state, None, actions, len(actions))))
            if position.over or int(position.state.round_number) != number:
                found += [(told, chances(position, strategy.win_chance_by_formula)) for told in seen]
                seen = []
    return found


def cost(found: list[tuple[list[float], list[float]]]) -> float:
    told, came = (np.array(part) for part in zip(*found, strict=True))
    return float(-(came * np.log(told)).sum(1).mean())


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_chances_add_up_and_foresee_better_than_the_formula(seats: int) -> None:
    options = GAME.read_options(None, {"seats": seats})
    learned, formula = rounds(options, leaf), rounds(options, strategy.win_chance_by_formula)
    assert [sum(told) for told, _ in learned] == pytest.approx([1.0] * len(learned))
    assert cost(learned) < cost(formula) - 0.005 < np.log(seats)


def by_hand(position: Position, out: Any = network.OUTPUT_WEIGHTS) -> list[float]:
    """Evaluate the network as a formula."""
    seen = np.zeros((position.options.seats, INPUTS), np.float32)
    for seat, row in enumerate(seen):
        fill_inputs(position.setup, position.state, seat, row)
    scores = np.maximum(seen @ network.INPUT_WEIGHTS + network.BIASES, 0) @ out
    return (np.exp(scores) / np.exp(scores).sum()).tolist()


def test_the_network_is_what_its_table_says() -> None:
    position = Position(GAME, GAME.read_options())
    position.deal(1)
    for _ in range(12):
        position.apply(position.legal()[-1])
    assert chances(position, network.win_chance) == pytest.approx(by_hand(position), rel=1e-4)
    assert chances(position, network.win_chance) != pytest.approx(by_hand(position, network.OUTPUT_WEIGHTS[::-1]), rel=1e-2)
    assert by_hand(position, 0 * network.OUTPUT_WEIGHTS) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("given", "knows"),
    [
        ({}, True),
        ({"target": 26}, True),
        ({"seats": 5}, True),
        ({"cap": 4}, False),
        ({"cap": "none"}, False),
        ({"discard_limit": 4}, False),
    ],
)
def test_rounds_that_end_otherwise_are_left_to_the_formula(given: dict[str, Any], knows: bool) -> None:
    position = Position(GAME, GAME.read_options(None, given))
    position.deal(3)
    while position.state.offer < 0 or position.state.discards == 0:
        position.apply(position.legal()[0])
    assert has_learned(position.setup) == knows
    assert (chances(position, leaf) == chances(position, network.win_chance)) == knows
    assert (chances(position, leaf) == chances(position, strategy.win_chance_by_formula)) != knows


def test_what_it_sees_of_a_seat() -> None:
    made = table("Nh aP", "SC", offer="EL", totals=[20, 9])
    row = np.zeros(INPUTS, np.float32)
    fill_inputs(made.position.setup, made.state, 0, row)
    assert row[0] == pytest.approx(0.2) and row[1] == pytest.approx((22 - 10) / 5)  # its cards, its lead
    assert row[5] == pytest.approx(0.8) and row[6] == pytest.approx(2.0)  # points that it and the next one need
    assert row[13] == 1 and row[14] == pytest.approx(0.2) and row[15] == row[16] == 0  # it can take the offer, skipping M
    ends = [row[17 + k * END_INPUTS : 17 + (k + 1) * END_INPUTS].tolist() for k in range(2)]
    assert ends[0][3] >= ends[1][3]  # the end with more room comes first


def test_a_target_far_away_looks_like_the_furthest_it_learned() -> None:
    made = table("NH", "SC", offer="EL", target=500)
    row = np.zeros(INPUTS, np.float32)
    fill_inputs(made.position.setup, made.state, 0, row)
    assert row[5] == row[6] == FURTHEST / 10
