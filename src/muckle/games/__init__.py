"""The games there are. A game is one folder; this list is the only place that names them all."""

from __future__ import annotations

import sys
from types import ModuleType

from muckle.engine.game import Game
from muckle.errors import OptionsError, suggest
from muckle.games.alphabetickell import GAME as ALPHABETICKELL
from muckle.games.grabble_road import GAME as GRABBLE_ROAD
from muckle.games.mickell import GAME as MICKELL
from muckle.games.mitch import GAME as MITCH
from muckle.games.multzo import GAME as MULTZO

GAMES: dict[str, Game] = {game.name: game for game in (ALPHABETICKELL, GRABBLE_ROAD, MICKELL, MITCH, MULTZO)}
"""Every game by its name."""


class _Callable(ModuleType):
    """So that ``muckle.games()`` lists them."""

    def __call__(self) -> dict[str, Game]:
        """Every game by its name, with its `presets`; `options.fields()` has the options."""
        return dict(GAMES)


sys.modules[__name__].__class__ = _Callable


def find(name: str) -> Game:
    """The game of that name, whatever the case.

    Raises:
        OptionsError: there is none.

    >>> find("Mitch").title
    'Mitch'
    """
    game = GAMES.get(name.strip().lower())
    if game is None:
        raise OptionsError(f"no game is called {name!r}{suggest(name, GAMES)}")
    return game
