"""muckle: small word and card games, written once, played everywhere.

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
    from muckle.errors import MuckleError as MuckleError
    from muckle.lab.simulate import simulate as simulate
    from muckle.match.begin import new_match as new_match
    from muckle.match.load import load as load
    from muckle.match.match import Match as Match

_HOMES = {
    "new_match": "match.begin",
    "Match": "match.match",
    "load": "match.load",
    "simulate": "lab.simulate",
    "MuckleError": "errors",
}


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first asked for."""
    if name == "games":
        return importlib.import_module("muckle.games")
    if name not in _HOMES:
        raise AttributeError(f"module 'muckle' has no attribute {name!r}")
    return getattr(importlib.import_module(f"muckle.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*_HOMES, "games"])
