"""The process of a function at a table: ``python -m muckle.custom.child NAME``. `muckle.custom.bounded` asks it.

It says when the function is loaded. Each question is a line with a position and a seed, answered by a line when the position is
loaded and a line with the action.
"""

from __future__ import annotations

import base64
import json
import operator
import os
import pickle
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from muckle.custom.players import blaming, import_function
from muckle.engine.position import Position
from muckle.errors import MuckleError


def serve(name: str, requests: BinaryIO, answers: BinaryIO) -> None:
    """Load a function, and answer questions until the input ends."""

    def tell(**answer: Any) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    try:
        function = import_function(name)
    except MuckleError as error:
        tell(fault=str(error))
        return
    tell(loaded=True)
    for line in requests:
        try:
            asked = json.loads(line)
            position = loaded(asked["position"])
            tell(begun=True)
            tell(action=answer(name, function, position, asked["seed"]))
        except MuckleError as error:
            tell(fault=str(error), memory=isinstance(error.__cause__, MemoryError))


def loaded(text: str) -> Position:
    """Unpickle a position, and compile the functions that players call most, so that no decision waits for the compiler."""
    position: Position = pickle.loads(base64.b64decode(text))
    position.legal()
    position.observation(position.turn)
    position.copy().resample(position.turn, 0)
    return position


def answer(name: str, function: Callable[[Position, int], Any], position: Position, seed: int) -> Any:
    """Return a function's answer for JSON: a whole number as it is, anything else as its text.

    Raises:
        MuckleError: the function fails.
    """
    with blaming(MuckleError, f"{name} failed"):
        found = function(position, seed)
        try:
            return operator.index(found)
        except TypeError:
            return f"{found!r:.60}"


def main() -> None:
    """Serve a function; what it prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.argv[1], sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
