"""Differences between actions: one that may be chance is never called a loss, and a real one is found."""

import numpy as np
import pytest

from every_game.walks import case
from muckle.engine import compile
from muckle.engine.manner import FLAT, LEVELS, LOOK_AHEAD, OWN, QUICK, TREE, Manner
from muckle.games import GAMES
from muckle.players.weighing import COMPARING, LIKELY, ROUNDS, Weigher, compare, judging_manner

SMALL = Manner(FLAT, playouts=200, cut=12)


def rounds(seed: int, better: float = 0.0) -> np.ndarray:
    """Return what two actions came to in each round: worlds differ by much, the actions within a world by noise."""
    rng = np.random.default_rng(seed)
    worlds = rng.normal(0, 10, COMPARING)
    return np.stack([worlds + rng.normal(better, 1, COMPARING), worlds + rng.normal(0, 1, COMPARING)], axis=1)


def called_worse(seeds: range, better: float = 0.0) -> int:
    """Return how often one of the two is called worse."""
    return sum(each.behind for seed in seeds for each in compare([1, 2], rounds(seed, better)))


def test_actions_that_are_as_good_are_not_called_worse():
    assert called_worse(range(1000)) <= 15


def test_a_rule_that_goes_by_the_mean_alone_would_call_one_worse():
    assert all(np.ptp(rounds(seed).mean(axis=0)) > 0 for seed in range(1000)), "every time"


def test_what_is_worse_is_found_though_worlds_differ_by_much_more():
    assert called_worse(range(100), better=2.0) > 95
    (first, second) = compare([1, 2], rounds(0, better=-2.0))
    assert first.action == 2 and second.behind and second.loss == pytest.approx(2, abs=0.8)
    assert first.error > 1 > second.margin / 3, "in the same worlds"


def test_a_few_rounds_say_nothing():
    results = np.array([[9.0, 1.0], [9.0, 1.0]])
    assert [each.margin for each in compare([1, 2], results)] == [np.inf, np.inf]
    assert not any(each.behind for each in compare([1, 2], results))


def test_what_was_not_tried_is_no_loss():
    results = np.full((COMPARING, 2), np.nan)
    results[:, 0] = np.arange(COMPARING)
    first, untried = compare([1, 2], results)
    assert first.action == 1 and np.isnan(untried.loss) and untried.equal and not untried.behind


@pytest.mark.parametrize("method", [FLAT, TREE])
def test_the_same_seed_weighs_alike_and_what_is_asked_for_is_among_it(method: int):
    position = case("mitch").position(3)
    weigher, asked = Weigher(position, manner=SMALL._replace(method=method)), position.legal()[0]
    one, two = (list(weigher.weigh(position, 5, [asked])) for _ in range(2))
    assert repr(one) == repr(two), "NaN is not equal to itself"
    assert [weighing.done for weighing in one] == list(range(1, ROUNDS + 1))
    assert one[-1].of(asked) is not None and one[-1].ranked[0].loss == 0
    assert repr(list(weigher.weigh(position, 6))[-1]) != repr(one[-1]), "another seed"


def test_plain_python_tries_few_actions_and_plays_on_by_the_policy_of_a_game_that_has_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compile, "PLAIN", False)
    mitch, multzo, mickell = (GAMES[name] for name in ("mitch", "multzo", "mickell"))
    ahead = Manner(FLAT, playouts=200, policy=LOOK_AHEAD)
    assert (
        judging_manner(mitch, ahead) == ahead and judging_manner(mickell, mickell.levels["expert"]) == mickell.levels["expert"]
    )
    monkeypatch.setattr(compile, "PLAIN", True)
    assert judging_manner(mitch, ahead) == ahead._replace(policy=QUICK, candidates=LIKELY)
    assert judging_manner(multzo, ahead) == ahead._replace(candidates=LIKELY)
    searched = judging_manner(mickell, mickell.levels["expert"])
    assert searched.method == LEVELS["expert"].method != OWN, "its own search takes long to prepare"
