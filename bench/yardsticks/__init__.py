"""Opponents for measurements: yardsticks, frozen so that no tuning moves a target, and cheaters, who know what is hidden.

Both are players of a *twin* of a game: its State has one more field just before the draws, so that compiled code tells the two
apart, and some of its functions are others. A state goes from one to the other as the numbers before that field.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, get_type_hints

from muckle.engine.chance import forget
from muckle.engine.compile import compiled
from muckle.engine.contract import HOOKS, StateFile, check_state
from muckle.engine.game import Game
from muckle.engine.manner import LOOK_AHEAD, Manner
from muckle.engine.record import record


@compiled
def resample(setup, state, seat):
    """Cheaters are told everything: nothing is dealt anew (but they see no draws that are still to come)."""
    forget(state)


guess = resample
"""Searches of cheaters imagine no other world than the true one."""


@dataclass(frozen=True)
class Twin(Game):
    """A game that plays as another one does, with some functions of its own."""

    of: Game
    field: str
    """Additional fields of its State."""
    files: Sequence[ModuleType]
    """Modules of those functions."""

    @functools.cached_property
    def state(self) -> StateFile:
        """The State of the game, with a field more before its draws, which stand last."""
        file = self.of.state
        *fields, draws = get_type_hints(file.State, include_extras=True).items()
        tree: Any = NamedTuple("State", [*fields, (self.field, int), draws])
        made: Any = SimpleNamespace(**vars(file) | {"State": tree, "STATE": record(tree)})
        check_state(made)
        return made

    @functools.cached_property
    def functions(self) -> Mapping[str, Any]:
        """The functions of the game, with those of `files` in their place."""
        own = {name: vars(file)[name] for file in self.files for name in HOOKS if name in vars(file)}
        return {**self.of.functions, **own}

    @property
    def compiled_files(self) -> Sequence[str]:
        """The modules of the game, and those of `files`."""
        return [*self.of.compiled_files, *(file.__name__ for file in self.files)]


_twins: dict[str, Game] = {}


def twin(game: Game, field: str, *files: ModuleType) -> Game:
    """Return a twin of a game, with the functions of some files in place of its own; one for each name of a field."""
    name = f"{game.name}-{field}"
    if name not in _twins:
        own = {part.name: getattr(game, part.name) for part in fields(Game)} | {"name": name}
        _twins[name] = Twin(**own, of=game, field=field, files=files)
    return _twins[name]


def cheater(game: Game) -> Game:
    """Return the game for players who are told what is hidden."""
    return twin(game, "cheater", sys.modules[__name__])


def yardstick(game: Game) -> tuple[Game, Manner]:
    """Return the game for its yardstick, and the yardstick's manner: looking one step ahead, unless its file has a MANNER."""
    file = importlib.import_module(f"yardsticks.{game.name}")
    return twin(game, "yardstick", file), getattr(file, "MANNER", Manner(LOOK_AHEAD))
