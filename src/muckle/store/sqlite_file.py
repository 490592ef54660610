"""The file of the SQLite store: whose it is, opened and held for one process."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from filelock import FileLock, Timeout

from muckle.errors import StoreError
from muckle.store.schema import APPLICATION, UPGRADES, VERSION


def lock(path: Path) -> FileLock:
    """Hold the database for this process, by a lock on a file beside it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = FileLock(f"{path}.lock", thread_local=False)
        held.acquire(blocking=False)
    except Timeout:
        raise StoreError(f"{path} is in use by another game room; close that one or name another file") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
    return held


def open_database(path: Path, patience: float) -> sqlite3.Connection:
    """The file, checked to be ours and writable, and brought up to this version."""
    try:
        keep_private(path)
        database = sqlite3.connect(path.absolute(), timeout=patience, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise explained(error, path) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
    try:
        application, version = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if application != APPLICATION and database.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise StoreError(f"{path} is a database, but none of muckle's")
        if version > VERSION:
            raise StoreError(f"{path} was made by a newer muckle: its version is {version}, this one reads up to {VERSION}")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        upgrades = "".join(UPGRADES[version:])
        marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        database.executescript(f"BEGIN IMMEDIATE; {upgrades} {marks} COMMIT;")
        check(database, path)
    except sqlite3.Error as error:
        database.close()
        raise explained(error, path) from None
    except StoreError:
        database.close()
        raise
    return database


def keep_private(path: Path) -> None:
    """Have only its owner read the file, which holds secrets and the key of all cookies; SQLite gives its companions the same
    rights. Where it belongs to somebody else its rights are theirs to set."""
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    elif os.name == "posix" and path.is_file() and path.stat().st_uid == os.geteuid() and path.stat().st_mode & 0o077:
        path.chmod(path.stat().st_mode & ~0o077)


def check(database: sqlite3.Connection, path: Path) -> None:
    """Read all of a database.

    Raises:
        StoreError: something of it is not as it was written.
    """
    [(found,), *_] = database.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        raise StoreError(f"{path} is damaged ({found})")


def explained(error: sqlite3.Error, path: Path) -> StoreError:
    """What a failure of SQLite means to whoever runs the room."""
    reasons = {
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
    reason = reasons.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "cannot be used")
    return StoreError(f"{path} {reason} ({error})")
