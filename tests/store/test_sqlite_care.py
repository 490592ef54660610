"""Copies, checks and what is brought back, also while somebody writes."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from muckle.errors import StoreError
from muckle.match.log import Decision, Header
from muckle.store import sqlite_care
from muckle.store.contract import Sitter
from muckle.store.sqlite import SqliteStore

HEADER = Header(game="mitch", version=1, seats=1, options={})


async def write(path: Path, matches: int, entries: int) -> SqliteStore:
    """A store that is still open, with matches of so many decisions."""
    store, sitters = SqliteStore(path), (Sitter("Ann", owner="ann"),)
    for match in map(str, range(matches)):
        await store.open_table(match, HEADER, "secret", sitters, "ann")
        await store.begin(match, HEADER, sitters)
        for seq in range(entries):
            await store.append(match, seq, f"c{seq}", Decision(0, "place 1"))
    return store


def test_a_copy_is_made_while_a_room_writes_and_is_sound(tmp_path: Path):
    path, copy = tmp_path / "room.db", tmp_path / "copy.db"

    async def story():
        store = await write(path, 3, 4)
        writing = asyncio.gather(*(store.append("0", 4 + seq, f"d{seq}", Decision(0, "place 1")) for seq in range(50)))
        said = await asyncio.to_thread(sqlite_care.backup, path, copy)
        await writing
        await store.close()
        return said

    assert asyncio.run(story()).startswith("sound: 3 tables")
    assert sqlite_care.check(copy).startswith("sound: 3 tables") and copy.stat().st_mode & 0o077 == 0
    assert sqlite_care.check(path) == "sound: 3 tables, 65 entries"
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]
    with pytest.raises(StoreError, match="there already"):
        sqlite_care.backup(path, copy)


def test_a_copy_is_brought_back_and_what_was_there_is_kept(tmp_path: Path):
    path, copy = tmp_path / "room.db", tmp_path / "copy.db"

    async def story():
        store = await write(path, 1, 2)
        await asyncio.to_thread(sqlite_care.backup, path, copy)
        await store.append("0", 2, "later", Decision(0, "place 1"))
        with pytest.raises(StoreError, match="in use by another game room"):
            sqlite_care.restore(copy, path)
        await store.close()
        assert sqlite_care.restore(copy, path) == "sound: 1 tables, 3 entries"
        store = SqliteStore(path)
        assert [entry.cid for entry in await store.read("0")] == ["c0", "c1"]
        await store.close()
        store = SqliteStore(tmp_path / "room.db.before")
        assert len(await store.read("0")) == 3
        await store.close()

    asyncio.run(story())


def test_damage_and_gaps_are_found(tmp_path: Path):
    path = tmp_path / "room.db"
    asyncio.run(close_after(path))
    whole = path.read_bytes()
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM event WHERE match = '1' AND seq = 2")
    database.close()
    with pytest.raises(StoreError, match="the log of match 1 has 4 of 5 entries"):
        sqlite_care.check(path)
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreError, match="is damaged"):
        sqlite_care.backup(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    with pytest.raises(StoreError, match="no such file"):
        sqlite_care.check(tmp_path / "none.db")


async def close_after(path: Path) -> None:
    await (await write(path, 2, 4)).close()
