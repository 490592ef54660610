"""Custom players at a table with people: each in a process of its own, with a time limit and a memory limit.

The process is sent what its seat may know and nothing else: to a function a position in which everything hidden was dealt anew,
to a program the scene of its seat. So not even a player that looks for more can find it.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from muckle.custom.players import PROGRAM, LateError, Lines, question, read_command, read_number, read_text, title_of
from muckle.engine.position import Position
from muckle.errors import MuckleError, OptionsError

SECONDS = 20.0
"""Time limit of a decision at a table with people, in seconds."""
MEMORY = 3 << 30
"""Memory limit of a player's process in bytes, where the system enforces one."""
PREPARING_SECONDS = 600.0
"""Timeout in seconds for importing a player's module, and for compiling a game's rules in its process."""
CHILD = "muckle.custom.child"


class PlayerFault(MuckleError):
    """A custom player failed at a decision.

    Args:
        message: what happened, for whoever wrote the player.
        brief: the same for the people at the table, as the end of a sentence that begins with the player's name.
    """

    code = "player.fault"

    def __init__(self, message: str, brief: str) -> None:
        super().__init__(message)
        self.brief = brief


class BoundedPlayer:
    """A custom player in a process of its own, which is started when it is needed and ended after a fault.

    Args:
        name: the player's name.
        seconds: time limit of a decision.
        memory: memory limit in bytes.
        prepare: called before the process is started, which may take a while.
    """

    def __init__(
        self, name: str, *, seconds: float = SECONDS, memory: int = MEMORY, prepare: Callable[[], object] = lambda: None
    ) -> None:
        self.name, self.title = name, title_of(name)
        self._seconds, self._memory, self._prepare = seconds, memory, prepare
        self._is_program = name.startswith(PROGRAM)
        self.lines: Lines | None = None
        """The running process."""

    def load(self) -> Lines:
        """Return the running process, started if there is none.

        Raises:
            OptionsError: the player cannot be loaded or started.
        """
        if self.lines is not None:
            return self.lines
        self._prepare()
        command = read_command(self.name) if self._is_program else [sys.executable, "-m", CHILD, self.name]
        lines = Lines(self.name, command, outside_environment(os.environ))
        limit_memory(self._memory, lines.pid)
        if not self._is_program:
            try:
                loaded = lines.read(PREPARING_SECONDS)
            except MuckleError as error:
                lines.close()
                raise OptionsError(f"the player {self.name} cannot be loaded: {error}") from None
            if "fault" in loaded:
                lines.close()
                raise OptionsError(loaded["fault"])
        self.lines = lines
        return lines

    def choose(self, position: Position, seed: int) -> str:
        """Return the action, as text, that the player takes for the seat to act.

        Args:
            position: the true position, which is not shown to the player.
            seed: seed of the player's own chance.

        Raises:
            PlayerFault: the player failed; its process has ended.
        """
        try:
            number = (self._ask_program if self._is_program else self._ask_function)(position, seed)
        except MuckleError as error:
            self.close()
            raise error if isinstance(error, PlayerFault) else self._fault(error) from None
        return position.game.text.action_text(position.plain_setup, position.plain_state, number)

    def close(self) -> None:
        """End the process."""
        if self.lines:
            self.lines.close()
        self.lines = None

    def _ask_function(self, position: Position, seed: int) -> int:
        lines = self.load()
        answer = lines.ask(message(position, seed), PREPARING_SECONDS)  # the child has loaded the position
        if "fault" not in answer:
            answer = lines.read(self._seconds)
        if "fault" in answer:
            if answer.get("memory"):
                told = f"{self.name} used more memory than the {self._memory >> 20:,} MiB that it may"
                raise PlayerFault(told, "ran out of memory")
            raise PlayerFault(answer["fault"], "stopped working")
        return self._legal(read_number, answer.get("action"), position)

    def _ask_program(self, position: Position, seed: int) -> int:
        return self._legal(read_text, self.load().ask(question(position), self._seconds), position)

    def _legal(self, read: Callable[[str, Any, Position], int], answer: Any, position: Position) -> int:
        try:
            return read(self.name, answer, position)
        except MuckleError as error:
            raise PlayerFault(str(error), "chose what the rules do not allow") from None

    def _fault(self, error: MuckleError) -> PlayerFault:
        if isinstance(error, LateError):
            return PlayerFault(str(error), f"took longer than {error.seconds:g} seconds")
        return PlayerFault(str(error), "stopped working")


def message(position: Position, seed: int) -> dict[str, Any]:
    """Return the message that asks a function for an action: a position as its seat sees it, and a seed."""
    view = position.view(position.turn, position.setup.words, seed)
    return {"position": base64.b64encode(pickle.dumps(view)).decode(), "seed": seed}


def limit_memory(most: int, pid: int = 0) -> None:
    """Limit the memory of a process (0: this one) so that a runaway fails there before the machine suffers.

    Only Linux limits another process, and Windows none.
    """
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = most if hard == resource.RLIM_INFINITY else min(most, hard), hard
    if sys.platform == "linux":
        with suppress(ProcessLookupError):  # it has ended, which its reader notices
            resource.prlimit(pid, resource.RLIMIT_DATA, limits)
    elif pid == 0:
        resource.setrlimit(resource.RLIMIT_DATA, limits)


def outside_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for a player's process: without a room's settings, which hold passwords, and with compilation."""
    return {
        name: value
        for name, value in environment.items()
        if (not name.startswith("MUCKLE_") or name == "MUCKLE_HOME") and name != "NUMBA_DISABLE_JIT"
    }


def fault_sentence(title: str, fault: PlayerFault, bot: str) -> str:
    """Return the sentence that tells the people at a table of a fault."""
    return f"{title} {fault.brief}, so {bot} plays on for it."
