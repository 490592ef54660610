"""What is known of playing well: looking one step ahead beats playing at random by far."""

from __future__ import annotations

from grabble_road.table import do, table
from muckle.engine.chance import stream
from muckle.games.grabble_road import GAME, strategy
from muckle.match.words import words_of
from muckle.players import SIMPLE
from muckle.players.contest import play

RANDOM, GREEDY = SIMPLE["random"], SIMPLE["greedy"]


def test_a_step_ahead_beats_random_play():
    options = GAME.read_options()
    words = words_of(options)
    assert words is not None
    seeds = [int(stream(3, number)) for number in range(20)]
    for manners in ([GREEDY, RANDOM], [RANDOM, GREEDY]):
        tally = play(GAME, options, manners, seeds, words.graph)
        greedy = manners.index(GREEDY)
        assert tally.wins[greedy] == len(seeds)
        assert tally.scores[greedy] > 4 * tally.scores[1 - greedy]


def test_the_value_of_a_position():
    start = table("FIRETTTTTT", "A", words="fire fir ire re")
    assert strategy.value(start.setup, start.state, 0) == 0
    begun = do(start, "F a1", "I b1", "R c1")
    assert strategy.value(begun.setup, begun.state, 0) == 19 + strategy.HOPE
    assert strategy.value(begun.setup, begun.state, 1) == 0
    laid = do(begun, "E d1")
    assert strategy.value(laid.setup, laid.state, 0) == 50
