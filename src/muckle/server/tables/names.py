"""Names of people and bots at a table."""

from __future__ import annotations

from collections.abc import Collection

LONGEST = 24
"""Maximum number of characters of a name."""


def clean(name: str, longest: int = LONGEST) -> str:
    """Return a name as one line of limited length, without invisible characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:longest].strip()


def unlike(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number after it if it is taken."""
    names = [name, *(f"{name} {number}" for number in range(2, len(taken) + 2))]
    return next(name for name in names if name not in taken)
