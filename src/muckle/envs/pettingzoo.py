"""PettingZoo's AEC interface, in which every seat is an agent: ``env("mitch", seats=3)``. Needs the extra `pettingzoo`.

The agents are called ``seat_0``, ``seat_1`` and so on. An agent can be selected several times in a row. Rewards come at the end
of a match.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from muckle.engine.chance import read_seed
from muckle.envs.batch import LARGEST, read_action, seed_of
from muckle.envs.rewards import REWARDS, Reward, final_rewards, read_choice
from muckle.match.match import new_match

MaskIn = Literal["observation", "info"]
MASKS: dict[str, int] = {"observation": 0, "info": 1}


def env(game: str, preset: str | None = None, **given: Any) -> OrderEnforcingWrapper[str, Any, Any]:
    """Return a `TableEnv` in a wrapper that checks the order of calls. The arguments are those of `TableEnv`."""
    return OrderEnforcingWrapper(TableEnv(game, preset, **given))


class TableEnv(AECEnv[str, Any, Any]):
    """A match at which every seat is an agent.

    Args:
        game, preset, options: as for `muckle.new_match`.
        reward: reward of a seat at the end: "score"; "lead", the score less the mean of the other seats' scores; "win", the
            share of the win.
        mask: place of the legal-action mask (int8, 1 for legal, all 0 for agents that are not to act). "observation": an
            observation is a dict of `observation` and `action_mask`. "info": the info holds the mask, and an observation is a
            row of float32.
        render_mode: "ansi" or "human": text with what a spectator may know.

    Raises:
        OptionsError: there is no such game or option, or values do not fit together.
    """

    def __init__(
        self,
        game: str,
        preset: str | None = None,
        *,
        reward: Reward = "score",
        mask: MaskIn = "observation",
        render_mode: Literal["ansi", "human"] | None = None,
        **options: Any,
    ) -> None:
        read_choice("reward", reward, REWARDS)
        read_choice("mask", mask, MASKS)
        self._position = new_match(game, preset, narrate=False, **options).position
        self._reward: Reward = reward
        self._in_observation = mask == "observation"
        self._seed, self._number = int(np.random.default_rng().integers(1 << 53)), -1
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "render_modes": ["ansi", "human"],
            "name": f"muckle_{self._position.game.name}_v{self._position.game.version}",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._position.options.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self._position.game.state.ACTIONS
        row = spaces.Box(-LARGEST, LARGEST, (self._position.observer.width,), np.float32)
        seen = spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
        self.observation_spaces: dict[str, Any] = dict.fromkeys(self.possible_agents, seen if self._in_observation else row)
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always as the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always as the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the first match of a seed, or with None the next match of the last seed."""
        if seed is not None:
            self._seed, self._number = read_seed(seed), -1
        self.deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self.info(agent) for agent in self.agents}
        self.agent_selection = self.possible_agents[self._position.turn]

    def deal(self) -> None:
        """Deal the next match in which a seat has a decision."""
        self._number += 1
        self._position.deal(seed_of(self._seed, self._number))
        if self._position.over:
            self.deal()

    def step(self, action: Any) -> None:
        """Take an action of the selected agent; None if its match is over.

        Raises:
            ValueError: the action is not legal; nothing has changed. PettingZoo's TerminateIllegalWrapper ends the match then.
            ActionError: the action is not one of the game.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        taken = read_action(action, self._position.game.state.ACTIONS)
        try:
            self._position.apply(taken)
        except ValueError as error:
            raise ValueError(f"action {taken} of {agent} is not legal: {error}") from None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos = {each: self.info(each) for each in self.agents}
        if self._position.over:
            self.rewards = dict(zip(self.possible_agents, final_rewards(self._position, self._reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self._position.turn]

    def observe(self, agent: str) -> Any:
        """Return what an agent may know: a row of float32, or a dict with the row and the mask."""
        seen = self._position.observation(self._seats[agent])
        row = np.concatenate([values.ravel() for values in seen.values()])
        return {"observation": row, "action_mask": self.mask(agent)} if self._in_observation else row

    def mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Return the mask of an agent's legal actions, int8."""
        mask = np.zeros(self._position.game.state.ACTIONS, np.int8)
        if self._position.turn == self._seats[agent]:
            mask[self._position.legal()] = 1
        return mask

    def info(self, agent: str) -> dict[str, Any]:
        """Return the info of an agent, which holds the mask if the observation does not."""
        return {} if self._in_observation else {"action_mask": self.mask(agent)}

    def render(self) -> str | None:
        """Return what a spectator may know as text, or print it in mode "human"."""
        if self.render_mode is None:
            logger.warn("render() shows nothing without a render_mode, 'ansi' or 'human'")
            return None
        names = [agent.replace("_", " ").title() for agent in self.possible_agents]
        scene = self._position.game.scene.build(self._position.plain_setup, self._position.plain_state, None, names)
        text = "\n".join([scene.status, *(f"{seat.name}: {seat.score} {seat.note}".rstrip() for seat in scene.seats)])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing, as no resources are open."""
