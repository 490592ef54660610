"""What a game must offer and may offer: a protocol for each of its files, with what is promised.

`Game` loads a file when it is first needed and hands out what stands here, nothing else of it. A part that is missing or
takes other arguments is named with its file and what to write there (`GameError`). What a game may leave out has its
usual form here, as the body of the method that is marked `may`.

Everywhere: seats are numbers from 0 in turn order; a *viewer* is a seat, or None for a spectator; texts are for people of any
seat unless a viewer or seat is among the arguments, and then only what that one may know (General 4) may decide them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import numpy as np

from muckle.engine.kinds import EVERY, Kind
from muckle.engine.record import shapes
from muckle.errors import GameError

if TYPE_CHECKING:
    from muckle.engine.rules import Setup
    from muckle.scene.contract import Event, Face, Picture, Reckoning, Scene

Part = TypeVar("Part")
Method = TypeVar("Method", bound=Callable[..., Any])

CHANCE = ("rng", "draws", "drawn", "drew", "turn")
"""Fields that every State has: chance, see `muckle.engine.chance`, and the seat to act, or OVER."""


def may(method: Method) -> Method:
    """Mark what a game may leave out; the method's body is then what is done."""
    method.__dict__["may"] = True
    return method


class Plain(Protocol):
    """What every game's plain tree of a state has; the rest is the game's own `State`."""

    @property
    def turn(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def drawn(self) -> int: ...
    @property
    def drew(self) -> tuple[int, ...]: ...


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
    """Actions are the numbers 0 to ACTIONS - 1."""
    MAX_ACTIONS: int
    """The most there are in one position."""

    # It may also have `OBSERVED`, what a seat observes as numbers: `muckle.engine.observed`.


class RulesFile(Protocol):
    """`rules.py`: compiled functions of a setup and a state, and nothing else (see `muckle.engine.compiler`)."""

    def deal(self, setup: Setup, state: Any, rng: int) -> None:
        """Begin a match: every field is set, chance comes from that stream; goes on to the first decision."""
        ...

    def legal(self, setup: Setup, state: Any, actions: Any) -> int:
        """Fill in the actions the seat to act has, ascending; returns how many, 0 only when the match is over.

        They depend on nothing the seat to act may not know.
        """
        ...

    def apply(self, setup: Setup, state: Any, action: int) -> None:
        """Take an action and go on to the next decision; raises ValueError on an illegal one, the state unchanged."""
        ...

    def returns(self, setup: Setup, state: Any, scores: Any) -> None:
        """Fill in each seat's score so far, a whole number in the game's own unit; final once the match is over."""
        ...

    def tiebreak(self, setup: Setup, state: Any, seat: int) -> int:
        """Between equal scores the larger number wins; may be left out, then they share the win (General 12)."""
        ...

    def rounds(self, setup: Setup, state: Any) -> int:
        """How many hands or rounds there were: another number as soon as the next has begun, or one has ended.

        May be left out: 1.
        """
        ...


class HiddenFile(Protocol):
    """`hidden.py`: what a seat cannot know, beside the table of it in RULES.md."""

    def resample(self, setup: Setup, state: Any, seat: int) -> None:
        """Deal anew, each world that fits what the seat knows as likely, everything that the seat cannot know.

        What comes out depends on nothing else than what the seat knows and `state.rng`; `draws` stays, `drew` is forgotten. A
        seat of -1 is a spectator.
        """
        ...

    def thinkable(self, setup: Setup, state: Any, action: int) -> bool:
        """Whether one who knows no other words than those of `setup` can think of a legal action; may be left out: always."""
        ...


class TextFile(Protocol):
    """`text.py`: actions, outcomes and events in words. It reads plain trees and never changes them."""

    def action_text(self, setup: Setup, state: Any, action: int) -> str:
        """The action as it is written in logs: no other action of the position is written so, and `read_action` reads it."""
        ...

    def read_action(self, setup: Setup, state: Any, text: str) -> int:
        """The action that a text names, whatever the case and spaces.

        Raises:
            NotationError: no action of this game is written so. IllegalError: a rule, which it names, forbids it here.
        """
        ...

    def chance_text(self, setup: Setup, outcome: int) -> str:
        """The outcome of a draw as it is written in logs, from the code that was noted."""
        ...

    def events(self, setup: Setup, before: Any, action: int | None, after: Any, names: Sequence[str]) -> list[Event]:
        """The facts of one step, in order, each with what everybody and what one seat may know of it.

        Args:
            before, action: None for the deal that begins a match.
            names: what the seats are called.
        """
        ...

    def reason(self, setup: Setup, state: Any) -> str:
        """Why the match is over, in a few words; asked only when it is."""
        ...

    def timeout(self, setup: Setup, state: Any) -> int:
        """The action that is played for the seat to act when its time has run out (General 13); always a legal one."""
        ...

    @may
    def kinds(self) -> Sequence[Kind]:
        """The kinds of decisions that a laboratory counts apart, by their first action; all actions belong to one."""
        return EVERY

    @may
    def offered(self, setup: Setup, state: Any, actions: Sequence[int]) -> list[str]:
        """What the seat to act may try, as texts: the legal actions, unless to list them would tell too much."""
        return [self.action_text(setup, state, action) for action in actions]

    @may
    def completions(self, setup: Setup, state: Any, action: int) -> list[int]:
        """The full actions that a legal one stands for; itself alone, unless it leaves something open that a person says."""
        return [action]

    @may
    def revocable(self, setup: Setup, before: Any, action: int, after: Any) -> bool:
        """Whether the seat may take the action back alone, as it showed nobody anything (General 10)."""
        return False

    @may
    def hints(self, setup: Setup, state: Any, seat: int) -> list[str]:
        """Sentences for a seat that asks for help, from a state in which what it cannot know was dealt anew."""
        return []

    @may
    def merit(self, setup: Setup, state: Any, action: int) -> str:
        """What speaks for an action of the seat to act, in the game's terms: ``Keeps Hearts: lead by 2``; usually nothing.

        At most 34 characters. `state` is one in which what the seat cannot know was dealt anew.
        """
        return ""


class SceneFile(Protocol):
    """`scene.py`: what a viewer sees and may do, built field by field from nothing."""

    def build(self, setup: Setup, state: Any, viewer: int | None, names: Sequence[str]) -> Scene:
        """The scene of one viewer. Not a byte of it depends on what the viewer may not know."""
        ...

    @may
    def reckoning(
        self, setup: Setup, before: Any, action: int, after: Any, viewer: int | None, names: Sequence[str]
    ) -> Reckoning | None:
        """What the hand or round that an action ended came to, its board as it was scored; may be left out: nothing.

        Asked only where `rounds` has changed, or the match is over. Like a scene it depends on nothing the viewer may not know:
        what was hidden when the hand ended stays so.
        """
        return None

    @may
    def emblem(self) -> tuple[Face, ...]:
        """A few pieces that say what the game is played with, for its card in the lobby; decoration only."""
        return ()

    @may
    def pictures(self) -> Mapping[str, Picture]:
        """By the name of a preset or the id of a rule, pieces that show it (`muckle.scene.tell.piles`); decoration only."""
        return {}


class StrategyFile(Protocol):
    """`strategy.py`: what bots know of the game; compiled functions. They are handed re-dealt states, never the true one.

    It may also have `LEVELS`, how each level plays (`muckle.engine.manner`), `WIN`, true if `leaf` is a chance to win, and
    `HINDSIGHT`, for games alone: from the setup, the outcomes of chance in the order they come and a function that says
    when to stop, a tuple with the best possible `score`, whether it is `proven`, and `actions` that reach it.
    """

    def value(self, setup: Setup, state: Any, seat: int) -> float:
        """How good the position is for that seat, in points of the score; the score itself when the match is over."""
        ...

    def quick(self, setup: Setup, state: Any, mind: Any, actions: Any, count: int) -> int:
        """An action of playouts, chosen in a microsecond; `mind` is a stream to draw from. Usually any thinkable one."""
        ...

    def leaf(self, setup: Setup, state: Any, seat: int) -> float:
        """What a playout that stops here is worth to that seat, at its cut, at the end of a stage or of the match.

        In points, or as a chance to win from 0 to 1. Usually `value`.
        """
        ...

    def taste(self, setup: Setup, state: Any, action: int, taste: int) -> float:
        """How much better somebody of a taste (`muckle.engine.manner`) likes a legal action than it is, in what `leaf` is in.

        Usually 0. `state` is re-dealt for the seat to act.
        """
        ...

    def stage(self, setup: Setup, state: Any) -> int:
        """The number of the part of the match, a hand or round: playouts stop, and the lead is counted, when it changes.

        Usually ONE_STAGE, ever the same: the lead is counted after each turn.
        """
        ...

    def knowledge(self, setup: Setup, view: Any) -> Any:
        """What the game's own search works out once for options and words: a `Knowledge`; `view` is an array of a state."""
        ...

    def think(
        self,
        setup: Setup,
        view: Any,
        worlds: Any,
        mind: Any,
        manner: Any,
        knowledge: Any,
        actions: Any,
        count: int,
        tallies: Any,
    ) -> None:
        """The game's own search, for levels whose method is OWN: one chunk of it.

        Args:
            view: an array of one state, re-dealt for the seat to act; it stays as it is.
            worlds: scratch, an array of states (`muckle.players.choice.WORLDS` of them).
            mind: the player's own stream. manner: a record of MANNER.
            actions, count: the legal actions.
            tallies: to be added to, a row for each action: how often it was tried, the sum of what came of it, the sum of
                the squares. The action with the best mean is taken, among those tried at least half as often as the most.
        """
        ...


COMPILED_MAY = {"tiebreak", "rounds", "thinkable", "quick", "leaf", "taste", "stage", "knowledge", "think"}
"""What a game may leave out of its compiled files; `muckle.engine.rules` has the usual forms."""


def load(module: ModuleType, protocol: type[Part]) -> Part:
    """What a game's text or scene offers: its functions, checked, and the usual forms of what it leaves out.

    Raises:
        GameError: something is missing, or takes other arguments.
    """
    part = SimpleNamespace()
    for name, method in _methods(protocol):
        found = vars(module).get(name)
        if found is None and "may" in vars(method):
            found = functools.partial(method, part)
        else:
            check_function(module, name, method)
        setattr(part, name, found)
    return cast(Part, part)


def is_usual(function: Callable[..., Any]) -> bool:
    """Whether a function of a part that was loaded is the usual form of what the game leaves out."""
    return isinstance(function, functools.partial)


def check_compiled(module: ModuleType, protocol: type[Any]) -> None:
    """Check the functions of a compiled file.

    Raises:
        GameError: one is missing, or takes other arguments.
    """
    for name, method in _methods(protocol):
        if name not in COMPILED_MAY or name in vars(module):
            check_function(module, name, method)


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
    missing = [field for field in CHANCE if field not in {shape.name for shape in shapes(vars(module)["State"])}]
    if missing:
        raise GameError(f"{file}: State lacks {', '.join(missing)}; every State has {', '.join(CHANCE)}")
    for name in ("ACTIONS", "MAX_ACTIONS"):
        number = vars(module).get(name)
        if not isinstance(number, int) or number < 1:
            raise GameError(f"{file}: {name} must be a whole number from 1, {_found(number)}")


def check_function(module: ModuleType, name: str, method: Callable[..., Any]) -> None:
    """Check that a module has a function of that name with the protocol's arguments.

    Raises:
        GameError: it has not.
    """
    wanted = list(inspect.signature(method).parameters)[1:]
    form = f"def {name}({', '.join(wanted)})"
    found = vars(module).get(name)
    if found is None:
        meaning = (inspect.getdoc(method) or "").partition("\n")[0]
        raise GameError(f"{module.__name__} lacks {name}; write {form}: {meaning}")
    if not callable(found):
        raise GameError(f"{module.__name__}: {name} must be a function, {_found(found)}; write {form}")
    given = list(inspect.signature(inspect.unwrap(vars(found).get("py_func", found))).parameters)
    if given != wanted:
        raise GameError(f"{module.__name__}: {name} takes ({', '.join(given)}); write {form}")


def _methods(protocol: type[Any]) -> list[tuple[str, Callable[..., Any]]]:
    return [(name, method) for name, method in vars(protocol).items() if inspect.isfunction(method) and name[0] != "_"]


def _found(thing: object) -> str:
    return "but it is missing" if thing is None else f"got {thing!r:.60}"
