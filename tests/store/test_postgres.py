"""Faults of a database server: several rooms at once, connections that break, a server that goes away."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import psycopg
import pytest

from muckle.errors import StaleError, StoreError
from muckle.match.log import Decision, Header
from muckle.store import postgres
from muckle.store.matches import Sitter
from muckle.store.postgres import PostgresStore
from muckle.store.schema import SCHEMA, Schema
from patience import PATIENCE, wait_until
from server.outages import live_through
from server.people import GameRoom, Person, playable
from server.test_events import Guest
from store.postgres_server import PostgresServer

HEADER = Header(game="mitch", version=1, seats=1, options={})
SITTERS = (Sitter("Ann", owner="ann"),)


async def begin(store: PostgresStore, match: str) -> None:
    await store.open_table(match, HEADER, "secret", SITTERS, "ann")
    await store.begin(match, HEADER, SITTERS)


async def test_rooms_that_race_for_a_match_lose_and_double_nothing(url: str):
    async def write(store: PostgresStore, writer: int) -> list[int]:
        got: list[int] = []
        seq = 0
        while seq < 40:
            try:
                seq = await store.log.append("match", "m1", seq, f"{writer} {seq}", [Decision(0, f"place {writer}")])
                got.append(seq)
            except StaleError:
                seq = len(await store.log.read("match", "m1"))
        return got

    rooms = [PostgresStore(url) for _ in range(3)]
    await begin(rooms[0], "m1")
    wins = await asyncio.gather(*(write(room, number) for number, room in enumerate(rooms)))
    entries = await rooms[0].log.read("match", "m1")
    assert sorted(seq for got in wins for seq in got) == [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    for number, got in enumerate(wins):
        assert [entry.seq for entry in entries if entry.cid.startswith(f"{number} ")] == got
    for room in rooms:
        await room.close()


async def test_a_connection_that_breaks_is_told_and_made_again(url: str):
    store = PostgresStore(url)
    await begin(store, "m1")
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    with pytest.raises(StoreError, match="cannot be used"):
        await store.log.append("match", "m1", 0, "c1", [Decision(0, "place 1")])
    assert await store.log.append("match", "m1", 0, "c1", [Decision(0, "place 1")]) == 1
    await store.close()


async def test_a_server_that_crashes_loses_nothing_that_was_acknowledged(url: str, server: PostgresServer):
    store = PostgresStore(url)
    await begin(store, "m1")
    for seq in range(20):
        assert await store.log.append("match", "m1", seq, f"c{seq}", [Decision(0, "place 1")]) == seq + 1
    server.stop()
    for _ in range(2):
        with pytest.raises(StoreError, match="cannot be used"):
            await store.log.append("match", "m1", 20, "c20", [Decision(0, "place 1")])
    server.start()
    assert [entry.cid for entry in await store.log.read("match", "m1")] == [f"c{seq}" for seq in range(20)]
    assert await store.log.append("match", "m1", 20, "c20", [Decision(0, "place 1")]) == 21
    await store.close()


async def test_a_server_that_hangs_is_given_up_and_found_again(
    url: str, server: PostgresServer, monkeypatch: pytest.MonkeyPatch
):
    """Its connections stay open and nothing is answered: each act is refused in time, none waits for those before it."""
    monkeypatch.setattr(postgres, "PATIENCE", 0.5)
    monkeypatch.setattr(postgres, "PAUSE", 0.2)
    monkeypatch.setitem(postgres.NETWORK, "connect_timeout", 2)  # libpq's shortest
    store = PostgresStore(url)
    await begin(store, "m1")
    with server.frozen():
        for number in range(3):
            with pytest.raises(StoreError, match=r"answer|timeout"):
                await asyncio.wait_for(store.log.append("match", "m1", 0, f"c{number}", [Decision(0, "place 1")]), 60)
            await asyncio.sleep(number * postgres.PAUSE)
    await until_usable(store)
    assert await store.log.append("match", "m1", len(await store.log.read("match", "m1")), "later", [Decision(0, "place 1")])
    assert [entry.cid for entry in await store.log.read("match", "m1")][-1] == "later"
    await store.close()


async def test_a_server_that_hangs_is_waited_for_without_end_by_psycopg_alone(
    url: str, server: PostgresServer, monkeypatch: pytest.MonkeyPatch
):
    """Break: the same server and act, on a connection without a timeout."""
    monkeypatch.setattr(postgres, "PATIENCE", 0.5)
    monkeypatch.setattr(postgres, "PatientConnection", type("Patient", (psycopg.Connection,), {"silent": False}))
    store = PostgresStore(url)
    await begin(store, "m1")
    with server.frozen():
        waiting = asyncio.ensure_future(store.log.append("match", "m1", 0, "c1", [Decision(0, "place 1")]))
        await asyncio.wait([waiting], timeout=5)
        assert not waiting.done()
    assert await waiting == 1
    await store.close()


def test_a_room_whose_database_hangs_says_so_and_goes_on_by_itself(url: str, server: PostgresServer):
    room = GameRoom(None, "--pace=off", "--workers=1", MUCKLE_DATABASE=url)
    ann = Person(room.address)
    try:
        match = ann.open("mitch", "open", "random", options={"hands": 1})["match"]
        with server.frozen():
            unready = httpx.get(f"{room.address}/readyz", timeout=PATIENCE)
            assert (unready.status_code, unready.text) == (503, "the database does not answer")
            refused = ann.post("matches", {"game": "mitch", "seats": ["open"]}, 503)
            assert refused["code"] == "store.bad" and "cannot be used just now" in refused["message"]
        wait_until(lambda: httpx.get(f"{room.address}/readyz", timeout=PATIENCE).status_code == 200, "the database")
        assert ann.scene(match)["title"] and ann.open("mitch", "open")["match"] != match
    finally:
        room.close()
        ann.http.close()


async def until_usable(store: PostgresStore) -> None:
    """Wait until the database answers again."""
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        try:
            await store.seating("")
        except StoreError:
            await asyncio.sleep(0.1)
        else:
            return
    raise AssertionError("the database was not found again")


async def test_a_database_is_changed_to_a_newer_schema_and_not_back(url: str):
    newer = Schema(SCHEMA.tables, ("ALTER TABLE match ADD COLUMN note TEXT NOT NULL DEFAULT 'none'",))
    store = PostgresStore(url)
    await begin(store, "m1")
    await store.close()
    store = PostgresStore(url, newer)
    assert [each.match for each, _ in await store.people.played("ann")] == ["m1"]
    assert await store._worker.rows("SELECT id, note FROM match") == [("m1", "none")]
    await store.close()
    with pytest.raises(StoreError, match="newer muckle: its version is 2, this one reads up to 1"):
        PostgresStore(url)


def test_no_password_is_in_a_message():
    with pytest.raises(StoreError) as refused:
        PostgresStore("postgresql://ann:sesame@127.0.0.1:1/room")
    assert "127.0.0.1/room cannot be used" in str(refused.value) and "sesame" not in str(refused.value)


def test_a_room_that_is_killed_is_followed_by_another_with_every_act(url: str):
    def room() -> GameRoom:
        return GameRoom(None, "--pace=off", "--workers=1", MUCKLE_DATABASE=url)

    first = room()
    people = [Person(first.address), Person(first.address)]
    match = people[0].open("mitch", "open", options={"hands": 1})["match"]
    people[1].join(match)
    for seq in range(4):
        act_next(people, match, seq)
    second = room()
    first.kill()
    for person in people:
        person.http.base_url = httpx.URL(second.address)
    try:
        for seq in range(4, 8):
            act_next(people, match, seq)
    finally:
        second.close()
        for person in people:
            person.http.close()


@contextmanager
def stopped(server: PostgresServer) -> Iterator[None]:
    """Stop the database for a while."""
    server.stop()
    yield
    server.start()


def test_an_event_lives_through_an_outage_of_the_database(url: str, server: PostgresServer):
    """When the database is back, the clock calls on, no acknowledged act is lost, and another room has the same standings."""
    first = GameRoom(None, "--pace=off", "--workers=1", MUCKLE_DATABASE=url)
    people = [Guest(first.address) for _ in range(3)]
    try:
        code, standings = live_through(first, people, lambda: stopped(server))
        second = GameRoom(None, "--pace=off", "--workers=1", MUCKLE_DATABASE=url)
        people[0].http.base_url = httpx.URL(second.address)
        assert people[0].get(f"events/{code}/standings") == standings
        second.close()
    finally:
        first.close()
        for person in people:
            person.http.close()


def act_next(people: list[Person], match: str, seq: int) -> None:
    """Let whoever is to act do so, after a number of acts."""
    scenes = [person.scene(match) for person in people]
    assert [scene.get("seq", 0) for scene in scenes] == [seq, seq]
    mover = next(number for number, scene in enumerate(scenes) if playable(scene))
    assert people[mover].act(match, playable(scenes[mover])[0], seq, f"c{seq}")["seq"] == seq + 1
