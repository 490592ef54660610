"""Learn a game's network (`muckle.engine.network`) by self-play; `bench/learn.py` is the command.

A generation plays matches in which every seat searches a little, with the network as it is at the ends of its playouts (the
first one goes by the policy of those playouts alone), and a few actions are random. The network then learns, from positions
within a round, what `leaf` says at the end of that round: the chances by the standings, or who won. Every generation is a
process of its own, for compiled code keeps the weights it began with; each is kept in a folder, so that a run that was broken
off goes on behind the last one that is whole. The fit is Adam on one hidden layer, in NumPy. The same arguments give the same
file at the same commit and on the same machine. No match is dealt from a seed that strength is measured on.
"""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

import importlib
import json
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from muckle.engine.chance import PICKER, below, stream
from muckle.engine.compile import compiled
from muckle.engine.contract import OVER, Setup, apply, deal, leaf, legal, lent, stage
from muckle.engine.manner import FLAT, MANNER, QUICK, Manner
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.record import INT, new
from muckle.games import find
from muckle.players.choice import WORLDS, choose, redeal
from muckle.players.flat import flat

WILD = 30
"""One action of so many is random."""
HIDDEN_UNITS = 32
BATCH, RATE, WARMING = 2048, 4e-3, 0.15
"""Positions of a step; its largest size, in units of Adam; the share of the steps in which it grows, before it falls again."""
HELD = 10
"""One position of so many, the last ones, is held back to see how well the network foresees others."""
SEATS = {3: 1.0, 2: 0.2, 4: 0.12, 5: 0.1}
"""Seats at the table, and how many matches there are of them, as a share of those at three."""


APART = 20_000
"""Seeds between the first deals of two numbers of seats, so that no deal is played twice."""


class Course(NamedTuple):
    """The self-play from which a game's network learns."""

    cut: int
    policy: int
    decisions: int
    """Number of positions that there is room for in a match, above what any number of matches needs on average."""


COURSES = {"alphabetickell": Course(6, QUICK, 100)}


class Samples(NamedTuple):
    """Positions of matches with one number of seats."""

    inputs: np.ndarray[Any, Any]
    """(positions, seats, inputs) float32."""
    chances: np.ndarray[Any, Any]
    """The chance of each seat at the end of the round: (positions, seats) float32."""


def player(fill_all_inputs: Any) -> Any:
    """Return a compiled function that plays matches of self-play and writes positions down."""

    @compiled
    def play(options, words, states, view, worlds, minds, actions, tallies, manners, seeds, keep, inputs, chances):
        """Fill in the inputs for all seats at one decision of `keep`, and the chances at the end of its round."""
        setup, mind = Setup(options[0], lent(words)), minds[0]
        states, view, worlds, actions, tallies = lent(states), lent(view), lent(worlds), lent(actions), lent(tallies)
        written = begun = 0
        for number in range(len(seeds)):
            deal(setup, states[0], stream(seeds[number], 0))
            mind.rng = stream(seeds[number], 1)
            playing, fresh = stage(setup, states[0]), True
            while states[0].turn != OVER:
                if not fresh and written < len(inputs) and below(mind, keep) == 0:
                    fill_all_inputs(setup, states[0], inputs[written])
                    written += 1
                count, fresh = legal(setup, states[0], actions), False
                if count == 1 or below(mind, WILD) == 0:
                    action = actions[below(mind, count)]
                elif manners[0].method == FLAT:
                    redeal(setup, states, view, mind)
                    tallies[:count] = 0.0
                    flat(setup, view, worlds, mind, manners[0], actions, count, tallies[:count])
                    action = actions[best(tallies[:count])]
                else:
                    action = choose(manners[0], setup, setup, states, worlds, mind, actions)
                apply(setup, states[0], action)
                if states[0].turn == OVER or stage(setup, states[0]) != playing:
                    for seat in range(setup.options.seats):
                        chances[begun:written, seat] = leaf(setup, states[0], seat)
                    begun = written
                    if states[0].turn != OVER:
                        playing, fresh = stage(setup, states[0]), True
        return begun

    return play


@compiled
def best(tallies):
    """Return the index of the action with the best mean, among those tried at least half as often as the most."""
    most, found, chosen = tallies[:, 0].max(), -np.inf, 0
    for k in range(len(tallies)):
        if 2 * tallies[k, 0] >= most and tallies[k, 1] / tallies[k, 0] > found:
            found, chosen = tallies[k, 1] / tallies[k, 0], k
    return chosen


def play_matches(name: str, seats: int, first: int, games: int, keep: int, manner: Manner) -> Samples:
    """Play matches of self-play, from the deal `first` on."""
    game, network = find(name), importlib.import_module(f"muckle.games.{name}.network")
    position = Position(game, game.read_options(None, {"seats": str(seats)}), NO_WORDS)
    room, most, state = games * COURSES[name].decisions * seats // (3 * keep), game.state.MAX_ACTIONS, game.state.STATE
    samples = Samples(np.zeros((room, seats, network.INPUTS), np.float32), np.zeros((room, seats), np.float32))
    scratch = np.zeros(1, state), np.zeros(WORLDS, state), new(PICKER), np.zeros(most, INT), np.zeros((most, 3))
    manners, seeds = np.array([tuple(manner)], MANNER), np.arange(first, first + games)
    count = player(network.fill_all_inputs)(*position.arrays, *scratch, manners, seeds, keep, *samples)
    return Samples(samples.inputs[:count], samples.chances[:count] / samples.chances[:count].sum(1, keepdims=True))


class Weights(NamedTuple):
    """The weights of a network, as `muckle.engine.network` reads them."""

    inputs: np.ndarray[Any, Any]
    biases: np.ndarray[Any, Any]
    outputs: np.ndarray[Any, Any]


def new_weights(inputs: int, seed: int) -> Weights:
    """Draw weights to begin with."""
    chance = np.random.default_rng(seed)
    into, out = (chance.standard_normal(shape).astype(np.float32) for shape in ((inputs, HIDDEN_UNITS), HIDDEN_UNITS))
    return Weights(into / np.float32(inputs**0.5), np.zeros(HIDDEN_UNITS, np.float32), out / np.float32(HIDDEN_UNITS**0.5))


def units_and_chances(weights: Weights, inputs: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the hidden units of every seat, and the chances of all seats."""
    units = np.maximum(inputs @ weights.inputs + weights.biases, 0)
    scores = units @ weights.outputs
    odds = np.exp(scores - scores.max(1, keepdims=True))
    return units, odds / odds.sum(1, keepdims=True)


def cost(weights: Weights, samples: Samples) -> float:
    """Return how badly a network foresees the chances: the cross-entropy in nats a position."""
    told = units_and_chances(weights, samples.inputs)[1]
    return float(-(samples.chances * np.log(told)).sum(1).mean())


def slopes(weights: Weights, samples: Samples) -> Weights:
    """Return the slope of the cost in every weight."""
    units, told = units_and_chances(weights, samples.inputs)
    by_score = (told - samples.chances) / len(told)
    by_unit = by_score[..., None] * weights.outputs * (units > 0)
    return Weights(
        np.tensordot(samples.inputs, by_unit, ([0, 1], [0, 1])),
        by_unit.sum((0, 1)),
        np.tensordot(by_score, units, ([0, 1], [0, 1])),
    )


def fit(weights: Weights, samples: list[Samples], epochs: int, seed: int) -> Weights:
    """Return the weights after some epochs of Adam (Kingma and Ba 2015) on the samples."""
    order, mean, square = np.random.default_rng(seed), [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    steps, step = epochs * sum(-(-len(part.inputs) // BATCH) for part in samples), 0
    for _ in range(epochs):
        batches = [
            Samples(part.inputs[rows], part.chances[rows])
            for part in samples
            for rows in np.array_split(order.permutation(len(part.inputs)), -(-len(part.inputs) // BATCH))
        ]
        for k in order.permutation(len(batches)):
            step += 1
            done = step / steps
            rate = RATE * (done / WARMING if done < WARMING else 0.5 + 0.5 * np.cos(np.pi * (done - WARMING) / (1 - WARMING)))
            for at, slope in enumerate(slopes(weights, batches[k])):
                mean[at] = 0.9 * mean[at] + 0.1 * slope
                square[at] = 0.999 * square[at] + 0.001 * slope**2
            moved = [
                w - rate * (m / (1 - 0.9**step)) / (np.sqrt(s / (1 - 0.999**step)) + 1e-8)
                for w, m, s in zip(weights, mean, square, strict=True)
            ]
            weights = Weights(*(w.astype(np.float32) for w in moved))
    return weights


def text_of(weights: Weights, record: dict[str, Any]) -> str:
    """Return the file of a network and the record of its training."""

    def row(numbers: Any) -> str:
        return f"[{', '.join(f'{number:.4g}' for number in numbers)}]"

    into = ",\n".join(map(row, weights.inputs))
    return (
        f'{{"record": {json.dumps(record)},\n"inputs": [\n{into}],\n"biases": {row(weights.biases)},\n'
        f'"outputs": {row(weights.outputs)}}}\n'
    )


def play_and_fit(name: str, number: int, first: int, games: int, playouts: int, keep: int, epochs: int, kept: Path) -> None:
    """Do a generation: play, learn from it, and write the game's file; the first one plays more, for it hardly thinks.

    Args:
        kept: the file in which this generation is kept.
    """
    course, network, began = COURSES[name], importlib.import_module(f"muckle.games.{name}.network"), time.process_time()
    manner = Manner(FLAT, playouts, cut=course.cut, policy=course.policy) if number else Manner(course.policy)
    games *= 1 if number else 4
    played = [
        play_matches(name, seats, first + (10 * number + seats) * APART, int(games * share), keep, manner)
        for seats, share in SEATS.items()
    ]
    learned = [Samples(*(part[: -len(part) // HELD] for part in one)) for one in played]
    held = [Samples(*(part[-len(part) // HELD :] for part in one)) for one in played]
    start = Weights(network.INPUT_WEIGHTS, network.BIASES, network.OUTPUT_WEIGHTS) if number else new_weights(network.INPUTS, 0)
    weights = fit(start, learned, epochs, number)
    told = {}
    for seats, part in zip(SEATS, held, strict=True):
        least = float(-(part.chances * np.log(np.maximum(part.chances, 1e-9))).sum(1).mean())
        told[str(seats)] = {"positions": len(part.inputs), "nats": round(cost(weights, part), 4), "at least": round(least, 4)}
    record = {"generations": number + 1, "games": games, "playouts": playouts, "first": first, "keep": keep, "epochs": epochs}
    written = kept.with_suffix(".part")
    written.write_text(text_of(weights, {**record, "held back": told}), encoding="utf-8")
    written.rename(kept)
    print(f"generation {number + 1}: {told}; {time.process_time() - began:.0f} CPU s", flush=True)


def learn(name: str, generations: int, games: int, playouts: int, first: int, keep: int, epochs: int, folder: Path) -> None:
    """Learn a game's network and write it into the game's folder."""
    out = network_file(name)
    for number in range(generations):
        kept = folder / f"{name}-{first}-{games}-{playouts}-{keep}-{epochs}-{number}.json"
        if not kept.exists():
            how = name, number, first, games, playouts, keep, epochs, kept
            process = get_context("spawn").Process(target=play_and_fit, args=how)
            process.start()
            process.join()
            if process.exitcode:
                raise SystemExit(process.exitcode)
        out.write_text(kept.read_text(encoding="utf-8"), encoding="utf-8")


def network_file(name: str) -> Path:
    """Return the file of a game's network."""
    return Path(str(importlib.import_module(f"muckle.games.{name}").__file__)).with_name("network.json")
