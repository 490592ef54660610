"""PettingZoo's own tests over every game, and what they leave out."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from every_game.walks import case
from muckle.envs import pettingzoo
from muckle.envs.batch import seed_of
from muckle.errors import OptionsError
from muckle.games import GAMES

KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""Warnings of PettingZoo about every foreign environment with a mask in its observation."""


def set_ups() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every preset, and each game with the fewest and the most seats."""
    for name, game in GAMES.items():
        for preset in game.presets:
            yield name, {"preset": preset}
        seats = next(field for field in game.options.fields() if field.name == "seats")
        for number in sorted({seats.least, seats.most} - {None}, key=int):
            more = {"packs": 2} if name == "mitch" and number == seats.most else {}
            yield name, {"seats": number, **more}


@pytest.mark.parametrize(("game", "given"), list(set_ups()), ids=str)
def test_the_api_is_kept_without_a_warning(game: str, given: dict[str, Any], capsys: Any) -> None:
    api_test(pettingzoo.env(game, mask="info", **given), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_with_the_mask_in_the_observation_two_warnings_are_known(game: str) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(game, "tiny"), num_cycles=30)
    assert told and all(str(each.message).startswith(KNOWN) for each in told), [str(each.message) for each in told]


@pytest.mark.parametrize("game", GAMES)
def test_seeds_and_rendering(game: str) -> None:
    seed_test(lambda: pettingzoo.env(game, "tiny"), num_cycles=20)
    render_test(lambda render_mode: pettingzoo.env(game, "tiny", render_mode=render_mode))


@pytest.mark.parametrize("game", [game for game in GAMES if game != "mickell"])
def test_an_environment_can_be_played_in_parallel(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(turn_based_aec_to_parallel(pettingzoo.env(game, "tiny")), num_cycles=20)


def played(env: Any, rng: random.Random, most: int = 10_000) -> Iterator[tuple[str, Any, float, bool]]:
    """Play on at random; what `last` says before each step."""
    for agent in itertools.islice(env.agent_iter(), most):
        seen, reward, over, _, _ = env.last()
        yield agent, seen, reward, over
        env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.parametrize("game", GAMES)
def test_masks_and_observations_are_the_position_s(game: str) -> None:
    env, rng, twin = pettingzoo.env(game, "tiny"), random.Random(1), random.Random(1)
    env.reset(seed=3)
    position = case(game, "tiny").position(seed_of(3, env.unwrapped._number))
    for agent, seen, _, over in played(env, rng):
        masks = {each: env.observe(each)["action_mask"] for each in env.agents}
        assert not any(mask.any() for each, mask in masks.items() if over or each != agent)
        if not over:
            assert agent == f"seat_{position.turn}" and np.flatnonzero(seen["action_mask"]).tolist() == position.legal()
            expected = position.observation(position.turn).values()
            assert np.array_equal(seen["observation"], np.concatenate([each.ravel() for each in expected]))
            position.apply(twin.choice(position.legal()))
    assert position.over


@pytest.mark.parametrize("reward", ["score", "lead", "win"])
def test_rewards_come_at_the_end(reward: Any) -> None:
    env = pettingzoo.env("mitch", seats=3, hands=1, reward=reward)
    for seed in range(5):
        env.reset(seed=seed)
        got = {agent: value for agent, _, value, over in played(env, random.Random(seed)) if over}
        scores = env.unwrapped._position.scores()
        winners = scores.count(max(scores))
        expected = {
            "score": scores,
            "lead": [score - (sum(scores) - score) / 2 for score in scores],
            "win": [(score == max(scores)) / winners for score in scores],
        }[reward]
        assert [got[f"seat_{seat}"] for seat in range(3)] == pytest.approx(expected)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_a_match_is_copied_in_its_middle(game: str, way: Any) -> None:
    env = pettingzoo.env(game, "tiny").unwrapped
    env.reset(seed=5)
    _ = [*played(env, random.Random(2), most=2)]
    other = way(env)
    courses = [[(agent, reward, over) for agent, _, reward, over in played(each, random.Random(3))] for each in (env, other)]
    assert courses[0] == courses[1] and courses[0]


def test_a_seed_goes_on_with_matches_of_its_own() -> None:
    env = pettingzoo.env("mitch", seats=3)
    env.reset(seed=1)
    first = env.unwrapped._position.memory()
    env.reset()
    assert env.unwrapped._position.memory() != first
    env.reset(seed=1)
    assert env.unwrapped._position.memory() == first


def test_an_illegal_action_is_refused_or_ends_the_match() -> None:
    env = pettingzoo.env("mitch", seats=3)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal"):
        env.step(wrong)
    assert env.last()[0]["action_mask"].any()
    wrapped = TerminateIllegalWrapper(pettingzoo.env("mitch", seats=3), illegal_reward=-1)
    wrapped.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(wrong)
    assert all(wrapped.terminations.values())


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(OptionsError, match="mask is one of observation, info"):
        pettingzoo.env("mitch", mask="face")
    with pytest.raises(OptionsError, match="seats must be"):
        pettingzoo.env("mitch", seats=11)
