"""What the guards need of one game that they cannot find out: `guarded.py` beside its tests, where there is one."""

import importlib
import importlib.util
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from every_game.breaking import Break
from muckle.engine.position import Position


def one(position: Position, action: int) -> int:
    """Every action is one choice."""
    return 1


def nothing(position: Position) -> list[int]:
    """Nothing but what is legal."""
    return []


class Extent(NamedTuple):
    """A small match, and how much of all that can happen in it is walked through."""

    options: Mapping[str, Any]
    decisions: int | None = None
    """The deal and so many decisions behind it; None: everything to the end."""
    hands: int | None = None
    """Where the deal alone falls in too many ways: how many hands seat 0 can have when it begins; each is tried once."""

    def __str__(self) -> str:
        if self.hands is not None:
            return f"{self.hands} hands"
        return "whole" if self.decisions is None else f"{self.decisions} decisions"


class Guarded(NamedTuple):
    """One game, as its tests know it."""

    pieces: Callable[[Position], Counter[Any]] | None = None
    """Counts every piece, wherever it lies."""
    copies: Callable[[Position, int], int] = one
    """How many pieces an action could be done with that look alike: a player takes any of them."""
    small: Sequence[Mapping[str, Any]] = ({"preset": "tiny"},)
    """Options of matches so small that all that can lie hidden is counted out; together everything is hidden somewhere."""
    whole: Sequence[Extent] = ()
    """What is walked through in every way it can happen: a few thousand sets of worlds, of each preset called tiny."""
    rows: Mapping[str, Sequence[Break]] = {}
    """Each row of its table "Who may know what", with the ways to break it."""
    untold: Mapping[str, str] = {}
    """The rows that no re-deal, scene or text can break, and why."""
    also: Callable[[Position], list[int]] = nothing
    """What may be done though `legal` does not list it, such as a claim of a word that is none."""
    examples: Mapping[str, int] = {}
    """How many worked examples, E1, E2, …, each of its pages has in the rulebook."""
    unproven: Mapping[str, str] = {}
    """Ids that no test proves, and why."""
    hides_words: bool = False
    """Whether a player is not told which words there are."""


def guarded(game: str) -> Guarded:
    """What is known of a game; nothing of one from outside the house."""
    name = f"{game}.guarded"
    if importlib.util.find_spec(game) is None or importlib.util.find_spec(name) is None:
        return Guarded()
    return importlib.import_module(name).GUARDED
