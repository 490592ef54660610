"""Small word and card games: rules, players, simulations and environments.

Begin here. Seats count from 0.

- `new_match(game, preset=None, *, seed=0, **options)`: start a match, which is played with texts such as "place KH".
- `load(text_or_path)`: load a saved match, over or not.
- `Match`: a match, with `legal()`, `apply(text)`, `explain(text)`, `scene(seat)`, `scores`, `transcript()`, `copy()`, …
- `simulate(game, games=1000, players=..., **options)`: play many games; returns a `Report`, or raises `Interrupted`.
- `muckle.muckell_rounds.simulate_rounds(seats=200, …)`: the same for rounds of Muckell.
- `compare(game, vary={option: values}, games=1000, …)`: play the same deals with different options; returns a `Comparison`.
- `tournament(game, players=[…], games=100, …)`: let players meet in every seat with the same deals, and rate them; returns a
  `TournamentReport`.
- `ask(question, game, …)`: answer a question such as "leads" or "pieces", or a custom one; returns an `Answer`.
- `best_advice(match)`: up to three actions of the seat to act, with how far each is behind the best and why.
- `par(match)`, `hindsight(match)`: the score of a good player on a deal of Mickell, and the best possible score.
- `find_words(pattern="*", rack=..., anagram=..., ...)`: find words by pattern, letters, length and score.
- `GAMES`: all games by name, each a `Game` with its presets and options.
- `MuckleError`: the base class of all errors. A message says what was given, what was expected, and which rule decides.
- `__version__`: the version that is installed, such as "0.1.0".

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
    from muckle.lab.answer import Answer
    from muckle.lab.ask import ask
    from muckle.lab.compare import Comparison, compare
    from muckle.lab.simulate import Interrupted, Report, simulate
    from muckle.lab.tournament import TournamentReport, tournament
    from muckle.lab.word_search import find_words
    from muckle.match.match import Match, load, new_match
    from muckle.players.advice import best_advice
    from muckle.players.par import hindsight, par

__version__: str

__all__ = [
    "GAMES",
    "Answer",
    "Comparison",
    "Game",
    "Interrupted",
    "Match",
    "MuckleError",
    "Report",
    "TournamentReport",
    "ask",
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

_MODULES = {
    "GAMES": "games",
    "Answer": "lab.answer",
    "Comparison": "lab.compare",
    "Game": "engine.game",
    "Interrupted": "lab.simulate",
    "Match": "match.match",
    "MuckleError": "errors",
    "Report": "lab.simulate",
    "TournamentReport": "lab.tournament",
    "ask": "lab.ask",
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
    """Import a public name when it is first used, so that ``import muckle`` alone does not load Numba."""
    if name == "__version__":
        return importlib.import_module("muckle.version").VERSION
    if name not in _MODULES:
        raise AttributeError(f"module 'muckle' has no attribute {name!r}")
    return getattr(importlib.import_module(f"muckle.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
