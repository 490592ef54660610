"""The contract of a game: the one list of all functions and values that its files hold.

Each function is declared here once, marked with `hook`. Its arguments and docstring are the contract; its body is what
happens in a game that leaves the function out. From this list come the functions that generic code calls, the check of a
game when it is loaded (`muckle.engine.game`), the reference page of the documentation and what ``muckle new`` writes.

Generic code calls the compiled functions as ``apply(setup, state, action)``. In compiled code the state's record type picks
the game while Numba compiles, so nothing is looked up at run time and the machine code is kept on disk; in plain Python a
table does the same. The functions of text.py and scene.py are called through `Game.text` and `Game.scene`.

Everywhere: seats are numbers from 0 in turn order; a *viewer* is a seat, or None for a spectator. Texts are for people in
any seat unless a viewer or seat is among the arguments; then only what that one may know (General 4) may decide them.
"""

# pyright: basic
# (compiled functions carry no annotations)

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

import numba
import numpy as np
from numba.extending import intrinsic, overload

from muckle.engine.bits import from_start
from muckle.engine.chance import below
from muckle.engine.compile import add_rulebook, compiled
from muckle.engine.facts import Fact
from muckle.engine.kinds import EVERY, Kind
from muckle.engine.manner import LEVELS as DEFAULT_LEVELS
from muckle.engine.manner import Knowledge
from muckle.engine.record import shapes
from muckle.errors import GameError

if TYPE_CHECKING:
    from muckle.scene.contract import Event, Face, Picture, Reckoning, Scene, ScoredLine

Function = TypeVar("Function", bound=Callable[..., Any])
Part = TypeVar("Part")

OVER = -1
"""Value of `state.turn` when the match is over."""
ONE_STAGE = -1
"""Value of `stage` in a game without hands or rounds."""
CHANCE = ("rng", "draws", "drawn", "drew", "turn")
"""Fields that every State has: chance, see `muckle.engine.chance`, and the seat to act, or OVER. `drew` is its last field."""


class Setup(NamedTuple):
    """The part of a match that never changes, passed beside the state."""

    options: Any
    """The game's OPTIONS record."""
    words: Any
    """The word graph as int32 (see `muckle.words.graph`); an empty one in games without words."""


class Hook(NamedTuple):
    """A function that a game may or must have."""

    file: str
    """Name of the file it stands in, without ``.py``."""
    name: str
    function: Callable[..., Any]
    """The declaration: its arguments, docstring and default body."""
    compiled: bool
    required: bool
    """True if every game must write it; then the body is never run."""

    @property
    def arguments(self) -> list[str]:
        """Names of its arguments, in order."""
        return [name for name in inspect.signature(self.function).parameters if name != "self"]

    @property
    def meaning(self) -> str:
        """First line of its docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @property
    def form(self) -> str:
        """The line to write, such as ``def rounds(setup, state)``."""
        return f"def {self.name}({', '.join(self.arguments)})"


class Constant(NamedTuple):
    """A value that a game may have."""

    file: str
    name: str
    default: Any
    """The value in a game that leaves it out."""
    meaning: str


HOOKS: dict[str, Hook] = {}
"""Every function that a game may or must have, by name, in the order of this file."""
CONSTANTS: dict[str, Constant] = {}
"""Every value that a game may have, by name, in the order of this file."""

_games: dict[Any, Mapping[str, Any]] = {}
"""Compiled functions of each game by the type of its state, as NumPy and as Numba know it."""


def hook(file: str, *, compiled: bool = False, required: bool = False) -> Callable[[Function], Function]:
    """Declare a function of a game's file.

    Args:
        file: the file it stands in, without ``.py``.
        compiled: True for a function that Numba compiles. What comes back then calls the function of the game whose state
            it is given.
        required: True if a game must write it.
    """

    def declare(function: Function) -> Function:
        HOOKS[function.__name__] = Hook(file, function.__name__, function, compiled, required)
        return cast(Function, _dispatcher(function)) if compiled else function

    return declare


def constant(file: str, name: str, default: Any, meaning: str) -> None:
    """Declare a value of a game's file."""
    CONSTANTS[name] = Constant(file, name, default, meaning)


def _dispatcher(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls the one of that name in the game whose state it is given."""
    name = function.__name__

    def dispatch(setup: Any, state: Any, *details: Any) -> Any:
        return _games[state.dtype][name](setup, state, *details)

    # Returning the game's function itself saves a compiled go-between; not strict, since games name the details themselves.
    @overload(dispatch, strict=False, jit_options={"forceinline": True})
    def _compiled_dispatch(*given):  # pyright: ignore  # Numba compares signatures, annotations included
        return _games[getattr(given[1], "dtype", given[1])][name].py_func

    dispatch.__name__ = dispatch.__qualname__ = name
    dispatch.__doc__, dispatch.__module__ = function.__doc__, function.__module__
    dispatch.__dict__["__signature__"] = inspect.signature(function)
    return dispatch


# state.py: constants and records. Needs no Numba.


class StateFile(Protocol):
    """`state.py`: constants and records. Needs no Numba.

    `Settings` (what `Options.settings` gives) and `State` are named tuples of whole numbers (`muckle.engine.record`), with a
    line for each field: meaning, unit, order, who may know it. `OPTIONS` and `STATE` are their record types. No two games
    have States of the same layout.
    """

    Settings: type[tuple[Any, ...]]
    State: type[tuple[Any, ...]]
    OPTIONS: np.dtype[Any]
    STATE: np.dtype[Any]
    ACTIONS: int
    """Number of actions there can be; actions are the numbers 0 to ACTIONS - 1."""
    MAX_ACTIONS: int
    """The largest number of legal actions in one position."""


constant("state", "OBSERVED", None, "The numbers that a seat observes, an `Observed`; all that it may know if left out.")


# rules.py: compiled functions of a setup and a state.


@hook("rules", compiled=True, required=True)
def deal(setup, state, rng):
    """Begin a match: set every field, draw from the stream `rng`, and go on to the first decision."""
    raise NotImplementedError


@hook("rules", compiled=True, required=True)
def legal(setup, state, actions):
    """Fill in the legal actions of the seat to act, in ascending order, and return their number.

    The number is 0 when the match is over, and only then. The actions depend on nothing that the seat to act may not know.
    """
    raise NotImplementedError


@hook("rules", compiled=True)
def pick(setup, state, mind, actions):
    """Return a legal action, each equally likely: the one at the place ``below(mind, number)`` of what `legal` lists.

    Random play does little else, and a game may know how to count its legal actions without listing them.

    Args:
        mind: the stream to draw from. actions: scratch for a list, MAX_ACTIONS long.
    """
    return actions[below(mind, legal(setup, state, actions))]


@hook("rules", compiled=True, required=True)
def apply(setup, state, action):
    """Take an action and go on to the next decision.

    Raises:
        ValueError: the action is not legal; the state is unchanged.
    """
    raise NotImplementedError


@hook("rules", compiled=True)
def advance(setup, state, action):
    """Take an action that is known to be legal, as `apply` does after its check: for bots and simulations.

    Without it, they call `apply`, which checks what they took from `legal` or `pick`.
    """
    apply(setup, state, action)


@hook("rules", compiled=True, required=True)
def returns(setup, state, scores):
    """Fill in each seat's score so far, a whole number in the game's own unit; final once the match is over."""
    raise NotImplementedError


@hook("rules", compiled=True)
def tiebreak(setup, state, seat):
    """Return a number for a seat: of two seats with equal scores the one with the larger number wins (General 12).

    Without it, seats with equal scores share the win.
    """
    return 0


@compiled
def ahead(setup, state, scores, seat, other):
    """Return whether a seat stands before another: by its score, or by the tiebreak between equal scores."""
    if scores[seat] != scores[other]:
        return scores[seat] > scores[other]
    return tiebreak(setup, state, seat) > tiebreak(setup, state, other)


@hook("rules", compiled=True)
def rounds(setup, state):
    """Return how many hands or rounds there were: another number as soon as the next one has begun, or one has ended."""
    return 1


# hidden.py: what a seat cannot know, beside the table of it in RULES.md.


@hook("hidden", compiled=True, required=True)
def resample(setup, state, seat):
    """Deal everything anew that a seat cannot know.

    Each world that fits the seat's knowledge is equally likely. The result depends on nothing but what the seat knows and
    `state.rng`. `draws` is kept and `drew` is cleared (`forget`). A seat of -1 is a spectator. A draw takes a place of `drew`
    only by `note`, until `forget` frees it: a `resample` that calls `below` alone needs no room there.
    """
    raise NotImplementedError


@hook("hidden", compiled=True)
def guess(setup, state, seat):
    """Deal anew what a seat cannot know, as searches imagine it: likelier worlds more often, by how the others acted.

    It keeps what `resample` keeps. Without it, searches take each world for equally likely.
    """
    resample(setup, state, seat)


@hook("hidden", compiled=True)
def thinkable(setup, state, action):
    """Return whether a player who knows only the words of `setup` can think of a legal action."""
    return True


constant("hidden", "ALL_OPEN", False, "True if nothing is ever hidden from anybody, so that no step shows a seat anything new.")


# strategy.py: what bots know of the game. They are handed re-dealt states, never the true one.


@hook("strategy", compiled=True, required=True)
def value(setup, state, seat):
    """Return how good the position is for a seat, in points of the score; the score itself when the match is over."""
    raise NotImplementedError


@compiled
def any_thinkable(setup, own, state, mind, actions):
    """Return one of the legal actions that a player can think of, each equally likely.

    Args:
        setup: of the match. own: the same with the words the player knows. mind, actions: see `pick`.
    """
    while True:
        action = pick(setup, state, mind, actions)
        if thinkable(own, state, action):
            return action


@hook("strategy", compiled=True)
def quick(setup, state, mind, actions, count):
    """Return an action for rollouts, chosen in about a microsecond; `mind` is a stream to draw from.

    Without it, rollouts take any thinkable action.
    """
    return any_thinkable(setup, setup, state, mind, actions)


@hook("strategy", compiled=True)
def leaf(setup, state, seat):
    """Return what a rollout that stops here is worth to a seat: at its cut, at the end of a stage or of the match.

    In points, or, with `WIN`, as a chance to win from 0 to 1. Without it, the position's `value`.
    """
    return value(setup, state, seat)


@hook("strategy", compiled=True)
def taste(setup, state, action, taste):
    """Return the bonus that a taste (`muckle.engine.manner`) adds to the value of a legal action, in the unit of `leaf`.

    `state` is re-dealt for the seat to act.
    """
    return 0.0


@hook("strategy", compiled=True)
def stage(setup, state):
    """Return the number of the current hand or round: rollouts stop, and leads are counted, when it changes.

    Without it, the number never changes and leads are counted after each turn.
    """
    return ONE_STAGE


@hook("strategy", compiled=True)
def knowledge(setup, view):
    """Return the `Knowledge` that the game's own search computes once for options and words; `view` holds one state."""
    return Knowledge(np.zeros(1, np.int32), np.zeros(1, np.float32))


@hook("strategy", compiled=True)
def think(setup, view, worlds, mind, manner, knowledge, actions, count, tallies):
    """Run one chunk of the game's own search, for levels whose method is OWN.

    Args:
        view: array of one state, re-dealt for the seat to act; not changed.
        worlds: scratch, an array of states (`muckle.players.choice.WORLDS` of them).
        mind: the player's own stream.
        manner: a record of MANNER.
        actions, count: the legal actions.
        tallies: one row for each action, to be added to: number of tries, sum of the results, sum of their squares. The
            action with the best mean is taken, among those with at least half as many tries as the most tried one.
    """
    raise ValueError("this game has no search of its own: strategy.py lacks think")


@hook("strategy")
def hindsight(setup, outcomes, stop):
    """Return the best result of a deal whose chance is known, for games with one seat; not compiled.

    Args:
        outcomes: the outcomes of chance, in the order they come.
        stop: function that returns whether to give up searching.

    Returns:
        A tuple with the best possible `score`, whether it is `proven`, and `actions` that reach it.
    """
    raise NotImplementedError


constant("strategy", "LEVELS", DEFAULT_LEVELS, "How each level plays, by name (`muckle.engine.manner.Manner`).")
constant("strategy", "TASTES", {}, "Weight of each taste in percent of what `taste` returns; 100 if left out.")
constant("strategy", "WIN", False, "True if `leaf` is a chance to win from 0 to 1, not a number of points.")
constant("strategy", "TRIFLE", 0.05, "Loss, in the unit of `leaf`, below which an analysis calls no choice a mistake.")


class TextFile:
    """`text.py`: actions, outcomes and events in words. It reads plain trees and never changes them."""

    @hook("text", required=True)
    def action_text(self, setup: Setup, state: Any, action: int) -> str:
        """Return an action as logs write it: no other action of the position has the text, and `read_action` reads it."""
        raise NotImplementedError

    @hook("text", required=True)
    def read_action(self, setup: Setup, state: Any, text: str) -> int:
        """Return the action that a text names; upper and lower case and extra spaces do not matter.

        Raises:
            NotationError: no action of this game has the text.
            IllegalError: a rule, which the error names, forbids the action here.
        """
        raise NotImplementedError

    @hook("text", required=True)
    def chance_text(self, setup: Setup, outcome: int) -> str:
        """Return the outcome of a draw as logs write it, from the code that the rules noted.

        The text of a draw that only one seat sees begins with ``deal`` or ``draw`` and the seat: ``draw 1 KH``. All other
        draws are open to everybody.
        """
        raise NotImplementedError

    @hook("text", required=True)
    def events(self, setup: Setup, facts: Sequence[Fact], names: Sequence[str]) -> list[Event]:
        """Return the facts of one step in words, in order, each with what everybody and what one seat may know of it.

        Args:
            facts: what the rules told of the step (`muckle.engine.facts`).
            names: the names of the seats.
        """
        raise NotImplementedError

    @hook("text", required=True)
    def reason(self, setup: Setup, state: Any) -> str:
        """Return in a few words why the match is over; called only when it is."""
        raise NotImplementedError

    @hook("text", required=True)
    def timeout(self, setup: Setup, state: Any) -> int:
        """Return the legal action that is played for the seat to act when its time has run out (General 13)."""
        raise NotImplementedError

    @hook("text")
    def kinds(self) -> Sequence[Kind]:
        """Return the kinds of decisions that a laboratory counts apart, by their first action; each action has one."""
        return EVERY

    @hook("text")
    def offered(self, setup: Setup, state: Any, actions: Sequence[int]) -> list[str]:
        """Return the texts that the seat to act may try: the legal actions, unless that list would tell too much."""
        return [self.action_text(setup, state, action) for action in actions]

    @hook("text")
    def completions(self, setup: Setup, state: Any, action: int) -> list[int]:
        """Return the full actions that a legal action stands for, if it leaves something open that a person says."""
        return [action]

    @hook("text")
    def revocable(self, setup: Setup, before: Any, action: int, after: Any) -> bool:
        """Return whether the seat may take an action back alone, as it showed nobody anything (General 10)."""
        return False

    @hook("text")
    def hints(self, setup: Setup, state: Any, seat: int) -> list[str]:
        """Return sentences for a seat that asks for help; in `state` what it cannot know was dealt anew."""
        return []

    @hook("text")
    def merit(self, setup: Setup, state: Any, action: int) -> str:
        """Return what speaks for an action, in the game's terms, such as ``Keeps Hearts: lead by 2``.

        At most 34 characters; usually empty. In `state` what the seat to act cannot know was dealt anew.
        """
        return ""


class SceneFile:
    """`scene.py`: what a viewer sees and may do, built field by field from nothing."""

    @hook("scene", required=True)
    def build(self, setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> Scene:
        """Return the scene of one viewer. Not a byte of it depends on what the viewer may not know."""
        raise NotImplementedError

    @hook("scene")
    def draft(self, setup: Setup, state: Any) -> bool:
        """Return whether the seat to act is in the middle of something that only that seat may know of.

        Every other viewer's scene is then the one of the last position without a draft, and is not built again.
        """
        return False

    @hook("scene")
    def reckoning(self, setup: Setup, facts: Sequence[Fact], viewer: int | None, names: Sequence[str]) -> Reckoning | None:
        """Return how the hand or round that ended last in a step was scored, with its board as it lay.

        Called only where `rounds` has changed or the match is over; `facts` are those of the step. Like a scene it depends on
        nothing the viewer may not know: what was hidden when the hand ended stays hidden.
        """
        return None

    @hook("scene")
    def scored_lines(self, setup: Setup, facts: Sequence[Fact], seat: int) -> tuple[ScoredLine, ...]:
        """Return the lines that a seat scored in one step: its words, plays, hands or rounds, for what it shares and the daily.

        The points of the lines of all steps add up to the seat's score. `facts` are those of the step.
        """
        return ()

    @hook("scene")
    def emblem(self) -> tuple[Face, ...]:
        """Return a few pieces that the game is played with, as decoration of its card in the lobby."""
        return ()

    @hook("scene")
    def pictures(self) -> Mapping[str, Picture]:
        """Return decorations, pieces by the name of a preset or the id of a rule (`muckle.scene.tell.piles`)."""
        return {}


class ScorerFile(Protocol):
    """`scorer.py`, which a game may have: it scores what people play with real cards or tiles, by the game's own rules.

    `state` is a loose plain tree (`muckle.engine.record.loose`); whoever calls keeps the one from before, for a mistake.
    """

    def how(self, setup: Setup, names: Sequence[str]) -> list[str]:
        """Return what can be typed, a sentence for each."""
        ...

    def begin(self, setup: Setup, state: Any) -> None:
        """Clear the table of a match that was dealt."""
        ...

    def enter(self, setup: Setup, state: Any, names: Sequence[str], seat: int | None, typed: str) -> list[str]:
        """Take what was typed into the state and return what came of it, a sentence for each, with the rule that decides.

        Args:
            seat: the seat whose name or number stood before it; None if nobody's did.
            typed: the rest, in lower case, with single blanks.

        Raises:
            ActionError: the text cannot be read, or a rule forbids what it says; the state may be half changed.
        """
        ...


def check_scorer(module: ModuleType) -> None:
    """Check a game's scorer.py.

    Raises:
        GameError: a function is missing.
    """
    for name in ("how", "begin", "enter"):
        if not callable(vars(module).get(name)):
            raise GameError(f"{module.__name__} lacks {name}; muckle.engine.contract.ScorerFile says what belongs there")


def functions_of(module: ModuleType, file: str) -> dict[str, Any]:
    """Return the compiled functions of one of a game's files, defaults included, after checking them.

    Raises:
        GameError: a function is missing, takes other arguments, or has a name that is nearly a hook's.
    """
    check(module, file)
    hooks = [hook for hook in HOOKS.values() if hook.file == file and hook.compiled]
    return {hook.name: vars(module).get(hook.name) or DEFAULTS[hook.name] for hook in hooks}


DEFAULTS = {hook.name: compiled(hook.function) for hook in HOOKS.values() if hook.compiled and not hook.required}
"""The compiled default of each function that a game may leave out: the body that stands in this file."""


def add_game(name: str, state: StateFile, functions: Mapping[str, Any], modules: Iterable[str]) -> None:
    """Make a game's compiled functions known by the type of its state.

    Args:
        name: the game's name.
        state: its state.py.
        functions: all compiled hooks by name.
        modules: names of the modules that the functions stand in.

    Raises:
        GameError: another game's states have the same layout.
    """
    known = _games.get(state.STATE)
    if known is None:
        kind = numba.from_dtype(state.STATE)
        _games[state.STATE] = _games[kind] = functions
        add_rulebook(kind, name, modules)
    elif known["apply"] is not functions["apply"]:
        here, there = functions["apply"].__module__, known["apply"].__module__
        raise GameError(f"{here} and {there} have states of the same layout; name a field apart")


def part_of_game(module: ModuleType, file: str, part: type[Part]) -> Part:
    """Return a game's text or scene: its own functions, checked, and the defaults of those it leaves out.

    Raises:
        GameError: a function is missing, takes other arguments, or has a name that is nearly a hook's.
    """
    check(module, file)
    made = part()
    for hook in HOOKS.values():
        if hook.file == file and hook.name in vars(module):
            setattr(made, hook.name, vars(module)[hook.name])
    return made


def is_default(function: Callable[..., Any]) -> bool:
    """Return whether a function of `Game.text` or `Game.scene` is the default of one that the game leaves out."""
    return isinstance(getattr(function, "__self__", None), (TextFile, SceneFile))


def check_state(module: ModuleType) -> None:
    """Check a game's state.py.

    Raises:
        GameError: a record or number is missing or of another kind.
    """
    file = module.__name__
    for name, kind in (("Settings", "OPTIONS"), ("State", "STATE")):
        tree, flat = vars(module).get(name), vars(module).get(kind)
        if not (isinstance(tree, type) and issubclass(tree, tuple)):
            raise GameError(f"{file}: {name} must be a NamedTuple of whole numbers, {_found(tree)}")
        if not isinstance(flat, np.dtype):
            raise GameError(f"{file}: write {kind} = record({name}), {_found(flat)}")
    fields = [shape.name for shape in shapes(vars(module)["State"])]
    missing = [field for field in CHANCE if field not in fields]
    if missing:
        raise GameError(f"{file}: State lacks {', '.join(missing)}; every State has {', '.join(CHANCE)}")
    if fields[-1] != "drew":
        raise GameError(f"{file}: drew must be the last field of State, behind {fields[-1]}: searches leave it out")
    for name in ("ACTIONS", "MAX_ACTIONS"):
        number = vars(module).get(name)
        if not isinstance(number, int) or number < 1:
            raise GameError(f"{file}: {name} must be a whole number from 1, {_found(number)}")
    _check_names(module, "state")


def check(module: ModuleType, file: str) -> None:
    """Check the functions of one of a game's files.

    Raises:
        GameError: a function is missing, takes other arguments, or has a name that is nearly a hook's.
    """
    _check_names(module, file)
    for hook in HOOKS.values():
        if hook.file == file and hook.name in vars(module):
            _check_arguments(module, hook)
        elif hook.file == file and hook.required:
            raise GameError(f"{module.__name__} lacks {hook.name}; write {hook.form}: {hook.meaning}")


def _check_names(module: ModuleType, file: str) -> None:
    """Refuse a name of the module's own that is nearly that of a function or value which it lacks."""
    offered = {each.name: each for each in (*HOOKS.values(), *CONSTANTS.values()) if each.file == file}
    for own in _own_names(module):
        meant = next((name for name in offered if name not in vars(module) and is_near(own, name)), None)
        if meant is not None and own not in offered:
            each = offered[meant]
            form = f"write {each.form}" if isinstance(each, Hook) else f"it is: {each.meaning}"
            raise GameError(f"{module.__name__} has {own}, and no {meant}; if that is meant, {form}; else choose another name")


def _check_arguments(module: ModuleType, hook: Hook) -> None:
    found = vars(module)[hook.name]
    if not callable(found):
        raise GameError(f"{module.__name__}: {hook.name} must be a function, {_found(found)}; write {hook.form}")
    given = list(inspect.signature(inspect.unwrap(vars(found).get("py_func", found))).parameters)
    if given != hook.arguments:
        raise GameError(f"{module.__name__}: {hook.name} takes ({', '.join(given)}); write {hook.form}")


def _own_names(module: ModuleType) -> list[str]:
    """Return the names of functions and values that a module defines itself."""
    mine = (None, module.__name__)
    return [
        name
        for name, thing in vars(module).items()
        if name[0] != "_" and getattr(getattr(thing, "py_func", thing), "__module__", None) in mine
    ]


def is_near(name: str, other: str) -> bool:
    """Return whether two names differ in one letter: changed, missing, too many, or swapped with the next.

    >>> is_near("tiebrake", "tiebreak"), is_near("round", "rounds"), is_near("leaf", "leaf"), is_near("value", "values_of")
    (False, True, False, False)
    """
    if len(name) > len(other):
        name, other = other, name
    if name == other or len(other) - len(name) > 1:
        return False
    at = next((place for place, letter in enumerate(name) if letter != other[place]), len(name))
    if len(name) < len(other):
        return name[at:] == other[at + 1 :]
    swapped = name[at : at + 2] == other[at : at + 2][::-1]
    return name[at + 1 :] == other[at + 1 :] or (swapped and name[at + 2 :] == other[at + 2 :])


def _found(thing: object) -> str:
    return "but it is missing" if thing is None else f"got {thing!r:.60}"


# Helpers of rules and of generic compiled code.


@compiled
def next_seat(setup, seat):
    """Return the seat to the left (General 1)."""
    return seat + 1 if seat + 1 < setup.options.seats else 0


@compiled
def acting_player(state):
    """Return the record of the seat to act, in games whose State has `seats`; there must be one to act."""
    return state.seats[from_start(state.turn)]


def lent(array: Any) -> Any:
    """Return the same array without its reference count, for use before a long compiled loop.

    Example: ``Setup(options[0], lent(words))``. Compiled functions count the references to an array each time it is passed on,
    which takes a third of the time of random play. The caller must keep the array alive.
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
