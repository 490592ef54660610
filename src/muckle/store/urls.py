"""Which store a URL names."""

from __future__ import annotations

from pathlib import Path

from muckle.errors import OptionsError
from muckle.words import installed


def sqlite_file(url: str) -> Path:
    """The file that a URL (sqlite:///…) or a path names; nothing: the room's own in the user's data folder.

    Raises:
        OptionsError: it names something else.
    """
    scheme, marks, rest = url.partition("://")
    if not marks:
        return Path(url) if url else installed.home() / "room.db"
    if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
        raise OptionsError(f"expected a file, or sqlite:/// and its path, got {scheme}://…")
    return Path(rest[1:])
