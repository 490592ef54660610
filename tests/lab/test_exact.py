"""Exact play: right where it can be worked out otherwise, and the yardstick that searches come up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from every_game.walks import Case, case
from muckle.engine.manner import FLAT, TREE, Manner
from muckle.engine.position import Position
from muckle.errors import MuckleError
from muckle.lab.exact import Tree, lead, successors
from muckle.players.thinking import Thinker

Policy = Callable[[Position], Mapping[int, float]]


def by_chance(position: Position) -> Mapping[int, float]:
    return dict.fromkeys(position.legal(), 1 / len(position.legal()))


def thinking(manner: Manner, seeds: int = 2) -> Policy:
    """Return the frequency of each action of a player over several seeds of its chance."""

    def policy(position: Position) -> Mapping[int, float]:
        thinker = Thinker(position)
        return Counter({action: 0.0 for action in position.legal()}) + Counter(
            thinker.think(position, manner, seed).best() for seed in range(seeds)
        )

    return lambda position: {action: times / seeds for action, times in policy(position).items()}


@pytest.fixture(scope="module")
def two() -> Tree:
    return Tree(case("mitch", "tiny").position(0), lead)


@pytest.fixture(scope="module")
def alone() -> Tree:
    return Tree(four_cards().position(0), lead)


def four_cards() -> Case:
    return case("mickell", deck="custom", deck_check="loose", cards="RB EK TH OA", rows=1)


def test_alone_the_best_answer_is_the_best_of_all_that_one_can_do(alone: Tree):
    """Compare with backward induction, which is exact because a game for one player hides only the cards to come."""

    def best(position: Position) -> float:
        if position.over:
            return position.scores()[0]
        return max(sum(chance * best(then) for then, chance in successors(position, action)) for action in position.legal())

    expected = sum(chance * best(then) for then, chance in successors(four_cards().position(0), None))
    worth, plan = alone.best_response(0, [alone.plan(0, by_chance)])
    assert worth == pytest.approx(expected) and alone.expected_rewards([plan])[0] == pytest.approx(expected)
    assert alone.expected_rewards([alone.plan(0, by_chance)])[0] < expected - 1
    assert alone.exploitability([plan]) == pytest.approx(0)


def test_two_seats_that_begin_by_lot_are_even_and_neither_can_do_better(two: Tree):
    plans = two.equilibrium()
    assert two.expected_rewards(plans) == pytest.approx([0, 0], abs=1e-9)
    assert two.exploitability(plans) == pytest.approx(0, abs=1e-9)
    chance = [two.plan(seat, by_chance) for seat in (0, 1)]
    assert two.exploitability(chance) == pytest.approx(8.2833, abs=1e-4)
    for seat in (0, 1):  # a plan that is one of two best is safe against anybody
        mixed = [chance[number] if number != seat else plans[seat] for number in (0, 1)]
        assert two.expected_rewards(mixed)[seat] > 0


def test_a_search_comes_up_to_exact_play_the_longer_it_thinks(two: Tree, alone: Tree):
    """Test one point of the curve in bench/strength.md."""
    loss = [exploited(two, Manner(TREE, playouts=playouts, lead=1)) for playouts in (4, 30, 300)]
    assert loss[0] > 2 * loss[1] > 8 * loss[2] and loss[2] < 0.1
    flat = [exploited(two, Manner(FLAT, playouts=playouts, lead=1)) for playouts in (4, 300)]
    assert flat[0] > 2 * flat[1] > 0.1, "who takes everybody for random comes near and no nearer"
    alone_loss = [exploited(alone, Manner(TREE, playouts=playouts)) for playouts in (4, 30, 300)]
    assert alone_loss[0] > alone_loss[1] > 2 * alone_loss[2]


def exploited(tree: Tree, manner: Manner) -> float:
    return tree.exploitability([tree.plan(seat, thinking(manner)) for seat in range(len(tree.information_sets))])


def test_what_is_too_large_or_no_contest_of_two_is_refused(alone: Tree):
    with pytest.raises(MuckleError, match="mitch with these options has too many positions"):
        Tree(case("mitch").position(0), lead, most=50)
    with pytest.raises(MuckleError, match="two seats of which one wins what the other loses"):
        alone.equilibrium()
