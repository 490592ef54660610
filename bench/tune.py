"""Find the weights of a game's `strategy` by self-play: ``uv run --group tune python bench/tune.py mitch``.

Weights play a seat against yardsticks that never change (`bench/yardsticks`), each deal once from every seat; CMA-ES moves them
to where more is won. All weights of a generation play the same deals, the next one others; at the end the middle of the
search and the weights that stand in the game now play deals that the search has not seen. Prints the weights and what to
write beside them. The same command gives the same weights.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import cma
import numba
import numpy as np
from random_play import add_result
from strength import interval
from yardsticks import yardstick

from muckle.engine.chance import PICKER, stream
from muckle.engine.contract import OVER, Setup, apply, deal, legal, lent, returns
from muckle.engine.manner import MANNER
from muckle.engine.position import NO_WORDS, Position
from muckle.engine.record import INT, new
from muckle.games import find
from muckle.players.choice import WORLDS, choose, redeal

CHECKED = 8_000_000
"""The first deal of the last look; the search stays below, `bench/strength.py` above."""
POINT = 0.01
"""Weight of a point of the margin beside a share of the win: margins say more from few matches."""


class Tuned(NamedTuple):
    """The weights of a game that are tuned."""

    file: str
    """Module with WEIGHTS and the function that uses them."""
    function: str
    looks: bool
    """Whether it is an opinion, to look one step ahead with; otherwise it chooses."""


TUNED = {
    "mitch": Tuned("estimate", "opinion", True),
    "multzo": Tuned("strategy", "opinion", True),
    "alphabetickell": Tuned("strategy", "favourite", False),
}


def chooser(tuned: Tuned, game: str) -> Callable[..., Any]:
    """Return a compiled function that chooses for the seat to act by weights."""
    function = getattr(importlib.import_module(f"muckle.games.{game}.{tuned.file}"), tuned.function)
    if not tuned.looks:

        @numba.njit(nogil=True)
        def chosen(setup, states, worlds, mind, actions, weights):
            redeal(setup, states, worlds, mind)
            return function(setup, worlds[0], actions, legal(setup, worlds[0], actions), weights)

        return chosen

    @numba.njit(nogil=True)
    def foreseen(setup, states, worlds, mind, actions, weights):
        redeal(setup, states, worlds, mind)
        best, chosen, seat = 0.0, -1, worlds[0].turn
        for k in range(legal(setup, worlds[0], actions)):
            worlds[1] = worlds[0]
            apply(setup, worlds[1], actions[k])
            worth = function(setup, worlds[1], seat, weights)
            if chosen < 0 or worth > best:
                best, chosen = worth, actions[k]
        return chosen

    return foreseen


def arena(choice: Callable[..., Any]) -> Callable[..., Any]:
    """Return a compiled function that plays deals once from every seat with some weights."""

    @numba.njit(nogil=True)
    def play(options, words, states, worlds, minds, actions, manners, weights, deals, scores, results):
        """Fill in a row a deal: the share of the win and the margin of the weights' seat, on average over its seats."""
        setup, mind, seats = Setup(options[0], lent(words)), minds[0], len(scores)
        totals = np.zeros(2 * seats)
        for number in range(len(deals)):
            for hero in range(seats):
                deal(setup, states[0], stream(deals[number], 0))
                mind.rng = stream(deals[number], 1 + hero)
                while states[0].turn != OVER:
                    if states[0].turn == hero:
                        action = choice(setup, states, worlds, mind, actions, weights)
                    else:
                        action = choose(manners[0], setup, setup, states, worlds, mind, actions)
                    apply(setup, states[0], action)
                returns(setup, states[0], scores)
                totals[:] = 0
                add_result(setup, states[0], scores, totals)
                results[number, 0] += totals[seats + hero] / seats
                results[number, 1] += (scores[hero] - (scores.sum() - scores[hero]) / (seats - 1)) / seats

    return play


class Tuner:
    """Plays a game with weights.

    Args:
        seats: players at the table.
    """

    def __init__(self, what: str, seats: int) -> None:
        tuned, name = TUNED[what], what.partition("-")[0]
        game, manner = yardstick(find(name))
        position = Position(game, game.read_options(None, {"seats": seats}), NO_WORDS)
        self.weights: np.ndarray[Any, Any] = importlib.import_module(f"muckle.games.{name}.{tuned.file}").WEIGHTS
        self._play, self._seats = arena(chooser(tuned, name)), seats
        self._given = (
            *position.arrays,
            np.zeros(WORLDS, game.state.STATE),
            new(PICKER),
            np.zeros(game.state.MAX_ACTIONS, INT),
            np.array([tuple(manner)], MANNER),
        )

    def results(self, weights: Any, deals: range) -> np.ndarray[Any, Any]:
        """Share of the win and margin, a row a deal."""
        results = np.zeros((len(deals), 2))
        self._play(*self._given, np.asarray(weights), np.array(deals), np.zeros(self._seats, INT), results)
        return results

    def worth(self, weights: Any, deals: range) -> float:
        """Return the value that the search maximises."""
        share, margin = self.results(weights, deals).mean(axis=0)
        return float(share + POINT * margin)


def search(tuner: Tuner, generations: int, games: int, spread: float, seed: int) -> np.ndarray[Any, Any]:
    """CMA-ES from the present weights; each weight moves in steps of its own size."""
    scale = np.maximum(np.abs(tuner.weights), 0.2)
    evolution = cma.CMAEvolutionStrategy(tuner.weights / scale, spread, {"seed": seed, "verbose": -9})
    for generation in range(generations):
        deals = range(generation * games, (generation + 1) * games)
        asked = evolution.ask()
        evolution.tell(asked, [-tuner.worth(weights * scale, deals) for weights in asked])
        middle = ", ".join(f"{weight:.4g}" for weight in evolution.mean * scale)
        print(f"generation {generation + 1}, step {evolution.sigma:.3f}: {middle}", flush=True)
    return evolution.mean * scale


def main() -> None:
    """Tune, and look at what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=TUNED)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--deals", type=int, default=400, help="that each weights of a generation play")
    parser.add_argument("--spread", type=float, default=0.3, help="the first step, as a share of each weight")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tuner, began = Tuner(asked.what, asked.seats), time.process_time()
    found = search(tuner, asked.generations, asked.deals, asked.spread, asked.seed)
    print(f"{time.process_time() - began:.0f} CPU s")
    for what, weights in (("before", tuner.weights), ("found", found)):
        results = tuner.results(weights, range(CHECKED, CHECKED + 4000))
        share, margin = interval(100 * results[:, 0]), interval(results[:, 1])
        print(f"{what}: {share[0]:.1f} ± {share[1]:.1f} %, margin {margin[0]:+.2f} ± {margin[1]:.2f}")
    print(np.array2string(found, separator=", ", precision=4, suppress_small=True))


if __name__ == "__main__":
    main()
