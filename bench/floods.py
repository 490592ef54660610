"""Whether others play on while one hostile address floods the room.

``uv run --group bench --group test python bench/floods.py [--matches 8] [--seconds 5] [FLOOD …]`` opens a real room with the
usual limits on this machine and seats two people at each table, who act twice a second. Beside them a process with an address
of its own (127.0.0.2) sends one flood after the other at full speed: those of ``tests/server/test_guard.py``, some that come
again and again whenever they are dropped, and crowds of identities, each of which asks no more often than it may. One of these
is no flood: a school of 200 people who play normally. Room, people and flood share the cores. Linux only.

Measured are people's acknowledgements, the first page of newcomers, the answer of a bot to one person, the room's CPU time and
memory, and how many requests of the flood were refused.
"""
# pyright: basic

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import crowd
import httpx
import uvloop
from acts import Table, wait
from crowd import open_room
from room import ELSE, used
from speed import best, calibration

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server.test_guard import FRAMES, GET, HTTP, MASK

HOSTILE = "127.0.0.2"
QUIET = "nothing"
CROWDS = {
    "many cookies": (50, "/api/games"),
    "many cookies that look up words": (100, "/api/words/house"),
    "many cookies on the first page": (200, "/"),
    "many bot tables": (60, ""),
    "a school": (200, ""),
}
"""Identities of one address, and what each asks for."""
RATE = 19.0
"""Requests a second of each identity of a crowd; 20 are allowed."""
AGAIN = ("open and close", "sockets opened and closed", "requests", "a byte a second")
"""Floods that come again and again, in the order of `Attacker.run`."""
BEGUN = b"begun\n"
"""Line that the flood prints when it has begun."""
REFUSED = b"refused"
"""Text that the flood prints for each refusal that it reads."""
DEFAULT_LIMITS = "--limits="
"""The argument that leaves a room its usual limits, instead of those that `open_room` gives."""


class Attacker:
    """A client that floods a room.

    Args:
        port: the room's. name: of the flood.
    """

    def __init__(self, port: int, name: str) -> None:
        self.port, self.name = port, name

    def run(self) -> None:
        """Flood for ever."""
        ways = lambda: self.dial().close(), lambda: self.socket().close(), self.requests, self.drip
        again: dict[str, Callable[[], object]] = dict(zip(AGAIN, ways, strict=True))
        if self.name in CROWDS:
            uvloop.run(self.crowd())
        if self.name in FRAMES or self.name.startswith("sockets"):
            self.come()
        print(BEGUN.decode(), end="", flush=True)
        while True:
            with suppress(OSError):
                again.get(self.name, self.flood)()

    async def crowd(self) -> None:
        """Come as many people, and ask for ever."""
        count, path = CROWDS[self.name]
        address, few = f"http://127.0.0.1:{self.port}", asyncio.Semaphore(8)
        if self.name == "a school":
            people, chance = argparse.Namespace(game="mitch", think=5.0), random.Random(1)
            tables = [Table(address, people, random.Random(chance.random()), [], HOSTILE) for _ in range(count // 2)]

            async def sit(table: Table) -> None:
                async with few:
                    await table.open()

            await asyncio.gather(*map(sit, tables))
            print(BEGUN.decode(), end="", flush=True)
            playing = [asyncio.create_task(table.play()) for table in tables]
            done, _ = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            print(REFUSED.decode(), next(iter(done)).exception(), flush=True)
            return
        cookies = [Cookie(self.port) for _ in range(count)]

        async def come(cookie: Cookie) -> None:
            async with few:
                await cookie.come(bots=not path)

        await asyncio.gather(*map(come, cookies))
        print(BEGUN.decode(), end="", flush=True)
        await asyncio.gather(*(cookie.ask_for_ever(path) if path else cookie.play_for_ever() for cookie in cookies))

    def dial(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(HOSTILE, 0))

    def come(self) -> None:
        """Get a cookie and open a table, as anybody can."""
        with httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}", transport=httpx.HTTPTransport(local_address=HOSTILE), timeout=60
        ) as http:
            http.get("/")
            match = http.post("/api/matches", json={"game": "mitch", "seats": ["open"]}).raise_for_status().json()["match"]
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        self.wish = (
            f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()

    def socket(self) -> socket.socket:
        """Return a socket at the table, once the room has accepted it."""
        connection = self.dial()
        connection.sendall(self.wish)
        connection.recv(4096)
        return connection

    def flood(self) -> None:
        """One connection, until it is dropped."""
        if self.name in FRAMES:
            connection, piece = self.socket(), FRAMES[self.name]
            if "continuations" in self.name:
                connection.sendall(b"\x01\x80" + MASK)
        else:
            connection, (first, piece) = self.dial(), HTTP[self.name]
            connection.sendall(first)
        with connection:
            block = piece * max(1, 65536 // len(piece))
            while True:
                connection.sendall(block)

    def requests(self) -> None:
        """Ask on 16 connections, and read the answers."""
        lines = [self.dial() for _ in range(16)]
        try:
            while True:
                for line in lines:
                    line.sendall(GET + b"\r\n")
                for line in lines:
                    if not line.recv(65536):
                        return
        finally:
            for line in lines:
                line.close()

    def drip(self) -> None:
        """Send a thousand request heads, a byte a second."""
        lines = [self.dial() for _ in range(1000)]
        while lines:
            for line in [*lines]:
                try:
                    line.sendall(b"G" if line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0 else b"")
                except OSError:
                    lines.remove(line)
                    line.close()
            time.sleep(1)


class Cookie:
    """One identity of a crowd, on one connection.

    Args:
        port: the room's.
    """

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.match = port, "", ""

    async def come(self, bots: bool) -> None:
        """Get a cookie; with `bots` also a table with three of them."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(HOSTILE, 0))
        while not self.cookie:
            await self.ask("GET", "/")
        while bots and not self.match:
            status, opened = await self.ask("POST", "/api/matches", {"game": "mitch", "seats": ["rook"] * 3})
            if status == 201:
                self.match = opened["match"]
                await self.ask("POST", f"/api/matches/{self.match}/join", {"salt": "5a" * 32})

    async def ask(self, method: str, path: str, message: object = None) -> tuple[int, dict]:
        """Return the status and message of an answer, and report refusals to the bench."""
        body = b"" if message is None else json.dumps(message).encode()
        fields = f"Host: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\nContent-Length: {len(body)}\r\n"
        head = f"{method} {path} HTTP/1.1\r\n{fields}\r\n"
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        said = dict(line.lower().split(": ", 1) for line in answer.split("\r\n")[1:] if line)
        found = await self.reader.readexactly(int(said["content-length"]))
        if "set-cookie: " in answer:
            self.cookie = answer.partition("set-cookie: ")[2].partition(";")[0]
        status = int(answer[9:12])
        if status in (429, 503):
            print(REFUSED.decode(), status, flush=True)
        return status, json.loads(found) if found.startswith(b"{") else {}

    async def ask_for_ever(self, path: str) -> None:
        """Ask nearly as often as an identity may."""
        while True:
            pause = asyncio.create_task(asyncio.sleep(1 / RATE))
            await self.ask("GET", path)
            await pause

    async def play_for_ever(self) -> None:
        """Act whenever the bots have, and begin again when the match is over."""
        seq = -1
        while True:
            _, scene = await self.ask("GET", f"/api/matches/{self.match}/scene?have={seq}&wait=5")
            seq = scene.get("seq", 0)
            acts = [act for act, how in scene.get("acts", {}).items() if act not in ELSE and "ask" not in how]
            if acts:
                wish = {"type": "act", "act": acts[0], "seq": seq, "cid": secrets.token_hex(8)}
                await self.ask("POST", f"/api/matches/{self.match}/act", wish)
            elif "result" in scene:
                self.match, seq = "", -1
                await self.come(bots=True)


class Newcomer:
    """Whoever comes to the room for the first time: pages, as a browser loads them, again and again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waits: list[float] = []

    async def come_for_ever(self) -> None:
        """Load the first page every second."""
        while True:
            began = time.monotonic()
            async with httpx.AsyncClient(base_url=self.address, timeout=120) as http:
                page = await http.get("/")
                parts = re.findall(r'(?:src|href)="(/?[^"#:]+\.(?:js|css|svg|webmanifest))"', page.text)
                await asyncio.gather(*(http.get("/" + part.lstrip("/")) for part in parts))
                await asyncio.gather(http.get("/api/games"), http.get("/api/tables"))
            self.waits.append(time.monotonic() - began)
            await asyncio.sleep(1)


class Guest(crowd.Person):
    """Somebody who plays a bot, and measures how soon it answers."""

    async def play_for_ever(self) -> None:
        """Play match after match."""
        await self.http.get("/")
        await self.come()
        await self.play(float("inf"))


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@asynccontextmanager
async def attack(address: str, name: str) -> AsyncGenerator[list[bytes]]:
    """Run a flood until the room has been measured; the refusals it reports are filled in at its end."""
    told: list[bytes] = []
    if name == QUIET:
        yield told
        return
    command = [sys.executable, __file__, "--attack", address.rpartition(":")[2], name]
    flood = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    try:
        assert flood.stdout
        assert await flood.stdout.readline() == BEGUN, "the flood did not begin"
        listening = asyncio.create_task(flood.stdout.read())
        yield told
    finally:
        flood.kill()
        await flood.wait()
        told += (await listening).splitlines()


async def measure(address: str, process: int, given: argparse.Namespace) -> None:
    """Print a row of the table for every flood."""
    chance, taken = random.Random(given.seed), list[tuple[float, float]]()
    people = argparse.Namespace(game="mitch", think=0.5)
    tables = [Table(address, people, random.Random(chance.random()), taken) for _ in range(given.matches)]
    for table in tables:
        await table.open()
    newcomer = Newcomer(address)
    guest = Guest(address, argparse.Namespace(game="mitch", bot="owl", seats=2, think=0.2), random.Random(chance.random()))
    playing = [asyncio.create_task(table.play()) for table in tables]
    playing += [asyncio.create_task(newcomer.come_for_ever()), asyncio.create_task(guest.play_for_ever())]
    print("| flood | acts | p50 ms | p99 ms | newcomer's page, worst | bot, worst | CPU of the room | memory | refused |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name in given.floods or [QUIET, *HTTP, *FRAMES, *AGAIN, *CROWDS]:
        held = memory(process)
        async with attack(address, name) as refused:
            await wait(playing, 2)
            newcomer.waits.clear()
            guest.replies.clear()
            began, before = time.monotonic(), used(process)
            await wait(playing, given.seconds)
            spent, grown = (used(process) - before) / (time.monotonic() - began), memory(process) - held
        seconds = [1000 * took for ended, took in taken if ended >= began]
        cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else [float("nan")] * 99
        page, bot = (f"{max(waits):.2f} s" if waits else "none" for waits in (newcomer.waits, guest.replies))
        print(
            f"| {name} | {len(seconds)} | {cuts[49]:.0f} | {cuts[98]:.0f} | {page} | {bot} | {100 * spent:.0f} % | "
            f"{grown:+.0f} MB | {sum(line.startswith(REFUSED) for line in refused)} |",
            flush=True,
        )
        await wait(playing, 1)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in {"matches": 8, "seconds": 5, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--attack", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("floods", nargs="*")
    given = parser.parse_args()
    if given.attack:
        Attacker(given.attack, given.floods[0]).run()
    print(f"calibration loop: {best(calibration) / 1e6:.2f} M/s, load {os.getloadavg()[0]:.1f}")
    with open_room(DEFAULT_LIMITS, "--pace=off") as (address, process):
        uvloop.run(measure(address, process, given))


if __name__ == "__main__":
    main()
