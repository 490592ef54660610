"""Measure the acts a room carries per second, and how soon each is acknowledged: many matches at once, over real sockets.

``uv run --group bench python bench/acts.py [--matches 500] [--think 1] [--game mitch] [--seconds 30] [--database URL]`` opens a
real room on this machine, seats two people (one at Mickell) at each table and has them play match after match. Whoever is to
act takes any act that comes along, after a while that is drawn from an exponential distribution (``--think 0``: at once).
Timed is each act from its message to the answer that it is on disk. All people are one process beside the room, on the same
cores. Linux only.
"""
# pyright: basic
# (messages are read as JSON)

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import statistics
import time

import httpx
import msgspec
import uvloop
from crowd import open_room
from room import acts_of, used
from speed import best, calibration
from websockets.asyncio.client import connect

from muckle.scene.diff import patch


class Table:
    """Two people, or one alone, and their matches, one after the other.

    Args:
        taken: when each act of all tables was acknowledged, and after how many seconds.
        source: the address they come from, if it matters.
    """

    def __init__(
        self, address: str, given: argparse.Namespace, chance: random.Random, taken: list[tuple[float, float]], source: str = ""
    ) -> None:
        self.given, self.chance, self.taken = given, chance, taken
        self.changed = asyncio.Event()
        self.people = [Person(address, self.changed, source) for _ in range(1 if given.game == "mickell" else 2)]

    async def open(self) -> None:
        """Sit down at a new table."""
        wish = {"game": self.given.game, "seats": ["open"] * (len(self.people) - 1)}
        match = (await self.people[0].ask("/api/matches", wish))["match"]
        for person in self.people:
            await person.sit(match)

    async def play(self) -> None:
        """Play for ever."""
        while True:
            while person := await self.next():
                if self.given.think:
                    await asyncio.sleep(self.chance.expovariate(1 / self.given.think))
                began = time.monotonic()
                await person.act(self.chance.choice(person.acts()))
                self.taken.append((time.monotonic(), time.monotonic() - began))
            for person in self.people:
                await person.leave()
            await self.open()

    async def next(self) -> Person | None:
        """Wait until somebody may act and return them; None when the match is over."""
        while True:
            if any("result" in person.scene for person in self.people):
                return None
            if found := [person for person in self.people if person.acts()]:
                return found[0]
            self.changed.clear()
            await self.changed.wait()


class Person:
    """Somebody at a table.

    Args:
        source: the address they come from, if it matters.
    """

    def __init__(self, address: str, changed: asyncio.Event, source: str = "") -> None:
        self.address, self.changed, self.source = address, changed, source
        line = httpx.AsyncHTTPTransport(local_address=source) if source else None
        self.http = httpx.AsyncClient(
            base_url=address, timeout=120, verify=False, transport=line
        )  # TLS costs more than a table
        self.scene: dict = {}
        self.answer: asyncio.Future[None] = asyncio.Future()

    async def ask(self, path: str, wish: dict) -> dict:
        if not self.http.cookies:
            await self.http.get("/")
        return (await self.http.post(path, json=wish)).raise_for_status().json()

    async def sit(self, match: str) -> None:
        """Take a seat at a table, and follow what happens there."""
        await self.ask(f"/api/matches/{match}/join", {"salt": secrets.token_hex(32)})
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
        source = {"local_addr": (self.source, 0)} if self.source else {}
        headers = {"cookie": cookie}
        self.socket = await connect(address, additional_headers=headers, compression=None, ping_interval=None, **source)
        self.following = asyncio.create_task(self.follow())

    async def leave(self) -> None:
        await self.socket.close()
        await self.following
        self.scene = {}

    async def follow(self) -> None:
        """Take what the room sends until the socket is closed."""
        async for text in self.socket:
            message = msgspec.json.decode(text)
            if message["type"] == "scene":
                self.scene = message["scene"]
            elif message["type"] == "patch":
                self.scene = patch(self.scene, message["changes"])
            if message["type"] == "done" or "done" in message:
                if not self.answer.cancelled():
                    self.answer.set_result(None)
            elif message["type"] == "problem":
                self.answer.set_exception(SystemExit(message["message"]))
            self.changed.set()

    async def act(self, act: str) -> None:
        """Act, until the room says that it is on disk."""
        self.answer = asyncio.Future()
        message = {"type": "act", "act": act, "seq": self.scene.get("seq", 0), "cid": secrets.token_hex(8)}
        await self.socket.send(msgspec.json.encode(message), text=True)
        await self.answer

    def acts(self) -> list[str]:
        return acts_of(self.scene)


async def wait(playing: list[asyncio.Task], seconds: float) -> None:
    """Let them play; whoever comes to an end has failed."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def measure(address: str, process: int, given: argparse.Namespace) -> None:
    """Play, and say how it went in the last seconds."""
    chance, few, taken = random.Random(given.seed), asyncio.Semaphore(8), list[tuple[float, float]]()
    tables = [Table(address, given, random.Random(chance.random()), taken) for _ in range(given.matches)]

    async def come(table: Table) -> None:
        async with few:
            await table.open()

    await asyncio.gather(*map(come, tables))
    playing = [asyncio.create_task(table.play()) for table in tables]
    await wait(playing, given.seconds / 3)
    began, before, own = time.monotonic(), used(process), time.process_time()
    await wait(playing, given.seconds)
    now = time.monotonic()
    spent, own, passed = used(process) - before, time.process_time() - own, now - began
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    await asyncio.gather(*(person.leave() for table in tables for person in table.people))
    seconds = [took for ended, took in taken if ended >= began]
    cuts = [1000 * cut for cut in statistics.quantiles(seconds, n=1000)]
    took = ", ".join(f"{name} {cuts[place]:.0f}" for name, place in {"p50": 499, "p90": 899, "p99": 989, "p99.9": 998}.items())
    print(
        f"{given.game}, {given.matches} matches, an act every {given.think:g} s in each: {len(seconds) / passed:.0f} acts/s, "
        f"acknowledged {took} ms; room {spent / passed:.2f}, people {own / passed:.2f} CPU s a second, "
        f"{1000 * spent / len(seconds):.2f} CPU ms of the room an act; load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in {"matches": 500, "seconds": 30, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--think", type=float, default=1.0, help="seconds that a person takes for an act, on average")
    parser.add_argument("--game", default="mitch")
    parser.add_argument("--database", default="", help="a PostgreSQL database; without it a new SQLite file")
    given = parser.parse_args()
    print(f"calibration loop: {best(calibration) / 1e6:.2f} M/s")
    with open_room(*([f"--database={given.database}"] if given.database else [])) as (address, process):
        uvloop.run(measure(address, process, given))


if __name__ == "__main__":
    main()
