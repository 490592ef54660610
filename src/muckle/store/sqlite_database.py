"""The SQLite file as the store uses it: held for one process, and looked at before and after every commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from muckle.errors import StoreError
from muckle.store.sqlite_file import explained, lock, open_database
from muckle.store.sqlite_watch import FileWatch


class SqliteDatabase:
    """A `muckle.store.database.Database`; see `muckle.store.sqlite.SqliteStore`."""

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
