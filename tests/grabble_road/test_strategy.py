"""Bots of Grabble Road: looking one step ahead beats random play by far."""

from __future__ import annotations

from grabble_road.table import do, table
from muckle.engine.chance import stream
from muckle.engine.manner import Manner
from muckle.engine.position import Position
from muckle.games.grabble_road import GAME, strategy
from muckle.games.grabble_road.state import SQUARES
from muckle.match.header import find_word_list
from muckle.players import SIMPLE
from muckle.players.contest import play, play_actions

RANDOM, GREEDY = SIMPLE["random"], SIMPLE["greedy"]


def test_a_step_ahead_beats_random_play():
    options = GAME.read_options()
    words = find_word_list(options)
    assert words is not None
    seeds = [int(stream(3, number)) for number in range(20)]
    for manners in ([GREEDY, RANDOM], [RANDOM, GREEDY]):
        tally = play(GAME, options, manners, seeds, words.graph)
        greedy = manners.index(GREEDY)
        assert tally.wins[greedy] == len(seeds)
        assert tally.scores[greedy] > 4 * tally.scores[1 - greedy]


def long_plays(manner: Manner) -> float:
    """Return the share of plays of more than three tiles in a match of two players of a manner."""
    options = GAME.read_options()
    words = find_word_list(options)
    assert words is not None
    position, tiles = Position(GAME, options, words.graph), list[int]()
    for action in play_actions(position, [manner, manner], 5, [words.graph] * 2):
        tile = strategy.tile_of(position.setup, position.state, action)
        if tile >= 0 and position.state.left == 0:
            tiles.append(int(position.setup.options.numbers[tile // SQUARES]))
    return sum(number > 3 for number in tiles) / len(tiles)


def test_an_easy_player_lays_short_plays():
    """Otherwise a beginner loses to plays of ten tiles and 77 points."""
    easy = GAME.levels["easy"]
    assert long_plays(easy) < 0.1
    assert long_plays(easy._replace(cut=0)) > 0.2, "and one that lays long ones is noticed"


def test_the_value_of_a_position():
    start = table("FIRETTTTTT", "A", words="fire fir ire re")
    assert strategy.value(start.setup, start.state, 0) == 0
    begun = do(start, "F a1", "I b1", "R c1")
    assert strategy.value(begun.setup, begun.state, 0) == 19 + strategy.HOPE
    assert strategy.value(begun.setup, begun.state, 1) == 0
    laid = do(begun, "E d1")
    assert strategy.value(laid.setup, laid.state, 0) == 50
