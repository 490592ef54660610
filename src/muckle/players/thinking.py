"""Players that search: compiled chunks of thinking, driven from Python, whose tallies add up.

A chunk follows from its seed alone and hands the GIL back, so a thought is the same however many threads work on it, can be
stopped between any two chunks, and tells how far it is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import direct
from muckle.engine.contract import Setup
from muckle.engine.manner import FLAT, MANNER, OWN, PLAIN, TREE, UNIT, Knowledge, Manner
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.players.choice import WORLDS
from muckle.players.searches import CHUNKS, deal_view, search_knowledge, taste_bonuses

SEARCHES = (FLAT, TREE, OWN)
"""Methods that take chunks of thinking."""
RECALLED = 8
"""Maximum number of setups whose knowledge is cached."""
SLIPS = 1 << 32
"""The number of a thought's stream that its slips are drawn from; chunks have the numbers below."""


class Run(Protocol):
    """A function that works chunks off: one after the other as `map` does, or side by side as an executor's `map` does."""

    def __call__(self, work: Callable[[int], np.ndarray[Any, Any]], numbers: range, /) -> Iterable[np.ndarray[Any, Any]]: ...


class Opinion(NamedTuple):
    """The result of a thought for one action."""

    action: int
    tries: int
    mean: float
    """Mean of the playouts that began with the action, in the unit of the game's `leaf`."""
    error: float
    """The standard error of the mean; infinite if it was tried less than twice."""


class Thought:
    """The result of thinking about the actions of a position: tallies, which add up.

    Args:
        actions: the legal actions, ascending.
        tallies: a row for each action: tries, sum of results, sum of squared results.
    """

    def __init__(self, actions: Sequence[int], tallies: np.ndarray[Any, Any]) -> None:
        self.actions, self.tallies = actions, tallies

    @property
    def opinions(self) -> list[Opinion]:
        """Opinions of the actions that were tried, the best first; those tried too seldom to be sure come last."""
        tries = self.tallies[:, 0]
        told = [self._opinion(k) for k in np.flatnonzero(tries).tolist()]
        return sorted(told, key=lambda opinion: (2 * opinion.tries < tries.max(), -opinion.mean))

    def best(self, added: np.ndarray[Any, Any] | float = 0.0) -> int:
        """Return the action with the best mean, among those tried at least half as often as the most.

        Args:
            added: to each action's mean, for how wrong its player is and what it likes.
        """
        tries = self.tallies[:, 0]
        means = self.tallies[:, 1] / np.maximum(tries, 1) + added
        return self.actions[int(np.where((tries > 0) & (2 * tries >= tries.max()), means, -np.inf).argmax())]

    def _opinion(self, k: int) -> Opinion:
        tries, total, squares = self.tallies[k].tolist()
        mean = total / tries
        variance = max(0.0, squares / tries - mean * mean)
        return Opinion(self.actions[k], int(tries), mean, (variance / (tries - 1)) ** 0.5 if tries > 1 else float("inf"))


class Thinker:
    """A player that searches, at the positions of one match.

    Args:
        position: one of them; only its game, options and words matter.
        words: the word graph of what the player knows, all of which the match's list holds; None for all of that.
    """

    def __init__(self, position: Position, words: Any = None) -> None:
        self.game, self.options = position.game, position.arrays[0]
        self.words = position.arrays[1] if words is None else words

    def think(
        self,
        position: Position,
        manner: Manner,
        seed: int,
        *,
        run: Run = map,
        stop: Callable[[], bool] = lambda: False,
        progress: Callable[[int], object] = lambda done: None,
    ) -> Thought:
        """Think about what to do at a position.

        Args:
            manner: its method is FLAT, TREE or OWN.
            seed: of the player's own chance; the same seed, the same thought, unless it is stopped.
            stop: asked between chunks whether it is enough; the first chunk is always thought.
            progress: told after each chunk how many are done.
        """
        view, actions = self._view(position, seed), position.legal()
        total = np.zeros((len(actions), 3))
        if len(actions) == 1:
            total[0] = 1, 0, 0
            return Thought(actions, total)
        done = 0
        for tallies in run(self._chunk(view, manner, actions, seed), range(manner.chunks)):
            total += tallies
            progress(done := done + 1)
            if stop():
                break
        return Thought(actions, total)

    def choose(self, position: Position, manner: Manner, seed: int, **how: Any) -> int:
        """Return the action that a player takes, with the slips and the taste of its manner; `how` as for `think`."""
        thought = self.think(position, manner, seed, **how)
        added = gumbel_errors(manner.slip / UNIT, len(thought.actions), seed)
        if manner.taste != PLAIN:
            likes = np.zeros(len(thought.actions))
            actions = np.asarray(thought.actions, np.int64)
            taste_bonuses(self.options, self.words, self._view(position, seed), actions, manner.taste, likes)
            added += likes * manner.liking / UNIT
        return thought.best(added)

    def _view(self, position: Position, seed: int) -> np.ndarray[Any, Any]:
        """Return a world that fits what the seat to act knows, as an array of one state."""
        view = np.zeros(1, self.game.state.STATE)
        deal_view(Setup(self.options[0], self.words), position.arrays[2], view, _mind(seed, -1))
        return view

    def _chunk(self, view: Any, manner: Manner, actions: Sequence[int], seed: int) -> Callable[[int], np.ndarray[Any, Any]]:
        """Return a function that thinks the chunk of a number; it can be called from several threads at once."""
        manners = np.array([tuple(manner)], MANNER)
        search, count = CHUNKS[manner.method], len(actions)
        knowledge = self._known() if manner.method == OWN else Knowledge(np.zeros(1, np.int32), np.zeros(1, np.float32))

        def chunk(number: int) -> np.ndarray[Any, Any]:
            worlds, tallies = np.zeros(WORLDS, self.game.state.STATE), np.zeros((count, 3))
            legal = np.zeros(self.game.state.MAX_ACTIONS, np.int64)
            legal[:count] = actions
            given = self.options, self.words, view, worlds, _mind(seed, number), manners, *knowledge, legal, count, tallies
            _direct(self.game.name, manner.method, search, given)(*given)
            return tallies

        return chunk

    def _known(self) -> Knowledge:
        """Return what the game's own search has worked out for these options and words; cached for the last few of them."""
        key = self.game.name, self.options.tobytes(), id(self.words)
        if key not in _recalled:
            while len(_recalled) >= RECALLED:
                _recalled.popitem(last=False)
            _recalled[key] = self.words, search_knowledge(self.options, self.words, np.zeros(1, self.game.state.STATE))
        _recalled.move_to_end(key)
        return _recalled[key][1]


_recalled: OrderedDict[tuple[str, bytes, int], tuple[Any, Knowledge]] = OrderedDict()
"""Cache of knowledge; each entry also holds the words, so that their id is not reused."""
_quick_calls: dict[tuple[str, int, bool], Any] = {}


def _direct(game: str, method: int, search: Any, given: tuple[Any, ...]) -> Any:
    """Return a search compiled for arguments of these types, from a cache that does not look at them again."""
    key = game, method, given[1].flags.writeable
    if key not in _quick_calls:
        _quick_calls[key] = direct(search, *given)
    return _quick_calls[key]


def _mind(seed: int, number: int) -> np.ndarray[Any, Any]:
    """Return the random stream of a player for one part of its thought."""
    mind = new(PICKER)
    mind[0].rng = stream(seed, number + 1)
    return mind


def gumbel_errors(spread: float, count: int, seed: int) -> np.ndarray[Any, Any]:
    """Draw how wrong a player is about each of some actions, from Gumbel's distribution as `muckle.players.choice.gumbel`."""
    return np.random.default_rng(int(stream(seed, SLIPS))).gumbel(scale=spread, size=count)
