"""`Chooser`: players of one game, called from Python at one position after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from muckle.engine.chance import PICKER, stream
from muckle.engine.compile import direct
from muckle.engine.contract import Setup
from muckle.engine.manner import MANNER, Manner
from muckle.engine.position import Position
from muckle.engine.record import new
from muckle.players.choice import WORLDS
from muckle.players.searches import choose_quickly
from muckle.players.thinking import SEARCHES, Run, Thinker

_known: dict[tuple[str, bool], Any] = {}


class Chooser:
    """Players for the positions of one game.

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
        """Restart the players' random stream, for another match."""
        self._minds[0].rng = stream(seed, 1)

    def choose(
        self,
        manner: Manner,
        position: Position,
        words: Any = None,
        *,
        run: Run = map,
        stop: Callable[[], bool] = lambda: False,
    ) -> int:
        """Return the action that a player of a manner takes for the seat to act, a claim with its word.

        Args:
            words: the word graph of what the player knows, all of which the match's list holds; None for all of that.
            run, stop: as for `Thinker.think`.
        """
        own = position.arrays[1] if words is None else words
        if manner.method in SEARCHES:
            self._minds[0].rng = seed = int(stream(int(self._minds[0].rng), 2))
            action = Thinker(position, own).choose(position, manner, seed, run=run, stop=stop)
        else:
            action = self._quickly(manner, position, own)
        setup = Setup(position.plain_setup.options, memoryview(own))
        return position.game.text.completions(setup, position.plain_state, action)[0]

    def _quickly(self, manner: Manner, position: Position, own: Any) -> int:
        options, graph, states = position.arrays
        manners = np.array([tuple(manner)], MANNER)
        given = options, graph, own, states, self._worlds, self._minds, self._actions, manners
        name = position.game.name, own.flags.writeable
        if name not in _known:
            _known[name] = direct(choose_quickly, *given)
        return int(_known[name](*given))
