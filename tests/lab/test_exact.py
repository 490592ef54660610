"""Exact play: right where it can be worked out otherwise, and the yardstick that searches come up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from alphabetickell.test_twin import dealt
from every_game.walks import Case, case
from muckle.engine.manner import FLAT, TREE, Manner
from muckle.engine.position import Position
from muckle.errors import MuckleError
from muckle.lab import exact
from muckle.lab.exact import Tree, lead, solve_open, successors
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


# Matches without secrets

OPEN = [
    case("mitch", "tiny"),
    four_cards(),
    case("alphabetickell", "tiny", target=1, deck="custom", deck_check="loose", cards="NH SC AP EL TM"),
    case("alphabetickell", "tiny", target=1, deck="custom", deck_check="loose", cards="NH SC AP EL TM", passing="no"),
]


def naive(position: Position, action: int | None) -> tuple[list[float], int, int]:
    """Return each seat's expected reward after an action, the number of histories and that of all steps, without a table."""
    mean, histories, steps = [0.0] * position.options.seats, 0, 0
    for after, chance in successors(position, action):
        tried = [naive(after, each) for each in after.legal()]
        worth = max((rewards for rewards, _, _ in tried), key=lambda rewards: rewards[after.turn], default=lead(after))
        mean = [so_far + chance * more for so_far, more in zip(mean, worth, strict=True)]
        histories += sum(ways for _, ways, _ in tried) or 1
        steps += sum(taken for _, _, taken in tried) + 1
    return mean, histories, steps


@pytest.mark.parametrize("tiny", OPEN, ids=str)
def test_a_match_without_secrets_is_solved_as_by_walking_through_it(tiny: Case):
    solution = solve_open(tiny.position(0))
    rewards, histories, steps = naive(tiny.position(0), None)
    assert solution.rewards == pytest.approx(rewards) and solution.histories == histories
    assert solution.positions < steps, "what can come about in several ways is solved once"


def test_a_table_that_takes_positions_for_one_another_is_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exact, "_open_key", lambda position: str(position.legal()).encode())
    assert solve_open(OPEN[0].position(0)).histories != naive(OPEN[0].position(0), None)[1]


def test_alphabetickell_e18_the_histories_of_a_round_are_those_of_the_rulebook():
    assert solve_open(dealt("AP EL").position, dealt=True).histories == 57


def test_alone_it_is_the_best_that_one_can_do(alone: Tree):
    """Nothing but the cards to come is hidden from who plays alone."""
    assert solve_open(four_cards().position(0)).rewards[0] == pytest.approx(
        alone.best_response(0, [alone.plan(0, by_chance)])[0]
    )


@pytest.mark.parametrize(
    ("large", "most"), [(case("mitch", "tiny"), 500), (case("alphabetickell", target=500), 10**6)], ids=str
)
def test_a_match_that_is_too_large_is_not_solved(large: Case, most: int):
    with pytest.raises(MuckleError) as caught:
        solve_open(large.position(0), most=most)
    refused = f"{large.game.name} with these options is too large to be solved: it has more than"
    assert str(caught.value) == f"{refused} {most:,} positions or 150 decisions"
