"""Whether a room that is killed again and again loses or doubles what it acknowledged.

``uv run --group bench python bench/kills.py [--kills 60] [--acts 0] [--tables 4] [--seconds 1] [--rooms 1]`` has pairs of
people play Mitch over HTTP, kills the room (SIGKILL) a random while after it has acknowledged some acts, starts another on the
database and goes on, until it was killed so often and has acknowledged so many acts. With several rooms the people of a pair
are in different ones, one room is killed at a time, and whoever finds theirs gone asks the next; they share a PostgreSQL
database: ``--database URL``, or ``--postgres`` (and ``--group test``), a server of Debian's package for this run only. Whoever
got no answer sends the same command again. At the end every log is compared with what was acknowledged.
"""
# pyright: basic
# (messages are read as JSON)

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from room import LIMITS

from muckle.store.urls import open_store


class Table:
    """Two people and their matches, one after the other."""

    def __init__(self, addresses: Sequence[str], chance: random.Random) -> None:
        self.addresses = addresses
        self.people = [httpx.AsyncClient(base_url=addresses[each % len(addresses)], timeout=30) for each in range(2)]
        self.chance = chance
        self.sent: dict[str, set[str]] = {}
        """Every command that was sent, by match."""
        self.done: dict[str, dict[str, int]] = {}
        """Acknowledged commands, each with the number of its event, by match."""

    async def ask(self, person: httpx.AsyncClient, path: str, message: dict | None = None) -> dict:
        """Ask until there is an answer: the room may be gone."""
        while True:
            try:
                answer = await (person.get(path) if message is None else person.post(path, json=message))
                return answer.json()
            except httpx.TransportError:
                place = self.addresses.index(str(person.base_url).rstrip("/"))
                person.base_url = httpx.URL(self.addresses[(place + 1) % len(self.addresses)])
                await asyncio.sleep(0.05)

    async def play(self) -> None:
        """Play for ever."""
        for person in self.people:
            while not person.cookies:
                await self.ask(person, "/api/games")
        while True:
            match = (await self.ask(self.people[0], "/api/matches", {"game": "mitch", "seats": ["open"]}))["match"]
            self.sent[match], self.done[match] = set(), {}
            for person in self.people:
                await self.ask(person, f"/api/matches/{match}/join", {"salt": secrets.token_hex(32)})
            while await self.act(match):
                pass

    async def act(self, match: str) -> bool:
        """Have whoever may act do so; False if nobody may."""
        for seat, person in enumerate(self.people):
            scene = await self.ask(person, f"/api/matches/{match}/scene")
            acts = [act for act in scene.get("acts", {}) if act.startswith(("place", "discard"))]
            if acts:
                cid = secrets.token_hex(8)
                self.sent[match].add(f"{seat}:{cid}")
                command = {"act": self.chance.choice(acts), "seq": scene.get("seq", 0), "cid": cid}
                answer = await self.ask(person, f"/api/matches/{match}/act", command)
                if "seq" in answer:
                    self.done[match][f"{seat}:{cid}"] = answer["seq"]
                return True
        return False


def count(tables: list[Table]) -> int:
    """Acts acknowledged so far."""
    return sum(len(done) for table in tables for done in table.done.values())


def free_port() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


async def start(port: int, database: str) -> asyncio.subprocess.Process:
    """Open a room and return it."""
    command = [sys.executable, "-m", "muckle.server", f"--port={port}", f"--database={database}", "--pace=off", "--workers=1"]
    room = await asyncio.create_subprocess_exec(*command, LIMITS, stdout=subprocess.PIPE)
    assert room.stdout and f":{port} " in (await room.stdout.readline()).decode()
    return room


async def compare(database: str, tables: list[Table]) -> tuple[int, int, int]:
    """Return the numbers of acknowledged acts, of those that are lost, and of entries that are doubled or that nobody sent."""
    store = open_store(database)
    acknowledged = lost = doubled = 0
    for table in tables:
        for match, done in table.done.items():
            entries = await store.log.read("match", match)
            there = {entry.cid: entry.seq for entry in entries}
            acknowledged += len(done)
            lost += sum(there.get(cid) != seq for cid, seq in done.items())
            doubled += len(entries) - len(there) + len(there.keys() - table.sent[match])
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    await store.close()
    return acknowledged, lost, doubled


@contextmanager
def database_of(given: argparse.Namespace) -> Iterator[str]:
    """Return the database in which the rooms store what they acknowledge."""
    if given.postgres:
        sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
        from store.postgres_server import PostgresServer, find_programs

        programs = find_programs()
        assert programs, "no PostgreSQL on this machine"
        server = PostgresServer(programs)
        try:
            yield server.new_database()
        finally:
            server.close()
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield given.database or str(Path(folder) / "room.db")


async def main(given: argparse.Namespace) -> None:
    """Kill, and compare."""
    chance = random.Random(given.seed)
    ports = [free_port() for _ in range(given.rooms)]
    kills = 0
    with database_of(given) as database:
        tables = [
            Table([f"http://127.0.0.1:{port}" for port in ports], random.Random(number)) for number in range(given.tables)
        ]
        rooms = [await start(port, database) for port in ports]
        playing = [asyncio.create_task(table.play()) for table in tables]
        while kills < given.kills or count(tables) < given.acts:
            before = count(tables)
            while count(tables) < before + len(tables):
                await asyncio.sleep(0.01)
            await asyncio.sleep(chance.uniform(0, given.seconds))
            lost = chance.randrange(given.rooms)
            rooms[lost].kill()
            await rooms[lost].wait()
            rooms[lost] = await start(ports[lost], database)
            kills += 1
        await asyncio.sleep(given.seconds)
        for task in playing:
            assert not task.done(), task
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for room in rooms:
            room.kill()
            await room.wait()
        for table in tables:
            await asyncio.gather(*(person.aclose() for person in table.people))
        acknowledged, lost, doubled = await compare(database, tables)
    where = f"{kills} kills, {given.rooms} rooms, {given.tables} tables, load {os.getloadavg()[0]:.0f}"
    print(f"{where}: {acknowledged} acts acknowledged, {lost} lost, {doubled} doubled")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--acts", type=int, default=0)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--database", default="")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--rooms", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(main(parser.parse_args()))
