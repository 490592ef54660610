"""The games there are: one folder each, named here and nowhere else; and those of installed packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

from muckle.engine import outside
from muckle.engine.game import Game
from muckle.errors import GameError, OptionsError, suggest
from muckle.games.alphabetickell import GAME as ALPHABETICKELL
from muckle.games.grabble_road import GAME as GRABBLE_ROAD
from muckle.games.mickell import GAME as MICKELL
from muckle.games.mitch import GAME as MITCH
from muckle.games.multzo import GAME as MULTZO

BROKEN: dict[str, GameError] = {}
"""Games from outside the house that cannot be loaded, and why."""


def _invited() -> Iterator[Game]:
    """The games of installed packages (`muckle.engine.outside`); those that cannot be loaded are noted in `BROKEN`."""
    for point in outside.announced():
        try:
            game = point.load()
            if not isinstance(game, Game) or game.name != point.name:
                raise GameError(f"its object must be a Game called {point.name!r}, got {game!r:.60}")
        except Exception as error:  # whatever a stranger's package does at import
            BROKEN[point.name] = GameError(f"the game {point.name!r} ({point.value}) cannot be loaded: {error}")
        else:
            yield game


_OWN = (ALPHABETICKELL, GRABBLE_ROAD, MICKELL, MITCH, MULTZO)
GAMES: dict[str, Game] = {game.name: game for game in (*_invited(), *_OWN)}
"""Every game by its name: those of this folder, and those of installed packages that announce one."""


class _Callable(ModuleType):
    """So that ``muckle.games()`` lists them."""

    def __call__(self) -> dict[str, Game]:
        """Every game by its name, with its `presets`; `options.fields()` has the options."""
        return dict(GAMES)


sys.modules[__name__].__class__ = _Callable


def find(name: str) -> Game:
    """The game of that name, whatever the case.

    Raises:
        OptionsError: there is none. GameError: an installed package announces it, and it cannot be loaded.

    >>> find("Mitch").title
    'Mitch'
    """
    known = name.strip().lower()
    if known in BROKEN:
        raise BROKEN[known]
    game = GAMES.get(known)
    if game is None:
        homes = [game.name for game in GAMES.values() if name.strip().lower() in game.all_presets]
        hint = f"; it is a preset of {homes[0]}" if homes else suggest(name, GAMES)
        raise OptionsError(f"no game is called {name!r}{hint}")
    return game
