"""Bots of Mickell."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mickell import naive
from mickell.table import TINY_ORDER, TINY_WORDS, Table, graph, options
from muckle.engine.contract import value
from muckle.engine.manner import Manner
from muckle.engine.position import Position
from muckle.games.mickell import GAME, row_table, row_weights
from muckle.players import FOR_PEOPLE, SIMPLE, find
from muckle.players.contest import play
from muckle.players.thinking import Thinker
from muckle.words import lists
from muckle.words.vocabulary import known_words
from steps import action_text


def worth(table: Table) -> float:
    return value(table.setup, table.state, 0)


def test_a_finished_match_is_worth_its_score():
    table = Table("RB EK TH", "BET").lay(1, 1, 1).do("claim 1 BET", "end")
    assert worth(table) == 1.0


def test_a_row_that_can_become_a_word_is_worth_more_than_a_dead_one():
    cards, words = "RB EK TH SC OH", "RETCH"
    alive, dead = Table(cards, words).lay(1, 1).do("place 1"), Table(cards, words).lay(1, 0).do("place 1")
    assert worth(alive) > worth(dead) > -1
    assert worth(dead.do("end")) < worth(dead.do("trim 1"))


def test_looking_one_step_ahead_scores_far_more_than_random_play():
    options, words = GAME.read_options(), lists.named("american-standard").graph
    greedy = play(GAME, options, [SIMPLE["greedy"]], range(200), words)
    chance = play(GAME, options, [SIMPLE["random"]], range(200), words)
    assert greedy.scores[0] / 200 > 21.5
    assert chance.scores[0] / 200 < 1.5


def tables(cards: str, words: str) -> Any:
    """Return the book of a deck and words, and a function that finds the node of some letters."""
    position = Position(GAME, options(cards), graph(words))
    knowledge = row_table.pack_table(position.setup, row_weights.LEARNED)
    book = row_table.unpack_book(knowledge)

    def node(letters: str) -> int:
        assert len(knowledge.numbers), "the book has its memory from here: it lives as long as this function"
        found = row_table.TOP
        for letter in letters:
            there = int(book.letters[found])
            place = (there & ((1 << ord(letter) - ord("A")) - 1)).bit_count()
            found = int(book.children[book.first[found] + place])
        return found

    return book, node


def claim_of(letters: str) -> int:
    return max((naive.pays(n) for n in range(1, len(letters) + 1) if letters[:n] in TINY_WORDS.split()), default=0)


def excess(card: str, gain: float) -> float:
    """Return the mean excess of a gain over the other rows' best, by the learned numbers as the file has them."""
    kept = json.loads(Path(row_weights.__file__).with_name("row_weights.json").read_text(encoding="utf-8"))
    price = sum(kept["letters"][ord(letter) - ord("A")] for letter in card)
    points = np.arange(len(kept["surplus"])) / row_weights.FINE
    return max(price * np.interp(gain / price, points, kept["surplus"]), gain - price)


@pytest.mark.slow
@pytest.mark.parametrize(("surplus", "agrees"), [(excess, True), (lambda card, gain: gain, False)], ids=["learned", "no price"])
def test_the_table_of_rows_is_what_plain_recursion_finds(surplus: Callable[[str, float], float], agrees: bool):
    book, node = tables(TINY_ORDER, TINY_WORDS)
    prefixes = sorted({word[:n] for word in TINY_WORDS.split() for n in range(len(word) + 1)})
    found = [book.table[node(letters)].tolist() for letters in prefixes]
    words = frozenset(TINY_WORDS.split())
    expected = [
        [naive.row_value(letters, claim_of(letters), left, TINY_ORDER.split(), words, surplus) for left in range(9)]
        for letters in prefixes
    ]
    assert np.allclose(found, expected, atol=1e-4) == agrees


SEARCHED = pytest.mark.slow
"""Tests that compile Mickell's search, for 40 seconds; players/test_plain_search.py runs some of them as plain Python."""


def choice(table: Table, level: str = "hard") -> str:
    """Return the choice of a player of a level who does not slip."""
    thinker = Thinker(table.position)
    action = thinker.choose(table.position, GAME.levels[level]._replace(slip=0), 1)
    return action_text(table.position, action)


@SEARCHED
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_rows_are_trimmed_to_their_best_word_and_claimed_in_the_end(level: str):
    table = Table("RB EK TH", "BET BETE").lay(1, 1, 1)
    assert choice(table, level) == "claim 1 BET"
    table = Table("RB EK TH AK", "BET BETED").lay(1, 1, 1, 1)
    assert choice(table, level) == "trim 1"
    assert choice(table.do("trim 1"), level) == "claim 1 BET"
    assert choice(table.do("claim 1 BET"), level) == "end"


@SEARCHED
def test_a_word_is_claimed_at_once_when_its_place_is_wanted():
    table = Table("RB EK TH RB EK TH", "BET", rows=1).lay(1, 1).do("place 1")
    assert choice(table) == "claim 1 BET"
    longer = Table("RB EK TH RB EK OD", "BETRED BET", rows=1).lay(1, 1).do("place 1", "end")
    assert choice(longer) == "place 1", "five points half of the time are more than one"


@SEARCHED
@pytest.mark.parametrize(
    "given",
    [
        {"rows": 1},
        {"rows": 8, "min_word": 2, "claims_per_turn": "unlimited"},
        {"first_card": "may_discard", "bad_claim": "spent", "lookup": "none"},
    ],
)
@pytest.mark.parametrize("level", FOR_PEOPLE)
def test_every_level_plays_any_options_to_the_end(level: str, given: dict[str, Any]):
    manner = GAME.levels[level]._replace(playouts=min(GAME.levels[level].playouts, 30), chunks=1)
    tally = play(GAME, options(f"{TINY_ORDER} {TINY_ORDER}", **given), [manner], range(2), graph(TINY_WORDS))
    assert tally.games == 2


@SEARCHED
def test_the_search_makes_far_more_of_a_small_deck_than_a_look_ahead():
    def points(manner: Manner) -> float:
        small = options(f"{TINY_ORDER} {TINY_ORDER}", rows=2)
        return play(GAME, small, [manner], range(4), graph(TINY_WORDS)).scores[0]

    assert points(GAME.levels["hard"]) > 2 * points(SIMPLE["greedy"]) > 0


def mean(manner: Manner, vocabulary: str, decks: range) -> float:
    words = lists.named("american-standard")
    tally = play(GAME, GAME.read_options(), [manner], decks, words.graph, [known_words(words, vocabulary).graph])
    return tally.scores[0] / len(decks)


@SEARCHED
def test_each_level_scores_more_than_the_one_below():
    means = [mean(GAME.levels[level], find(level).known, range(25)) for level in FOR_PEOPLE if level != "expert"]
    steps = [higher - lower for lower, higher in itertools.pairwise(means)]
    assert 13 < means[0] < 17 and means[-1] > 30 and all(2 < step < 6 for step in steps), means
    assert mean(GAME.levels["hard"]._replace(slip=30), "", range(25)) < means[-1] - 2, "a player that is often wrong is noticed"
