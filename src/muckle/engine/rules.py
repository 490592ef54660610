"""The five rules every game has, callable for any state; `tiebreak`; and what a game's `strategy` tells players.

Generic code calls ``apply(setup, state, action)``. Compiled, the state's record type picks the game while the code is
compiled, so nothing is looked up when it runs and the result is kept on disk; in plain Python a table does the same.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any, NamedTuple

import numba
from numba.extending import intrinsic, overload

from muckle.engine.compiler import compiled

OVER = -1
"""`state.turn` when the match is over."""


class Setup(NamedTuple):
    """What does not change during a match, passed beside the state."""

    options: Any
    """The game's OPTIONS record."""
    words: Any
    """The word graph as int32 (see `muckle.words.graph`); an empty one in games without words."""


def lent(array: Any) -> Any:
    """The same array without its count of owners: ``Setup(options[0], lent(words))`` at the top of a long compiled loop.

    Compiled functions count who holds an array each time it is passed on, which costs a third of random play. Whoever
    lends keeps the array alive himself.
    """
    return array


@intrinsic
def _lent(typing: Any, array: Any):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        view.meminfo = view.meminfo.type(None)
        return view._getvalue()

    return array(array), generate


@overload(lent)
def _compiled_lent(array):  # pyright: ignore  # Numba compares signatures, annotations included
    return lambda array: _lent(array)  # pyright: ignore


_games: dict[Any, ModuleType] = {}


def add_game(rules: ModuleType) -> None:
    """Make a game's rules known by the type of its state; two games never share a layout."""
    for key in (rules.STATE, numba.from_dtype(rules.STATE)):
        known = _games.setdefault(key, rules)
        if known is not rules:
            raise AssertionError(f"{rules.__name__} and {known.__name__} have states of the same layout")


@compiled
def _zero(setup: Any, state: Any, detail: Any) -> Any:
    return 0


@compiled
def _always(setup: Any, state: Any, detail: Any) -> Any:
    return True


def _rule(name: str, meaning: str, module: str = "rules", usual: Any = None) -> Any:
    """A function that each game has in a module of its own; `usual` serves where it has none."""

    def function_of(key: Any) -> Any:
        rules = _games[key]
        home = rules if module == "rules" else importlib.import_module(f"{rules.__package__}.{module}")
        return getattr(home, name, usual) if usual else getattr(home, name)

    def rule(setup: Any, state: Any, detail: Any) -> Any:
        return function_of(state.dtype)(setup, state, detail)

    # Returning the rule itself saves a compiled go-between; not strict, since games have their own names for `detail`.
    @overload(rule, strict=False, jit_options={"forceinline": True})
    def compiled_rule(setup, state, detail):  # pyright: ignore  # Numba compares signatures, annotations included
        return function_of(state).py_func

    rule.__name__, rule.__qualname__, rule.__doc__ = name, name, meaning
    return rule


deal = _rule("deal", "deal(setup, state, rng): a new match, its chance drawn from that stream.")
legal = _rule("legal", "legal(setup, state, actions): fill in the actions there are, ascending; how many. 0 when over.")
apply = _rule("apply", "apply(setup, state, action): the only way forward; raises on an illegal one, state unchanged.")
returns = _rule("returns", "returns(setup, state, scores): fill in each seat's score so far, final once it is over.")
resample = _rule("resample", "resample(setup, state, seat): re-deal, at random, everything that seat cannot know.")
tiebreak = _rule("tiebreak", "tiebreak(setup, state, seat): between equal scores the larger number wins.", usual=_zero)
value = _rule("value", "value(setup, state, seat): how good the position is for that seat, in points.", "strategy")
thinkable = _rule(
    "thinkable",
    "thinkable(setup, state, action): whether a player who knows the words of `setup` only would think of a legal action.",
    "strategy",
    _always,
)
