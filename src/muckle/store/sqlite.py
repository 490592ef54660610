"""The store in an SQLite file, which one room has at a time."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from muckle.errors import StoreError
from muckle.store.schema import APPLICATION, SCHEMA, Schema
from muckle.store.sql import Store
from muckle.store.sqlite_file import DatabaseFile, keep_private

PAGES = 500
"""Free pages given back to the disk at once: 2 MB, while which nobody can write."""
SECURE = "ON"
"""Whether deleted rows are overwritten with zeros. A copy may stay where SQLite has moved a row from one page to another."""
REWRITABLE = 64_000_000
"""Bytes up to which a database is written anew while the room goes on: two seconds in which no act is stored."""
REASONS = {
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_LOCKED: "is locked by another program",
    sqlite3.SQLITE_READONLY: "cannot be written: it is read-only",
    sqlite3.SQLITE_PERM: "cannot be written: it is read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot be written or read: is the disk full?",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_NOTADB: "is damaged, or no database",
}
"""The meaning of SQLite's result codes for the person who runs the room."""


class SqliteDatabase:
    """A `muckle.store.database.Database` in a file; see `SqliteStore`."""

    error: type[Exception] = sqlite3.Error

    def __init__(self, path: Path, patience: float, schema: Schema) -> None:
        self.name, self._path, self._patience = str(path), path, patience
        self._file = DatabaseFile(path)
        self._holder = secrets.token_hex(8)
        try:
            self.connection = open_database(path, patience, schema, self._holder)
        except BaseException:
            self._file.release()
            raise

    def execute(self, query: str, values: Sequence[object] = ()) -> Any:
        return self.connection.execute(query, values)

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> Any:
        return self.connection.executemany(query, rows)

    def begin(self, *, writes: bool) -> None:
        self._file.look()
        if not writes:
            self.execute("BEGIN")
            return
        self.execute("BEGIN IMMEDIATE")
        holder = self.execute("SELECT value FROM setting WHERE name = 'holder'").fetchone()
        if holder != (self._holder,):
            self._file.lose("another game room has opened the database since")
            self._file.look()

    def commit(self) -> None:
        self.execute("COMMIT")
        self._file.look()

    def rollback(self) -> None:
        if self.connection.in_transaction:
            self.execute("ROLLBACK")

    def give_back(self) -> bool:
        self.begin(writes=True)
        if not self._number("freelist_count"):
            self.rollback()
            return False
        self.execute(f"PRAGMA incremental_vacuum({PAGES})").fetchall()
        self._file.expect_shorter(self._number("page_count") * self._number("page_size"))
        self.commit()
        return True

    def rewrite(self) -> bool:
        self.begin(writes=True)  # the room still holds the database
        self.rollback()
        if self._number("page_count") * self._number("page_size") > REWRITABLE:
            return False
        self._file.expect_shorter(0)
        self.execute("VACUUM")
        return True

    def wipe(self) -> bool:
        self._file.look()
        self._file.expect_shorter(self._number("page_count") * self._number("page_size"))
        self.execute("PRAGMA busy_timeout = 0")  # no program that reads is waited for
        try:
            busy = self._number("wal_checkpoint(TRUNCATE)")
        finally:
            self.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")
        if not busy:
            self._file.shortened()
        return not busy

    def size(self) -> int:
        return self._file.size()

    def explained(self, error: Exception) -> StoreError:
        assert isinstance(error, sqlite3.Error)
        return explained(error, self._path)

    def close(self) -> None:
        self.connection.close()
        self._file.release()

    def _number(self, pragma: str) -> int:
        return self.execute(f"PRAGMA {pragma}").fetchone()[0]


class SqliteStore(Store):
    """A store in a file.

    Args:
        path: the file; created if there is none, with the folders above it.
        patience: seconds to wait for another program that is writing to the file.
        clock: the time, in seconds since 1970.
        schema: the tables; an older file is brought up to them, and a copy of it kept beside it.

    Raises:
        StoreError: the file is in use, cannot be written, is damaged, is no database of muckle, or has a newer version.
    """

    def __init__(
        self, path: Path, *, patience: float = 5, clock: Callable[[], float] = time.time, schema: Schema = SCHEMA
    ) -> None:
        super().__init__(SqliteDatabase(path, patience, schema), clock)


def open_database(path: Path, patience: float, schema: Schema, holder: str) -> sqlite3.Connection:
    """Open a file that this process holds, bring its tables up to the schema, and write down who holds it.

    Args:
        holder: the name of this opening. Whoever finds another one in the database has lost it.
    """
    with explaining(path):
        database = sqlite3.connect(path.absolute(), timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        with explaining(path):
            version = checked_version(database, path, schema)
            if 0 < version < schema.version:
                copy_database(database, older_copy(path, version))
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")  # before the first table: free pages can be given back
            database.execute(f"PRAGMA secure_delete = {SECURE}")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            steps = "" if version == schema.version else schema.steps(version)
            marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {schema.version};"
            held = f"INSERT INTO setting VALUES ('holder', '{holder}') ON CONFLICT (name) DO UPDATE SET value = excluded.value;"
            database.executescript(f"BEGIN IMMEDIATE; {steps}; {marks} {held} COMMIT;")
            [(found,), *_] = database.execute("PRAGMA quick_check(1)").fetchall()
        if found != "ok":
            raise StoreError(f"{path} is damaged ({found})")
    except BaseException:
        database.close()
        raise
    return database


def checked_version(database: sqlite3.Connection, path: Path, schema: Schema = SCHEMA) -> int:
    """Return the version of a database's tables, 0 if it is empty.

    Raises:
        StoreError: it is another program's database, or a newer muckle's.
    """
    application, version = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if application != APPLICATION:
        if database.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise StoreError(f"{path} is a database, but none of muckle's")
        return 0
    if version > schema.version:
        copy = older_copy(path, schema.version)
        way_back = f"; {copy.name} beside it is a copy from before the change" if copy.exists() else ""
        raise StoreError(
            f"{path} was made by a newer muckle: its version is {version}, this one reads up to {schema.version}{way_back}"
        )
    return version


def older_copy(path: Path, version: int) -> Path:
    """Return the path of the copy that is kept when a database of that version is changed."""
    return path.with_name(f"{path.name}.version-{version}")


def copy_database(database: sqlite3.Connection, copy: Path) -> None:
    """Write a database as it is at one moment to another file, which is there as a whole or not at all.

    Raises:
        StoreError: the copy cannot be written.
    """
    unfinished = copy.with_name(f"{copy.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        keep_private(unfinished)
        with explaining(unfinished), closing(sqlite3.connect(unfinished)) as target:
            database.backup(target, pages=1000, sleep=0)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        unfinished.replace(copy)
    except OSError as error:
        raise StoreError(f"{copy} cannot be written: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def explaining(path: Path) -> Generator[None]:
    """Turn SQLite's errors about a file into StoreErrors."""
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error, path) from None


def explained(error: sqlite3.Error, path: Path) -> StoreError:
    """Return what a failure of SQLite means to the person who runs the room."""
    reason = REASONS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "cannot be used")
    return StoreError(f"{path} {reason} ({error})")
