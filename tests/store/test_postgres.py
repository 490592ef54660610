"""What only a database on a server can suffer: several rooms at once, connections that break, a server that goes."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import LiteralString, cast

import httpx
import psycopg
import pytest

from muckle.errors import StaleError, StoreError
from muckle.match.log import Decision, Header
from muckle.store.contract import Sitter
from muckle.store.postgres import PostgresStore, translated
from muckle.store.schema import UPGRADES, VERSION
from server.outages import live_through
from server.people import GameRoom, Person, playable
from server.test_events import Guest
from store.older import OLD_DEEDS, put_old_event
from store.postgres_server import PostgresServer

HEADER = Header(game="mitch", version=1, seats=1, options={})
SITTERS = (Sitter("Ann", owner="ann"),)


async def begin(store: PostgresStore, match: str) -> None:
    await store.open_table(match, HEADER, "secret", SITTERS, "ann")
    await store.begin(match, HEADER, SITTERS)


def test_rooms_that_race_for_a_match_lose_and_double_nothing(url: str):
    async def write(store: PostgresStore, writer: int) -> list[int]:
        got: list[int] = []
        seq = 0
        while seq < 40:
            try:
                seq = await store.append("m1", seq, f"{writer} {seq}", Decision(0, f"place {writer}"))
                got.append(seq)
            except StaleError:
                seq = len(await store.read("m1"))
        return got

    async def story():
        rooms = [PostgresStore(url) for _ in range(3)]
        await begin(rooms[0], "m1")
        wins = await asyncio.gather(*(write(room, number) for number, room in enumerate(rooms)))
        entries = await rooms[0].read("m1")
        assert (
            sorted(seq for got in wins for seq in got) == [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        )
        for number, got in enumerate(wins):
            assert [entry.seq for entry in entries if entry.cid.startswith(f"{number} ")] == got
        for room in rooms:
            await room.close()

    asyncio.run(story())


def test_a_connection_that_breaks_is_told_and_made_again(url: str):
    async def story():
        store = PostgresStore(url)
        await begin(store, "m1")
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        with pytest.raises(StoreError, match="cannot be used"):
            await store.append("m1", 0, "c1", Decision(0, "place 1"))
        assert await store.append("m1", 0, "c1", Decision(0, "place 1")) == 1
        await store.close()

    asyncio.run(story())


def test_a_server_that_crashes_loses_nothing_that_was_acknowledged(url: str, server: PostgresServer):
    async def story():
        store = PostgresStore(url)
        await begin(store, "m1")
        for seq in range(20):
            assert await store.append("m1", seq, f"c{seq}", Decision(0, "place 1")) == seq + 1
        server.stop()
        for _ in range(2):
            with pytest.raises(StoreError, match="cannot be used"):
                await store.append("m1", 20, "c20", Decision(0, "place 1"))
        server.start()
        assert [entry.cid for entry in await store.read("m1")] == [f"c{seq}" for seq in range(20)]
        assert await store.append("m1", 20, "c20", Decision(0, "place 1")) == 21
        await store.close()

    asyncio.run(story())


def test_a_database_of_a_newer_version_is_refused(url: str):
    asyncio.run(close(PostgresStore(url)))
    with psycopg.connect(url) as newer:
        newer.execute("UPDATE muckle SET version = %s", (VERSION + 1,))
    with pytest.raises(StoreError, match=f"newer muckle: its version is {VERSION + 1}"):
        PostgresStore(url)


def test_who_led_an_event_before_leads_it_still(url: str):
    with psycopg.connect(url) as old:
        old.execute("CREATE TABLE muckle (version BIGINT NOT NULL)")
        old.execute("INSERT INTO muckle VALUES (6)")
        for upgrade in UPGRADES[:6]:
            old.execute(cast("LiteralString", translated(upgrade)))
        put_old_event(old)

    async def story():
        store = PostgresStore(url)
        kept = await store.gatherings.find("CODEX")
        assert kept and kept.callers == {"ann", "ben"} and kept.deeds == OLD_DEEDS
        await store.close()

    asyncio.run(story())


def test_no_password_is_in_a_message():
    with pytest.raises(StoreError) as refused:
        PostgresStore("postgresql://ann:sesame@127.0.0.1:1/room")
    assert "127.0.0.1/room cannot be used" in str(refused.value) and "sesame" not in str(refused.value)


async def close(store: PostgresStore) -> None:
    await store.close()


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
    """The database is gone for a while."""
    server.stop()
    yield
    server.start()


def test_an_event_lives_through_an_outage_of_the_database(url: str, server: PostgresServer):
    """The clock calls on when it is back, nothing acknowledged is lost, and another room reckons the same standings."""
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
    """Whoever may act does, in the position after so many acts."""
    scenes = [person.scene(match) for person in people]
    assert [scene.get("seq", 0) for scene in scenes] == [seq, seq]
    mover = next(number for number, scene in enumerate(scenes) if playable(scene))
    assert people[mover].act(match, playable(scenes[mover])[0], seq, f"c{seq}")["seq"] == seq + 1
