"""How players choose: compiled, written once, for every game."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from typing import Any

import numpy as np

from muckle.engine.chance import below, stream
from muckle.engine.compiler import compiled, direct
from muckle.engine.playout import PICKER
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.engine.rules import Setup, any_thinkable, apply, legal, resample, thinkable, value

RANDOM, GREEDY = 0, 1
"""Kinds of players, as `muckle.players.LEVELS` names them."""
WORLDS = 2
"""States a player needs as scratch: the re-dealt one, and one to try an action on."""


@compiled
def choose(kind, setup, own, states, worlds, mind, actions):
    """An action for the seat to act in states[0]. A claim comes without its word: the player means the first that it knows.

    Args:
        setup: of the match. own: the same with the words the player knows, all of which the match's list holds.
        states: the true state, as an array of one; only re-dealt copies of it reach a player that looks ahead.
        worlds: scratch, WORLDS states. actions: scratch, MAX_ACTIONS long.
        mind: the player's own stream of chance.
    """
    count = legal(setup, states[0], actions)
    if kind == RANDOM:
        return any_thinkable(own, states[0], mind, actions, count)
    worlds[0] = states[0]
    worlds[0].rng = stream(below(mind, 1 << 30), 0)
    resample(own, worlds[0], states[0].turn)
    return look_ahead(own, worlds, actions, count)


@compiled
def look_ahead(own, worlds, actions, count):
    """The action after which the game's own value is highest; the first of equals. Chance falls alike for all."""
    seat, best, chosen = worlds[0].turn, 0.0, -1
    for k in range(count):
        if thinkable(own, worlds[0], actions[k]):
            worlds[1] = worlds[0]
            apply(own, worlds[1], actions[k])
            worth = value(own, worlds[1], seat)
            if chosen < 0 or worth > best:
                best, chosen = worth, actions[k]
    return chosen


@compiled
def _choose(options, words, own, states, worlds, minds, actions, kind):
    return choose(kind, Setup(options[0], words), Setup(options[0], own), states, worlds, minds[0], actions)


_known: dict[tuple[str, bool], Any] = {}


class Chooser:
    """Players for the positions of one game, driven from Python.

    Args:
        position: one of them; only its options, words and game matter.
        seed: of the players' own chance.
    """

    def __init__(self, position: Position, seed: int) -> None:
        state = position.game.state
        self._worlds = np.zeros(WORLDS, state.STATE)
        self._actions = np.zeros(state.MAX_ACTIONS, np.int64)
        self._minds = new(PICKER)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Another match, with players' chance of its own."""
        self._minds[0].rng = stream(seed, 1)

    def choose(self, kind: int, position: Position, words: Any = None) -> int:
        """The action that a player of that kind takes for the seat to act, a claim with its word.

        Args:
            words: the word graph of what the player knows, all of which the match's list holds; None for all of that.
        """
        options, graph, states = position.arrays
        own = graph if words is None else words
        given = (options, graph, own, states, self._worlds, self._minds, self._actions, kind)
        name = position.game.name, own.flags.writeable
        if name not in _known:
            _known[name] = direct(_choose, *given)
        action = int(_known[name](*given))
        setup = Setup(position.plain_setup.options, memoryview(own))
        return position.game.text.completions(setup, position.plain_state, action)[0]
