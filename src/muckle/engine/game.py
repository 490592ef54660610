"""`Game`: how the rest of the house knows a game. Its rules, text and scene are imported when they are first needed."""

from __future__ import annotations

import functools
import importlib
import importlib.resources
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from muckle.engine.contract import (
    HiddenFile,
    RulesFile,
    SceneFile,
    StateFile,
    StrategyFile,
    TextFile,
    check_compiled,
    check_state,
    load,
)
from muckle.engine.crowd import Crowd
from muckle.engine.manner import LEVELS, Manner
from muckle.engine.observed import Observed, usual
from muckle.engine.options import GameOptions, OptionField
from muckle.engine.record import reader
from muckle.errors import GameError, OptionsError, suggest


class Preset(NamedTuple):
    """A named set of option values; what it does not name keeps its default."""

    values: Mapping[str, int | str]
    help: str
    title: str = ""
    """What it is called where people choose; the first preset is called as its game."""
    small: bool = False
    """Whether it is for tests and for whoever tries a game out: people find it behind a fold."""


@dataclass(frozen=True)
class Game:
    """A game: its name, options and presets, and the package it lives in.

    The package holds ``RULES.md options.py state.py rules.py hidden.py text.py scene.py strategy.py``; what each must
    offer stands in `muckle.engine.contract`. A file is loaded, and checked, when it is first needed.
    """

    name: str
    title: str
    version: int
    """Raised by one whenever the same decisions could lead to something else."""
    tagline: str
    options: type[GameOptions]
    presets: Mapping[str, Preset]
    """The first is the game as recommended; one is called tiny, and its tree can be walked."""
    folder: str
    """The package the game lives in."""
    crowd: Crowd | None = field(default=None, kw_only=True)
    """How many play it at once, each on a board of their own; a game for one may have it."""

    @functools.cached_property
    def state(self) -> StateFile:
        """`state.py`: its records and numbers."""
        module = self._module("state")
        check_state(module)
        return cast(StateFile, module)

    @functools.cached_property
    def rules(self) -> ModuleType:
        """`rules.py`. From now on the engine's generic rules know the game, its `hidden.py` and `strategy.py` included."""
        from muckle.engine.rules import add_game

        rules, hidden, strategy = (self._module(name) for name in ("rules", "hidden", "strategy"))
        check_compiled(rules, RulesFile)
        check_compiled(hidden, HiddenFile)
        check_compiled(strategy, StrategyFile)
        add_game(self.state, rules, hidden, strategy)
        return rules

    @functools.cached_property
    def observed(self) -> Observed:
        """What a seat observes as numbers; of a game that does not say, everything in a state dealt anew for it."""
        return vars(self.state).get("OBSERVED") or usual(self.state.State)

    @functools.cached_property
    def levels(self) -> Mapping[str, Manner]:
        """How each level plays the game."""
        return vars(self._module("strategy")).get("LEVELS", LEVELS)

    @functools.cached_property
    def counts_wins(self) -> bool:
        """Whether `leaf` is a chance to win, from 0 to 1, and not a number of points."""
        return vars(self._module("strategy")).get("WIN") is True

    @functools.cached_property
    def has_policy(self) -> bool:
        """Whether it has a `quick` of its own for playouts."""
        return "quick" in vars(self._module("strategy"))

    @functools.cached_property
    def hindsight(self) -> Callable[[Any, Sequence[int], Callable[[], bool]], Any] | None:
        """`HINDSIGHT` of `strategy.py`, see `muckle.engine.contract`; None if the game has none."""
        return vars(self._module("strategy")).get("HINDSIGHT")

    @functools.cached_property
    def text(self) -> TextFile:
        """`text.py`, and the usual forms of what it leaves out."""
        return load(self._module("text"), TextFile)

    @functools.cached_property
    def scene(self) -> SceneFile:
        """`scene.py`."""
        return load(self._module("scene"), SceneFile)

    @functools.cached_property
    def read_state(self) -> Callable[[Any], Any]:
        """Makes the plain tree of a state in an array of one."""
        return reader(self.state.State)

    @functools.cached_property
    def read_settings(self) -> Callable[[Any], Any]:
        """Makes the plain tree of an options record in an array of one."""
        return reader(self.state.Settings)

    def check(self) -> None:
        """Load every file.

        Raises:
            GameError: one is missing, or offers something else than `muckle.engine.contract` says.
        """
        if "tiny" not in self.presets:
            raise GameError(f"{self.folder}.options: PRESETS needs one called 'tiny', there are {', '.join(self.presets)}")
        if not self.rules_text().startswith("# "):
            raise GameError(f"{self.folder}: RULES.md must begin with '# ' and the game's title")
        assert self.state and self.rules and self.text and self.scene

    def rules_text(self) -> str:
        """The game's RULES.md, and the rules that all games share (GENERAL.md beside the game's folder)."""
        pages = (importlib.resources.files(self.folder) / "RULES.md", importlib.resources.files("muckle.games") / "GENERAL.md")
        try:
            return "\n".join(page.read_text(encoding="utf-8") for page in pages)
        except FileNotFoundError:
            raise GameError(f"{self.folder} lacks RULES.md, or its package does not ship it") from None

    def read_options(self, preset: str | None = None, given: Mapping[str, object] | None = None) -> GameOptions:
        """The options of a preset with some values changed; those of its crowd where more than one play a game for one.

        Raises:
            OptionsError: there is no such preset or option, or the values do not fit.
        """
        given = given or {}
        name = preset or next(iter(self.presets))
        presets = self.all_presets
        if name not in presets:
            hint = suggest(name, presets) or f"; there are {', '.join(presets)}"
            raise OptionsError(f"{self.name} has no preset {name!r}{hint}")
        many = self.crowd and (name in self.crowd.presets or str(given.get("seats", 1)).strip() != "1")
        kind = self.crowd.options if self.crowd and many else self.options
        return kind.read({**presets[name].values, **given})

    @property
    def all_presets(self) -> Mapping[str, Preset]:
        """The presets, those of its crowd included."""
        return {**self.presets, **(self.crowd.presets if self.crowd else {})}

    @property
    def all_options(self) -> tuple[OptionField, ...]:
        """The options, with the seats of its crowd, and behind them the crowd's own."""
        own = self.options.fields()
        if self.crowd is None:
            return own
        more = {one.name: one for one in self.crowd.options.fields()}
        wider = [replace(one, most=more.pop(one.name).most) for one in own]
        return (*wider, *more.values())

    def _module(self, name: str) -> ModuleType:
        try:
            return importlib.import_module(f"{self.folder}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{self.folder}.{name}":
                raise
            raise GameError(f"{self.folder} lacks {name}.py; muckle.engine.contract says what belongs there") from None
