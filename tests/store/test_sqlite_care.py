"""Backups, checks, restoring, and giving space back, even while a room writes."""

import asyncio
import dataclasses
import os
import random
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from muckle import games
from muckle.errors import StoreError
from muckle.match.ending import ending
from muckle.match.log import Decision, Header
from muckle.match.match import Match, new_match
from muckle.match.secret import new_secret
from muckle.store import faults, sqlite, sqlite_maintenance
from muckle.store.matches import Sitter
from muckle.store.sqlite import SqliteStore

HEADER = Header(game="mitch", version=1, seats=1, options={})
SALT = "5a" * 32


async def write(path: Path, matches: int, entries: int) -> SqliteStore:
    """Return a store that is still open, with matches of so many decisions that no rule has seen."""
    store, sitters, names = SqliteStore(path), (Sitter("Ann", owner="ann"),), [*map(str, range(matches))]
    await asyncio.gather(*(store.open_table(match, HEADER, "secret", sitters, "ann") for match in names))
    await asyncio.gather(*(store.begin(match, HEADER, sitters) for match in names))
    for seq in range(entries):
        await asyncio.gather(*(store.log.append("match", match, seq, f"c{seq}", [Decision(0, "place 1")]) for match in names))
    return store


async def play(store: SqliteStore, match: str, *, name: str = "Ann", acts: int = 1000) -> Match:
    """Store a match of Mitch as a room would, played at random so far or to its end."""
    secret, chance = new_secret(), random.Random(match)
    played = new_match("mitch", hands=1, match=match, secret=secret, salts=[SALT, ""], names=[name, "Rook"], seats=2)
    sitters = (Sitter(name, owner=name.lower(), salt=SALT, seated=True), Sitter("Rook", level="random"))
    await store.open_table(match, replace(played.header, salts=None, chance=()), secret, sitters, name.lower())
    await store.begin(match, played.header, sitters)
    while not played.over and played.seq < acts:
        seq, decision = played.seq, played.apply(chance.choice(played.legal()))
        await store.log.append("match", match, seq, f"c{seq}", [decision])
    if played.over:
        await store.end(match, ending(played))
    return played


async def test_a_copy_is_made_while_a_room_writes_and_is_sound(tmp_path: Path):
    path, copy = tmp_path / "room.db", tmp_path / "copy.db"
    store = await write(path, 3, 4)
    writing = asyncio.gather(
        *(store.log.append("match", "0", 4 + seq, f"d{seq}", [Decision(0, "place 1")]) for seq in range(50))
    )
    found = await asyncio.to_thread(sqlite_maintenance.backup, path, copy, replay=False)
    await writing
    await store.close()
    assert str(found).startswith("sound: 3 tables")
    assert str(sqlite_maintenance.check(copy, replay=False)).startswith("sound: 3 tables") and copy.stat().st_mode & 0o077 == 0
    assert str(sqlite_maintenance.check(path, replay=False)) == "sound: 3 tables, 65 entries (no match was played again)"
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]
    with pytest.raises(StoreError, match="there already"):
        sqlite_maintenance.backup(path, copy)


async def test_a_copy_is_put_back_and_what_was_there_is_kept(tmp_path: Path):
    path, copy = tmp_path / "room.db", tmp_path / "copy.db"
    store = SqliteStore(path)
    await play(store, "m1", acts=2)
    await asyncio.to_thread(sqlite_maintenance.backup, path, copy)
    await play(store, "m2", acts=3)
    with pytest.raises(StoreError, match="in use by another game room"):
        sqlite_maintenance.restore(copy, path)
    await store.close()
    assert str(sqlite_maintenance.restore(copy, path)) == "sound: 1 table, 3 entries"
    store = SqliteStore(path)
    assert [entry.cid for entry in await store.log.read("match", "m1")] == ["c0", "c1"] and await store.seating("m2") is None
    await store.close()
    store = SqliteStore(tmp_path / "room.db.before")
    assert len(await store.log.read("match", "m2")) == 3
    await store.close()
    assert str(sqlite_maintenance.restore(copy, tmp_path / "new.db")) == "sound: 1 table, 3 entries"
    assert not (tmp_path / "new.db.before").exists()


async def test_damage_of_the_file_is_found_and_not_copied(tmp_path: Path):
    path = tmp_path / "room.db"
    await (await write(path, 2, 4)).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(StoreError, match="is damaged"):
        sqlite_maintenance.backup(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    with pytest.raises(StoreError, match="no such file"):
        sqlite_maintenance.check(tmp_path / "none.db")


FAULTS = {
    "none": ("SELECT 1", ""),
    "a gap": ("DELETE FROM entry WHERE id = 'm2' AND seq = 2", "logs with a gap: match m2 has 2 of 3 entries, number 2"),
    "a broken body": (
        "UPDATE entry SET body = '{broken' WHERE id = 'm2' AND seq = 2",
        "matches that cannot be read: entry 2",
    ),
    "another action": (
        """UPDATE entry SET body = '{"type":"decision","seat":0,"action":"place 2C"}' WHERE id = 'm2' AND seq = 1""",
        "logs that the rules refuse: match m2",
    ),
    "a seat that is none": (
        """UPDATE entry SET body = '{"type":"decision","seat":7,"action":"place 2C"}' WHERE id = 'm2' AND seq = 1""",
        "logs that the rules refuse: match m2",
    ),
    "no secret": ("DELETE FROM secret WHERE match = 'm2'", "secrets that are missing: match m2"),
    "another secret": ("UPDATE secret SET value = '" + "0" * 64 + "' WHERE match = 'm2'", "secrets that break the commitment"),
    "no header": ("DELETE FROM promise; DELETE FROM entry WHERE seq = 0", "matches that cannot be read: the header of match"),
    "a seat too few": ("DELETE FROM seat WHERE match = 'm2' AND seat = 1", "logs that the rules refuse: match m2 has 2 seats"),
    "an ending that is none": ("UPDATE ending SET body = x'00'", "matches that cannot be read: the ending of match m1"),
    "an event": ("INSERT INTO event VALUES ('CODEX', 1, '{}', '')", "events that cannot be read: event CODEX"),
    "a call": ("INSERT INTO entry VALUES ('event', 'CODEX', 1, '', 1, '[]')", "event CODEX: entry 1 of the log"),
    "a ruling": ("INSERT INTO entry VALUES ('series', 'SERIES', 0, '', 1, '[]')", "series SERIES: entry 0 of the log"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with a finished match and an unfinished one."""
    path = tmp_path_factory.mktemp("sound") / "room.db"

    async def story():
        store = SqliteStore(path)
        await play(store, "m1")
        await play(store, "m2", acts=3)
        await store.close()

    asyncio.run(story())
    return path


@pytest.mark.parametrize("fault", FAULTS)
def test_x7_a_database_with_matches_that_cannot_be_played_is_not_called_sound(fault: str, sound: Path, tmp_path: Path):
    """Faulty databases can still be copied: each is all there is. Break, as first case: no fault, none found."""
    path, copy = tmp_path / "room.db", tmp_path / "copy.db"
    path.write_bytes(sound.read_bytes())
    harm, expected = FAULTS[fault]
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(harm)
    database.close()
    found = sqlite_maintenance.check(path)
    assert bool(found.faults) == bool(expected) and expected in str(found), str(found)
    assert str(sqlite_maintenance.backup(path, copy)) == str(found)
    assert copy.exists()


def test_a_match_of_other_rules_is_a_fault_while_it_goes_on(sound: Path, monkeypatch: pytest.MonkeyPatch):
    game = games.find("mitch")
    monkeypatch.setitem(games.GAMES, "mitch", dataclasses.replace(game, version=game.version + 1))
    ((kind, (fault,)),) = sqlite_maintenance.check(sound).faults.items()
    assert kind == "matches under way that these rules cannot go on with"
    assert fault.startswith(f"match m2: mitch: made with version {game.version} of the rules")


def test_faults_of_a_kind_are_counted_and_the_first_named():
    findings = faults.Findings(9, 99, True, {})
    for number in range(5):
        findings.add("logs with a gap", f"m{number}")
    assert str(findings) == "faults in 9 tables, 99 entries:\n  5 logs with a gap: m0; m1; m2; and 2 more"


def bytes_of(path: Path) -> bytes:
    """Return the bytes of a database's file and of its log."""
    return b"".join(file.read_bytes() for file in (path, Path(f"{path}-wal")) if file.exists())


@pytest.mark.parametrize("care", ["as it is", "not written anew", "too large to be written anew"])
async def test_d9_nothing_is_left_in_the_file_of_a_person_who_is_forgotten(
    tmp_path: Path, care: str, monkeypatch: pytest.MonkeyPatch
):
    """Many others sit down before and after, so that the pages with the name are filled and split again and again."""
    path = tmp_path / "room.db"
    monkeypatch.setattr(sqlite, "REWRITABLE", 1 if care.startswith("too large") else sqlite.REWRITABLE)
    name = "Zebedee the Unforgettable"
    store = SqliteStore(path)
    store._worker.database.execute("PRAGMA wal_autocheckpoint = 1")  # the file may become shorter at every commit
    chance, opened = random.Random(4), list[Coroutine[Any, Any, object]]()
    for match in chance.sample(range(10**6), 1000):
        who = name if match % 3 == 0 else f"Guest {match}"
        sitters = (Sitter(who, owner=who.lower(), salt=SALT, seated=True), Sitter("Rook", level="random"))
        opened.append(store.open_table(f"m{match}", HEADER, "secret", sitters, who.lower()))
    await asyncio.gather(*opened)
    await play(store, "m1", name=name)
    assert name.encode() in bytes_of(path) and name.lower().encode() in bytes_of(path)
    ended = await store.ending("m1")
    assert ended and name in str(ended)
    await store.people.forget(name.lower(), "Somebody")
    await store.people.retell("m1", replace(ended, stories=(), seats=(), record=""))
    for _ in range(2):  # the second time there is nothing to do, or as much as before
        done = await store.compact(forgotten=care != "not written anew")
        assert done != care.startswith("too large")
        left = name.encode() in bytes_of(path) or name.lower().encode() in bytes_of(path)
        assert left == (care != "as it is")
    await store.log.append("match", "m1", (await store.log.read("match", "m1"))[-1].seq, "more", [Decision(0, "place 1")])
    await store.close()


@pytest.mark.parametrize("overwritten", [True, False])
async def test_d9_deleted_rows_are_overwritten_at_once(tmp_path: Path, overwritten: bool, monkeypatch: pytest.MonkeyPatch):
    path, name = tmp_path / "room.db", "Zebedee the Unforgettable, " * 20
    monkeypatch.setattr(sqlite, "SECURE", "ON" if overwritten else "OFF")
    store = SqliteStore(path)
    await store.open_table("m1", HEADER, "secret", (Sitter(name, owner="zeb", seated=True),), "zeb")
    await store.people.forget("zeb", "Somebody")
    assert await store.compact()
    assert (b"Zebedee" in bytes_of(path)) != overwritten
    await store.close()


async def test_d11_matches_that_are_deleted_give_their_space_back(tmp_path: Path):
    path = tmp_path / "room.db"
    store = await write(path, 60, 60)
    await store.compact()
    before = path.stat().st_size
    assert await store.forget(0, 4e9, frozenset({"0"})) == 59
    assert await store.compact()
    after = path.stat().st_size
    assert after < before / 3 and Path(f"{path}-wal").stat().st_size == 0
    for seq in range(60, 70):  # the room goes on, and what is cut now is noticed again
        await store.log.append("match", "0", seq, f"c{seq}", [Decision(0, "place 1")])
    os.truncate(path, 8192)
    with pytest.raises(StoreError, match="was cut"):
        await store.log.append("match", "0", 70, "c70", [Decision(0, "place 1")])
    await store.close()


async def test_d7_how_a_match_ended_is_stored_compressed(tmp_path: Path):
    store = SqliteStore(tmp_path / "room.db")
    ended = ending(await play(store, "m1"))
    ((size,),) = await store._worker.rows("SELECT length(body) FROM ending")
    assert size < len(msgspec.json.encode(ended)) / 3
    assert await store.ending("m1") == ended
    await store.close()


async def test_d11_a_program_that_reads_holds_nobody_up(tmp_path: Path):
    path = tmp_path / "room.db"
    store = await write(path, 60, 60)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM match").fetchone()
        await store.forget(0, 4e9, frozenset({"0"}))
        assert not await store.compact()
        await store.log.append("match", "0", 60, "c60", [Decision(0, "place 1")])
    reader.close()
    assert await store.compact()
    await store.log.append("match", "0", 61, "c61", [Decision(0, "place 1")])
    await store.close()


async def test_d11_a_database_is_written_anew_while_no_room_has_it(tmp_path: Path):
    path = tmp_path / "room.db"
    store = await write(path, 60, 60)
    with pytest.raises(StoreError, match="in use by another game room"):
        sqlite_maintenance.vacuum(path)
    await store.forget(0, 4e9, frozenset({"0"}))
    await store.close()
    before, after = sqlite_maintenance.vacuum(path)
    assert after == path.stat().st_size < before / 3
    store = SqliteStore(path)
    assert len(await store.log.read("match", "0")) == 60
    await store.close()
    with pytest.raises(StoreError, match="no such file"):
        sqlite_maintenance.vacuum(tmp_path / "none.db")
