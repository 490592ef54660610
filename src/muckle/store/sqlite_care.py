"""An SQLite database is looked after: copied while a room has it open, brought back, and checked."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from muckle.errors import StoreError
from muckle.store.schema import APPLICATION, VERSION
from muckle.store.sqlite_file import explained, keep_private, lock

GAPS = "SELECT match, max(seq) + 1, count(*) FROM event GROUP BY match HAVING max(seq) + 1 <> count(*)"
"""Logs in which an entry is missing."""


def backup(path: Path, copy: Path) -> str:
    """Copy a database as it is at one moment, whoever writes to it meanwhile; what the copy holds, in words.

    Raises:
        StoreError: there is something at the copy's place, or either cannot be used.
    """
    if copy.exists():
        raise StoreError(f"{copy} is there already")
    unfinished = copy.with_name(f"{copy.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        keep_private(unfinished)
        with reading(path) as database, explaining(unfinished), closing(sqlite3.connect(unfinished)) as target:
            database.backup(target, pages=1000, sleep=0)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
        found = check(unfinished)
        unfinished.replace(copy)
    except OSError as error:
        raise StoreError(f"{copy} cannot be written: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return found


def restore(copy: Path, path: Path) -> str:
    """Put a copy in a database's place; what was there stays beside it as ….before. What the copy holds, in words.

    Raises:
        StoreError: the copy is not sound, or a room has the database open.
    """
    check(copy)
    held = lock(path)
    try:
        aside = path.with_name(f"{path.name}.restored")
        aside.unlink(missing_ok=True)
        found = backup(copy, aside)
        for suffix in ("", "-wal", "-shm"):
            old = path.with_name(path.name + suffix)
            if old.exists():
                old.replace(path.with_name(f"{path.name}.before{suffix}"))
        aside.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        held.release()
    return found


def check(path: Path) -> str:
    """Read all of a database; what it holds, in words.

    Raises:
        StoreError: it is none of ours, damaged, or a log in it has a gap.
    """
    with reading(path) as database:
        faults = [row[0] for row in database.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
        if faults:
            raise StoreError(f"{path} is damaged ({'; '.join(faults)})")
        for match, newest, there in database.execute(GAPS):
            raise StoreError(f"{path}: the log of match {match} has {there} of {newest} entries")
        matches, events = (database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("match", "event"))
    return f"sound: {matches} tables, {events} entries"


@contextmanager
def reading(path: Path) -> Generator[sqlite3.Connection]:
    """A database that is only read, checked to be ours."""
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    with explaining(path), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        application, version = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if application != APPLICATION or version > VERSION:
            raise StoreError(f"{path} is no database of this muckle's")
        database.execute("BEGIN")  # all of it is seen as at one moment
        yield database


@contextmanager
def explaining(path: Path) -> Generator[None]:
    """What SQLite says of a file, in our words."""
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error, path) from None
