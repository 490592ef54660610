"""Comparison of actions round by round, with an interval for each difference.

First the search of a level finds the most promising actions. Then only these are tried, equally often and in the same
determinizations. Each round gives a difference; the spread of the rounds gives its standard error. The rounds that select
actions are not used to compare them, so the best action is not overestimated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from muckle.engine import compile
from muckle.engine.chance import PICKER, stream
from muckle.engine.contract import Setup
from muckle.engine.manner import LEVELS, MANNER, OWN, QUICK, Manner
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.players.choice import WORLDS
from muckle.players.searches import compare_actions, deal_view
from muckle.players.thinking import SEARCHES, Thinker, Thought

if TYPE_CHECKING:
    from muckle.engine.game import Game

Numbers = np.ndarray[Any, Any]

FINDING, COMPARING = 4, 16
"""Rounds in which the search finds actions, and in which these are compared."""
ROUNDS = FINDING + COMPARING
LIKELY = 3
"""Number of actions that are compared, of those that were found."""
CANDIDATES = 8
"""Candidates, at most, that a game's own search compares in a round: each gets the more playouts the fewer they are."""
SURE = 3.0
"""Standard errors on each side of a difference: about 99 % of such intervals hold it, as it comes from 16 rounds."""
LEAST = 4
"""Rounds that a difference must have been seen in before its error means anything."""


class Weighed(NamedTuple):
    """The judgement of an action in comparison with others."""

    action: int
    mean: float
    """Mean result of the action, in the unit of the game's `leaf`."""
    error: float
    """The standard error of the mean."""
    loss: float
    """Result of the first action less that of this one, in the same worlds; NaN if it could not be compared."""
    margin: float
    """Half the width of the interval round the loss; infinite while nothing is known of it."""

    @property
    def equal(self) -> bool:
        """Whether it may be as good as the first, as far as is known."""
        return not self.loss > self.margin

    @property
    def behind(self) -> bool:
        """Whether it is certainly worse than the first."""
        return self.loss > self.margin


class Weighing(NamedTuple):
    """The state of a comparison after some rounds."""

    done: int
    """Rounds, of ROUNDS."""
    ranked: tuple[Weighed, ...]
    """The best first; what was asked for besides is among them."""

    def of(self, action: int) -> Weighed | None:
        """Return the judgement of an action, None if it was not looked at."""
        return next((each for each in self.ranked if each.action == action), None)


class Weigher:
    """Weighs actions for whoever is to act in positions of one match, by what that seat may know.

    Args:
        position: one of them; only its game, options and words matter.
        words: the word graph of what is known, all of which the match's list holds; None for all of that.
        manner: how it searches; one that does not search stands for the usual search (`judging_manner`).
        effort: how much it thinks, as a multiple of what the manner takes for a decision.
    """

    def __init__(self, position: Position, words: Any = None, manner: Manner | None = None, effort: float = 1.0) -> None:
        self.thinker = Thinker(position, words)
        self.manner = judging_manner(position.game, position.game.levels["expert"] if manner is None else manner)
        playouts = self.manner.playouts * self.manner.chunks * effort
        self._find = self.manner._replace(chunks=1, playouts=math.ceil(playouts / FINDING))
        few = min(self.manner.candidates, CANDIDATES)
        self._compare = self.manner._replace(chunks=1, playouts=math.ceil(playouts / COMPARING), candidates=few)

    def weigh(self, position: Position, seed: int, besides: Sequence[int] = ()) -> Iterator[Weighing]:
        """Weigh the actions of a position; whoever asks for no more of it has it cancelled.

        Args:
            seed: of its own chance; the same seed, the same answer.
            besides: legal actions that are compared in any case.

        Yields:
            what is held so far, after each round.
        """
        thought = Thought(position.legal(), np.zeros((len(position.legal()), 3)))
        if len(thought.actions) == 1:
            yield Weighing(ROUNDS, (Weighed(thought.actions[0], math.nan, math.inf, 0.0, 0.0),))
            return
        for number in range(FINDING):
            thought.tallies += self.thinker.think(position, self._find, stream(seed, number)).tallies
            yield Weighing(number + 1, tuple(_first_thoughts(thought)))
        likely = [opinion.action for opinion in thought.opinions[:LIKELY]]
        actions = [*likely, *(action for action in dict.fromkeys(besides) if action not in likely)]
        results = np.full((COMPARING, len(actions)), np.nan)
        for number in range(COMPARING):
            results[number] = self._means(position, actions, int(stream(seed, FINDING + number)))
            yield Weighing(FINDING + number + 1, tuple(compare(actions, results[: number + 1])))

    def _means(self, position: Position, actions: Sequence[int], seed: int) -> Numbers:
        """Return the mean result of each action in one round; NaN if it was not tried."""
        if self.manner.method == OWN:
            return self._searched(position, actions, seed)
        tallies = self._alike(position, actions, seed)
        return tallies[:, 1] / tallies[:, 0]

    def _alike(self, position: Position, actions: Sequence[int], seed: int) -> Numbers:
        game, minds = position.game.state, new(PICKER)
        view, worlds, tallies = np.zeros(1, game.STATE), np.zeros(WORLDS, game.STATE), np.zeros((len(actions), 3))
        minds[0].rng = seed
        deal_view(Setup(self.thinker.options[0], self.thinker.words), position.arrays[2], view, minds)
        compare_actions(
            self.thinker.options,
            self.thinker.words,
            view,
            worlds,
            minds,
            np.array([tuple(self._compare._replace(candidates=0))], MANNER),
            np.asarray(actions, np.int64),
            np.zeros(game.MAX_ACTIONS, np.int64),
            tallies,
        )
        return tallies

    def _searched(self, position: Position, actions: Sequence[int], seed: int) -> Numbers:
        """Return the mean results by a game's own search; an action that it passes over is searched from behind it."""
        thought = self.thinker.think(position, self._compare, seed)
        found = {opinion.action: opinion.mean for opinion in thought.opinions}
        return np.array([found[action] if action in found else self._behind(position, action, seed) for action in actions])

    def _behind(self, position: Position, action: int, seed: int) -> float:
        """Return the mean result of an action after which the seat goes on, with nothing drawn between; else NaN."""
        seat = position.turn
        after = position.view(seat, self.thinker.words)
        after.apply(action)
        if after.turn != seat or after.drew():
            return math.nan
        opinions = self.thinker.think(after, self._compare, seed).opinions
        return opinions[0].mean if len(after.legal()) > 1 and opinions else math.nan


def judging_manner(game: Game, manner: Manner) -> Manner:
    """Return the manner that weighs actions for a player: its own search, or the usual one if it does not search.

    As plain Python a game's own search is not waited for: what it works out beforehand may take it an hour. And who has a
    policy plays on by it: looking one step ahead takes ten times as long. A few playouts cannot find the best of many actions,
    so they are spent on those that the game's `value` likes best.
    """
    if manner.method not in SEARCHES or (compile.PLAIN and manner.method == OWN):
        manner = LEVELS["expert"]
    if not compile.PLAIN:
        return manner
    return manner._replace(candidates=LIKELY, policy=QUICK if game.has_policy else manner.policy)


def _first_thoughts(thought: Thought) -> Iterator[Weighed]:
    """Yield the judgements of a search before anything was compared."""
    opinions = thought.opinions[:LIKELY]
    for opinion in opinions:
        yield Weighed(opinion.action, opinion.mean, opinion.error, opinions[0].mean - opinion.mean, math.inf)


def compare(actions: Sequence[int], results: Numbers) -> list[Weighed]:
    """Return the judgements after some rounds, the best first: the action found first, unless another is surely better.

    Args:
        results: a row for each round, a column for each action: what it came to on average; NaN if it was not tried.
    """
    losses, margins = differences(results, 0)
    better = np.flatnonzero(losses < -margins)
    first = int(better[np.argmin(losses[better])]) if len(better) else 0
    losses, margins = differences(results, first)
    order = sorted(range(len(actions)), key=lambda k: (k != first, math.isnan(losses[k]), losses[k]))
    means = [_mean_of(results[:, k]) for k in range(len(actions))]
    return [Weighed(actions[k], *means[k], float(losses[k]), float(margins[k])) for k in order]


def differences(results: Numbers, first: int) -> tuple[Numbers, Numbers]:
    """Return how far each action is behind the first, and the interval's half width; differences are within rounds."""
    behind = [_mean_of(results[:, first] - results[:, k]) for k in range(results.shape[1])]
    seen = np.isfinite(results[:, first, None] - results).sum(axis=0)
    losses, errors = np.array([mean for mean, _ in behind]), np.array([error for _, error in behind])
    return losses, np.where(seen >= LEAST, SURE * errors, np.inf)


def _mean_of(values: Numbers) -> tuple[float, float]:
    """Return the mean of the known values and its standard error."""
    known = values[np.isfinite(values)]
    if not len(known):
        return math.nan, math.inf
    return float(known.mean()), float(known.std(ddof=1) / len(known) ** 0.5) if len(known) > 1 else math.inf
