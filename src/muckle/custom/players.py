"""Custom players: Python functions (``package.module:function``) and programs (``program:./bot --fast``).

A function gets a position in which everything hidden from its seat was dealt anew, and a seed for its own chance. It returns a
legal action. A program reads one line of JSON per decision and answers with one. docs/laboratory.md shows both. Neither sees
anything that its seat may not know.

Here are those of laboratories, where any fault of such a player ends the run with an error that names the player. At a table
with people the same players run in processes with limits, and a bot plays on after a fault (`muckle.custom.bounded`).
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import operator
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import traceback
import weakref
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from muckle import players
from muckle.engine.position import Position
from muckle.errors import ActionError, MuckleError, OptionsError

PROGRAM = "program:"
FUNCTION = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)")
DECISION_SECONDS = 60.0
"""Timeout of a program's decision, in seconds."""
LINE_BYTES = 1 << 16
"""Maximum size of a program's answer."""
ENDING_SECONDS = 5.0
"""Timeout of a program's end after its input was closed, in seconds."""
Choose = Callable[[Position, int], int]
"""A function that asks a player for its action. It takes the true position, which it does not show to the player, and a seed of
the player's chance."""


def is_custom(name: str) -> bool:
    """Return whether a name is that of a custom player, not of a built-in one.

    Raises:
        OptionsError: the name is ``program:`` without a command.
    """
    if name.strip() == PROGRAM:
        raise OptionsError(f"{name.strip()} names no program; write {PROGRAM}COMMAND, such as {PROGRAM}./bot")
    found = FUNCTION.fullmatch(name.strip())
    return name.strip().startswith(PROGRAM) or (found is not None and found[1] not in (*players.LEVELS, *players.BIRDS))


def read_command(name: str) -> list[str]:
    """Return the command line of a program.

    Raises:
        OptionsError: it cannot be read, or there is no such program.
    """
    try:
        command = shlex.split(name.removeprefix(PROGRAM))
    except ValueError as error:
        raise OptionsError(f"{name} cannot be started: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise OptionsError(f"{name} cannot be started: there is no program {' '.join(command[:1])!r}")
    return command


def title_of(name: str) -> str:
    """Return a custom player's name for people: "Careful Policy" for ``mypackage:careful_policy``."""
    if name.startswith(PROGRAM):
        return Path(read_command(name)[0]).stem.replace("_", " ").title()
    return name.rpartition(":")[2].replace("_", " ").strip().title()


def load_custom_players(names: Sequence[str], words: Any) -> Mapping[int, Choose]:
    """Return the functions that ask custom players, by the seats of the players.

    Args:
        names: name of the player in each seat, custom or not.
        words: word graph of the match.

    Raises:
        OptionsError: a custom player cannot be loaded or started.
    """
    known = {name: load_custom_player(name, words) for name in dict.fromkeys(names) if is_custom(name)}
    return {seat: known[name] for seat, name in enumerate(names) if name in known}


def load_custom_player(name: str, words: Any) -> Choose:
    """Return a function that asks a custom player.

    Raises:
        OptionsError: the player cannot be loaded or started.
    """
    return Program(name) if name.startswith(PROGRAM) else Function(name, words)


class Function:
    """A custom player that is a Python function."""

    def __init__(self, name: str, words: Any) -> None:
        self._name, self._words, self._function = name, words, import_function(name)
        self._witness = Witness(name)

    def __call__(self, position: Position, seed: int) -> int:
        """Return the action that the function chooses.

        Raises:
            MuckleError: the function fails, or its answer is not legal.
        """
        view = position.view(position.turn, self._words, seed)
        with self._witness.watching(), blaming(MuckleError, f"{self._name} failed"):
            answer = self._function(view, seed)
        return read_number(self._name, answer, position)


def read_number(name: str, answer: object, position: Position) -> int:
    """Return the action that a function answered.

    Raises:
        MuckleError: it is not legal.
    """
    try:
        action = operator.index(answer)  # pyright: ignore[reportArgumentType]  # a custom function can return anything
    except TypeError:
        action = None
    if action is None or action not in position.legal():
        raise MuckleError(f"{name} answered {answer!r:.60}, which is none of the legal actions")
    return action


def import_function(name: str) -> Callable[[Position, int], Any]:
    """Return the Python function of a name such as ``package.module:function``, from the current folder if it is not installed.

    Raises:
        OptionsError: there is no such function, or it does not take a position and a seed.
    """
    module, _, function = name.partition(":")
    if not {"", here := f"{Path.cwd()}"} & {*sys.path}:
        sys.path.append(here)  # a console script does not look there
    with blaming(OptionsError, f"the player {name} cannot be loaded"):
        found = getattr(importlib.import_module(module), function, None)
    if not callable(found):
        raise OptionsError(f"the player {name} cannot be loaded: {module} has no function {function!r}")
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):  # built-in functions may have none
        return found
    try:
        signature.bind(None, 0)
    except TypeError:
        raise OptionsError(
            f"the player {name} takes {signature}, expected two arguments: (position, seed); docs/laboratory.md shows one"
        ) from None
    return found


@contextmanager
def blaming(error: type[MuckleError], beginning: str) -> Generator[None]:
    """Turn any exception of a player's code, `sys.exit` included, into an error of muckle.

    Args:
        error: type of the error to raise.
        beginning: beginning of its message.
    """
    try:
        yield
    except SystemExit as stop:
        raise error(f"{beginning}: it called exit({stop.code!r:.40})") from stop
    except Exception as fault:  # custom code can raise anything
        own = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename != __file__]
        where = f", {own[-1].filename}:{own[-1].lineno}" if own and not isinstance(fault, ImportError) else ""
        kind = "" if isinstance(fault, ImportError) else f"{type(fault).__name__}: "
        raise error(f"{beginning}: {kind}{fault!s:.300}{where}") from fault


class Witness:
    """A small process that reports which player's function was running when this process died (`os._exit`, a crash).

    It prints a sentence to stderr if its input is closed while the function runs, and nothing otherwise.
    """

    CODE = "import sys; sys.stdin.buffer.read()[-1:] == b'1' and sys.exit(sys.argv[1])"

    def __init__(self, name: str) -> None:
        message = (
            f"muckle: the run was ended while {name} was deciding: it left the process (os._exit), or crashed, or was killed"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", self.CODE, message],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for the process that plays
        )
        assert self._process.stdin
        self._tell = self._process.stdin.write
        self._end = weakref.finalize(self, end, self._process)

    @contextmanager
    def watching(self) -> Generator[None]:
        """Tell the witness that the function runs during the body of the `with` statement."""
        self._tell(b"1")
        try:
            yield
        finally:
            self._tell(b"0")


class Lines:
    """A process that answers a line of JSON with a line of JSON.

    Args:
        name: the player's name, for messages.
        command: the command line.
        environment: variables of the process; None: those of this one.
    """

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._name, pipe = name, subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command,
                stdin=pipe,
                stdout=pipe,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the process that plays
            )
        except OSError as error:
            raise OptionsError(f"{name} cannot be started: {error}") from None
        self.pid = self._process.pid
        self.close = weakref.finalize(self, end, self._process)
        """End the process."""

    def ask(self, message: Mapping[str, Any], seconds: float) -> Any:
        """Return the process's answer to a message.

        Raises:
            LateError: it gave no answer in time. MuckleError: it ended, or its answer is not JSON.
        """
        assert self._process.stdin
        with contextlib.suppress(OSError):  # it may have ended already, with an answer to nothing
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        return self.read(seconds)

    def read(self, seconds: float) -> Any:
        """Return the next line of the process; one that takes longer than so many seconds is killed.

        Raises:
            LateError: there is none in time. MuckleError: the process ended, or the line is not JSON.
        """
        assert self._process.stdout
        late = threading.Event()
        timer = threading.Timer(seconds, lambda: (late.set(), kill(self._process)))
        timer.start()
        try:
            line = self._process.stdout.readline(LINE_BYTES + 1)
        finally:
            timer.cancel()
        if len(line) > LINE_BYTES:
            kill(self._process)
            raise MuckleError(f"{self._name} wrote a line of more than {LINE_BYTES:,} bytes, expected a line of JSON")
        if late.is_set():
            raise LateError(f"{self._name} gave no line of JSON within {seconds:g} seconds", seconds)
        if not line.endswith(b"\n"):
            raise MuckleError(f"{self._name} ended with {self._code()} instead of an answer")
        try:
            return json.loads(line)
        except ValueError:
            raise MuckleError(f"{self._name} answered {line.strip()!r:.80}, which is no JSON") from None

    def _code(self) -> str:
        """Return the process's exit code in words."""
        try:
            return f"code {self._process.wait(ENDING_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "a closed output"


class LateError(MuckleError):
    """A custom player gave no answer in time.

    Args:
        seconds: the time limit that was exceeded.
    """

    code = "player.late"

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class Program:
    """A custom player that is a program, which reads and writes lines of JSON."""

    def __init__(self, name: str) -> None:
        self._name, self._lines = name, Lines(name, read_command(name))

    def __call__(self, position: Position, seed: int) -> int:
        """Return the action that the program chooses.

        Raises:
            MuckleError: the program fails, or its answer is not legal.
        """
        return read_text(self._name, self._lines.ask(question(position), DECISION_SECONDS), position)


def read_text(name: str, answer: Any, position: Position) -> int:
    """Return the action that a program answered.

    Raises:
        MuckleError: it is no answer, or not legal.
    """
    try:
        return position.game.text.read_action(position.plain_setup, position.plain_state, str(answer["action"]))
    except (ActionError, KeyError, TypeError) as error:
        raise MuckleError(f'{name} answered {answer!r:.80}, expected {{"action": "…"}} with a legal one: {error}') from None


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started in a session of its own, and what it started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def end(process: subprocess.Popen[bytes]) -> None:
    """Close a process's input, kill it if it does not end, and close its output: not before, for that waits for a reader."""
    if process.stdin:
        with suppress(OSError):  # buffered data that nobody reads
            process.stdin.close()
    try:
        process.wait(timeout=ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        kill(process)
        process.wait()
    if process.stdout:
        process.stdout.close()


def question(position: Position) -> dict[str, Any]:
    """Return the message that asks a program for an action: all that its seat sees and may do."""
    setup, state, game = position.plain_setup, position.plain_state, position.game
    names = [f"Seat {seat + 1}" for seat in range(position.options.seats)]
    return {
        "game": game.name,
        "seat": position.turn,
        "legal": game.text.offered(setup, state, position.legal()),
        "scene": msgspec.to_builtins(game.scene.build(setup, state, position.turn, names)),
    }
