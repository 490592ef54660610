"""What can be wrong with a file or a disk, and what the store says then."""

import asyncio
import os
import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from muckle.errors import StoreError
from muckle.match.log import Decision, Header
from muckle.store.contract import Sitter
from muckle.store.schema import APPLICATION, UPGRADES, VERSION
from muckle.store.sqlite import SqliteStore
from store.older import OLD_DEEDS, put_old_event

HEADER = Header(game="mitch", version=1, seats=1, options={})
SITTERS = (Sitter("Ann", owner="ann"),)
LONG = Decision(0, "claim 1 " + "A" * 4000)


async def begin(store: SqliteStore, match: str) -> None:
    """A match that has begun."""
    await store.open_table(match, HEADER, "secret", SITTERS, "ann")
    await store.begin(match, HEADER, SITTERS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "room.db"


def make(path: Path) -> None:
    """A database with a match in it."""

    async def story():
        store = SqliteStore(path)
        await begin(store, "m1")
        await store.close()

    asyncio.run(story())


def test_a_database_is_one_room_s_alone_until_that_room_closes(path: Path):
    async def story():
        first = SqliteStore(path)
        with pytest.raises(StoreError, match=r"room\.db is in use by another game room"):
            SqliteStore(path)
        await first.close()
        await SqliteStore(path).close()

    asyncio.run(story())


def test_no_file_name_means_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    make(Path(":memory:"))

    async def story():
        store = SqliteStore(Path(":memory:"))
        assert await store.seating("m1")
        await store.close()

    asyncio.run(story())


def test_a_store_that_is_closed_says_so(path: Path):
    async def story():
        store = SqliteStore(path)
        await store.close()
        with pytest.raises(StoreError, match="is closed"):
            await store.seating("m1")

    asyncio.run(story())


def test_a_file_locked_by_another_program_is_refused_and_left_alone(path: Path):
    make(path)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is locked by another program"):
            SqliteStore(path, patience=0.1)
        other.execute("ROLLBACK")
    asyncio.run(SqliteStore(path).close())


def test_an_event_that_meets_a_lock_is_not_stored_and_can_be_sent_again(path: Path):
    async def story():
        store = SqliteStore(path, patience=0.1)
        await begin(store, "m1")
        with sqlite3.connect(path, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="is locked by another program"):
                await store.append("m1", 0, "c1", LONG)
            other.execute("ROLLBACK")
        assert await store.append("m1", 0, "c1", LONG) == 1
        await store.close()

    asyncio.run(story())


@contextmanager
def ordinary_user(path: Path) -> Iterator[None]:
    """Root may write everything, so be somebody else for a moment, who may go as far as the file's folder."""
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


@pytest.mark.parametrize(("folder", "reason"), [(0o555, "Permission denied"), (0o777, "it is read-only")])
def test_a_read_only_file_is_refused(path: Path, folder: int, reason: str):
    make(path)
    path.chmod(0o444)
    Path(f"{path}.lock").unlink(missing_ok=True)
    path.parent.chmod(folder)
    with ordinary_user(path), pytest.raises(StoreError, match=rf"room\.db cannot be written: {reason}"):
        SqliteStore(path)
    path.parent.chmod(0o755)


@contextmanager
def small_disk(room: int) -> Iterator[None]:
    """No file grows beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_refuses_the_event_loses_none_and_is_forgiven_later(path: Path):
    async def story():
        store = SqliteStore(path)
        await begin(store, "m1")
        stored = 0
        with small_disk(320_000):
            with pytest.raises(StoreError, match=r"room\.db cannot (grow|be written)"):
                for stored in range(200):
                    await store.append("m1", stored, f"c{stored}", LONG)
            assert 5 < stored < 199
            assert [entry.seq for entry in await store.read("m1")] == list(range(1, stored + 1))
        assert await store.append("m1", stored, "later", LONG) == stored + 1
        await store.close()
        store = SqliteStore(path)
        assert [entry.cid for entry in await store.read("m1")] == [*(f"c{n}" for n in range(stored)), "later"]
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("damage", [b"This is a letter, not a database. " * 100, b"\x00" * 4096])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, damage: bytes):
    path.parent.mkdir()
    path.write_bytes(damage)
    with pytest.raises(StoreError, match="is damaged, or no database"):
        SqliteStore(path)
    assert path.read_bytes() == damage


def test_a_damaged_database_says_so(path: Path):
    make(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreError, match="is damaged"):
        SqliteStore(path)


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("harm", ["gone", "replaced", "cut"])
def test_s8_a_database_that_comes_to_harm_takes_nothing_more(path: Path, part: str, harm: str):
    file = Path(f"{path}{part}")

    async def story():
        store = SqliteStore(path)
        await begin(store, "m1")
        await store.append("m1", 0, "c1", LONG)
        if harm == "cut":
            os.truncate(file, file.stat().st_size // 2)
        else:
            copy = file.read_bytes()
            file.unlink()
            if harm == "replaced":
                file.write_bytes(copy)
        for _ in range(2):
            with pytest.raises(StoreError, match=rf"room\.db{part} (is gone|was replaced|was cut)"):
                await store.append("m1", 1, "c2", LONG)
            with pytest.raises(StoreError, match="start the room again"):
                await store.read("m1")
        await store.close()

    asyncio.run(story())


def test_s10_only_its_owner_can_read_a_database(path: Path):
    async def story():
        store = SqliteStore(path)
        await store.setting("key", "value")
        assert [file.stat().st_mode & 0o077 for file in path.parent.iterdir() if file.suffix != ".lock"] == [0, 0, 0]
        await store.close()

    make(path)
    path.chmod(0o644)
    asyncio.run(story())


def test_another_program_s_database_is_refused_and_left_alone(path: Path):
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="none of muckle's"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_database_of_a_newer_version_is_refused(path: Path):
    make(path)
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreError, match=f"newer muckle: its version is {VERSION + 1}, this one reads up to {VERSION}"):
        SqliteStore(path)


def make_version_1(path: Path) -> None:
    """A database as the first version made it, with a match of two seats, one of them open."""
    path.parent.mkdir()
    with sqlite3.connect(path) as old:
        old.executescript(f"{UPGRADES[0]} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1;")
        old.execute("INSERT INTO match (id, created) VALUES ('m1', 5)")
        bodies = [HEADER, Decision(0, "place 1", ("card AL",))]
        rows = [("m1", seq, f"c{seq}" * seq, 5, msgspec.json.encode(body).decode()) for seq, body in enumerate(bodies)]
        old.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)
        old.execute("INSERT INTO secret VALUES ('m1', 'secret')")
        old.executemany("INSERT INTO seat VALUES ('m1', ?, ?, '', ?)", [(0, "Ann", "ann"), (1, "", "")])


def test_a_database_of_the_first_version_is_brought_up_and_keeps_everything(path: Path):
    make_version_1(path)

    async def story():
        store = SqliteStore(path)
        seating = await store.seating("m1")
        assert seating and seating.begun and seating.header == HEADER and seating.created == 5
        assert seating.sitters == (Sitter("Ann", owner="ann"), Sitter())
        assert [entry.event.action for entry in await store.read("m1")] == ["place 1"]
        assert await store.secret("m1") == "secret"
        assert await store.sit("m1", "ben", "Ben", "b" * 32) is None, "its cards are dealt"
        await begin(store, "m2")
        await store.close()
        store = SqliteStore(path)
        assert await store.seating("m1") == seating
        await store.close()

    asyncio.run(story())
    with sqlite3.connect(path) as now:
        assert now.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_who_led_an_event_before_leads_it_still(path: Path):
    path.parent.mkdir()
    with sqlite3.connect(path) as old:
        old.executescript(f"{''.join(UPGRADES[:6])} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 6;")
        put_old_event(old)

    async def story():
        store = SqliteStore(path)
        kept = await store.gatherings.find("CODEX")
        assert kept and kept.callers == {"ann", "ben"} and kept.deeds == OLD_DEEDS
        await store.close()

    asyncio.run(story())


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        SqliteStore(tmp_path / "file" / "room.db")


def test_many_events_at_once_share_commits(path: Path):
    async def story():
        store = SqliteStore(path)
        for number in range(50):
            await begin(store, f"m{number}")
        commits: list[str] = []
        store._database.connection.set_trace_callback(
            lambda statement: commits.append(statement) if statement == "COMMIT" else None
        )
        await asyncio.gather(*(store.append(f"m{number}", 0, "c1", LONG) for number in range(50)))
        assert len(commits) < 25
        await store.close()

    asyncio.run(story())
