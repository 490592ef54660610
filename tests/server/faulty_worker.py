"""A worker that misbehaves when asked about a match that is named after one of the faults below.

With "once" after the name it misbehaves only the first time, which a file in the folder given as argument records. With "cold"
after the folder it cannot compile.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from muckle import players
from muckle.match.match import Match
from muckle.server.bots import worker
from muckle.server.bots.protocol import Choose, Chosen, Report


def hang(*_: object, **more: object) -> None:
    time.sleep(3600)


def die(*_: object, **more: object) -> None:
    os._exit(1)


def allocate(*_: object, **more: object) -> None:
    hoard: list[bytearray] = []
    while True:
        hoard.append(bytearray(b"\xff") * 10_000_000)


def nonsense(*_: object, **more: object) -> str:
    return "place the Joker"


def hoard(*asked: Any, **more: Any) -> str:
    """Keep 200 MB and answer: not a fault."""
    HOARD.append(bytearray(b"\xff") * 200_000_000)
    return CHOOSE(*asked, **more)


def ponder(level: str, match: Match, seed: int, *, effort: float, stop: Callable[[], bool]) -> str:
    """Think until stopped: not a fault."""
    while not stop():
        time.sleep(0.01)
    return match.legal()[0]


CHOOSE = players.choose
HOARD: list[bytearray] = []


class FaultyWorker(worker.Worker):
    def warm(self, game: str) -> Report:
        if "cold" in sys.argv:
            worker.warm_up = None
        return super().warm(game)

    def answer(self, request: Choose) -> Report:
        fault, _, once = request.match.partition(" ")
        done = Path(sys.argv[1]) / fault
        if once and done.exists():
            return super().answer(request)
        done.touch()
        if fault == "garbage":
            self._output.write(b'{"type": "chosen", "id": "\xff\n')
        if fault == "half":
            self._output.write(b'{"type": "chosen", "id')
            self._output.flush()
            os._exit(0)
        if fault == "stranger":
            return Chosen(request.id ^ 1, "place KH")
        players.choose = globals().get(fault, CHOOSE)
        return super().answer(request)


if __name__ == "__main__":
    worker.MEMORY = 1 << 30
    worker.Worker = FaultyWorker
    worker.main()
