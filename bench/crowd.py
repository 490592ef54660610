"""Measure how soon bots reply when many people play at once: from a person's act until it is their turn again.

``uv run --group bench python bench/crowd.py [--matches 400] [--game mitch] [--bot medium] [--seconds 60]`` opens a real room on
this machine. Everybody has an identity and a table of their own, with bots in the other seats, and takes any act that comes
along, after a while that is drawn from an exponential distribution. The crowd is played by one process beside the room, on the
same cores; bots do not pause.
"""
# pyright: basic
# (messages are read as JSON)

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from room import ELSE, LIMITS, used
from websockets.asyncio.client import ClientConnection, connect

from muckle.scene.diff import patch


class Person:
    """Somebody at a table of their own."""

    def __init__(self, address: str, given: argparse.Namespace, chance: random.Random) -> None:
        self.address, self.given, self.chance = address, given, chance
        self.http = httpx.AsyncClient(base_url=address, timeout=120, verify=False)  # TLS costs more than a table
        self.live = ""
        """The socket on which the match is followed."""
        self.replies: list[float] = []
        self.scene: dict = {}

    async def come(self) -> None:
        """Open a table and sit down at it."""
        wish = {"game": self.given.game, "seats": [self.given.bot] * (self.given.seats - 1)}
        match = (await self.http.post("/api/matches", json=wish)).raise_for_status().json()["match"]
        salt = {"salt": secrets.token_hex(32)}
        (await self.http.post(f"/api/matches/{match}/join", json=salt)).raise_for_status()
        self.live = f"{self.address.replace('http', 'ws', 1)}/api/matches/{match}/live"

    async def play(self, until: float) -> None:
        """Play match after match."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        while time.monotonic() < until:
            async with connect(self.live, additional_headers={"cookie": cookie}, compression=None) as socket:
                await self.match(socket, until)
            await self.come()

    async def match(self, socket: ClientConnection, until: float) -> None:
        """Play one match, or as much of it as there is time for."""
        self.scene = {}
        while not self.acts() and "result" not in self.scene:
            await self.hear(socket)
        while time.monotonic() < until and "result" not in self.scene:
            await asyncio.sleep(self.chance.expovariate(1 / self.given.think))
            act, seq = self.chance.choice(self.acts()), self.scene.get("seq", 0)
            began = time.monotonic()
            await socket.send(json.dumps({"type": "act", "act": act, "seq": seq, "cid": secrets.token_hex(8)}))
            while self.scene.get("seq", 0) == seq:
                await self.hear(socket)
            own = bool(self.acts())
            while not self.acts() and "result" not in self.scene:
                await self.hear(socket)
            if not own:
                self.replies.append(time.monotonic() - began)

    async def hear(self, socket: ClientConnection) -> None:
        message = json.loads(await socket.recv())
        if message["type"] == "scene":
            self.scene = message["scene"]
        elif message["type"] == "patch":
            self.scene = patch(self.scene, message["changes"])
        elif message["type"] == "problem":
            raise SystemExit(message["message"])

    def acts(self) -> list[str]:
        found = self.scene.get("acts", {}).items()
        return [name for name, act in found if name not in ELSE and "ask" not in act]


@contextmanager
def open_room(*more: str) -> Iterator[tuple[str, int]]:
    """Yield the address of a room whose players are compiled, and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "muckle.server", "--port=0", f"--database={folder}/room.db", LIMITS, *more]
        room = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert room.stdout
        address = room.stdout.readline().split(" at ")[1].split()[0]
        try:
            while httpx.get(f"{address}/api/games").json()["progress"]:
                time.sleep(1)
            yield address, room.pid
        finally:
            room.terminate()
            room.wait()


async def crowd(address: str, given: argparse.Namespace) -> list[float]:
    """Seconds that each reply took, but for those of the first third, when all begin at once."""
    chance, few = random.Random(given.seed), asyncio.Semaphore(8)
    people = [Person(address, given, random.Random(chance.random())) for _ in range(given.matches)]

    async def come(person: Person) -> None:
        async with few:
            await person.http.get("/")
            await person.come()

    await asyncio.gather(*map(come, people))
    playing = [asyncio.create_task(person.play(time.monotonic() + given.seconds)) for person in people]
    await asyncio.sleep(given.seconds / 3)
    for person in people:
        person.replies.clear()
    done, late = await asyncio.wait(playing, timeout=given.seconds)
    for task in late:
        task.cancel()
    for task in done:
        task.result()
    return sorted(reply for person in people for reply in person.replies)


def workers(process: int) -> list[int]:
    """Return the processes in which a room's bots think."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in {"matches": 400, "seats": 3, "seconds": 60, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--think", type=float, default=10.0, help="seconds that a person takes for an act, on average")
    parser.add_argument("--game", default="mitch")
    parser.add_argument("--bot", default="medium")
    given = parser.parse_args()
    with open_room("--pace=off") as (address, process):
        processes = [process, *workers(process)]
        before = [used(each) for each in processes]
        replies = asyncio.run(crowd(address, given))
        room, *bots = [(used(each) - old) / given.seconds for each, old in zip(processes, before, strict=True)]
    cuts = statistics.quantiles(replies, n=100)
    rate = len(replies) / (given.seconds * 2 / 3)
    print(
        f"{given.game}, {given.matches} matches, {given.seats - 1} {given.bot} bots each: {rate:.0f} replies/s, "
        f"median {cuts[49]:.2f}, p90 {cuts[89]:.2f}, p99 {cuts[98]:.2f} s; "
        f"CPU s a second: room {room:.2f}, {len(bots)} workers {sum(bots):.2f}"
    )


if __name__ == "__main__":
    main()
