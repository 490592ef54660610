"""Teach a small network to play Mitch in minutes, with NumPy alone, and sit down against it.

    uv run python examples/learning/numpy_mitch.py
    uv run muckle play mitch --against examples.learning.numpy_mitch:policy
    uv run muckle serve --player examples.learning.numpy_mitch:policy

First the network is shown what greedy players decide, who look one step ahead. Then it plays hands against them and takes more
often what brought more points than usual (REINFORCE). `policy` is the player that a table seats; it plays at every number of
seats with one pack, by the network in `numpy_mitch.npz` beside this file. docs/environments.md tells what this comes to.

No suit is better than another, so the network looks at each suit in the same way, and all it learns of one it knows of four.
"""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from muckle.engine.position import Position
from muckle.envs import Batch
from muckle.lab.summary import Sample, Share

FILE = Path(__file__).with_suffix(".npz")
"""File of the learned network, unless another is named."""
OPPONENTS = ("random", "greedy")
SEATS, SUITS, RANKS, ACES = 4, 4, 13, 3
"""Seats at the tables where the network learns; suits, ranks and the number of Aces that end the draws."""
WIDE = 96
"""Number of hidden units that look at a suit."""
TABLES, LESSON, MINIBATCH = 256, 128, 1024
"""Tables with examples, decisions at each in a lesson, and decisions of a gradient."""
HANDS = 512
"""Hands of its own between two updates."""
POINTS = 20.0
"""Lead in points that counts as 1."""
Values = np.ndarray[Any, Any]


def features(fields: dict[str, Values]) -> Values:
    """Return what the network reads: float32 of shape (rows, suits, numbers).

    Args:
        fields: observations by their names (`muckle.envs.Batch.named`), one row each.
    """
    hand, tableau, discards = (by_suit(fields[name]) for name in ("hand", "tableau", "discards"))
    unseen = np.maximum(1 - hand - tableau.sum(axis=2, keepdims=True) - discards, 0)
    fits = (tableau.cumsum(axis=3) == 0).astype(np.float32)  # lower than every card of the column
    cards = [hand, tableau[:, :, :1], discards, unseen, fits[:, :, :1], fits[:, :, 1:].mean(axis=2, keepdims=True)]
    counts = [tableau.sum(axis=3), hand.sum(axis=3), (hand * fits[:, :, :1]).sum(axis=3), (unseen * fits[:, :, :1]).sum(axis=3)]
    counts[0] = np.stack([counts[0][:, :, 0], counts[0][:, :, 1:].mean(axis=2)], axis=2)
    rows = len(hand)
    each = np.concatenate([part.reshape(rows, SUITS, -1) for part in (*cards, *(count / 5 for count in counts))], axis=2)
    others = (each.sum(axis=1, keepdims=True) - each) / (SUITS - 1)
    seats = [fields[name] for name in ("holds", "had_turn", "placed")]
    aces, stock = fields["aces"].reshape(rows, 1), fields["stock_left"].reshape(rows, 1)
    draws = (stock - SUITS + aces) * np.maximum(ACES - aces, 0) / (SUITS + 1 - aces) / seats[0].shape[1]
    around = [*(part[:, :1] for part in seats), *(part[:, 1:].mean(axis=1, keepdims=True) for part in seats)]
    around = np.concatenate([*around, aces, stock / 10, draws / 3], axis=1)[:, None].repeat(SUITS, axis=1)
    return np.concatenate([each, others, around], axis=2, dtype=np.float32)


def by_suit(cards: Values) -> Values:
    """Return sets of cards of the shape (rows, suits, sets, ranks)."""
    return cards.reshape(len(cards), -1, SUITS, RANKS).swapaxes(1, 2)


class Network:
    """A network with one hidden layer for each suit, the same for all, and Adam, which trains it."""

    def __init__(self, weights: dict[str, Values]) -> None:
        self.weights = weights
        self._means = {name: np.zeros((2, *values.shape), np.float32) for name, values in weights.items()}
        self._updates = 0

    @classmethod
    def untaught(cls, seed: int) -> Network:
        """Return a network that has learned nothing."""
        chance, width = np.random.default_rng(seed), features(observed(Batch("mitch", 1, seats=SEATS))).shape[2]
        shapes = {"in": (width, WIDE), "in_bias": (WIDE,), "out": (WIDE, 2 * RANKS), "out_bias": (2 * RANKS,)}
        scale = {"in": np.sqrt(2 / width), "out": 0.01}
        return cls({name: chance.normal(0, scale.get(name, 0), shape).astype(np.float32) for name, shape in shapes.items()})

    @classmethod
    def load(cls, file: Path) -> Network:
        """Return the network of a file."""
        if not file.exists():
            raise FileNotFoundError(f"{file} is missing: `python {Path(__file__).name}` teaches the network and writes it")
        with np.load(file) as stored:
            return cls({name: stored[name] for name in stored.files})

    def chances(self, seen: Values, masks: Values) -> tuple[Values, Values]:
        """Return the probability of each action, and the hidden layer for `update`."""
        hidden = np.maximum(seen @ self.weights["in"] + self.weights["in_bias"], 0)
        cards = hidden @ self.weights["out"] + self.weights["out_bias"]
        values = cards.reshape(-1, SUITS, 2, RANKS).swapaxes(1, 2).reshape(len(seen), -1)
        values = np.pad(values, ((0, 0), (0, masks.shape[1] - values.shape[1])))  # the choice of a pile to draw from, if asked
        values = np.where(masks, values, -np.inf)
        likely = np.exp(values - values.max(axis=1, keepdims=True))
        return likely / likely.sum(axis=1, keepdims=True), hidden

    def update(self, seen: Values, masks: Values, actions: Values, worth: Values, pace: float) -> None:
        """Make the actions of some decisions more likely, each as much as it is worth, by one step of Adam."""
        likely, hidden = self.chances(seen, masks)
        slope = -likely
        slope[np.arange(len(actions)), actions] += 1
        slope *= -worth[:, None] / len(actions)
        cards = slope[:, : SUITS * RANKS * 2].reshape(-1, 2, SUITS, RANKS).swapaxes(1, 2).reshape(-1, 2 * RANKS)
        flat, units = seen.reshape(-1, seen.shape[2]), hidden.reshape(-1, WIDE)
        back = (cards @ self.weights["out"].T) * (units > 0)
        slopes = {"in": flat.T @ back, "in_bias": back.sum(axis=0), "out": units.T @ cards, "out_bias": cards.sum(axis=0)}
        self._updates += 1
        for name, found in slopes.items():
            mean, square = self._means[name]
            mean += 0.1 * (found - mean)
            square += 0.001 * (found * found - square)
            first, second = mean / (1 - 0.9**self._updates), square / (1 - 0.999**self._updates)
            self.weights[name] -= (pace * first / (np.sqrt(second) + 1e-8)).astype(np.float32)


def observed(batch: Batch, seats: int | None = None) -> dict[str, Values]:
    """Return what a seat sees in each match; None: the seat to act."""
    return batch.named(batch.observe(seats))


def hands(tables: int, seed: int, opponent: str | None = None) -> Batch:
    """Return tables for single hands, dealt anew at once; an opponent fills all seats but the first."""
    players = (None, *[opponent] * (SEATS - 1)) if opponent else None
    return Batch("mitch", tables, seats=SEATS, hands=1, seed=seed, players=players, autoreset="same_step", reward="lead")


def imitate(network: Network, lessons: int, seed: int) -> None:
    """Teach a network to decide as greedy players do, in so many lessons."""
    batch, chance = hands(TABLES, seed), np.random.default_rng(seed)
    for lesson in range(lessons):
        shown = list[tuple[Values, Values, Values]]()
        for _ in range(LESSON):
            actions = batch.pick("greedy")
            shown.append((features(observed(batch)), batch.legal_masks().astype(bool), actions))
            batch.step(actions)
        seen, masks, actions = (np.concatenate(part) for part in zip(*shown, strict=True))
        pace = 3e-3 * (1 - lesson / lessons) + 1e-4
        for rows in np.array_split(chance.permutation(len(actions)), len(actions) // MINIBATCH):
            network.update(seen[rows], masks[rows], actions[rows], np.ones(len(rows), np.float32), pace)


def improve(network: Network, updates: int, seed: int) -> None:
    """Let a network play hands against greedy players, and learn from its leads at the end."""
    chance = np.random.default_rng(seed)
    for update in range(updates):
        seen, masks, actions, leads = play_hands(network, seed + update * HANDS, chance)
        worth = (leads - leads.mean()) / (leads.std() + 1e-6)
        for rows in np.array_split(chance.permutation(len(actions)), max(1, len(actions) // (4 * MINIBATCH))):
            network.update(seen[rows], masks[rows], actions[rows], worth[rows], 1e-3 * (1 - update / updates))


def play_hands(network: Network, seed: int, chance: np.random.Generator) -> tuple[Values, Values, Values, Values]:
    """Play one hand at each table against greedy players. Return its decisions, and the lead that came of each."""
    batch, alive, lead = hands(HANDS, seed, "greedy"), np.ones(HANDS, bool), np.zeros(HANDS, np.float32)
    parts = list[tuple[Values, Values, Values, Values]]()
    while alive.any():
        seen, masks = features(observed(batch, 0)), batch.legal_masks().astype(bool)
        likely, _ = network.chances(seen, masks)
        actions = np.minimum((likely.cumsum(axis=1) < chance.random((HANDS, 1))).sum(axis=1), masks.shape[1] - 1)
        actions = np.where(masks[np.arange(HANDS), actions], actions, likely.argmax(axis=1))  # a rounding error of the sum
        parts.append((seen[alive], masks[alive], actions[alive], np.flatnonzero(alive)))
        rewards, ended = batch.step(actions)
        lead = np.where(ended & alive, rewards[:, 0] / POINTS, lead)
        alive &= ~ended
    seen, masks, actions, tables = (np.concatenate(part) for part in zip(*parts, strict=True))
    return seen, masks, actions, lead[tables]


def win_share(network: Network, opponent: str, matches: int, seed: int) -> Share:
    """Return the share of the wins against three opponents of a kind, over whole matches."""
    batch = Batch("mitch", matches, seats=SEATS, seed=seed, players=(None, *[opponent] * (SEATS - 1)), reward="win")
    won, over = np.zeros(matches), np.zeros(matches, bool)
    while not over.all():
        masks = batch.legal_masks().astype(bool)
        masks[batch.turns < 0] = True  # a match that is over takes any action
        rewards, ended = batch.step(network.chances(features(observed(batch, 0)), masks)[0].argmax(axis=1))
        won[ended & ~over] = rewards[ended & ~over, 0]
        over |= ended
    sample = Sample()
    sample.add(won)
    return sample.share()


@functools.cache
def learned(file: Path = FILE) -> Network:
    """Return the learned network."""
    return Network.load(file)


def policy(position: Position, seed: int) -> int:
    """Return the action of the learned network for the seat to act; `seed` does not matter."""
    fields = {name: np.asarray(values)[None] for name, values in position.observation(position.turn).items()}
    masks = np.zeros((1, position.game.state.ACTIONS), bool)
    masks[0, position.legal()] = True
    return int(learned().chances(features(fields), masks)[0].argmax())


def stages(network: Network, lessons: int, updates: int, seed: int) -> Iterator[str]:
    """Teach a network, and yield the name of each stage when it is done."""
    yield "untaught"
    imitate(network, lessons, seed)
    yield "by example"
    improve(network, updates, seed + (1 << 30))
    yield "and by its own hands"


def main(given: Sequence[str] | None = None) -> None:
    """Teach a network, say how often it wins after each stage, and write its file."""
    parser = argparse.ArgumentParser(description="Teach a small network to play Mitch.")
    for name, usual, meaning in (
        ("lessons", 60, "lessons of greedy players, 32,768 decisions each"),
        ("updates", 300, "updates from 512 hands of its own"),
        ("matches", 4000, "matches that are played after each stage"),
        ("seed", 1, "same seed, same network"),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual, help=meaning)
    parser.add_argument("--to", type=Path, default=FILE, help="file to write")
    asked, began = parser.parse_args(given), time.process_time()
    network = Network.untaught(asked.seed)
    for stage in stages(network, asked.lessons, asked.updates, asked.seed):
        shares = [(opponent, win_share(network, opponent, asked.matches, seed=1 << 40)) for opponent in OPPONENTS]
        told = ", ".join(f"three {name}: {share.mean:.1%} ({share.low:.1%} to {share.high:.1%})" for name, share in shares)
        print(f"{stage}: wins against {told}; {(time.process_time() - began) / 60:.1f} CPU minutes", flush=True)
    np.savez(asked.to, allow_pickle=False, **network.weights)


if __name__ == "__main__":
    main()
