"""The engine against the twin: move by move over random matches of all options, and by counting whole trees."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from every_game.trees import draws
from every_game.walks import Case, case, mixed, walk
from mitch.table import column, discards, hand
from mitch.twin import Pack, Recorded, Twin, rank
from muckle.engine.position import Position
from steps import action_text, chance_texts

Counts = Counter[tuple[int, ...]]
CASES = [one for one in mixed(40) if one.game.name == "mitch"]


def texts(position: Position, actions: list[int]) -> set[str]:
    return {action_text(position, action) for action in actions}


def table_of(twin: Twin) -> tuple[object, ...]:
    """Hands in the order they came, columns and discards in the order they were laid, Aces shown, who may pay the penalty."""
    players = [(p.hand, [p.columns.get(suit, []) for suit in "SHDC"], p.had_turn, p.placed) for p in twin.players]
    return players, twin.pile, twin.aces


def laid_out(position: Position) -> tuple[object, ...]:
    """Return the layout of a position of the engine."""
    players = [
        (
            hand(position, number).split(),
            [[rank(f"{card}{suit}") for card in column(position, number, suit).split()] for suit in "SHDC"],
            position.state.seats[number].had_turn == 1,
            position.state.seats[number].placed == 1,
        )
        for number in range(position.options.seats)
    ]
    return players, [entry.split()[1] for entry in discards(position)], position.state.aces


@pytest.mark.parametrize("case", CASES, ids=str)
def test_twin_agrees_move_by_move(case: Case) -> None:
    for seed in range(3):
        position, recorded = case.position(seed), Recorded()
        recorded.texts.extend(chance_texts(position))
        twin = Twin(case.options.seats, case.options.public(), recorded)  # type: ignore
        for position, actions, action in walk(case, seed):
            assert (twin.turn, twin.legal()) == (position.turn, texts(position, actions))
            assert twin.totals == position.scores()
            assert table_of(twin) == laid_out(position)
            after = position.copy()
            after.apply(action)
            recorded.texts.extend(chance_texts(after))
            twin.apply(action_text(position, action))
            assert not recorded.texts, "the engine drew more than the rules ask for"
        assert twin.over and position.over
        assert twin.totals == position.scores()
        assert table_of(twin) == laid_out(position)


def test_a_twin_that_does_not_know_the_switch_is_seen() -> None:
    """Break: the twin discards cards that fit where the match forbids it (Mitch 4a)."""
    chosen, recorded = case("mitch", discarding="no"), Recorded()
    position = chosen.position(1)
    recorded.texts.extend(chance_texts(position))
    twin = Twin(chosen.options.seats, chosen.options.public() | {"discarding": "yes"}, recorded)  # type: ignore
    assert twin.legal() > texts(position, position.legal())


def leaves(twin_options: Case, order: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the scores at the end of every sequence of actions with one order of the pack."""

    def play(path: list[str]) -> Iterator[tuple[int, ...]]:
        twin = Twin(twin_options.options.seats, twin_options.options.public(), Pack(order))  # type: ignore
        for text in path:
            twin.apply(text)
        if twin.over:
            yield tuple(twin.totals)
        for text in sorted(twin.legal()):
            yield from play([*path, text])

    return play([])


def counted(case: Case) -> Counts:
    """Count the engine's leaves over all orders of the pack, the last seat dealing."""
    memo: dict[bytes, Counts] = {}
    total: Counts = Counter()
    for dealt in draws(case.position(0), None, [case.options.seats - 1]):
        total.update(leaves_below(dealt, memo))
    return total


def leaves_below(position: Position, memo: dict[bytes, Counts]) -> Counts:
    """Count the leaves from here on; one stands for every order of the cards left in the stock."""
    if position.over:
        return Counter({tuple(position.scores()): math.factorial(position.state.stock_left)})
    key = key_of(position)
    if key not in memo:
        total: Counts = Counter()
        for action in position.legal():
            for after in draws(position, action):
                total.update(leaves_below(after, memo))
        memo[key] = total
    return memo[key]


def key_of(position: Position) -> bytes:
    """Return what the rest of a hand depends on if nobody draws discards: no order of stock and pile, no past draws."""
    state = position.copy().state
    state.rng = state.draws = state.drawn = 0
    for record in (state.drew, state.pile, state.shown, state.stock[state.stock_left :]):
        record.fill(0)
    state.stock[: state.stock_left].sort()
    return state.tobytes()


TINY = {
    (4, 0): 144, (4, -1): 180, (4, -2): 12, (4, -10): 144, (4, -11): 96, (0, 4): 72, (0, 0): 72, (-1, 4): 156,
    (-1, -6): 48, (-2, 4): 12, (-6, 0): 48, (-6, -1): 72, (-6, -10): 96, (-6, -11): 48, (-10, 4): 192, (-10, 0): 48,
    (-10, -6): 96, (-10, -10): 96, (-11, 4): 120, (-11, -6): 48,
}  # fmt: skip
TINY_ZERO = {
    (4, 0): 24, (4, -1): 120, (4, -2): 3, (4, -10): 144, (0, 0): 24, (-1, 4): 108, (-2, 4): 3, (-10, 4): 108,
    (-10, 0): 24, (-10, -10): 72,
}  # fmt: skip


@pytest.mark.parametrize(
    ("example", "given", "expected"),
    [
        ("E28", {"preset": "tiny"}, TINY),
        ("E29", {"preset": "tiny_zero"}, TINY_ZERO),
        ("E30", {"preset": "tiny", "seats": 3}, 1440),
        ("E30", {"preset": "tiny", "hand_size": 2}, 5880),
        ("E30", {"preset": "tiny", "direction": "high_low"}, 2208),
    ],
)
def test_mitch_e28_to_e30_tree_counts(
    example: str, given: dict[str, object], expected: dict[tuple[int, int], int] | int
) -> None:
    chosen = case("mitch", **given)  # type: ignore
    counts = counted(chosen)
    twin: Counter[tuple[int, ...]] = Counter()
    for order in permutations(["2S", "3S", "4S", "5S", "AS"]):
        twin.update(leaves(chosen, order))
    assert counts == twin
    assert (sum(counts.values()) if isinstance(expected, int) else counts) == expected


def test_mitch_e32_one_order() -> None:
    tiny = case("mitch", "tiny")
    order = ("5S", "3S", "4S", "AS", "2S")

    def below(path: list[str]) -> int:
        twin = Twin(2, tiny.options.public(), Pack(order))  # type: ignore
        for text in path:
            twin.apply(text)
        return 1 if twin.over else sum(below([*path, text]) for text in twin.legal())

    by_first = {first: below([first]) for first in Twin(2, tiny.options.public(), Pack(order)).legal()}  # type: ignore
    assert by_first == {"place 5S": 4, "discard 5S": 4, "discard 4S": 4, "place 4S": 2}


def after_draws(
    step: Callable[[tuple[str, ...]], Twin], stock: frozenset[str], told: tuple[str, ...] = ()
) -> Iterator[tuple[Twin, frozenset[str]]]:
    """Yield the twin after a step and the stock then, once for each way the draws can fall."""
    try:
        after = step(told)
    except IndexError:  # it draws one card more than it was told
        for card in sorted(stock.difference(told)):
            yield from after_draws(step, stock, (*told, card))
    else:
        yield after, stock.difference(told)


def count_by_twin(case: Case, pack: str) -> int:
    """Count the twin's leaves over all orders of the pack, each position once."""
    memo: dict[object, int] = {}

    def below(twin: Twin, stock: frozenset[str]) -> int:
        if twin.over:
            return math.factorial(len(stock))
        key = (str(twin.players), twin.turn, twin.aces, stock)
        if key not in memo:
            memo[key] = sum(
                below(*after)
                for action in twin.legal()
                for after in after_draws(lambda told, action=action: told_and_done(twin, told, action), stock)
            )
        return memo[key]

    public = case.options.public()
    dealt = after_draws(lambda told: Twin(case.options.seats, public, Pack(told)), frozenset(pack.split()))  # type: ignore
    return sum(below(*each) for each in dealt)


def told_and_done(before: Twin, told: tuple[str, ...], action: str) -> Twin:
    after = before.copy()
    after.chance = Pack(told)
    after.apply(action)
    return after


def test_mitch_e30_the_twin_counts_position_by_position_as_it_does_order_by_order() -> None:
    assert count_by_twin(case("mitch", "tiny", hand_size=2), "2S 3S 4S 5S AS") == 5880


def count_by_rules(case: Case, pack: str) -> int:
    return sum(counted(case).values())


@pytest.mark.slow
@pytest.mark.parametrize("count", [count_by_rules, count_by_twin], ids=["rules", "twin"])
def test_mitch_e31_two_suits(count: Callable[[Case, str], int]) -> None:
    """4,987,472 leaves over 20,160 orders, the two Aces taken as alike."""
    assert count(case("mitch", "tiny_two_suits"), "2S 3S 4S AS 2H 3H 4H AH") == 2 * 4_987_472
