"""Gymnasium's interface: one seat learns, built-in players fill the others. Needs the extra `gymnasium`.

After ``import muckle.envs.gymnasium`` there are ``gymnasium.make("muckle/Seat-v1", game="mitch", seat=0, players="greedy")``,
``gymnasium.make("muckle/Mickell-v1")``, and ``gymnasium.make_vec`` of both, which steps all matches at once in compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from muckle.envs.batch import LARGEST, Batch, Reward, read_choice
from muckle.errors import OptionsError
from muckle.games import find

Observation = dict[str, Any]
Players = str | Sequence[str | None]
Illegal = Literal["raise", "ignore", "end"]
ILLEGAL: dict[str, int] = {"raise": 0, "ignore": 1, "end": 2}
PENALTY = -1.0
"""The reward of an illegal action that ends the match."""


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a match; its observation is a dict of `observation` (float32) and `action_mask` (int8, 1 for legal).

    Args:
        game, preset, options: as for `muckle.new_match`.
        seat: which one learns.
        players: who fills the other seats: a built-in player that does not search, or one for each seat, of which that of
            the learning seat does not matter.
        reward: what it gets at the end: "score"; "lead", its score less the mean of the others'; "win", its share of the win.
        illegal: what an illegal action does: "raise" an IllegalError; "ignore" it, with `illegal` in the info; "end" the match
            with -1.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.
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
        self._batch = seated(game, preset, 1, seat, players, reward, options)
        self._seat, self._illegal, self._ended, self._begun = seat, illegal, True, False
        self.observation_space, self.action_space = observed(self._batch), spaces.Discrete(self._batch.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal a match in which the seat has a turn: the first of that seed, or with None the next of the seed before."""
        super().reset(seed=seed)
        if seed is None and self._begun:
            self._batch.next_matches()
        else:
            self._batch.reset(int(self.np_random.integers(1 << 53)) if seed is None else seed)
        self._begun, self._ended = True, False
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action; the others play on until the seat is to act again or the match is over."""
        if self._ended:
            raise gymnasium.error.ResetNeeded("the match is over: reset deals the next one")
        if self._illegal != "raise" and not self.action_masks()[action]:
            self._ended = self._illegal == "end"
            return self._seen(), PENALTY if self._ended else 0.0, self._ended, False, {"illegal": True}
        rewards, ended = self._batch.step(np.array([action]))
        self._ended = bool(ended[0])
        return self._seen(), float(rewards[0, self._seat]), self._ended, False, {}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """bool, a number for each action: whether it is legal, as sb3-contrib asks for it."""
        return self._batch.legal_masks()[0].astype(np.bool_)

    def _seen(self) -> Observation:
        return {"observation": self._batch.observe(self._seat)[0], "action_mask": self._batch.legal_masks()[0]}


class SeatVector(VectorEnv[Observation, Any, Any]):
    """The same seat of n matches at once, equal to n `SeatEnv`s; an illegal action raises, and nothing has changed.

    A match that is over is dealt anew by the next step, whatever action it is given there; until then its mask is empty.

    Args:
        num_envs: how many matches. threads: how many work at once. The others as for `SeatEnv`.
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
        self._batch = seated(game, preset, num_envs, seat, players, reward, {**options, "threads": threads})
        self._begun = False
        self.single_observation_space, self.single_action_space = observed(self._batch), spaces.Discrete(self._batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal all matches: match i the first of seed + i, or with None the next of the seed before."""
        super().reset(seed=seed)
        if seed is None and self._begun:
            self._batch.next_matches()
        else:
            self._batch.reset(int(self.np_random.integers(1 << 53)) if seed is None else seed)
        self._begun = True
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Take an action in every match."""
        rewards, ended = self._batch.step(actions)
        return self._seen(), rewards[:, self._seat].astype(np.float64), ended, np.zeros(self.num_envs, np.bool_), {}

    def _seen(self) -> Observation:
        return {"observation": self._batch.observe(self._seat), "action_mask": self._batch.legal_masks()}


def seated(
    game: str, preset: str | None, n: int, seat: int, players: Players, reward: Reward, options: dict[str, Any]
) -> Batch:
    """A batch in which one seat is played from outside."""
    threads = {"threads": options.pop("threads")} if "threads" in options else {}
    seats = find(game).read_options(preset, options).seats
    if seat not in range(seats):
        raise OptionsError(f"{game}: seat is a number from 0 to {seats - 1}, got {seat!r:.60}")
    names = [players] * seats if isinstance(players, str) else list(players)
    if len(names) != seats:
        raise OptionsError(f"{game}: players are one name or {seats}, one a seat, got {players!r:.80}")
    names = [None if number == seat else name for number, name in enumerate(names)]
    return Batch(game, n, preset, players=names, reward=reward, **threads, **options)


def observed(batch: Batch) -> spaces.Dict:
    """The space of what a seat observes."""
    row = spaces.Box(-LARGEST, LARGEST, (batch.width,), np.float32)
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (batch.actions,), np.int8)})


for name, given in {"Seat": {}, "Mickell": {"game": "mickell"}}.items():
    gymnasium.register(
        f"muckle/{name}-v1",
        entry_point="muckle.envs.gymnasium:SeatEnv",
        vector_entry_point="muckle.envs.gymnasium:SeatVector",
        kwargs=given,
    )
