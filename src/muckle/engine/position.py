"""`Position`: one match in memory, driven from Python one action at a time.

It knows nothing of texts, logs or viewers (`muckle.match` does). Numba needs microseconds to recognise the type of a record
at every call, more than most rules take; so the rules are called through arrays of length 1, whose types are fixed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from muckle.engine import rules
from muckle.engine.chance import EXHAUSTED, script, stream
from muckle.engine.compiler import compiled, direct
from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.engine.record import new
from muckle.engine.rules import OVER, Setup

NO_WORDS = np.zeros(2, np.int32)
"""The word graph of games without words: that of a list without any."""


@compiled
def _deal(options, words, states, rng):
    rules.deal(Setup(options[0], words), states[0], rng)


@compiled
def _legal(options, words, states, actions):
    return rules.legal(Setup(options[0], words), states[0], actions)


@compiled
def _apply(options, words, states, action):
    rules.apply(Setup(options[0], words), states[0], action)


@compiled
def _returns(options, words, states, scores):
    rules.returns(Setup(options[0], words), states[0], scores)


@compiled
def _resample(options, words, states, seat):
    rules.resample(Setup(options[0], words), states[0], seat)


_known: dict[str, tuple[Any, Any]] = {}


def _calls(game: str, options: Any, words: Any, states: Any, actions: Any) -> tuple[Any, Any]:
    """`legal` and `apply` of a game, ready to call."""
    if game not in _known:
        _known[game] = (
            direct(_legal, options, words, states, actions),
            direct(_apply, options, words, states, 0),
        )
    return _known[game]


class Position:
    """A match's options, word graph and state.

    Args:
        game: the game.
        options: checked options of that game.
        words: the word graph, int32; games without words leave it out.
        seed: whole number from 0 to 2**62; the same seed gives the same deal.
    """

    __slots__ = ("_actions", "_apply", "_legal", "_options", "_states", "_words", "game", "options", "setup", "state")

    def __init__(self, game: Game, options: GameOptions, words: Any = NO_WORDS, seed: int = 0) -> None:
        self.game = game
        self.options = options
        self._options = new(game.rules.OPTIONS)
        settings = options.settings()
        for name in game.rules.OPTIONS.names:
            self._options[0][name] = settings[name]
        self._words = words
        self._states = new(game.rules.STATE)
        self._actions = np.zeros(game.rules.MAX_ACTIONS, np.int64)
        self.setup = Setup(self._options[0], words)
        self.state: Any = self._states[0]
        self._legal, self._apply = _calls(game.name, self._options, words, self._states, self._actions)
        self.deal(stream(seed, 0))

    @property
    def turn(self) -> int:
        """The seat to act, or OVER."""
        return int(self.state.turn)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.turn == OVER

    @property
    def plain_setup(self) -> Setup:
        """The setup as text and scenes read it."""
        return self.setup

    @property
    def plain_state(self) -> Any:
        """The state as text and scenes read it, as it is now."""
        return self.state

    @property
    def arrays(self) -> tuple[Any, Any, Any]:
        """Options, word graph and state as arrays, for compiled functions; the state is the true one."""
        return self._options, self._words, self._states

    def deal(self, rng: int) -> None:
        """Begin again, with that stream of chance."""
        _deal(self._options, self._words, self._states, rng)

    def legal(self) -> list[int]:
        """The actions there are, ascending; empty when the match is over."""
        return self._actions[: self._legal(self._options, self._words, self._states, self._actions)].tolist()

    def apply(self, action: int) -> None:
        """Take an action.

        Raises:
            ValueError: it is not legal here; the state is unchanged.
        """
        self._apply(self._options, self._words, self._states, action)

    def scores(self) -> list[int]:
        """Each seat's score so far; final once the match is over."""
        scores = np.zeros(self.options.seats, np.int64)
        _returns(self._options, self._words, self._states, scores)
        return scores.tolist()

    def resample(self, seat: int, rng: int) -> None:
        """Re-deal, at random from that stream, everything the seat cannot know."""
        self.state.rng = rng
        _resample(self._options, self._words, self._states, seat)

    def copy(self) -> Self:
        """A position of its own that shares only what does not change."""
        other = object.__new__(type(self))
        other.game, other.options, other.setup = self.game, self.options, self.setup
        other._options, other._words = self._options, self._words
        other._legal, other._apply = self._legal, self._apply
        other._states, other._actions = self._states.copy(), self._actions.copy()
        other.state = other._states[0]
        return other

    def view(self, seat: int, words: Any, rng: int = 1) -> Self:
        """A position of its own as a seat sees it that knows these words: what it cannot know is dealt anew."""
        other = self.copy()
        other._words, other.setup = words, Setup(self.setup.options, words)
        other.resample(seat, rng)
        return other

    def restore(self, other: Position) -> None:
        """Become the same state as a position of the same match."""
        self._states[0] = other._states[0]

    def same(self, other: Position) -> bool:
        """Whether both states are equal to the last byte."""
        return self._states.tobytes() == other._states.tobytes()

    def drew(self) -> list[int]:
        """The outcome codes of the draws in the last step, in order."""
        return self.state.drew[: self.state.drawn].tolist()

    def scripted(self, action: int | None, picks: Sequence[int]) -> Position | None:
        """The position after an action (None: the deal) whose draws fall as picked, 0 after that; None if they cannot."""
        after = self.copy()
        script(after.state, picks)
        if action is None:
            after.deal(after.state.rng)
        else:
            after.apply(action)
        return None if after.state.rng == EXHAUSTED else after
