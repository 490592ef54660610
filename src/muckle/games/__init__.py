"""The registry of games: one folder each, named here and nowhere else, and the games of installed packages."""

from __future__ import annotations

import functools
import importlib
from collections import UserDict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from muckle.errors import GameError, OptionsError, suggest

if TYPE_CHECKING:
    from muckle.engine.game import Game

OWN = ("alphabetickell", "grabble_road", "mickell", "mitch", "multzo")
"""The games of this folder."""
GROUP = "muckle.games"
"""The entry point group of installed games. An entry point's name is that of the game, its object the `Game`:
``nimble = "muckle_nimble:GAME"``."""
BROKEN: dict[str, GameError] = {}
"""Errors of the installed games that cannot be loaded, by name; empty until `GAMES` is first read."""


class Catalogue(UserDict[str, "Game"]):
    """Games by their names, imported when they are first asked for, so that ``muckle --help`` does not wait for NumPy."""

    def __init__(self) -> None:
        """Leave everything to `data`."""

    @functools.cached_property
    def data(self) -> dict[str, Game]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The games of installed packages, then those of the house."""
        own = (importlib.import_module(f"{__name__}.{name}").GAME for name in OWN)
        return {game.name: game for game in (*_from_outside(), *own)}


def _from_outside() -> Iterator[Game]:
    """Yield the games of installed packages; those that cannot be loaded are put into `BROKEN`."""
    from importlib.metadata import entry_points

    from muckle.engine.game import Game

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            game = point.load()
            if not isinstance(game, Game) or game.name != point.name:
                raise GameError(f"its object must be a Game called {point.name!r}, got {game!r:.60}")
        except Exception as error:  # whatever a stranger's package does at import
            BROKEN[point.name] = GameError(f"the game {point.name!r} ({point.value}) cannot be loaded: {error}")
        else:
            yield game


GAMES = Catalogue()
"""Every game by its name: those of this folder, and those of installed packages that announce one."""


def find(name: str) -> Game:
    """Return the game of a name, ignoring case.

    Raises:
        OptionsError: no game has this name. GameError: an installed package announces the game, and it cannot be loaded.

    >>> find("Mitch").title
    'Mitch'
    """
    known = name.strip().lower()
    game = GAMES.get(known)
    if known in BROKEN:
        raise BROKEN[known]
    if game is None:
        homes = [game.name for game in GAMES.values() if name.strip().lower() in game.presets]
        hint = f"; it is a preset of {homes[0]}" if homes else suggest(name, GAMES)
        raise OptionsError(f"no game is called {name!r}{hint}")
    return game
