"""`Game`: a game as the rest of the program uses it. Its rules, text and scene are imported when they are first needed."""

from __future__ import annotations

import functools
import importlib
import importlib.resources
import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from muckle.engine.daily import Daily
from muckle.engine.manner import Manner
from muckle.engine.observation import Observed, usual
from muckle.engine.options import GameOptions
from muckle.engine.record import reader
from muckle.errors import GameError, OptionsError, suggest

if TYPE_CHECKING:  # the contract needs Numba, which a list of games should not wait for
    from muckle.engine.contract import SceneFile, ScorerFile, StateFile, TextFile


LESSON = re.compile(r"lesson(?:_(\w+))?\.toml")
"""Pattern of the names of a game's files with lessons."""


class Preset(NamedTuple):
    """A named set of option values; options it does not name keep their defaults."""

    values: Mapping[str, int | str]
    help: str
    title: str = ""
    """Name of the preset where people choose; the first preset is called as its game."""
    small: bool = False
    """Whether the preset is for tests and experiments; the lobby shows it only on demand."""


@dataclass(frozen=True)
class Game:
    """A game: its name, options and presets, and the package it lives in.

    The package holds ``RULES.md options.py state.py rules.py hidden.py text.py scene.py strategy.py``; what each must
    offer stands in `muckle.engine.contract`. A file is loaded, and checked, when it is first needed.
    """

    name: str
    title: str
    version: int
    """Version of the rules, raised whenever the same decisions could lead to another result."""
    tagline: str
    options: type[GameOptions]
    presets: Mapping[str, Preset]
    """Presets by name: the first is the recommended game; "tiny" is small enough to search its whole tree."""
    folder: str
    """The package the game lives in."""
    daily: Daily | None = field(default=None, kw_only=True)
    """The daily of the game; None: rooms have none of it."""

    def load(self) -> None:
        """Import and check state.py, rules.py, hidden.py and strategy.py, and make the game known to the engine.

        Further calls do nothing. Everything that runs a game's rules calls it first.

        Raises:
            GameError: a file is missing, or offers something else than `muckle.engine.contract` says.
        """
        from muckle.engine import contract

        contract.add_game(self.name, self.state, self.functions, self.compiled_files)

    def check(self) -> None:
        """Load every file.

        Raises:
            GameError: one is missing, or offers something else than `muckle.engine.contract` says.
        """
        if "tiny" not in self.presets:
            raise GameError(f"{self.folder}.options: PRESETS needs one called 'tiny', there are {', '.join(self.presets)}")
        if not self.rules_text().startswith("# "):
            raise GameError(f"{self.folder}: RULES.md must begin with '# ' and the game's title")
        self.load()
        _ = self.text, self.scene, self.scorer

    @functools.cached_property
    def state(self) -> StateFile:
        """The module `state.py`: its records and numbers."""
        from muckle.engine import contract

        module: Any = self._module("state")
        contract.check_state(module)
        return module

    @functools.cached_property
    def rules(self) -> ModuleType:
        """The module `rules.py`."""
        return self._module("rules")

    @property
    def compiled_files(self) -> Sequence[str]:
        """The names of the modules whose functions are compiled."""
        return [f"{self.folder}.{file}" for file in ("rules", "hidden", "strategy")]

    @functools.cached_property
    def functions(self) -> Mapping[str, Any]:
        """Every compiled function by name, defaults included."""
        from muckle.engine import contract

        functions: dict[str, Any] = {}
        for file in ("rules", "hidden", "strategy"):
            functions |= contract.functions_of(self._module(file), file)
        return functions

    @functools.cached_property
    def observed(self) -> Observed:
        """The numbers that a seat observes; without OBSERVED in state.py, everything in a state dealt anew for it."""
        return vars(self.state).get("OBSERVED") or usual(self.state.State)

    @functools.cached_property
    def all_open(self) -> bool:
        """Whether nothing is ever hidden from anybody."""
        return self._constant("ALL_OPEN") is True

    @functools.cached_property
    def levels(self) -> Mapping[str, Manner]:
        """The players of the game's levels, by name."""
        return self._constant("LEVELS")

    @functools.cached_property
    def tastes(self) -> Mapping[int, int]:
        """The weight of each taste in percent of what `taste` returns; a taste that is left out has 100."""
        return self._constant("TASTES")

    @functools.cached_property
    def counts_wins(self) -> bool:
        """Whether `leaf` is a chance to win, from 0 to 1, and not a number of points."""
        return self._constant("WIN") is True

    @functools.cached_property
    def trifle(self) -> float:
        """Loss, in the unit of `leaf`, below which an analysis calls no choice a mistake."""
        return self._constant("TRIFLE")

    @functools.cached_property
    def has_policy(self) -> bool:
        """Whether the game has a `quick` of its own for rollouts."""
        return "quick" in vars(self._module("strategy"))

    @functools.cached_property
    def has_stages(self) -> bool:
        """Whether the game has a `stage` of its own, at whose changes leads are counted."""
        return "stage" in vars(self._module("strategy"))

    @functools.cached_property
    def hindsight(self) -> Callable[[Any, Sequence[int], Callable[[], bool]], Any] | None:
        """The game's `hindsight` function, see `muckle.engine.contract`; None if the game has none."""
        return vars(self._module("strategy")).get("hindsight")

    @functools.cached_property
    def text(self) -> TextFile:
        """The functions of `text.py`, defaults included."""
        from muckle.engine import contract

        return contract.part_of_game(self._module("text"), "text", contract.TextFile)

    @functools.cached_property
    def scene(self) -> SceneFile:
        """The functions of `scene.py`, defaults included."""
        from muckle.engine import contract

        return contract.part_of_game(self._module("scene"), "scene", contract.SceneFile)

    @functools.cached_property
    def read_state(self) -> Callable[[Any], Any]:
        """Function that returns the plain tree of the state in an array of one."""
        return reader(self.state.State)

    @functools.cached_property
    def read_settings(self) -> Callable[[Any], Any]:
        """Function that returns the plain tree of the options record in an array of one."""
        return reader(self.state.Settings)

    def rules_text(self) -> str:
        """Return the game's RULES.md, and behind it the rules that all games share."""
        pages = (importlib.resources.files(self.folder) / "RULES.md", importlib.resources.files("muckle.engine") / "GENERAL.md")
        try:
            return "\n".join(page.read_text(encoding="utf-8-sig") for page in pages)
        except FileNotFoundError:
            raise GameError(f"{self.folder} lacks RULES.md, or its package does not ship it") from None

    def lesson_texts(self) -> dict[str, str]:
        """Return the game's lessons by name: ``lesson.toml`` has the game's own, ``lesson_muckell.toml`` that of "muckell"."""
        files = importlib.resources.files(self.folder).iterdir()
        named = [(LESSON.fullmatch(each.name), each) for each in files]
        return {name[1] or self.name: each.read_text(encoding="utf-8-sig") for name, each in named if name}

    def read_options(self, preset: str | None = None, given: Mapping[str, object] | None = None) -> GameOptions:
        """Return the options of a preset with some values changed.

        Raises:
            OptionsError: there is no such preset or option, or the values do not fit.
        """
        name = preset or next(iter(self.presets))
        if name not in self.presets:
            hint = suggest(name, self.presets) or f"; there are {', '.join(self.presets)}"
            raise OptionsError(f"{self.name} has no preset {name!r}{hint}")
        return self.options.read({**self.presets[name].values, **(given or {})})

    @functools.cached_property
    def scorer(self) -> ScorerFile | None:
        """The module `scorer.py`, which scores play with real things; None if the game has none."""
        from muckle.engine import contract

        if importlib.util.find_spec(f"{self.folder}.scorer") is None:
            return None
        module: Any = self._module("scorer")
        contract.check_scorer(module)
        return module

    def _constant(self, name: str) -> Any:
        from muckle.engine.contract import CONSTANTS

        constant = CONSTANTS[name]
        return vars(self._module(constant.file)).get(name, constant.default)

    def _module(self, name: str) -> ModuleType:
        try:
            return importlib.import_module(f"{self.folder}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{self.folder}.{name}":
                raise
            raise GameError(f"{self.folder} lacks {name}.py; muckle.engine.contract says what belongs there") from None
