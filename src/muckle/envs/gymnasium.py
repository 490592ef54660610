"""Gymnasium's interface: one seat learns, and built-in players fill the others. Needs the extra `gymnasium`.

Importing this module registers the environments "muckle/Seat-v1" (``gymnasium.make("muckle/Seat-v1", game="mitch", seat=0,
players="greedy")``) and "muckle/Mickell-v1". ``gymnasium.make_vec`` steps many matches at once in compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from muckle.envs.batch import LARGEST, Batch, read_action
from muckle.envs.rewards import Reward, read_choice
from muckle.errors import OptionsError
from muckle.games import find

Observation = dict[str, Any]
Players = str | Sequence[str | None]
Illegal = Literal["raise", "ignore", "end"]
ILLEGAL: dict[str, int] = {"raise": 0, "ignore": 1, "end": 2}
PENALTY = -1.0
"""Reward for an illegal action that ends the match."""


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a match. It can be copied (`copy.deepcopy`) and pickled, in the middle too.

    An observation is a dict of `observation` (float32) and `action_mask` (int8, 1 for legal actions).

    Args:
        game, preset, options: as for `muckle.new_match`.
        seat: the seat that learns.
        players: name of the built-in player in the other seats, or one name per seat (the one of the learning seat is
            ignored). The players must not search.
        reward: reward at the end: "score"; "lead", the score less the mean of the other seats' scores; "win", the share of the
            win.
        illegal: effect of an illegal action: "raise" an IllegalError; "ignore" the action and set `illegal` in the info; "end"
            the match with the reward -1.

    Raises:
        OptionsError: there is no such game, option or player, or values do not fit together.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as Gymnasium wants it

    def __init__(
        self,
        game: str,
        preset: str | None = None,
        *,
        seat: int = 0,
        players: Players = "greedy",
        reward: Reward = "score",
        illegal: Illegal = "raise",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        read_choice("illegal", illegal, ILLEGAL)
        self.render_mode = render_mode
        self._batch = make_batch(game, preset, 1, seat, players, reward, 1, options)
        self._seat, self._illegal, self._ended, self._begun = seat, illegal, True, False
        self.observation_space, self.action_space = observation_space(self._batch), spaces.Discrete(self._batch.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal the first match of a seed in which the seat has a turn, or with None the next match of the last seed."""
        super().reset(seed=seed)
        deal(self._batch, self, None if seed is None else [seed], again=self._begun)
        self._begun, self._ended = True, False
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the other seats act until the seat is to act again or the match is over."""
        if self._ended:
            raise gymnasium.error.ResetNeeded("the match is over: reset deals the next one")
        taken = read_action(action, self._batch.actions)
        if self._illegal != "raise" and not self.action_masks()[taken]:
            self._ended = self._illegal == "end"
            return self._observation(), PENALTY if self._ended else 0.0, self._ended, False, {"illegal": True}
        rewards, self._ended, seen, mask = self._batch.step_alone(taken, self._seat)
        return {"observation": seen, "action_mask": mask}, float(rewards[self._seat]), self._ended, False, {}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the mask of legal actions as booleans, the form that sb3-contrib expects."""
        return self._batch.legal_masks()[0].astype(np.bool_)

    def _observation(self) -> Observation:
        return {"observation": self._batch.observe(self._seat)[0], "action_mask": self._batch.legal_masks()[0]}


class SeatVector(VectorEnv[Observation, Any, Any]):
    """One seat in each of many matches, equal to as many `SeatEnv`s of the same seeds.

    An illegal action raises and changes nothing. A match that is over is dealt anew by the next step, which ignores its action;
    until then its mask is empty.

    Args:
        num_envs: number of matches.
        threads: number of threads.
        game, preset, seat, players, reward, options: as for `SeatEnv`.
    """

    def __init__(
        self,
        game: str,
        preset: str | None = None,
        *,
        num_envs: int = 1,
        seat: int = 0,
        players: Players = "greedy",
        reward: Reward = "score",
        threads: int = 1,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        self.num_envs, self._seat, self.render_mode = num_envs, seat, render_mode
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}
        self._batch = make_batch(game, preset, num_envs, seat, players, reward, threads, options)
        self._begun = False
        self.single_observation_space, self.single_action_space = (
            observation_space(self._batch),
            spaces.Discrete(self._batch.actions),
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the first match of every row's seed, or with None the next one.

        Args:
            seed: number from which the rows' seeds are drawn; or a list with the seed of each row (None: a random one), with
                which the row plays as a `SeatEnv` does.
        """
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
        else:
            seed = [random_seed(self) if each is None else each for each in seed]
        deal(self._batch, self, seed, again=self._begun)
        self._begun = True
        return self._observation(), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Take an action in every match."""
        rewards, ended = self._batch.step(actions)
        return self._observation(), rewards[:, self._seat].astype(np.float64), ended, np.zeros(self.num_envs, np.bool_), {}

    def _observation(self) -> Observation:
        return {"observation": self._batch.observe(self._seat), "action_mask": self._batch.legal_masks()}


def deal(batch: Batch, env: Any, seed: int | Sequence[int] | None, *, again: bool) -> None:
    """Deal all matches of an environment from a seed; with None the next ones if `again`, else from a random seed."""
    if seed is None and again:
        batch.next_matches()
    else:
        batch.reset(random_seed(env) if seed is None else seed)


def random_seed(env: Any) -> int:
    """Return a seed from an environment's own random numbers."""
    return int(env.np_random.integers(1 << 53))


def make_batch(
    game: str, preset: str | None, n: int, seat: int, players: Players, reward: Reward, threads: int, options: dict[str, Any]
) -> Batch:
    """Return a batch of n matches in which one seat is played from outside.

    Raises:
        OptionsError: there is no such seat, or the number of players does not fit.
    """
    seats = find(game).read_options(preset, options).seats
    if seat not in range(seats):
        raise OptionsError(f"{game}: seat is a number from 0 to {seats - 1}, got {seat!r:.60}")
    names = [players] * seats if isinstance(players, str) else list(players)
    if len(names) != seats:
        raise OptionsError(f"{game}: players are one name or {seats}, one a seat, got {players!r:.80}")
    names = [None if number == seat else name for number, name in enumerate(names)]
    return Batch(game, n, preset, players=names, reward=reward, threads=threads, **options)


def observation_space(batch: Batch) -> spaces.Dict:
    """Return the space of a seat's observations."""
    row = spaces.Box(-LARGEST, LARGEST, (batch.width,), np.float32)
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (batch.actions,), np.int8)})


for name, given in {"Seat": {}, "Mickell": {"game": "mickell"}}.items():
    gymnasium.register(
        f"muckle/{name}-v1",
        entry_point="muckle.envs.gymnasium:SeatEnv",
        vector_entry_point="muckle.envs.gymnasium:SeatVector",
        kwargs=given,
    )
