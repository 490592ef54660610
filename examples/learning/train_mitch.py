"""Teach a network to play Mitch, by example first and then by masked PPO (sb3-contrib), and say how often it wins.

    uv run --extra gymnasium --with sb3-contrib --with torch python examples/learning/train_mitch.py

One seat of three learns, and what it learns is a hand: the hands of a match are deals of their own whose points are added up.
First it is shown what greedy players decide (they look one step ahead) and what came of it; then it plays against two of them
itself. At last it plays whole matches, four hands long, in which a third of the wins is the fair share. docs/environments.md
tells of batches.
"""

# pyright: basic, reportMissingImports=false
# (torch and sb3-contrib say little of their types, and are not installed with muckle)

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from muckle import new_match
from muckle.engine.chance import stream
from muckle.envs import Batch
from muckle.lab.summary import Sample, Share
from muckle.players import find
from muckle.players.chooser import Chooser

OPPONENTS = ("random", "greedy")
TABLES, ROLLOUT, MINIBATCH = 256, 64, 2048
"""Hands that are played at once, steps of each between two updates, and of how many steps a gradient is made."""
ROUNDS, LESSON = 6, 1024
"""How often all examples are gone through, and of how many a gradient is made."""
POINTS = 20.0
"""A lead that counts as 1."""
UNSEEN = ("total", "finished")
"""Fields of an observation that tell of the match around the hand."""
SCALES = {"holds": 5.0, "stock_left": 50.0, "aces": 3.0}
"""By what fields are divided, so that all numbers are about 1."""


class Lessons(NamedTuple):
    """Decisions of others, a row each."""

    seen: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    came: torch.Tensor
    """What came of the hand: the lead of the seat that decided."""


class Hands(VecEnv):
    """Hands at many tables, as stable-baselines3 wants them: seat 0 learns, built-in players fill the others."""

    def __init__(self, opponent: str, tables: int, seed: int) -> None:
        players = (None, opponent, opponent)
        self._batch = Batch("mitch", tables, seats=3, hands=1, seed=seed, players=players, autoreset="same_step", reward="lead")
        self._actions = np.zeros(tables, np.int64)
        space = spaces.Box(-np.inf, np.inf, (self.reset().shape[1],), np.float32)
        super().__init__(tables, space, spaces.Discrete(self._batch.actions))

    def reset(self) -> np.ndarray:
        """Deal all tables the next hand."""
        self._batch.next_matches()
        return observed(self._batch)

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Take them; hands that are over are dealt anew at once."""
        rewards, ended = self._batch.step(self._actions)
        return observed(self._batch), rewards[:, 0] / POINTS, ended, [{} for _ in ended]

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **given: Any) -> list[Any]:
        """`action_masks`, which is all that sb3-contrib asks for."""
        return [*self._batch.legal_masks().astype(bool)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """There are masks, and nothing is drawn on a screen."""
        known = {"action_masks": self.env_method, "render_mode": None}
        if attr_name not in known:
            raise AttributeError(attr_name)
        return [known[attr_name]] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """There is nothing to set."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Nothing is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """There is nothing to close."""


def observed(batch: Batch) -> np.ndarray:
    """What seat 0 sees at each table, and what it may do: float32, a row a table."""
    return numbers(batch.named(batch.observe(0)), batch.legal_masks())


def numbers(fields: Mapping[str, np.ndarray], masks: np.ndarray) -> np.ndarray:
    """Observations and masks, a row each, as the network reads them."""
    parts = [part.reshape(len(masks), -1) / SCALES.get(name, 1.0) for name, part in fields.items() if name not in UNSEEN]
    return np.concatenate([*parts, masks], axis=1, dtype=np.float32)


def lessons(hands: int, seed: int) -> Lessons:
    """What three greedy players decide, and what came of it."""
    match = new_match("mitch", seats=3, hands=1, narrate=False)
    position, manner, words = match.position, find("greedy", match.game).manner(match.game), match.position.arrays[1]
    seen, masks, actions, came = list[Any](), list[Any](), list[int](), list[float]()
    for number in range(hands):
        position.deal(stream(seed, number))
        chooser, seats = Chooser(position, number), list[int]()
        while not position.over:
            mask = np.zeros((1, match.game.state.ACTIONS), np.int8)
            mask[0, position.legal()] = 1
            fields = {name: part[None] for name, part in position.observation(position.turn).items()}
            seen.append(numbers(fields, mask))
            masks.append(mask.astype(bool))
            seats.append(position.turn)
            actions.append(chooser.choose(manner, position, words))
            position.apply(actions[-1])
        scores = np.array(position.scores(), float)
        came += ((scores - (scores.sum() - scores) / 2) / POINTS)[seats].tolist()
    tensors = (np.concatenate(seen), np.concatenate(masks), np.array(actions), np.array(came, np.float32))
    return Lessons(*map(torch.as_tensor, tensors))


def imitate(model: MaskablePPO, shown: Lessons) -> None:
    """Have the network decide as in the lessons, and expect what came of it."""
    policy, size = model.policy, len(shown.actions)
    optimizer = torch.optim.Adam(policy.parameters())
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, total_iters=ROUNDS)
    for _ in range(ROUNDS):
        for rows in torch.randperm(size).split(LESSON):
            seen, masks, actions, came = (part[rows] for part in shown)
            values, likely, _ = policy.evaluate_actions(seen, actions, action_masks=masks.numpy())
            loss = ((values.flatten() - came) ** 2).mean() / 2 - likely.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()


def learner(seed: int) -> MaskablePPO:
    """A network that has learned nothing, among greedy players."""
    return MaskablePPO(
        "MlpPolicy",
        Hands("greedy", TABLES, seed),
        n_steps=ROLLOUT,
        batch_size=MINIBATCH,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.002,
        learning_rate=2e-4,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )


def win_share(model: MaskablePPO, opponent: str, matches: int, seed: int) -> Share:
    """How large a share of the wins it has against two of them, a match at each of so many tables."""
    batch = Batch("mitch", matches, seats=3, seed=seed, players=(None, opponent, opponent), reward="win")
    won, over = np.zeros(matches), np.zeros(matches, bool)
    while not over.all():
        masks = batch.legal_masks()
        masks[batch.turns < 0] = 1  # a match that is over takes any action
        actions, _ = model.predict(observed(batch), action_masks=masks, deterministic=True)
        rewards, ended = batch.step(actions)
        first = ended & ~over
        won[first] = rewards[first, 0]
        over |= ended
    sample = Sample()
    sample.add(won)
    return sample.share()


def tell(model: MaskablePPO, what: str, matches: int, began: float) -> None:
    """Print how it plays."""
    shares = [(opponent, win_share(model, opponent, matches, seed=1 << 40)) for opponent in OPPONENTS]
    told = ", ".join(f"two {name}: {share.mean:.1%} ({share.low:.1%} to {share.high:.1%})" for name, share in shares)
    print(f"{what}: wins against {told}; {(time.process_time() - began) / 60:.1f} CPU minutes", flush=True)


def main(given: Sequence[str] | None = None) -> None:
    """Learn, and tell."""
    parser = argparse.ArgumentParser(description="Teach a network to play Mitch.")
    for name, usual, meaning in (
        ("hands", 6000, "hands of greedy players that are shown"),
        ("steps", 500_000, "own decisions, by PPO"),
        ("matches", 4000, "matches that are played at last"),
        ("seed", 1, "same seed, same examples"),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual, help=meaning)
    asked, began = parser.parse_args(given), time.process_time()
    torch.set_num_threads(1)
    model = learner(asked.seed)
    tell(model, "untaught", asked.matches, began)
    imitate(model, lessons(asked.hands, asked.seed))
    tell(model, "by example", asked.matches, began)
    model.learn(asked.steps)
    tell(model, "and by PPO", asked.matches, began)


if __name__ == "__main__":
    main()
