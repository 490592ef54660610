"""Players that search, in every game: fair, the same for the same seed however they are run, and never illegal."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from every_game.walks import Case, case
from muckle import players
from muckle.engine.manner import FLAT, LOOK_AHEAD, PATIENT, QUICK, RANDOM, TREE, Manner
from muckle.engine.position import Position
from muckle.games import GAMES
from muckle.players import tree
from muckle.players.chooser import Chooser
from muckle.players.playouts import copy_state
from muckle.players.thinking import SEARCHES, Thinker, Thought

MANNERS = {
    "look-ahead": Manner(LOOK_AHEAD, slip=50),
    "quick": Manner(QUICK),
    "flat": Manner(FLAT, playouts=40, cut=8),
    "flat, best of four": Manner(FLAT, playouts=40, cut=4, candidates=4, policy=LOOK_AHEAD),
    "tree": Manner(TREE, playouts=40, cut=8, policy=QUICK),
}
Player = Callable[[Position, int], object]
"""A function that returns what a player does or thinks at a position, with a seed for its own chance."""


def positions(case: Case, seed: int, every: int = 7) -> Iterator[Position]:
    """Yield some positions of a random match."""
    rng, position, at = random.Random(seed), case.position(seed), 0
    while not position.over:
        if at % every == 0 and len(position.legal()) > 1:
            yield position.copy()
        position.apply(rng.choice(position.legal()))
        at += 1


def in_manner(manner: Manner) -> Player:
    def play(position: Position, seed: int) -> object:
        if manner.method in SEARCHES:
            return Thinker(position).think(position, manner, seed).tallies.tobytes()
        return Chooser(position, seed).choose(manner, position)

    return play


def peeking(position: Position, seed: int) -> object:
    """Choose by the true state, which a player must not see."""
    return random.Random(position.memory()).choice(position.legal())


def unfair(case: Case, player: Player, seeds: range) -> int:
    """Return the number of positions at which a player acts differently when what it cannot know is dealt anew."""
    found = 0
    for seed in seeds:
        for number, position in enumerate(positions(case, seed)):
            other = position.copy()
            other.resample(position.turn, 1000 * seed + number + 1)
            found += player(position, number) != player(other, number)
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("manner", MANNERS)
def test_general_4_a_player_acts_alike_whatever_it_cannot_know(name: str, manner: str):
    assert unfair(case(name), in_manner(MANNERS[manner]), range(2)) == 0


@pytest.mark.parametrize("name", GAMES)
def test_general_4_a_tree_counts_worlds_together_that_a_seat_cannot_tell_apart(name: str):
    def known(position: Position) -> int:
        return tree.knowledge_hash(position.setup, np.concatenate([position.arrays[2]] * 2))

    alike, seen = 0, set[int]()
    for number, position in enumerate(positions(case(name), 1)):
        other = position.copy()
        other.resample(position.turn, number + 1)
        alike += known(position) == known(other)
        seen.add(known(position))
    assert alike == len(seen) > 3, "and what differs for the seat is told apart"


@pytest.mark.parametrize("name", GAMES)
def test_a_player_that_reads_the_true_state_is_noticed(name: str):
    assert unfair(case(name), peeking, range(2)) > 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", players.LEVELS)
def test_every_level_is_fair_and_legal(name: str, level: str):
    small = case(name, "tiny")
    manner = players.shorter(players.find(level).manner(small.game), 0.02)
    assert unfair(small, in_manner(manner), range(1)) == 0
    position, chooser = small.position(1), Chooser(small.position(1), 1)
    while not position.over:
        position.apply(chooser.choose(manner, position))  # raises on an illegal one


def test_a_bird_plays_at_a_level_with_a_taste():
    owl, heron = players.find("Owl"), players.find("heron")
    assert owl.level == heron.level == "hard" and heron.title == "Heron"
    for game in GAMES.values():
        assert owl.manner(game) == game.levels["hard"]
        assert heron.manner(game) == game.levels["hard"]._replace(taste=PATIENT, liking=game.tastes[PATIENT])


@pytest.mark.parametrize("method", [FLAT, TREE])
def test_a_thought_is_the_same_on_one_thread_and_on_several(method: int):
    position = case("mitch").position(3)
    manner = Manner(method, playouts=200, chunks=6, cut=10)
    alone = Thinker(position).think(position, manner, 5)
    with ThreadPoolExecutor(3) as pool:
        together = Thinker(position).think(position, manner, 5, run=pool.map)
    assert np.array_equal(alone.tallies, together.tallies)
    other = Thinker(position).think(position, manner, 6)
    assert not np.array_equal(alone.tallies, other.tallies), "another seed is another thought"


def test_a_thought_can_be_stopped_between_chunks_and_tells_how_far_it_is():
    position, told = case("multzo").position(1), list[int]()
    manner = Manner(FLAT, playouts=100, chunks=50, cut=6)
    thought = Thinker(position).think(position, manner, 1, stop=lambda: len(told) == 3, progress=told.append)
    assert told == [1, 2, 3] and 0 < thought.tallies[:, 0].sum() <= 3 * 100 + 3 * len(thought.actions)


def test_halving_spends_most_on_the_best():
    position = case("mitch").position(3)
    thought = Thinker(position).think(position, Manner(FLAT, playouts=4000, cut=12), 1)
    tries = [opinion.tries for opinion in thought.opinions]
    assert thought.best() == thought.opinions[0].action and tries[0] == max(tries) > 4 * min(tries)
    assert sum(tries) == pytest.approx(4000, rel=0.1)


def test_an_opinion_has_a_mean_and_its_error():
    thought = Thought([5, 9, 11], np.array([[4, 8.0, 20.0], [0, 0, 0], [1, 3, 9]]))
    best, rarely = thought.opinions
    assert best == (5, 4, 2.0, pytest.approx(3**-0.5)) and rarely == (11, 1, 3.0, float("inf"))
    assert thought.best() == 5, "what was tried too seldom is not taken, however good"
    assert thought.best(np.array([0, 9, 9])) == 5
    assert Thought([5, 9], np.array([[2, 2, 2], [2, 1.0, 1]])).best(np.array([0, 1.0])) == 9, "a slip"


def test_less_effort_is_less_thinking_and_never_none():
    manner = Manner(FLAT, playouts=100, chunks=10)
    assert [players.shorter(manner, share)[1:3] for share in (1.0, 0.5, 0.1, 0.01)] == [(100, 10), (100, 5), (100, 1), (10, 1)]
    assert players.shorter(Manner(RANDOM), 1e-9) == Manner(RANDOM)


def test_a_world_is_a_copy_of_all_but_the_draws_of_the_last_step():
    source, target = np.zeros((2, 1), GAMES["mitch"].state.STATE)
    source.view(np.int64)[:] = np.arange(1, source.itemsize // 8 + 1)
    copy_state(target, source)
    assert not target[0].drew.any()
    target[0].drew[:] = source[0].drew
    assert target.tobytes() == source.tobytes()
