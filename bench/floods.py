"""Whether others play on while one hostile address floods the room: their acknowledgements, and the room's memory.

``uv run --group bench --group test python bench/floods.py [--matches 8] [--seconds 5] [FLOOD …]`` opens a real room with the
usual limits on this machine and seats two people at each table, who act twice a second. Beside them a process with an address
of its own (127.0.0.2) sends one flood after the other at full speed, those of ``tests/server/test_shield.py`` and some that
come again and again, and connects anew whenever it is dropped. Room, people and flood share the cores. Linux only.
"""
# pyright: basic

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import uvloop
from acts import Table, wait
from crowd import open_room
from room import used
from speed import best, calibration

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server.test_shield import FRAMES, GET, HTTP, MASK

HOSTILE = "127.0.0.2"
QUIET = "nothing"
AGAIN = ("open and close", "sockets opened and closed", "requests", "a byte a second")
"""Floods that come again and again, in the order of `Attacker.run`."""
BEGUN = b"begun\n"
"""What the flood says."""
USUAL = "--limits="
"""Instead of what `open_room` allows those who are measured."""


class Attacker:
    """Who floods a room.

    Args:
        port: the room's. name: of the flood.
    """

    def __init__(self, port: int, name: str) -> None:
        self.port, self.name = port, name

    def run(self) -> None:
        """Flood for ever."""
        ways = lambda: self.dial().close(), lambda: self.socket().close(), self.requests, self.drip
        again: dict[str, Callable[[], object]] = dict(zip(AGAIN, ways, strict=True))
        if self.name in FRAMES or self.name.startswith("sockets"):
            self.come()
        print(BEGUN.decode(), end="", flush=True)
        while True:
            with suppress(OSError):
                again.get(self.name, self.flood)()

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
        """A socket at the table, once the room has agreed to it."""
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
        """A thousand heads that come a byte a second."""
        lines = [self.dial() for _ in range(1000)]
        while lines:
            for line in [*lines]:
                try:
                    line.sendall(b"G" if line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0 else b"")
                except OSError:
                    lines.remove(line)
                    line.close()
            time.sleep(1)


def memory(process: int) -> float:
    """Megabytes that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@asynccontextmanager
async def attack(address: str, name: str) -> AsyncGenerator[None]:
    """A flood, from when it begins until the room is measured."""
    if name == QUIET:
        yield
        return
    command = [sys.executable, __file__, "--attack", address.rpartition(":")[2], name]
    flood = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    try:
        assert flood.stdout
        assert await flood.stdout.readline() == BEGUN, "the flood did not begin"
        yield
    finally:
        flood.kill()
        await flood.wait()


async def measure(address: str, process: int, given: argparse.Namespace) -> None:
    """Print a row of the table for every flood."""
    chance, taken = random.Random(given.seed), list[tuple[float, float]]()
    people = argparse.Namespace(game="mitch", think=0.5)
    tables = [Table(address, people, random.Random(chance.random()), taken) for _ in range(given.matches)]
    for table in tables:
        await table.open()
    playing = [asyncio.create_task(table.play()) for table in tables]
    print("| flood | acts | p50 ms | p99 ms | CPU of the room | memory |\n|---|---:|---:|---:|---:|---:|")
    for name in given.floods or [QUIET, *HTTP, *FRAMES, *AGAIN]:
        held = memory(process)
        async with attack(address, name):
            await wait(playing, 2)
            began, before = time.monotonic(), used(process)
            await wait(playing, given.seconds)
            spent, grown = (used(process) - before) / (time.monotonic() - began), memory(process) - held
        seconds = [1000 * took for ended, took in taken if ended >= began]
        cuts = statistics.quantiles(seconds, n=100) if len(seconds) > 1 else [float("nan")] * 99
        print(
            f"| {name} | {len(seconds)} | {cuts[49]:.0f} | {cuts[98]:.0f} | {100 * spent:.0f} % | {grown:+.0f} MB |", flush=True
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
    with open_room(USUAL, "--pace=off") as (address, process):
        uvloop.run(measure(address, process, given))


if __name__ == "__main__":
    main()
