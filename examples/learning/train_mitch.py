"""Teach a network to play Mitch, by example first and then by masked PPO (sb3-contrib), and say how often it wins.

    uv run --extra gymnasium --with sb3-contrib --with torch python examples/learning/train_mitch.py

One seat of three learns, and what it learns is a hand: the hands of a match are deals of their own whose points are added up.
First it is shown what greedy players decide (they look one step ahead) and what came of it; then it plays against two of them
itself. At last it plays whole matches, four hands long, in which a third of the wins is the fair share. docs/environments.md
tells of batches, and of what this comes to.

No suit is better than another, so the network looks at each suit in the same way, and all it learns of one it knows of four.
"""

# pyright: basic, reportMissingImports=false
# (torch and sb3-contrib say little of their types, and are not installed with muckle)

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from muckle.envs import Batch
from muckle.lab.summary import Sample, Share

OPPONENTS = ("random", "greedy")
SEATS, SUITS, RANKS, ACES = 3, 4, 13, 3
"""The Ace is the last of the ranks, and never held; the third ends the draws."""
EACH, AROUND = 9 * RANKS + 7, 4 * SEATS + 3
"""How many numbers tell of a suit, and of everything else."""
WIDE, DEEP = 128, 2
"""How many numbers the network makes of a suit, and how often it looks from each suit at the others."""
TABLES, ROLLOUT, MINIBATCH = 512, 64, 4096
"""Hands that are played at once, steps of each between two updates, and of how many steps a gradient is made."""
CLASSES, LESSON, PACE = 256, 256, 1024
"""Tables at which examples are played, steps of each in a lesson, and of how many decisions a gradient is made."""
POINTS = 20.0
"""A lead that counts as 1."""


class Lesson(NamedTuple):
    """Decisions of others, a row each."""

    seen: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    came: torch.Tensor
    """What came of the hand: the lead of the seat that decided."""


def numbers(fields: dict[str, np.ndarray]) -> np.ndarray:
    """Observations as the network reads them: float32, a row each, for every suit the same numbers, then what is around them.

    What can be worked out of an observation is spared the network: which cards still fit where, and who still may draw them.
    """
    hand, tableau, discards = (suits(fields[name]) for name in ("hand", "tableau", "discards"))
    unseen = 1 - hand - tableau.sum(axis=2, keepdims=True) - discards
    fits = (tableau.cumsum(axis=3) == 0).astype(np.float32)  # lower than any card of the column
    cards = np.concatenate([hand, tableau, discards, unseen, fits], axis=2)
    lengths, held = tableau.sum(axis=3) / 6, (hand * fits[:, :, :1]).sum(axis=3) / 3
    counts = [lengths, held, (unseen * fits).sum(axis=3) / 6]
    each = np.concatenate([cards.reshape(len(cards), SUITS, -1), *counts], axis=2)
    aces, stock = fields["aces"], fields["stock_left"]
    draws = (stock - SUITS + aces) * np.maximum(ACES - aces, 0) / (SUITS + 1 - aces) / SEATS / 10
    around = [fields["holds"] / 5, fields["had_turn"], fields["placed"], fields["dealer"], stock / 50, aces / ACES, draws]
    parts = [each, *around]
    return np.concatenate([part.reshape(len(each), -1) for part in parts], axis=1, dtype=np.float32)


def suits(cards: np.ndarray) -> np.ndarray:
    """Sets of cards, cut up: a row, a suit, a set, a rank."""
    return cards.reshape(len(cards), -1, SUITS, RANKS).swapaxes(1, 2)


class Suits(BaseFeaturesExtractor):
    """The body of the network: each suit by itself, then each with the mean of all."""

    def __init__(self, space: spaces.Box) -> None:
        super().__init__(space, SUITS * WIDE)
        self.suit, self.around = nn.Linear(EACH, WIDE), nn.Linear(AROUND, WIDE, bias=False)
        self.own = nn.ModuleList(nn.Linear(WIDE, WIDE) for _ in range(DEEP))
        self.others = nn.ModuleList(nn.Linear(WIDE, WIDE, bias=False) for _ in range(DEEP))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """What it makes of each suit."""
        each, around = seen.split([SUITS * EACH, AROUND], dim=1)
        made = torch.relu(self.suit(each.view(-1, SUITS, EACH)) + self.around(around)[:, None])
        for own, others in zip(self.own, self.others, strict=True):
            made = made + torch.relu(own(made) + others(made.mean(dim=1, keepdim=True)))
        return made.flatten(1)


class Actions(nn.Module):
    """How much speaks for discarding and for placing each card."""

    def __init__(self) -> None:
        super().__init__()
        self.cards = nn.Linear(WIDE, 2 * RANKS)

    def forward(self, made: torch.Tensor) -> torch.Tensor:
        """A number for each action of the game."""
        cards = self.cards(made.view(-1, SUITS, WIDE)).view(-1, SUITS, 2, RANKS).transpose(1, 2).flatten(1)
        return nn.functional.pad(cards, (0, 2))  # where to draw from is not asked in the game as it is recommended


class Worth(nn.Module):
    """What the hand should come to."""

    def __init__(self) -> None:
        super().__init__()
        self.worth = nn.Sequential(nn.Linear(WIDE, WIDE), nn.ReLU(), nn.Linear(WIDE, 1))

    def forward(self, made: torch.Tensor) -> torch.Tensor:
        """The lead that may be expected."""
        return self.worth(made.view(-1, SUITS, WIDE).mean(dim=1))


class Policy(MaskableActorCriticPolicy):
    """The whole network, as sb3-contrib wants it."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = Actions(), Worth()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Hands(VecEnv):
    """Hands at many tables, as stable-baselines3 wants them: seat 0 learns, built-in players fill the others."""

    def __init__(self, opponent: str, tables: int, seed: int) -> None:
        players = (None, *[opponent] * (SEATS - 1))
        self._batch = Batch(
            "mitch", tables, seats=SEATS, hands=1, seed=seed, players=players, autoreset="same_step", reward="lead"
        )
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


def observed(batch: Batch, seats: int | None = 0) -> np.ndarray:
    """What a seat sees at each table, as the network reads it; None: the seat to act."""
    return numbers(batch.named(batch.observe(seats)))


def lessons(number: int, seed: int) -> Iterator[Lesson]:
    """What greedy players decide in all three seats, and what came of it."""
    batch = Batch("mitch", CLASSES, seats=SEATS, hands=1, seed=seed, autoreset="same_step", reward="lead")
    tables = np.arange(CLASSES)
    for _ in range(number):
        shown: list[Any] = []
        for _ in range(LESSON):
            turns, row = batch.turns, (observed(batch, None), batch.legal_masks().astype(bool), batch.pick("greedy"))
            rewards, ended = batch.step(row[2])
            shown.append((*row, turns, rewards / POINTS, ended))
        came, after = [], np.full((CLASSES, SEATS), np.nan, np.float32)  # a hand that goes on: nobody knows yet
        for *_, turns, rewards, ended in shown[::-1]:
            after = np.where(ended[:, None], rewards, after)
            came.append(after[tables, turns])
        rows = [np.concatenate([row[column] for row in shown]) for column in range(3)]
        yield Lesson(*map(torch.as_tensor, (*rows, np.concatenate(came[::-1]))))


def imitate(model: MaskablePPO, number: int, seed: int) -> None:
    """Have the network decide as in so many lessons, and expect what came of it."""
    policy, pace = model.policy, 1.5e-3
    optimizer = torch.optim.Adam(policy.parameters(), lr=pace)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.02, total_iters=number)
    for lesson in lessons(number, seed):
        for rows in torch.randperm(len(lesson.actions)).split(PACE):
            seen, masks, actions, came = (part[rows] for part in lesson)
            values, likely, _ = policy.evaluate_actions(seen, actions, action_masks=masks.numpy())
            loss = (values.flatten() - came).nan_to_num().square().mean() / 2 - likely.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()


def learner(seed: int) -> MaskablePPO:
    """A network that has learned nothing, among greedy players."""
    return MaskablePPO(
        Policy,
        Hands("greedy", TABLES, seed),
        n_steps=ROLLOUT,
        batch_size=MINIBATCH,
        n_epochs=3,
        gamma=1.0,
        ent_coef=0.0,
        learning_rate=lambda left: 3e-4 * left,
        policy_kwargs={"net_arch": [], "features_extractor_class": Suits},
        seed=seed,
        device="cpu",
    )


def win_share(model: MaskablePPO, opponent: str, matches: int, seed: int) -> Share:
    """How large a share of the wins it has against two of them, a match at each of so many tables."""
    batch = Batch("mitch", matches, seats=SEATS, seed=seed, players=(None, *[opponent] * (SEATS - 1)), reward="win")
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
        ("lessons", 30, "lessons of greedy players, 65,536 decisions each"),
        ("steps", 1_000_000, "own decisions, by PPO"),
        ("matches", 10_000, "matches that are played at last"),
        ("seed", 1, "same seed, same examples"),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual, help=meaning)
    asked, began = parser.parse_args(given), time.process_time()
    torch.set_num_threads(1)
    model = learner(asked.seed)
    tell(model, "untaught", asked.matches, began)
    imitate(model, asked.lessons, asked.seed)
    tell(model, "by example", asked.matches, began)
    model.learn(asked.steps)
    tell(model, "and by PPO", asked.matches, began)


if __name__ == "__main__":
    main()
