"""Maintenance of an SQLite database: backup while a room has it open, check, restore, vacuum."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from muckle.errors import StoreError
from muckle.store.faults import Findings, find_faults
from muckle.store.schema import SCHEMA
from muckle.store.sqlite import checked_version, copy_database, explaining
from muckle.store.sqlite_file import DatabaseFile


def backup(path: Path, copy: Path, *, replay: bool = True) -> Findings:
    """Copy a database as it is at one moment, whoever writes to it meanwhile, and check the copy.

    A copy is kept with the faults that are found in it: it is all there is.

    Raises:
        StoreError: there is something at the copy's place, either cannot be used, or the file itself is damaged.
    """
    if copy.exists():
        raise StoreError(f"{copy} is there already")
    with reading(path) as database:
        copy_database(database, copy)
    try:
        return check(copy, replay=replay)
    except BaseException:
        copy.unlink()
        raise


def restore(copy: Path, path: Path) -> Findings:
    """Put a copy in a database's place and return what is found in it; what was there stays beside it as ….before.

    Raises:
        StoreError: the copy cannot be used, or a room has the database open.
    """
    check(copy, replay=False)
    held = DatabaseFile(path)
    try:
        aside = path.with_name(f"{path.name}.restored")
        aside.unlink(missing_ok=True)
        found = backup(copy, aside)
        for suffix in ("", "-wal", "-shm"):
            old = path.with_name(path.name + suffix)
            if old.exists() and old.stat().st_size:
                old.replace(path.with_name(f"{path.name}.before{suffix}"))
        aside.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        held.release()
    return found


def check(path: Path, *, replay: bool = True) -> Findings:
    """Read all of a database and return what is found, the faults in it counted by their kind.

    Args:
        replay: whether every match is played again and its secret compared with the commitment, which takes its time.

    Raises:
        StoreError: the file is damaged, or none of ours.
    """
    with reading(path) as database:
        faults = [row[0] for row in database.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
        if faults:
            raise StoreError(f"{path} is damaged ({'; '.join(faults)})")
        return find_faults(database, replay=replay)


def vacuum(path: Path) -> tuple[int, int]:
    """Write a database anew without its free pages and whatever was deleted, and return its bytes before and after.

    Raises:
        StoreError: a room has the database open, or it cannot be used.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    held = DatabaseFile(path)
    try:
        with explaining(path), closing(sqlite3.connect(path.absolute(), isolation_level=None)) as database:
            checked_version(database, path)
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            before = path.stat().st_size
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return before, path.stat().st_size
    finally:
        held.release()


@contextmanager
def reading(path: Path) -> Generator[sqlite3.Connection]:
    """Open a database to read it only, checked to be ours."""
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    with explaining(path), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        version = checked_version(database, path)
        if version != SCHEMA.version:
            raise StoreError(f"{path} is {'an older version: start the room on it once' if version else 'empty'}")
        yield database
