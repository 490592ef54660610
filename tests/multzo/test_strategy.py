"""Looking one step ahead with the game's own opinion beats playing at random."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from muckle.engine.chance import stream
from muckle.engine.compile import compiled
from muckle.engine.contract import Setup
from muckle.games.multzo import hidden, inference, strategy
from muckle.games.multzo.state import DECLARE, DISCARD, DISCARDING, NONE, NULL, SHOWDOWN
from muckle.lab.simulate import simulate
from multzo.table import do, showdown, table


@pytest.mark.parametrize(("seats", "fair", "least"), [(2, 0.5, 0.9), (3, 1 / 3, 0.85), (5, 0.2, 0.7)])
def test_looking_ahead_clearly_beats_random(seats: int, fair: float, least: float):
    """Plays a greedy player against random ones, 400 matches, in two different seats."""
    for hero in (0, seats - 1):
        levels = ["greedy" if seat == hero else "random" for seat in range(seats)]
        shares = simulate("multzo", games=400, players=levels, seats=seats, seed=5).win_shares
        assert shares[hero] > least > fair


def test_greedy_players_finish_their_matches():
    report = simulate("multzo", games=200, players=["greedy"], seats=3, seed=2)
    assert 20 < report.decisions / report.games < 200


def worth(position, seat):
    return float(strategy.value(position.setup, position.state, seat))


def test_the_opinion_prefers_what_the_rules_reward():
    strong, weak = ("C2 C3 C4 C5", "A2 S3 M5 MA"), ("C2 C3 A5 SA", "A2 S3 M5 MA")
    assert worth(table(*strong), 0) > worth(table(*weak), 0)
    ahead = table(*weak, won=("C2 A3", ""))
    assert worth(ahead, 0) > worth(table(*weak), 0) > worth(ahead, 1)
    drawn = do(table(*strong), "draw stack > AN")
    assert worth(do(drawn, "declare AN"), 0) > worth(do(drawn, "discard AN"), 0), "a strong hand ends the round"
    poor = do(table(*weak), "draw stack > AN")
    assert worth(do(poor, "declare AN"), 0) < worth(do(poor, "discard AN"), 0), "a weak one goes on"


def test_winning_counts_most():
    won = showdown("C2 C3 A5 SA", "A2 S3 M5 MA", won=("C2", ""), rounds_cap=1)
    assert worth(won, 0) == 2 + strategy.WINNING and worth(won, 1) == -2 - strategy.WINNING


def test_between_rounds_coins_and_null_coins_make_the_chance_to_win():
    def chances(*won: str) -> list[float]:
        position = showdown("C2 C3 A5 SA", "A2 S3 M5 MA", won=won)
        assert strategy.stage(position.setup, position.state) == 2, "the next round"
        return [float(strategy.leaf(position.setup, position.state, seat)) for seat in range(2)]

    equal, ahead, null = chances("C2", "A2"), chances("C4", "A2"), chances("C2", "A2 AN")
    assert sum(equal) == pytest.approx(1) and sum(ahead) == pytest.approx(1)
    assert ahead[0] > equal[0] > null[0]
    over = showdown("C2 C3 A5 SA", "A2 S3 M5 MA", won=("C2", ""), rounds_cap=1)
    assert [float(strategy.leaf(over.setup, over.state, seat)) for seat in range(2)] == [1, 0]


def ends_of_turn(position):
    """Return the positions behind all actions of a seat that is to lay a tile, by action."""
    ends = {}
    for action in position.legal():
        ends[action] = position.copy()
        ends[action].apply(action)
    return ends


def turns(seed):
    """Yield the turns of a match at random: position before a tile is laid, the action, and the positions behind all actions.

    Where an action ends the round nobody is told of the last turn in it, so those are left out.
    """
    chance, position = random.Random(seed), table("C2 C3 A5 SA", "A2 S3 M5 MA", "CN S5 M2 M3")
    while not position.over:
        legal = position.legal()
        rarely = [action for action in legal if not DECLARE <= action < NULL or chance.random() < 0.1]
        action = chance.choice(rarely or legal)
        if position.state.phase == DISCARDING:
            ends = ends_of_turn(position)
            if all(end.state.rounds == position.state.rounds and end.state.phase < SHOWDOWN for end in ends.values()):
                yield position.copy(), action, ends
        position.apply(action)


def test_a_turn_is_as_likely_as_who_looks_one_step_ahead_would_take_it():
    seen, others = set(), set()
    for before, action, ends in (turn for seed in range(8) for turn in turns(seed)):
        seat, after = before.turn, ends[action]
        laid = inference.last_laid(after.setup, after.state, seat)
        assert action in (DISCARD + laid, DECLARE + laid)
        weights = {each: math.exp(inference.SURE * worth(end, seat)) for each, end in ends.items()}
        told = inference.likelihood_of_turn(after.setup, after.state, seat, laid, strategy.WEIGHTS)
        assert told == pytest.approx(weights[action] / sum(weights.values()))
        others.add(
            inference.likelihood_of_turn(after.setup, after.state, seat, laid, 2 * strategy.WEIGHTS) == pytest.approx(told)
        )
        seen.add((action >= DECLARE, before.state.remaining != NONE))
    assert seen == {(False, False), (True, False), (False, True)}, "who goes on, declares, and has a last turn"
    assert False in others, "a player of other opinions is noticed"


@compiled
def note_likelihoods(options, words, state, world, found):
    """Note how likely worlds are, those that a search looks at before those that are dealt."""
    setup = Setup(options[0], words)
    for kind in range(2):
        for k in range(found.shape[1]):
            world[0] = state[0]
            world[0].rng = stream(kind, k)
            if kind == 0:
                hidden.guess(setup, world[0], state[0].turn)
            else:
                hidden.resample(setup, world[0], state[0].turn)
            found[kind, k] = inference.likelihood(setup, world[0], state[0].turn)


def test_a_search_looks_at_worlds_as_often_as_they_are_likely():
    """The mean likelihood of worlds drawn in proportion to it is E[w²] / E[w]. The break: all worlds alike."""
    position = do(table("C2 C3 A5 SA", "A2 S3 M5 MA", "CN S5 M2 M3", turn=1), "draw stack > AN", "declare AN > M4")
    options, words, state = position.arrays
    found = np.zeros((2, 4000))
    note_likelihoods(options, words, state, np.zeros_like(state), found)
    searched, dealt = found
    expected = (dealt**2).mean() / dealt.mean()
    assert searched.mean() == pytest.approx(expected, rel=0.05)
    assert dealt.mean() < 0.7 * expected, "worlds are not alike"
