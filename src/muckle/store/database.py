"""What the store asks of a database: to run the SQL that SQLite and PostgreSQL have in common, with ? for values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from muckle.errors import StoreError


class Database(Protocol):
    """A connection, used by one thread at a time."""

    name: str
    """What it is called in messages."""
    error: type[Exception]
    """What the driver raises when the database fails."""

    def execute(self, query: str, values: Sequence[object] = ()) -> Any:
        """Run a query; its rows are fetched from the answer."""
        ...

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
        """Have everything since the beginning on disk.

        Raises:
            StoreError: it may not be.
        """
        ...

    def rollback(self) -> None:
        """Have nothing since the beginning, as far as anything had begun."""
        ...

    def explained(self, error: Exception) -> StoreError:
        """What a failure of the driver means to whoever runs the room."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...
