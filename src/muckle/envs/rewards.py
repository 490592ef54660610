"""What a match that is over is worth to each seat."""

from __future__ import annotations

from muckle.engine.options import GameOptions
from muckle.engine.position import Position
from muckle.envs.batch import Reward
from muckle.players.contest import shares


def worth(position: Position, reward: Reward) -> list[float]:
    """What each seat gets: "score"; "lead", its score less the mean of the others'; "win", its share of the win."""
    scores = [float(score) for score in position.scores()]
    if reward == "win":
        return shares(position).tolist()
    if reward == "score" or len(scores) == 1:
        return scores
    return [score - (sum(scores) - score) / (len(scores) - 1) for score in scores]


def bounds(options: GameOptions, reward: Reward) -> tuple[float, float]:
    """The least and the most that `worth` can give a seat."""
    if reward == "win":
        return 0.0, 1.0
    low, high = options.score_bounds()
    return (low, high) if reward == "score" or options.seats == 1 else (low - high, high - low)
