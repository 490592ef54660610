"""`Game`: how the rest of the house knows a game. Its rules, text and scene are imported when they are first needed."""

from __future__ import annotations

import functools
import importlib
import importlib.resources
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

from muckle.engine.options import GameOptions
from muckle.errors import OptionsError, suggest


class Preset(NamedTuple):
    """A named set of option values; what it does not name keeps its default."""

    values: Mapping[str, int | str]
    help: str


@dataclass(frozen=True)
class Game:
    """A game: its name, options and presets, and the folder its rules live in.

    A game's folder holds ``rules.py`` (OPTIONS, STATE, ACTIONS, MAX_ACTIONS and the five rules), ``text.py``
    (actions, outcomes and events in words), ``scene.py`` (`build`: what a viewer sees), ``strategy.py`` (what bots know)
    and ``RULES.md``.
    """

    name: str
    title: str
    version: int
    """Raised by one whenever the same decisions could lead to something else."""
    tagline: str
    options: type[GameOptions]
    presets: Mapping[str, Preset]
    """The first is the game as recommended."""
    folder: str
    """The package the game lives in."""

    @functools.cached_property
    def rules(self) -> Any:
        """`rules.py`, known to the engine from now on."""
        rules = self._module("rules")
        from muckle.engine.rules import add_game

        add_game(rules)
        return rules

    @functools.cached_property
    def text(self) -> Any:
        """`text.py`."""
        return self._module("text")

    @functools.cached_property
    def scene(self) -> Any:
        """`scene.py`."""
        return self._module("scene")

    def rules_text(self) -> str:
        """The game's RULES.md, and the rules that all games share (GENERAL.md beside the game's folder)."""
        home = importlib.resources.files(self.folder)
        shared = importlib.resources.files(self.folder.rpartition(".")[0])
        pages = (home.joinpath("RULES.md"), shared.joinpath("GENERAL.md"))
        return "\n".join(page.read_text(encoding="utf-8") for page in pages)

    def read_options(self, preset: str | None = None, given: Mapping[str, object] | None = None) -> GameOptions:
        """The options of a preset with some values changed.

        Raises:
            OptionsError: there is no such preset or option, or the values do not fit.
        """
        name = preset or next(iter(self.presets))
        if name not in self.presets:
            raise OptionsError(f"{self.name} has no preset {name!r}{suggest(name, self.presets)}")
        return self.options.read({**self.presets[name].values, **(given or {})})

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.folder}.{name}")
