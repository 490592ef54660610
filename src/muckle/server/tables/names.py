"""What people and bots at a table are called."""

from __future__ import annotations

from collections.abc import Collection

LONGEST = 24
"""Characters of a name."""


def clean(name: str, longest: int = LONGEST) -> str:
    """A name on one line, not too long, without characters that cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:longest].strip()


def unlike(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if somebody is called so already."""
    names = [name, *(f"{name} {number}" for number in range(2, len(taken) + 2))]
    return next(name for name in names if name not in taken)
