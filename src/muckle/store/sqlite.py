"""The store in an SQLite file: held for one process, and looked at before and after every commit."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from muckle.errors import StoreError
from muckle.store.sql import SqlStore
from muckle.store.sqlite_file import explained, lock, open_database
from muckle.store.sqlite_watch import FileWatch


class SqliteDatabase:
    """A `muckle.store.database.Database`; see `SqliteStore`."""

    error: type[Exception] = sqlite3.Error

    def __init__(self, path: Path, patience: float) -> None:
        self.name, self._path = str(path), path
        self._lock = lock(path)
        try:
            self.connection = open_database(path, patience)
        except BaseException:
            self._lock.release()
            raise
        self._watch = FileWatch(path.absolute())

    def execute(self, query: str, values: Sequence[object] = ()) -> Any:
        return self.connection.execute(query, values)

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> Any:
        return self.connection.executemany(query, rows)

    def begin(self, *, writes: bool) -> None:
        self._watch.look()
        self.execute("BEGIN IMMEDIATE" if writes else "BEGIN")

    def commit(self) -> None:
        self.execute("COMMIT")
        self._watch.look()

    def rollback(self) -> None:
        if self.connection.in_transaction:
            self.execute("ROLLBACK")

    def explained(self, error: Exception) -> StoreError:
        assert isinstance(error, sqlite3.Error)
        return explained(error, self._path)

    def close(self) -> None:
        self.connection.close()
        self._lock.release()


class SqliteStore(SqlStore):
    """A `muckle.store.contract.Store` in a file.

    Args:
        path: the file; it is made if there is none, with the folders above it.
        patience: seconds to wait for another program that is writing to the file.
        clock: the time, in seconds since 1970.

    Raises:
        StoreError: the file is in use, cannot be written, is damaged, no database of muckle's, or of a newer version.
    """

    def __init__(self, path: Path, *, patience: float = 5, clock: Callable[[], float] = time.time) -> None:
        super().__init__(SqliteDatabase(path, patience), clock)
