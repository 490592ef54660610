"""Rewards that seats get at the end of a match."""

from __future__ import annotations

from typing import Literal

from muckle.engine.options import GameOptions
from muckle.engine.position import Position
from muckle.envs import kernels
from muckle.errors import OptionsError
from muckle.players.contest import win_shares

Reward = Literal["score", "lead", "win"]
"""The score; the score less the mean of the other seats' scores; or the share of the win."""
REWARDS: dict[str, int] = {"score": kernels.SCORE, "lead": kernels.LEAD, "win": kernels.WIN}


def final_rewards(position: Position, reward: Reward) -> list[float]:
    """Return the reward of each seat for a position that is over."""
    scores = [float(score) for score in position.scores()]
    if reward == "win":
        return win_shares(position).tolist()
    if reward == "score" or len(scores) == 1:
        return scores
    return [score - (sum(scores) - score) / (len(scores) - 1) for score in scores]


def reward_bounds(options: GameOptions, reward: Reward) -> tuple[float, float]:
    """Return the least and the greatest reward that a seat can get."""
    if reward == "win":
        return 0.0, 1.0
    low, high = options.score_bounds()
    return (low, high) if reward == "score" or options.seats == 1 else (low - high, high - low)


def read_choice(name: str, value: str, choices: dict[str, int]) -> int:
    """Return the number of a choice.

    Raises:
        OptionsError: the value is none of the choices.
    """
    if value not in choices:
        raise OptionsError(f"{name} is one of {', '.join(choices)}, got {value!r:.60}")
    return choices[value]
