"""The rules against a twin that shares no code with them, move by move over all options."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from muckle.engine.bits import members
from muckle.engine.position import Position
from muckle.engine.slots import slots
from muckle.games.multzo import GAME, scoring_text, text
from muckle.kit import piecepack
from multzo.twin import SUITS, VALUE, Twin
from steps import chance_texts, read_action

CHOICES = {field.name: field.choices for field in GAME.options.fields() if field.choices}
COINS = ("2 3 4 5 6", "2", "2 3", "3 6", "2 4 5")
SIZES = ((4, 6), (4, 6), (4, 5), (3, 6), (4, 4), (3, 3), (3, 4), (2, 3), (2, 6))
HABITS = ((0.5, 0.5), (0.03, 0.95), (0.02, 0.6), (0.0, 0.97), (0.05, 0.1))
"""Probabilities of declaring and of drawing from the stack, one pair per player."""


def all_choices() -> list[dict[str, Any]]:
    """Return every combination of the options that are words, with numbers that change from one to the next."""
    cases: list[dict[str, Any]] = []
    for number, values in enumerate(itertools.product(*CHOICES.values())):
        given: dict[str, Any] = dict(zip(CHOICES, values, strict=True))
        suits, ranks = SIZES[number % len(SIZES)]
        most = min(5, (suits * ranks - 1) // suits)
        given |= {"suits": suits, "hand": suits, "ranks": ranks, "seats": 2 + number % (most - 1), "coins": COINS[number % 5]}
        given |= {"stall_circuits": 1 + number % 3, "rounds_cap": (50, 3, 1000, 8)[number % 4]}
        cases.append(given)
    return cases


def names(tiles: int) -> list[str]:
    return [piecepack.text(tile) for tile in members(int(tiles))]


def compare(position: Position, twin: Twin) -> None:
    """Everything there is to know of both."""
    state = position.state
    assert position.over == twin.over
    assert position.scores() == twin.scores()
    texts = {text.action_text(position.plain_setup, state, action) for action in position.legal()}
    assert texts == twin.legal()
    if not twin.over:
        assert position.turn == twin.turn
        assert state.phase == ("draw", "discard", "choose").index(twin.phase)
    assert (state.rounds, state.starter, state.number) == (twin.round, twin.starter, twin.number)
    assert sorted(state.stack[: state.stack_left].tolist()) == sorted(piecepack.read(tile) for tile in twin.stack)
    row = [(tile, seat, turn) for turn, seat, tile in (entry(int(code)) for code in state.row[: state.laid])]
    assert row == twin.face_up
    assert names(state.open) == sorted((tile for tile, _, _ in twin.face_up), key=order)
    assert state.remaining == (-1 if twin.last is None else len(twin.last))
    assert (state.declarer, state.down) == ((-1, -1) if twin.down is None else (twin.declarer, piecepack.read(twin.down)))
    assert state.idle == twin.idle or twin.last is not None
    assert set(names(state.unsure)) == twin.maybe
    for seat, player in enumerate(state.seats[: position.options.seats]):
        held = twin.hands[seat]
        assert [piecepack.text(tile) for tile in slots(player.held, len(held))] == held
        assert set(names(player.hand)) == set(held) and set(names(player.known)) == twin.known[seat]
        won = coins(player.coins)
        assert {suit for suit, value in won if value == 0} == twin.won_nulls[seat]
        assert sorted(value for _, value in won if value) == sorted(twin.won[seat])
        assert GAME.rules.tiebreak(position.setup, state, seat) in (0, len(won))
    there = [(suit, value) for suit in SUITS for value in [0] * (suit in twin.nulls) + twin.coins[suit]]
    assert coins(state.coins) == there
    if twin.phase == "choose":
        assert [scoring_text.winner(state, category) for category in range(4)] == list(twin.winner.values())
        assert coins(state.paid) == [(suit, value) for suit in SUITS for value in twin.paid.get(suit, [])]


def coins(members: int) -> list[tuple[str, int]]:
    """Suit and value of coins."""
    return [(name[0], VALUE[name[1]]) for name in names(members)]


def entry(code: int) -> tuple[int, int, str]:
    return code // 256, code % 256 // 32, piecepack.text(code % 32)


def order(tile: str) -> tuple[int, int]:
    return SUITS.index(tile[0]), "N2345A".index(tile[1])


def play(given: dict[str, Any], seed: int, most: int = 400) -> Counter[str]:
    """Play a random match of both, and count how often rare things happened."""
    rng = random.Random(seed)
    options = GAME.options.read(given)
    position = Position(GAME, options, seed=seed)
    twin = Twin(**{field.name: getattr(options, field.name) for field in options.fields()})
    twin.begin(chance_texts(position))
    compare(position, twin)
    declares, stack = HABITS[seed % len(HABITS)]
    for _ in range(most):
        if twin.over:
            assert twin.winners() == best(position)
            break
        legal = sorted(twin.legal())
        verb = "declare" if rng.random() < declares else "draw stack" if rng.random() < stack else "discard"
        liked = [action for action in legal if action.startswith(verb)] or [a for a in legal if not a.startswith("declare")]
        action = rng.choice(liked if rng.random() < 0.95 or not declares else legal)
        position.apply(read_action(position, action))
        twin.act(action, chance_texts(position))
        compare(position, twin)
    return Counter(twin.counts)


def best(position: Position) -> list[int]:
    """Return the winners as the result screen has them."""
    seats = range(position.options.seats)
    result = GAME.scene.build(position.plain_setup, position.plain_state, None, [str(seat) for seat in seats]).result
    return sorted(row.seat for row in result.standings if row.place == 1)


@pytest.mark.slow
def test_every_combination_of_options_plays_as_the_twin_does() -> None:
    seen = Counter[str]()
    for number, given in enumerate(all_choices()):
        seen += play(given, number) + play(given, number + 2)
    rare = {
        "reshuffle",
        "last turns",
        "stall",
        "no draw",
        "empty stack",
        "declare",
        "null",
        "tie",
        "cap",
        "stack",
        "random starter",
    }
    assert rare == {what for what, times in seen.items() if times > 20}


@pytest.mark.parametrize("preset", GAME.presets)
def test_every_preset_plays_as_the_twin_does(preset: str) -> None:
    for seed in range(5):
        play(dict(GAME.presets[preset].values), seed)


def test_the_cases_hold_every_value_of_every_option_that_is_a_word() -> None:
    cases = all_choices()
    for name, values in CHOICES.items():
        for other, others in CHOICES.items():
            if name < other:
                pairs = {(case[name], case[other]) for case in cases}
                assert pairs == set(itertools.product(values, others))
