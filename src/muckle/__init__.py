"""muckle: small word and card games, written once, played everywhere.

Begin here (each has a docstring; seats count from 0):

- `new_match(game, preset=None, *, seed=0, **options)`: a match, to be played by texts such as "place KH".
- `load(text_or_path)`: a match that was saved, over or not.
- `Match`: what both give: `legal()`, `apply(text)`, `explain(text)`, `scene(seat)`, `scores`, `transcript()`, `copy()`, …
- `simulate(game, games=1000, players=..., **options)`: many games, counted; gives a `Report`, or raises `Interrupted`.
- `compare(game, vary={option: values}, games=1000, …)`: the same deals with different options; gives a `Comparison`.
- `tournament(game, players=[…], games=100, …)`: everybody in every seat with the same deals, and ratings; gives a
  `TournamentReport`.
- `best_advice(match)`: the best three actions of the seat to act, what each should bring, and why.
- `par(match)`, `hindsight(match)`: what a good player makes of a deal of Mickell, and the best that can be made of it.
- `find_words(pattern="*", rack=..., anagram=..., ...)`: words of a list by pattern, letters, length and score.
- `GAMES`: every `Game` by its name, with its presets and options.
- `MuckleError`: the base of all errors; they say what was given, what was expected, and which rule says so.

>>> import muckle
>>> match = muckle.new_match("mitch", seats=3, seed=7)
>>> while not match.over:
...     _ = match.apply(match.legal()[0])
>>> len(match.scores)
3
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from muckle.engine.game import Game
    from muckle.errors import MuckleError
    from muckle.games import GAMES
    from muckle.lab.compare import Comparison, compare
    from muckle.lab.simulate import Interrupted, Report, simulate
    from muckle.lab.tournament import TournamentReport, tournament
    from muckle.lab.word_search import find_words
    from muckle.match.match import Match, load, new_match
    from muckle.players.advice import best_advice
    from muckle.players.par import hindsight, par

__all__ = [
    "GAMES",
    "Comparison",
    "Game",
    "Interrupted",
    "Match",
    "MuckleError",
    "Report",
    "TournamentReport",
    "best_advice",
    "compare",
    "find_words",
    "hindsight",
    "load",
    "new_match",
    "par",
    "simulate",
    "tournament",
]

_HOMES = {
    "GAMES": "games",
    "Comparison": "lab.compare",
    "Game": "engine.game",
    "Interrupted": "lab.simulate",
    "Match": "match.match",
    "MuckleError": "errors",
    "Report": "lab.simulate",
    "TournamentReport": "lab.tournament",
    "best_advice": "players.advice",
    "compare": "lab.compare",
    "find_words": "lab.word_search",
    "hindsight": "players.par",
    "load": "match.match",
    "new_match": "match.match",
    "par": "players.par",
    "simulate": "lab.simulate",
    "tournament": "lab.tournament",
}


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first asked for: ``import muckle`` alone takes no Numba."""
    if name not in _HOMES:
        raise AttributeError(f"module 'muckle' has no attribute {name!r}")
    return getattr(importlib.import_module(f"muckle.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
