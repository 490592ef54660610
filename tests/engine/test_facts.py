"""Facts: nothing in compiled code, and in plain code what happened, without changing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from muckle import games
from muckle.engine.compile import compiled, plain
from muckle.engine.facts import fact, fact_with_board, record_facts
from muckle.engine.position import Position
from muckle.engine.record import loose


@compiled
def count_up(state: Any, steps: int) -> int:
    for _ in range(steps):
        state[0] += 1
        fact(state, 1, state[0])
        fact_with_board(state, 2)
    return state[0]


def test_a_fact_is_nothing_in_compiled_code() -> None:
    assert count_up(np.zeros(1, np.int64), 3) == 3


def differences(name: str, seed: int, spoil: Callable[[Any], None] = lambda tree: None) -> list[str]:
    """Fields in which a match of random steps differs from the same steps taken again while facts are collected."""
    game = games.GAMES[name]
    rules: Any = plain(game.rules)
    position, found = Position(game, game.read_options("tiny"), seed=seed), list[str]()
    for number in range(12):
        if position.over:
            break
        legal = position.legal()
        before, action = position.copy(), legal[(seed + number) % len(legal)]
        position.apply(action)
        tree = loose(before.plain_state)
        record_facts(tree, lambda tree, action=action: rules.apply(position.plain_setup, tree, action))
        spoil(tree)
        expected = vars(loose(position.plain_state))
        expected["drew"], tree.drew = position.drew(), tree.drew[: tree.drawn]
        found += [field for field, value in vars(tree).items() if value != expected[field]]
    return found


@pytest.mark.parametrize("name", games.GAMES)
def test_collecting_facts_changes_no_step(name: str) -> None:
    assert [differences(name, seed) for seed in range(3)] == [[]] * 3


def test_a_step_that_collecting_changes_is_noticed() -> None:
    def draw_once_more(tree: Any) -> None:
        tree.draws += 1

    assert "draws" in differences("mitch", 0, draw_once_more)


def test_a_fact_keeps_the_board_as_it_lay() -> None:
    game = games.GAMES["mitch"]
    tree = loose(Position(game, game.read_options("tiny")).plain_state)
    tree.aces = 0

    def step(tree: Any) -> None:
        fact_with_board(tree, 1)
        tree.aces, tree.stock[0], tree.seats[0].hand = 2, -9, -9
        fact_with_board(tree, 2)
        tree.seats[0].hand = tree.seats[1].hand = -8

    first, second = record_facts(tree, step)
    assert (first.board.aces, second.board.aces) == (0, 2)
    assert first.board.stock[0] != second.board.stock[0] == -9
    assert first.board.seats[0].hand >= 0 <= second.board.seats[1].hand and second.board.seats[0].hand == -9
    assert not hasattr(tree, "facts")


def test_the_deal_and_keyed_steps_are_told_as_they_fell() -> None:
    """Draws of a step that is taken again fall as they did, whatever they came from."""
    game = games.GAMES["mitch"]
    options = game.read_options(None, {"seats": 3})
    position = Position(game, options, seed=5).keyed(None, lambda number: number * 2654435761 % 2**32)
    dealt = [told.details for told in position.facts(None, None) if told.kind == game_kind("CARD_DRAWN")]
    hands = [seat.hand for seat in position.plain_state.seats]
    assert dealt and all(hands[seat] >> card & 1 for seat, card in dealt)


def game_kind(name: str) -> int:
    return vars(games.GAMES["mitch"].state)[name]
