"""Faults of files and disks, and what the store says then."""

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from muckle.errors import StoreError
from muckle.match.log import Decision, Header
from muckle.store import sqlite_file
from muckle.store.matches import Sitter
from muckle.store.schema import SCHEMA, Schema
from muckle.store.sqlite import SqliteStore
from patience import PATIENCE

HEADER = Header(game="mitch", version=1, seats=1, options={})
SITTERS = (Sitter("Ann", owner="ann"),)
LONG = Decision(0, "claim 1 " + "A" * 4000)


async def begin(store: SqliteStore, match: str) -> None:
    """Begin a match."""
    await store.open_table(match, HEADER, "secret", SITTERS, "ann")
    await store.begin(match, HEADER, SITTERS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "room.db"


async def make(path: Path) -> None:
    """Create a database with a match in it."""
    store = SqliteStore(path)
    await begin(store, "m1")
    await store.close()


async def test_a_database_is_one_room_s_alone_until_that_room_closes(path: Path):
    first = SqliteStore(path)
    with pytest.raises(StoreError, match=r"room\.db is in use by another game room"):
        SqliteStore(path)
    await first.close()
    await SqliteStore(path).close()


async def test_no_file_name_means_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    await make(Path(":memory:"))
    store = SqliteStore(Path(":memory:"))
    assert await store.seating("m1")
    await store.close()


async def test_a_store_that_is_closed_says_so(path: Path):
    store = SqliteStore(path)
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.seating("m1")


async def test_a_file_locked_by_another_program_is_refused_and_left_alone(path: Path):
    await make(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program"):
            SqliteStore(path, patience=0.1)
        other.execute("ROLLBACK")
    await SqliteStore(path).close()


async def test_an_event_that_meets_a_lock_is_not_stored_and_can_be_sent_again(path: Path):
    store = SqliteStore(path, patience=0.1)
    await begin(store, "m1")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program"):
            await store.log.append("match", "m1", 0, "c1", [LONG])
        other.execute("ROLLBACK")
    assert await store.log.append("match", "m1", 0, "c1", [LONG]) == 1
    await store.close()


@contextmanager
def ordinary_user(path: Path) -> Iterator[None]:
    """Act as an ordinary user, because root may write everything; the user can reach the file's folder."""
    if os.geteuid() != 0:
        yield
        return
    for folder in path.parent.parents:
        if folder == Path(tempfile.gettempdir()):
            break
        folder.chmod(0o755)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(("file", "folder", "reason"), [(0o444, 0o777, "Permission denied"), (0o666, 0o555, "it is read-only")])
async def test_a_read_only_file_or_folder_is_refused(path: Path, file: int, folder: int, reason: str):
    await make(path)
    path.chmod(file)
    path.parent.chmod(folder)
    with ordinary_user(path), pytest.raises(StoreError, match=rf"room\.db cannot be (written|opened).*{reason}"):
        SqliteStore(path)
    path.parent.chmod(0o755)


@contextmanager
def small_disk(room: int) -> Iterator[None]:
    """Let no file grow beyond a number of bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_a_full_disk_refuses_the_event_loses_none_and_is_forgiven_later(path: Path):
    store = SqliteStore(path)
    await begin(store, "m1")
    stored = 0
    with small_disk(320_000):
        with pytest.raises(StoreError, match=r"room\.db cannot (grow|be written)"):
            for stored in range(200):
                await store.log.append("match", "m1", stored, f"c{stored}", [LONG])
        assert 5 < stored < 199
        assert [entry.seq for entry in await store.log.read("match", "m1")] == list(range(1, stored + 1))
    assert await store.log.append("match", "m1", stored, "later", [LONG]) == stored + 1
    await store.close()
    store = SqliteStore(path)
    assert [entry.cid for entry in await store.log.read("match", "m1")] == [*(f"c{n}" for n in range(stored)), "later"]
    await store.close()


@pytest.mark.parametrize("damage", [b"This is a letter, not a database. " * 100, b"\x00" * 4096])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, damage: bytes):
    path.parent.mkdir()
    path.write_bytes(damage)
    with pytest.raises(StoreError, match="is damaged, or no database"):
        SqliteStore(path)
    assert path.read_bytes() == damage


async def test_a_damaged_database_says_so(path: Path):
    await make(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreError, match="is damaged"):
        SqliteStore(path)


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("harm", ["gone", "replaced", "cut"])
async def test_s8_a_database_that_comes_to_harm_takes_nothing_more(path: Path, part: str, harm: str):
    file = Path(f"{path}{part}")
    store = SqliteStore(path)
    await begin(store, "m1")
    await store.log.append("match", "m1", 0, "c1", [LONG])
    if harm == "cut":
        os.truncate(file, file.stat().st_size // 2)
    else:
        copy = file.read_bytes()
        file.unlink()
        if harm == "replaced":
            file.write_bytes(copy)
    for _ in range(2):
        with pytest.raises(StoreError, match=rf"room\.db{part} (is gone|was replaced|was cut)"):
            await store.log.append("match", "m1", 1, "c2", [LONG])
        with pytest.raises(StoreError, match="start the room again"):
            await store.log.read("match", "m1")
    await store.close()


async def test_s10_only_its_owner_can_read_a_database(path: Path):
    await make(path)
    path.chmod(0o644)
    store = SqliteStore(path)
    await store.setting("key", "value")
    assert [file.stat().st_mode & 0o077 for file in path.parent.iterdir()] == [0, 0, 0]
    await store.close()


def test_another_program_s_database_is_refused_and_left_alone(path: Path):
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="none of muckle's"):
        SqliteStore(path)
    assert path.read_bytes() == before


async def test_a_database_of_a_newer_version_is_refused(path: Path):
    await make(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA.version + 1}")
    with pytest.raises(
        StoreError, match=f"newer muckle: its version is {SCHEMA.version + 1}, this one reads up to {SCHEMA.version}$"
    ):
        SqliteStore(path)


NEWER = Schema(SCHEMA.tables, ("ALTER TABLE match ADD COLUMN note TEXT NOT NULL DEFAULT 'none'",))
"""The tables of some later version."""


async def test_a_database_of_an_older_version_is_copied_and_changed_and_does_not_go_back(path: Path):
    await make(path)
    store = SqliteStore(path, schema=NEWER)
    assert [entry.seq for entry in await store.log.read("match", "m1")] == []
    assert await store._worker.rows("SELECT id, note FROM match") == [("m1", "none")]
    await store.close()
    copy = path.with_name("room.db.version-1")
    with pytest.raises(StoreError, match=r"is 2, this one reads up to 1; room\.db\.version-1 beside it is a copy"):
        SqliteStore(path)
    assert copy.stat().st_mode & 0o077 == 0
    store = SqliteStore(copy)
    seating = await store.seating("m1")
    assert seating and seating.begun
    await store.close()


async def test_a_database_that_cannot_be_copied_is_not_changed(path: Path):
    await make(path)
    path.with_name("room.db.version-1").mkdir()
    with pytest.raises(StoreError, match=r"version-1 cannot be written"):
        SqliteStore(path, schema=NEWER)
    await SqliteStore(path).close()


async def test_a_change_that_fails_changes_nothing(path: Path):
    await make(path)
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(path, schema=Schema(SCHEMA.tables, (f"{NEWER.changes[0]}; INSERT INTO nowhere VALUES (1)",)))
    await SqliteStore(path).close()


def other_name(path: Path, how: str) -> Path:
    """Give a database's file a second name, or take the file away that older versions locked."""
    other = path.with_name("other.db")
    if how == "symbolic link":
        other.symlink_to(path)
    elif how == "hard link":
        other.hardlink_to(path)
    else:
        path.with_name("room.db.lock").unlink(missing_ok=True)
        return path
    return other


@pytest.mark.parametrize("locks", [True, False])
@pytest.mark.parametrize("how", [pytest.param("symbolic link", marks=pytest.mark.slow), "hard link", "no lock file"])
async def test_x5_a_database_has_one_room_whatever_it_is_called(
    path: Path, how: str, locks: bool, monkeypatch: pytest.MonkeyPatch
):
    """Another process opens it as well. With the break beside it: without the lock on the file it would be let in."""
    if not locks:
        monkeypatch.setattr(sqlite_file, "lock_byte", lambda file: None)
    store = SqliteStore(path)
    await begin(store, "m1")
    opened = await asyncio.to_thread(open_elsewhere, other_name(path, how), locks)
    if locks:
        assert "is in use by another game room" in opened
        assert await store.log.append("match", "m1", 0, "c1", [LONG]) == 1
    elif how == "hard link":
        assert "has another name as well" in opened
    else:
        assert "opened" in opened
    await store.close()


OPEN = """
import asyncio, sys
from pathlib import Path
from muckle.errors import StoreError
from muckle.store import sqlite_file
from muckle.store.sqlite import SqliteStore
if sys.argv[2] == "False":
    sqlite_file.lock_byte = lambda file: None
async def story():
    try:
        store = SqliteStore(Path(sys.argv[1]))
    except StoreError as error:
        print(error)
    else:
        print("opened")
        await store.close()
asyncio.run(story())
"""


def open_elsewhere(path: Path, locks: bool) -> str:
    """Open a database in another process, as a second room would, and return what came of it."""
    command = [sys.executable, "-c", OPEN, str(path), str(locks)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return done.stdout


async def test_x5_a_room_that_lost_its_lock_takes_nothing_more(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Without locks in the file system, the room that opened the database last has it, and the other one notices."""
    monkeypatch.setattr(sqlite_file, "lock_byte", lambda file: None)
    store = SqliteStore(path)
    await begin(store, "m1")
    await store.log.append("match", "m1", 0, "c1", [LONG])
    assert "opened" in await asyncio.to_thread(open_elsewhere, path, False)
    for _ in range(2):
        with pytest.raises(StoreError, match=r"room\.db: another game room has opened the database since; nothing is written"):
            await store.log.append("match", "m1", 1, "c2", [LONG])
    with pytest.raises(StoreError, match="start the room again"):
        await store.log.read("match", "m1")
    await store.close()
    store = SqliteStore(path)
    assert [entry.cid for entry in await store.log.read("match", "m1")] == ["c1"]
    await store.close()


async def test_x5_a_second_store_of_the_same_process_is_refused_and_disturbs_nothing(path: Path):
    """Closing a descriptor of the file would drop SQLite's own locks: then the last reader that goes takes the log away."""
    store = SqliteStore(path)
    await begin(store, "m1")
    with pytest.raises(StoreError, match="in use"):
        SqliteStore(path)
    look = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('SELECT * FROM match').fetchall(); d.close()"
    command = [sys.executable, "-c", look, str(path)]
    await asyncio.to_thread(subprocess.run, command, check=True, timeout=PATIENCE)
    assert await store.log.append("match", "m1", 0, "c1", [LONG]) == 1
    await store.close()


async def test_a_file_with_a_second_name_is_refused(path: Path):
    await make(path)
    other = other_name(path, "hard link")
    for name in (path, other):
        with pytest.raises(StoreError, match=rf"{name.name} has another name as well"):
            SqliteStore(name)
    other.unlink()
    await SqliteStore(path).close()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        SqliteStore(tmp_path / "file" / "room.db")


async def test_many_events_at_once_share_commits(path: Path):
    store = SqliteStore(path)
    for number in range(50):
        await begin(store, f"m{number}")
    commits: list[str] = []
    store._worker.database.connection.set_trace_callback(
        lambda statement: commits.append(statement) if statement == "COMMIT" else None
    )
    await asyncio.gather(*(store.log.append("match", f"m{number}", 0, "c1", [LONG]) for number in range(50)))
    assert len(commits) < 25
    await store.close()
