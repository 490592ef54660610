"""Facts about one game that the guards cannot find out, from `guarded.py` beside its tests if there is one."""

import importlib
import importlib.util
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from every_game.breaking import Break
from muckle.engine.position import Position


def one(position: Position, action: int) -> int:
    """Count every action as one choice."""
    return 1


def nothing(position: Position) -> list[int]:
    """Return no actions besides the legal ones."""
    return []


class Extent(NamedTuple):
    """A small match, and the part of its tree that is walked through."""

    options: Mapping[str, Any]
    decisions: int | None = None
    """Number of decisions after the deal; None: to the end of the match."""
    hands: int | None = None
    """Number of hands that seat 0 can have at first, each tried once, for deals that can fall in too many ways."""

    def __str__(self) -> str:
        if self.hands is not None:
            return f"{self.hands} hands"
        return "whole" if self.decisions is None else f"{self.decisions} decisions"


class Guarded(NamedTuple):
    """Facts about one game for the guards."""

    pieces: Callable[[Position], Counter[Any]] | None = None
    """Counts every piece, wherever it lies."""
    copies: Callable[[Position, int], int] = one
    """Return the number of pieces that look alike with which an action can be done; a player takes any of them."""
    small: Sequence[Mapping[str, Any]] = ({"preset": "tiny"},)
    """Options of matches so small that all hidden worlds can be counted; together everything is hidden in one of them."""
    whole: Sequence[Extent] = ()
    """Matches that are walked through in every way they can happen: a few thousand sets of worlds per preset called tiny."""
    rows: Mapping[str, Sequence[Break]] = {}
    """Each row of the game's table "Who may know what", with the ways to break it."""
    untold: Mapping[str, str] = {}
    """The rows that no re-deal, scene or text can break, and why."""
    also: Callable[[Position], list[int]] = nothing
    """Return the actions that may be tried though `legal` does not list them, such as a claim of a word that does not exist."""
    examples: Mapping[str, int] = {}
    """Number of worked examples, E1, E2, …, that each page of the game has in the rulebook."""
    unproven: Mapping[str, str] = {}
    """Ids that no test proves, and why."""
    hides_words: bool = False
    """Whether a player is not told which words there are."""


def guarded(game: str) -> Guarded:
    """Return the facts about a game; empty ones for a game from outside the house."""
    name = f"{game}.guarded"
    if importlib.util.find_spec(game) is None or importlib.util.find_spec(name) is None:
        return Guarded()
    return importlib.import_module(name).GUARDED
