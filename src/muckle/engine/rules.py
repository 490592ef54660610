"""The five rules every game has, callable for any state; `tiebreak`; and what a game's `strategy` tells players.

Generic code calls ``apply(setup, state, action)``. Compiled, the state's record type picks the game while the code is
compiled, so nothing is looked up when it runs and the result is kept on disk; in plain Python a table does the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.extending import intrinsic, overload

from muckle.engine.chance import below
from muckle.engine.compiler import compiled
from muckle.engine.contract import StateFile
from muckle.engine.manner import Knowledge
from muckle.errors import GameError

OVER = -1
"""`state.turn` when the match is over."""
ONE_STAGE = -1
"""`stage` of a game without hands or rounds."""


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


@compiled
def next_seat(setup, seat):
    """The seat to the left (General 1)."""
    return seat + 1 if seat + 1 < setup.options.seats else 0


_games: dict[Any, Mapping[str, Any]] = {}
"""The compiled functions of each game by the type of its state, as NumPy and as Numba know it."""


def add_game(state: StateFile, *files: ModuleType) -> None:
    """Make a game's compiled files known by the type of its state.

    Raises:
        GameError: another game's states have the same layout.
    """
    functions = dict(USUAL) | {name: vars(file)[name] for file in files for name in RULES if name in vars(file)}
    for key in (state.STATE, numba.from_dtype(state.STATE)):
        known = _games.setdefault(key, functions)
        if known["apply"] is not functions["apply"]:
            raise GameError(
                f"{files[0].__name__} and {known['apply'].__module__} have states of the same layout; name a field apart"
            )


@compiled
def _zero(setup: Any, state: Any, seat: Any) -> Any:
    return 0


@compiled
def _one(setup: Any, state: Any) -> Any:
    return 1


@compiled
def _always(setup: Any, state: Any, action: Any) -> Any:
    return True


@compiled
def any_thinkable(setup: Any, state: Any, mind: Any, actions: Any, count: Any) -> Any:
    """Any of the actions that one can think of, each as likely; what is no matter of words is among them."""
    while True:
        action = actions[below(mind, count)]
        if thinkable(setup, state, action):
            return action


@compiled
def _value(setup: Any, state: Any, seat: Any) -> Any:
    return value(setup, state, seat)


@compiled
def _one_stage(setup: Any, state: Any) -> Any:
    return ONE_STAGE


@compiled
def _no_taste(setup: Any, state: Any, action: Any, taste: Any) -> Any:
    return 0.0


@compiled
def _nothing(setup: Any, view: Any) -> Any:
    return Knowledge(np.zeros(1, np.int32), np.zeros(1, np.float32))


@compiled
def _no_thought(
    setup: Any, view: Any, worlds: Any, mind: Any, manner: Any, knowledge: Any, actions: Any, count: Any, tallies: Any
) -> Any:
    raise ValueError("this game has no think of its own")


RULES = (
    *("deal", "legal", "apply", "returns", "resample", "tiebreak", "rounds", "value", "thinkable"),
    *("quick", "leaf", "taste", "stage", "knowledge", "think"),
)
USUAL: Mapping[str, Any] = {
    "tiebreak": _zero,
    "rounds": _one,
    "thinkable": _always,
    "quick": any_thinkable,
    "leaf": _value,
    "taste": _no_taste,
    "stage": _one_stage,
    "knowledge": _nothing,
    "think": _no_thought,
}
"""What serves where a game leaves it out."""


def _rule(name: str, meaning: str) -> Any:
    """A function that each game has in a file of its own."""

    def rule(setup: Any, state: Any, *details: Any) -> Any:
        return _games[state.dtype][name](setup, state, *details)

    # Returning the rule itself saves a compiled go-between; not strict, since games have their own names for the details.
    @overload(rule, strict=False, jit_options={"forceinline": True})
    def compiled_rule(*given):  # pyright: ignore  # Numba compares signatures, annotations included
        return _games[getattr(given[1], "dtype", given[1])][name].py_func

    rule.__name__, rule.__qualname__, rule.__doc__ = name, name, meaning
    return rule


deal = _rule("deal", "deal(setup, state, rng): a new match, its chance drawn from that stream.")
legal = _rule("legal", "legal(setup, state, actions): fill in the actions there are, ascending; how many. 0 when over.")
apply = _rule("apply", "apply(setup, state, action): the only way forward; raises on an illegal one, state unchanged.")
returns = _rule("returns", "returns(setup, state, scores): fill in each seat's score so far, final once it is over.")
resample = _rule("resample", "resample(setup, state, seat): re-deal, at random, everything that seat cannot know.")
tiebreak = _rule("tiebreak", "tiebreak(setup, state, seat): between equal scores the larger number wins.")
rounds = _rule("rounds", "rounds(setup, state): how many hands or rounds a match had that is over.")
value = _rule("value", "value(setup, state, seat): how good the position is for that seat, in points.")
quick = _rule("quick", "quick(setup, state, mind, actions, count): an action for playouts, chosen in no time.")
leaf = _rule("leaf", "leaf(setup, state, seat): what a playout that stops here is worth to that seat.")
taste = _rule("taste", "taste(setup, state, action, taste): how much better somebody of a taste likes an action.")
stage = _rule("stage", "stage(setup, state): the number of the part of the match; playouts stop when it changes.")
knowledge = _rule("knowledge", "knowledge(setup, view): what players work out once a match.")
think = _rule(
    "think",
    "think(setup, view, worlds, mind, manner, knowledge, actions, count, tallies): the game's own search, a chunk of it.",
)
thinkable = _rule(
    "thinkable",
    "thinkable(setup, state, action): whether a player who knows the words of `setup` only would think of a legal action.",
)
