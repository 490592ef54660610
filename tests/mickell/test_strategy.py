"""What bots know of Mickell."""

from __future__ import annotations

from mickell.table import Table
from muckle.engine.rules import value
from muckle.games.mickell import GAME
from muckle.players import SIMPLE
from muckle.players.contest import play
from muckle.words import lists


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
