"""The store that a URL names."""

from __future__ import annotations

from pathlib import Path

from muckle.errors import OptionsError
from muckle.store.sql import Store
from muckle.store.sqlite import SqliteStore
from muckle.words import installed


def open_store(url: str) -> Store:
    """Open the store that a URL names: postgresql://…, or an SQLite file as `sqlite_file` says.

    Raises:
        StoreError: it cannot be used. OptionsError: it names something else, or the driver is not installed.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        path = sqlite_file(url)
        if url and not path.parent.is_dir():
            raise OptionsError(
                f"there is no folder {path.parent} for the database; is a volume not mounted? Else make it first"
            )
        return SqliteStore(path)
    try:
        from muckle.store.postgres import PostgresStore
    except ImportError:
        raise OptionsError("PostgreSQL needs the extra of that name: pip install muckle[postgres]") from None
    return PostgresStore(url)


def sqlite_file(url: str) -> Path:
    """Return the file that a URL (sqlite:///…) or a path names; without either, the room's own in the user's data folder.

    Raises:
        OptionsError: it names something else.
    """
    scheme, marks, rest = url.partition("://")
    if not marks:
        return Path(url) if url else installed.home() / "room.db"
    if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
        raise OptionsError(f"expected a file, or sqlite:/// and its path, got {scheme}://…")
    return Path(rest[1:])
