"""The rules against the twin, move by move: all that may be done, what is scored, and every tile's place."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from grabble_road.table import rules
from grabble_road.twin import Twin, name
from muckle.engine.position import Position
from muckle.errors import OptionsError
from muckle.games.grabble_road import GAME
from muckle.games.grabble_road.plays import scored_words, square_text
from muckle.kit import letter_tiles
from muckle.match.header import find_word_list
from steps import action_text, chance_texts

TINY = GAME.presets["tiny"].values


def mixtures(count: int) -> Iterator[dict[str, Any]]:
    """Yield every preset, and as many mixtures of options."""
    yield from (dict(preset.values) for preset in GAME.presets.values())
    rng = random.Random(5)
    choices = {field.name: field.choices for field in GAME.options.fields() if field.choices}
    while count:
        given: dict[str, Any] = {key: rng.choice(values) for key, values in choices.items() if rng.random() < 0.6}
        given |= {"seats": rng.randint(2, 4), "rack": rng.choice([1, 2, 3, 7, 10, 15]), "dictionary": "tiny"}
        given |= {"stall_cap": rng.choice([1, 2, 10, "none"])}
        given |= {"dictionary": "american-standard"} if rng.random() < 0.5 and given.get("board") != "tiny3" else {}
        try:
            GAME.read_options(None, given)
        except OptionsError:
            continue
        count -= 1
        yield given


CASES = list(mixtures(44))
QUICK = len(GAME.presets) + 12
"""The number of cases in the short run."""


@cache
def listed(options: Any) -> tuple[Any, frozenset[str]]:
    """Return the word graph of some options, and its words as a set."""
    words = find_word_list(options)
    assert words is not None
    return words.graph, frozenset(word.upper() for word in words.words)


def begin(given: dict[str, Any], seed: int) -> tuple[Position, Twin]:
    options = GAME.read_options(None, given)
    graph, words = listed(options)
    position = Position(GAME, options, graph, seed)
    return position, Twin({**options.public(), "seats": options.seats}, words, chance_texts(position))


def tiles(counts: Any) -> Counter[str]:
    return +Counter({letter_tiles.text(kind): int(count) for kind, count in enumerate(counts)})


def stacks(position: Position) -> dict[str, list[str]]:
    """Return the faces on each square, bottom to top."""
    found: dict[str, list[str]] = {}
    for tile in position.state.laid[: position.state.tiles]:
        found.setdefault(square_text(tile.square), []).append(letter_tiles.LETTERS[int(tile.face) % 26])
    return found


def compare(position: Position, twin: Twin) -> None:
    state = position.state
    assert position.over == twin.over
    assert position.scores() == twin.scores
    assert tiles(state.bag) == +twin.bag and state.bag_left == twin.bag.total()
    for seat in twin.seats:
        assert tiles(state.seats[seat].tiles) == +twin.racks[seat]
        head = twin.heads[seat]
        assert square_text(state.seats[seat].head) == (name(head) if head else square_text(0))
    assert stacks(position) == {name(at): [letter for letter, _, _ in stack] for at, stack in twin.board.items()}
    assert (state.left, state.passes, state.idle) == (twin.left, twin.passes, twin.idle)
    if not position.over:
        assert position.turn == twin.turn
        texts = [GAME.text.action_text(position.plain_setup, state, action) for action in position.legal()]
        assert sorted(texts) == twin.legal()


@pytest.mark.parametrize(
    "given",
    [*CASES[:QUICK], *(pytest.param(given, marks=pytest.mark.slow) for given in CASES[QUICK:])],
    ids=lambda given: " ".join(f"{key}={value}" for key, value in given.items()) or "default",
)
def test_the_twin_plays_the_same_match(given: dict[str, Any]) -> None:
    for seed in range(2 if given.get("board") == "tiny3" or given.get("tiles", "").startswith("tiny") else 1):
        rng = random.Random(seed)
        position, twin = begin(given, seed)
        compare(position, twin)
        while not position.over:
            action, before = rng.choice(position.legal()), int(position.state.played)
            text = action_text(position, action)
            position.apply(action)
            twin.apply(text, chance_texts(position))
            compare(position, twin)
            if position.state.played > before:
                first = int(position.state.plays[before].first)
                words = [(word.word, word.points) for word in scored_words(position.plain_setup, position.plain_state, first)]
                assert sorted(words) == sorted(twin.last_words)


def test_every_value_of_every_option_is_among_the_cases() -> None:
    seen = [GAME.read_options(None, given) for given in CASES]
    for field in GAME.options.fields():
        values = {getattr(options, field.name) for options in seen}
        assert set(field.choices) <= values
        assert field.least is None or len(values) > 2
    assert {options.dictionary for options in seen} == {"tiny", "american-standard"}
    assert {preset: GAME.read_options(preset) in seen for preset in GAME.presets} == dict.fromkeys(GAME.presets, True)


def test_what_is_composed_can_be_taken_up_again() -> None:
    """From any moment inside a turn the way back leads to the turn's beginning, equal to the last byte."""
    for given in CASES[:12]:
        position, _ = begin(given, 3)
        rng, start = random.Random(3), position.copy()
        while not position.over:
            if position.turn != start.turn or (position.state.tiles == position.state.begun and not position.state.returning):
                start = position.copy()
            position.apply(rng.choice(position.legal()))
            if position.turn == start.turn:
                back = position.copy()
                rules.undo_turn(back.setup, back.state)
                start.state.drawn, back.state.drawn = 0, 0
                start.state.drew[:] = back.state.drew[:] = 0
                assert back.same(start)
