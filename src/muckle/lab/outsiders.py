"""Players of one's own: Python functions (``package.module:function``) and programs (``program:./bot --fast``).

A function is given a position in which everything its seat cannot know was dealt anew, and a seed of its own chance; it returns
one of the position's legal actions. A program reads a line of JSON for each decision and answers with one; docs/laboratory.md
shows both. Neither is shown anything that its seat may not know.
"""

from __future__ import annotations

import importlib
import json
import re
import shlex
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from muckle import players
from muckle.engine.chance import stream
from muckle.engine.position import Position
from muckle.errors import ActionError, MuckleError, OptionsError

PROGRAM = "program:"
FUNCTION = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)")
SECONDS = 60.0
"""So long a program may think about one decision."""
Choose = Callable[[Position], int]
"""The action taken at the true position, which the player itself does not see."""


def is_outsider(name: str) -> bool:
    """Whether a name is that of a player of one's own, not of the house's.

    Raises:
        OptionsError: it is to be a program, and names none.
    """
    if name.strip() == PROGRAM:
        raise OptionsError(f"{name.strip()} names no program; write {PROGRAM}COMMAND, such as {PROGRAM}./bot")
    found = FUNCTION.fullmatch(name.strip())
    return name.strip().startswith(PROGRAM) or (found is not None and found[1] not in (*players.LEVELS, *players.BIRDS))


def outsiders(names: Sequence[str], words: Any, seed: int) -> Mapping[int, Choose]:
    """The seats that players of one's own fill, each with what asks them.

    Args:
        words: the word graph of the match. seed: of their own chance.

    Raises:
        OptionsError: there is no such function.
    """
    known: dict[str, Choose] = {}
    for name in filter(is_outsider, names):
        if name not in known:
            known[name] = Program(name) if name.startswith(PROGRAM) else Function(name, words, seed)
    return {seat: known[name] for seat, name in enumerate(names) if name in known}


class Function:
    """A Python function that plays."""

    def __init__(self, name: str, words: Any, seed: int) -> None:
        self._name, self._words, self._rng = name, words, stream(seed, 5)
        self._function = load(name)

    def __call__(self, position: Position) -> int:
        self._rng = int(stream(self._rng, 3))
        action = self._function(position.view(position.turn, self._words, self._rng), self._rng)
        if action not in position.legal():
            raise MuckleError(f"{self._name} answered {action!r:.60}, which is none of the legal actions")
        return int(action)


def load(name: str) -> Callable[[Position, int], Any]:
    """The function of that name.

    Raises:
        OptionsError: there is none.
    """
    module, _, function = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), function, None)
    except ImportError as error:
        raise OptionsError(f"the player {name} cannot be loaded: {error}") from None
    if not callable(found):
        raise OptionsError(f"the player {name} cannot be loaded: {module} has no function {function!r}")
    return found


class Program:
    """A program that plays: a line of JSON in, a line of JSON out."""

    def __init__(self, name: str) -> None:
        self._name = name
        command = shlex.split(name.removeprefix(PROGRAM))
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8")
        except OSError as error:
            raise OptionsError(f"{name} cannot be started: {error}") from None

    def __call__(self, position: Position) -> int:
        setup, state, text = position.plain_setup, position.plain_state, position.game.text
        answer = self._ask(question(position))
        try:
            return text.read_action(setup, state, str(answer["action"]))
        except (ActionError, KeyError, TypeError) as error:
            raise MuckleError(
                f'{self._name} answered {answer!r:.80}, expected {{"action": "…"}} with a legal one: {error}'
            ) from None

    def _ask(self, message: dict[str, Any]) -> Any:
        assert self._process.stdin and self._process.stdout
        timer = threading.Timer(SECONDS, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            raise MuckleError(f"{self._name} gave no line of JSON within {SECONDS:g} seconds, or has ended") from None
        finally:
            timer.cancel()

    def __del__(self) -> None:
        """Let it end: its input closes."""
        if process := getattr(self, "_process", None):
            try:
                process.communicate(timeout=5)
            except (subprocess.TimeoutExpired, OSError):
                process.kill()
                process.wait()


def question(position: Position) -> dict[str, Any]:
    """What a program is asked: all that its seat sees and may do."""
    setup, state, game = position.plain_setup, position.plain_state, position.game
    names = [f"Seat {seat + 1}" for seat in range(position.options.seats)]
    return {
        "game": game.name,
        "seat": position.turn,
        "legal": game.text.offered(setup, state, position.legal()),
        "scene": msgspec.to_builtins(game.scene.build(setup, state, position.turn, names)),
    }
