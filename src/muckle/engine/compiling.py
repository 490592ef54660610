"""What is being compiled right now, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from numba.core import event

PARTS = {"hidden": "what a seat cannot know"}
"""Of a game, by the file, where its name does not tell."""


@contextmanager
def compiling(report: Callable[[str], None]) -> Generator[None]:
    """Tell what Numba compiles while the block runs; nothing of what it finds on disk.

    Args:
        report: is told each part when its turn comes, such as "Mitch: rules" or "players".
    """
    listener = _Listener(report)
    with event.install_listener("numba:compile", listener):
        yield


class _Listener(event.Listener):
    def __init__(self, report: Callable[[str], None]) -> None:
        self._report, self._last = report, ""

    def on_start(self, event: Any) -> None:
        """A function's turn has come."""
        part = part_of(event.data["dispatcher"].py_func.__module__)
        if part not in ("", self._last):
            self._last = part
            self._report(part)

    def on_end(self, event: Any) -> None:
        """Nothing to tell."""


def part_of(module: str) -> str:
    """A module of ours as people read it; nothing for others.

    >>> part_of("muckle.games.grabble_road.rules"), part_of("muckle.players.choice"), part_of("numba.cpython.builtins")
    ('Grabble Road: rules', 'players', '')
    """
    match module.split("."):
        case ["muckle", "games", game, part, *_]:
            return f"{game.replace('_', ' ').title()}: {PARTS.get(part, part)}"
        case ["muckle", part, *_]:
            return part
        case _:
            return ""
