"""Gymnasium's own checker over every game; many matches at once equal as many single ones."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

from muckle.envs.gymnasium import PENALTY, SeatEnv
from muckle.errors import IllegalError, OptionsError
from muckle.games import GAMES

SET_UPS: list[dict[str, Any]] = [{"game": game, "preset": "tiny", "players": "random"} for game in GAMES]


def legal(seen: Any) -> int:
    """Return the first legal action."""
    return int(np.flatnonzero(seen["action_mask"])[0])


@pytest.mark.parametrize("given", SET_UPS, ids=lambda given: given["game"])
@pytest.mark.parametrize("illegal", ["ignore", "end"])
def test_the_checker_finds_nothing(given: dict[str, Any], illegal: str) -> None:
    check_env(gymnasium.make("muckle/Seat-v1", **given, illegal=illegal).unwrapped)


def test_mickell_is_an_environment_of_its_own() -> None:
    env = gymnasium.make("muckle/Mickell-v1", preset="tiny")
    seen, _ = env.reset(seed=2)
    over, reward = False, 0.0
    while not over:
        seen, reward, over, _, _ = env.step(legal(seen))
    assert reward == env.unwrapped._batch.position(0).scores()[0] and not seen["action_mask"].any()


@pytest.mark.parametrize("given", SET_UPS, ids=lambda given: given["game"])
def test_many_at_once_equal_as_many_single_ones(given: dict[str, Any]) -> None:
    many = gymnasium.make_vec("muckle/Seat-v1", num_envs=3, **given)
    single = SyncVectorEnv([lambda: SeatEnv(**given) for _ in range(3)])
    rng, seen, ends = np.random.default_rng(1), same(many.reset(seed=[7, 1, 7])[0], single.reset(seed=[7, 1, 7])[0]), 0
    for _ in range(60):
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in seen["action_mask"]])
        one, two = many.step(actions), single.step(actions)
        seen = same(one[0], two[0])
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one[1:4], two[1:4], strict=True))
        ends += int(one[2].sum())
    assert ends


def same(one: Any, two: Any) -> Any:
    assert all(np.array_equal(one[name], two[name]) for name in ("observation", "action_mask"))
    return one


def test_rows_of_near_seeds_share_no_match() -> None:
    many = gymnasium.make_vec("muckle/Seat-v1", num_envs=8, game="mitch")
    rows = [many.reset(seed=seed)[0]["observation"].tobytes() for seed in (0, 1)]
    size = len(rows[0]) // 8
    assert len({row[at : at + size] for row in rows for at in range(0, len(row), size)}) == 16
    many.reset(seed=[1, None, 3, 4, 5, 6, 7, 8])
    with pytest.raises(OptionsError, match="seeds are one number or 8"):
        many.reset(seed=[1, 2])


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_is_copied_in_its_middle(way: Any) -> None:
    for env in (SeatEnv("multzo", seats=3), gymnasium.make_vec("muckle/Seat-v1", num_envs=1, game="multzo")):
        seen, _ = env.reset(seed=3)
        action = np.flatnonzero(seen["action_mask"])[0]
        actions: Any = action if isinstance(env, SeatEnv) else [action]
        other = way(env)
        same(env.step(actions)[0], other.step(actions)[0])
        same(env.reset()[0], other.reset()[0])


def test_the_seat_that_learns_is_the_one_asked_for() -> None:
    env = SeatEnv("multzo", seats=3, seat=2, players=("random", "greedy", None))
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        seen, _, over, _, _ = env.step(legal(seen))
        if over:
            seen, _ = env.reset()
        assert env._batch.turns.tolist() == [2]


def test_what_an_illegal_action_does_can_be_chosen() -> None:
    for illegal, reward, ended in (("ignore", 0, False), ("end", PENALTY, True)):
        env = SeatEnv("mitch", seats=3, illegal=illegal)  # type: ignore
        seen, _ = env.reset(seed=1)
        wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
        after, got, over, _, info = env.step(wrong)
        assert (got, over, info) == (reward, ended, {"illegal": True}) and same(after, seen)
    env = SeatEnv("mitch", seats=3)
    env.reset(seed=1)
    with pytest.raises(IllegalError):
        env.step(wrong)
    assert not env.action_masks()[wrong]


def test_a_match_that_is_over_wants_a_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        SeatEnv("mitch").step(0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seat": 4}, "seat is a number from 0 to 3"),
        ({"players": ("random",)}, "one name or 4"),
        ({"players": "expert"}, "expert searches"),
        ({"illegal": "laugh"}, "illegal is one of raise, ignore, end"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        SeatEnv("mitch", **given)
