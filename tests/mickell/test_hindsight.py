"""The best possible score of a deck whose order is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import muckle
from mickell import naive
from mickell.table import TINY_ORDER, TINY_WORDS, graph, options
from muckle.engine.position import Draw, Position
from muckle.games.mickell import GAME, hindsight
from muckle.words import lists

WORDS = (
    "ACE ACES ACRE ARC ARCS ARE AREA CAB CABS CARE CARES CASE EAR EARS ERA ERAS RACE RACER RACES RARE REAR SAC SCAB SCARE "
    "SCARES SEA SEAR CAREER CAREERS CARESS ARRASES ACCESS BRACE BRACES SCARCE"
)
LETTERS = "ACERSB"


def deck(rng: random.Random, cards: int) -> list[str]:
    return ["".join(rng.sample(LETTERS, 2)) for _ in range(cards)]


def best(cards: Sequence[str], words: str, **given: Any) -> tuple[Position, hindsight.BestLine]:
    position = Position(GAME, options(" ".join(cards), **given), graph(words))
    return position, hindsight.hindsight(position.setup, range(len(cards)))


def replayed(position: Position, order: Sequence[int], actions: Sequence[int]) -> Position:
    """Return the position when the cards come in that order and these actions are taken."""
    left, coming = sorted(order), list(order)

    def go_on(position: Position, action: int | None) -> Position:
        picks = list[int]()
        while isinstance(after := position.ask(action, picks), Draw):
            card = coming.pop(0)
            picks.append(left.index(card))
            left.remove(card)
        return after

    position = go_on(position, None)
    for action in actions:
        position = go_on(position, action)
    return position


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_without_trimming_a_first_card_that_no_word_needs_takes_up_a_row(rows: int):
    rng, proven = random.Random(rows), 0
    for _ in range(12):
        cards = deck(rng, 6)
        position, line = best(cards, WORDS, rows=rows, trimming="no")
        most = naive.best_score(cards, WORDS.split(), rows, trimming=False)
        assert line.score == most if line.proven else line.score <= most
        assert replayed(position, range(6), line.actions).scores() == [line.score]
        proven += line.proven
    assert proven > 3


@pytest.mark.parametrize("trimming", ["yes", "no"])
@pytest.mark.parametrize(("claiming", "discarding"), [("no", "yes"), ("yes", "no"), ("no", "no")])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_without_claims_in_turns_or_discards_the_line_holds_and_no_better_one_is_called_impossible(
    rows: int, claiming: str, discarding: str, trimming: str
):
    rng, proven = random.Random(rows), 0
    acts = {"claiming": claiming, "discarding": discarding, "trimming": trimming}
    for _ in range(12):
        cards = deck(rng, 6)
        position, line = best(cards, WORDS, rows=rows, **acts)
        most = naive.best_score(cards, WORDS.split(), rows, **{act: value == "yes" for act, value in acts.items()})
        assert line.score == most if line.proven else line.score <= most
        assert replayed(position, range(6), line.actions).scores() == [line.score]
        proven += line.proven
    assert proven == 12 if (claiming, trimming) == ("yes", "yes") else proven > 0


@pytest.mark.parametrize("width", [hindsight.WIDTH, 1])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_hindsight_is_right_on_every_deck_short_enough_to_try_everything(
    rows: int, width: int, monkeypatch: pytest.MonkeyPatch
):
    """Searches with a beam that finds the best line, and with one that leaves it to the search from both ends."""
    monkeypatch.setattr(hindsight, "WIDTH", width)
    rng = random.Random(rows)
    for cards in (1, 4, 6, 8, 8, 9):
        order = deck(rng, cards)
        position, found = best(order, WORDS, rows=rows)
        assert found.proven
        assert found.score == naive.best_score(order, WORDS.split(), rows), order
        after = replayed(position, range(cards), found.actions)
        assert after.over
        assert after.scores() == [found.score]


def test_a_line_is_found_from_one_end_or_from_the_other_and_neither_would_do_alone():
    rng, finders = random.Random(2), set[tuple[bool, bool]]()
    for _ in range(12):
        ways = ways_of(deck(rng, 10))
        best = hindsight._search(ways)[0].loss
        found = [way.go_through(best, way.limits(best))[0] for way in ways]
        assert {line.loss for line in found if line} == {best}
        assert not any(way.go_through(best - 1, [best] * 10)[0] for way in ways)
        finders.add((found[0] is not None, found[1] is not None))
    assert finders == {(True, True), (True, False), (False, True)}


def ways_of(order: Sequence[str]) -> list[Any]:
    """Return the two ways through a deck, with three rows."""
    setup = Position(GAME, options(" ".join(order)), graph(WORDS)).setup
    letters = (np.array(each[: len(order)], np.int64) for each in (setup.options.top, setup.options.bottom))
    return hindsight._searches(np.asarray(setup.words), *letters, 3, lambda: False)


def test_a_solver_that_does_not_know_long_words_is_noticed():
    rng = random.Random(5)
    orders = [deck(rng, 8) for _ in range(4)]
    short = " ".join(word for word in WORDS.split() if len(word) < 5)
    scores = [best(order, short)[1].score for order in orders]
    assert scores != [naive.best_score(order, WORDS.split(), 3) for order in orders]


def test_the_tiny_deck_in_its_order():
    position, found = best(TINY_ORDER.split(), TINY_WORDS, rows=2)
    assert (found.score, found.proven) == (naive.best_score(TINY_ORDER.split(), TINY_WORDS.split(), 2), True)
    assert replayed(position, range(8), found.actions).scores() == [found.score]


@pytest.mark.parametrize("given", [{}, {"rows": 7, "first_card": "may_discard"}, {"claims_per_turn": "unlimited"}])
def test_a_line_of_any_options_replays_to_its_score(given: dict[str, Any]):
    cards = deck(random.Random(9), 20)
    position, found = best(cards, WORDS, **given)
    after = replayed(position, range(20), found.actions)
    assert after.over
    assert after.scores() == [found.score]


def test_a_search_that_is_stopped_tells_what_can_be_reached_at_least():
    position = Position(GAME, GAME.read_options(), lists.named("american-standard").graph)
    order = random.Random(3).sample(range(48), 48)
    asked = iter(range(1000))
    found = hindsight.hindsight(position.setup, order, lambda: next(asked) > 100)
    assert not found.proven
    assert found.score > 30
    assert replayed(position, order, found.actions).scores() == [found.score]
    none = hindsight.hindsight(position.setup, order, lambda: True)
    assert (none.score, none.proven) == (0, False)
    assert replayed(position, order, none.actions).scores() == [0]


@pytest.mark.parametrize("seed", [6, 8])
def test_some_line_is_found_before_anything_is_proven(seed: int, monkeypatch: pytest.MonkeyPatch):
    """Decks with which the beam could keep only situations whose rows all wait for cards that others have taken."""
    monkeypatch.setattr(hindsight, "WIDTH", 3_000)
    monkeypatch.setattr(hindsight._DeckSearch, "limits", stopped)
    found = muckle.hindsight(muckle.new_match("mickell", seed=seed))
    assert found.score > 40 and not found.proven


def stopped(*_: Any) -> None:
    """Time is up when the proof begins."""
    raise hindsight._Stopped
