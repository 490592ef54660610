"""Players of one's own: Python functions (``package.module:function``) and programs (``program:./bot --fast``).

A function is given a position in which everything its seat cannot know was dealt anew, and a seed of its own chance; it returns
one of the position's legal actions. A program reads a line of JSON for each decision and answers with one; docs/laboratory.md
shows both. Neither is shown anything that its seat may not know.

Whatever such a player does wrong ends the run with a sentence that names the player.
"""

from __future__ import annotations

import importlib
import inspect
import json
import operator
import re
import shlex
import subprocess
import sys
import threading
import traceback
import weakref
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from muckle import players
from muckle.engine.position import Position
from muckle.errors import ActionError, MuckleError, OptionsError

PROGRAM = "program:"
FUNCTION = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)")
SECONDS = 60.0
"""Seconds that a program may think about one decision."""
LINE_BYTES = 1 << 16
"""Maximum size of a program's answer."""
ENDING_SECONDS = 5.0
"""Seconds that a program may take to end once its input is closed."""
Choose = Callable[[Position, int], int]
"""Returns the action taken at the true position, which the player itself does not see; the number is a seed of its chance."""


def is_outsider(name: str) -> bool:
    """Return whether a name is that of a player of one's own, not of a built-in one.

    Raises:
        OptionsError: it is to be a program, and names none.
    """
    if name.strip() == PROGRAM:
        raise OptionsError(f"{name.strip()} names no program; write {PROGRAM}COMMAND, such as {PROGRAM}./bot")
    found = FUNCTION.fullmatch(name.strip())
    return name.strip().startswith(PROGRAM) or (found is not None and found[1] not in (*players.LEVELS, *players.BIRDS))


def outsiders(names: Sequence[str], words: Any) -> Mapping[int, Choose]:
    """Return the seats that players of one's own fill, each with the function that asks its player.

    Args:
        names: the player in each seat.
        words: the word graph of the match.

    Raises:
        OptionsError: one of them cannot be loaded or started.
    """
    known = {name: load_outsider(name, words) for name in dict.fromkeys(names) if is_outsider(name)}
    return {seat: known[name] for seat, name in enumerate(names) if name in known}


def load_outsider(name: str, words: Any) -> Choose:
    """Return the function that asks a player of one's own.

    Raises:
        OptionsError: it cannot be loaded or started.
    """
    return Program(name) if name.startswith(PROGRAM) else Function(name, words)


class Function:
    """A Python function that plays."""

    def __init__(self, name: str, words: Any) -> None:
        self._name, self._words, self._function = name, words, load(name)
        self._witness = Witness(name)

    def __call__(self, position: Position, seed: int) -> int:
        view = position.view(position.turn, self._words, seed)
        with self._witness.watching(), failing(MuckleError, f"{self._name} failed"):
            answer = self._function(view, seed)
        try:
            action = operator.index(answer)
        except TypeError:
            action = None
        if action is None or action not in position.legal():
            raise MuckleError(f"{self._name} answered {answer!r:.60}, which is none of the legal actions")
        return action


def load(name: str) -> Callable[[Position, int], Any]:
    """Return the function of that name.

    Raises:
        OptionsError: there is none, or it does not take a position and a seed.
    """
    module, _, function = name.partition(":")
    with failing(OptionsError, f"the player {name} cannot be loaded"):
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
def failing(error: type[MuckleError], told: str) -> Generator[None]:
    """Raise whatever a player's own code raises, `sys.exit` included, as an error with a sentence.

    Args:
        error: the type to raise.
        told: the beginning of the sentence.
    """
    try:
        yield
    except SystemExit as stop:
        raise error(f"{told}: it called exit({stop.code!r:.40})") from stop
    except Exception as fault:  # whatever a stranger's code raises
        own = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename != __file__]
        where = f", {own[-1].filename}:{own[-1].lineno}" if own and not isinstance(fault, ImportError) else ""
        kind = "" if isinstance(fault, ImportError) else f"{type(fault).__name__}: "
        raise error(f"{told}: {kind}{fault!s:.300}{where}") from fault


class Witness:
    """A small process that says which player's function was running when this process died (`os._exit`, a crash).

    It prints a sentence to stderr if its input ends while the function runs, and nothing otherwise.
    """

    CODE = "import sys; sys.stdin.buffer.read()[-1:] == b'1' and sys.exit(sys.argv[1])"

    def __init__(self, name: str) -> None:
        told = f"muckle: the run was ended while {name} was deciding: it left the process (os._exit), or crashed, or was killed"
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", self.CODE, told],
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
        """Note that the function runs."""
        self._tell(b"1")
        try:
            yield
        finally:
            self._tell(b"0")


class Program:
    """A program that plays: a line of JSON in, a line of JSON out."""

    def __init__(self, name: str) -> None:
        self._name = name
        pipe = subprocess.PIPE
        try:
            command = shlex.split(name.removeprefix(PROGRAM))
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        except (OSError, ValueError) as error:
            raise OptionsError(f"{name} cannot be started: {error}") from None
        self._end = weakref.finalize(self, end, self._process)

    def __call__(self, position: Position, seed: int) -> int:
        setup, state, text = position.plain_setup, position.plain_state, position.game.text
        answer = self._ask(question(position))
        try:
            return text.read_action(setup, state, str(answer["action"]))
        except (ActionError, KeyError, TypeError) as error:
            raise MuckleError(
                f'{self._name} answered {answer!r:.80}, expected {{"action": "…"}} with a legal one: {error}'
            ) from None

    def _ask(self, message: dict[str, Any]) -> Any:
        """Return the program's answer to a message.

        Raises:
            MuckleError: it gave none in time, or none that can be read.
        """
        assert self._process.stdin and self._process.stdout
        late = threading.Event()
        timer = threading.Timer(SECONDS, lambda: (late.set(), self._process.kill()))
        timer.start()
        try:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline(LINE_BYTES + 1)
        except OSError:
            line = b""
        finally:
            timer.cancel()
        if len(line) > LINE_BYTES:
            self._process.kill()
            raise MuckleError(f"{self._name} wrote a line of more than {LINE_BYTES:,} bytes, expected a line of JSON")
        if late.is_set():
            raise MuckleError(f"{self._name} gave no line of JSON within {SECONDS:g} seconds")
        if not line.endswith(b"\n"):
            raise MuckleError(f"{self._name} ended with {self._code()} instead of an answer")
        try:
            return json.loads(line)
        except ValueError:
            raise MuckleError(f"{self._name} answered {line.strip()!r:.80}, which is no JSON") from None

    def _code(self) -> str:
        """Return what the program ended with, as people read it."""
        try:
            return f"code {self._process.wait(ENDING_SECONDS)}"
        except subprocess.TimeoutExpired:
            return "a closed output"


def end(process: subprocess.Popen[bytes]) -> None:
    """Let a process end by closing its input and output; kill it if it does not. What it still writes is not read."""
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(OSError):  # what was left to write finds no reader
                pipe.close()
    try:
        process.wait(timeout=ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def question(position: Position) -> dict[str, Any]:
    """Return what a program is asked: all that its seat sees and may do."""
    setup, state, game = position.plain_setup, position.plain_state, position.game
    names = [f"Seat {seat + 1}" for seat in range(position.options.seats)]
    return {
        "game": game.name,
        "seat": position.turn,
        "legal": game.text.offered(setup, state, position.legal()),
        "scene": msgspec.to_builtins(game.scene.build(setup, state, position.turn, names)),
    }
