"""The interface to a database: it runs the SQL that SQLite and PostgreSQL have in common, with ? for values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from muckle.errors import StoreError


class Readable(Protocol):
    """A connection on which queries can be run."""

    def execute(self, query: str, values: Any = ..., /) -> Any:
        """Run a query; its rows are fetched from the answer."""
        ...


class Database(Readable, Protocol):
    """A connection of a store, used by one thread at a time."""

    name: str
    """The name of the database in messages."""
    error: type[Exception]
    """The exception that the driver raises when the database fails."""

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> Any:
        """Run a query for each row of values."""
        ...

    def begin(self, *, writes: bool) -> None:
        """Begin a transaction; one that writes sees all that was written before it, by whomever.

        Raises:
            StoreError: the database is not what it was.
        """
        ...

    def commit(self) -> None:
        """Commit the transaction: everything since `begin` is on disk.

        Raises:
            StoreError: it may not be on disk.
        """
        ...

    def rollback(self) -> None:
        """Undo everything since `begin`; do nothing if no transaction has begun."""
        ...

    def give_back(self) -> bool:
        """Give some free space of the files back to the disk, in a transaction of its own; return whether there is more."""
        ...

    def wipe(self) -> bool:
        """Overwrite deleted rows in the files, outside of any transaction; return whether that is done."""
        ...

    def rewrite(self) -> bool:
        """Write the whole database anew, outside of any transaction, if that is soon done; return whether it was."""
        ...

    def size(self) -> int:
        """Return the bytes that the database takes on disk."""
        ...

    def explained(self, error: Exception) -> StoreError:
        """Return what a failure of the driver means to the person who runs the room."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...
