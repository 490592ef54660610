"""Games from outside the house: installed packages that name an entry point in the group ``muckle.games``."""

from __future__ import annotations

import functools
import importlib.util
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

GROUP = "muckle.games"
"""The entry point's name is the game's, its object the `Game`: ``nimble = "muckle_nimble:GAME"``."""


@functools.cache
def announced() -> tuple[EntryPoint, ...]:
    """The entry points of the group, by name. Nothing of them is imported."""
    return tuple(sorted(entry_points(group=GROUP), key=lambda point: point.name))


def folders() -> tuple[Path, ...]:
    """The folders such games live in; those that cannot be found are left out, as `muckle.games` says why."""
    found: list[Path] = []
    for point in announced():
        try:
            spec = importlib.util.find_spec(point.module)
        except (ImportError, ValueError):
            continue
        if spec is not None and spec.origin:
            found.append(Path(spec.origin).parent)
    return tuple(found)
