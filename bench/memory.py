"""Measure memory: a match at a table, a player of an event, and compiling a game from nothing.

``uv run --group bench python bench/memory.py`` prints a line each, in four minutes. A match is what `tracemalloc` counts for
many matches of 30 acts that two people follow in one room, without sockets. A player of an event has two sockets and plays a
whole deck: the difference between the most memory of a room with many players and of one with few tells what each player takes,
and from that what 5,000 would. Linux only.
"""
# pyright: basic

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import resource
import subprocess
import sys
import tempfile
import tracemalloc

from event_players import play_event
from hall import peak
from kills import database_of, free_port, start
from parts import play

from muckle.server.bots.bots import Bots
from muckle.server.room import Room
from muckle.store.urls import open_store

MATCHES, BEFORE, ACTS = 60, 5, 30
"""Matches that are counted, matches before them, which load what all share, and acts of each."""
FEW, MANY, EVENT = 50, 150, 5000
"""Players of the two events that are measured, and of the one that they tell about."""
SECONDS = 1.8
"""Seconds between two cards: a room with that many players needs half of them."""


async def match_memory(game: str) -> float:
    """Return the bytes that a match of a game takes in a room."""
    with tempfile.TemporaryDirectory() as folder:
        room, chance = Room(open_store(f"{folder}/room.db"), Bots(1)), random.Random(1)
        async with contextlib.AsyncExitStack() as there:
            there.push_async_callback(room.close)
            for _ in range(BEFORE):
                await play(room, game, chance, ACTS)
            gc.collect()
            tracemalloc.start(1)
            for _ in range(MATCHES):
                await play(room, game, chance, ACTS)
            gc.collect()
            taken = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
    return taken / MATCHES


async def event_memory(players: int) -> float:
    """Return the most memory that a room holds in an event of a whole deck, in MB."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with database_of(argparse.Namespace(database="", postgres=False)) as database:
        port = free_port()
        room, held = await start(port, database), 0.0
        playing = asyncio.create_task(play_event(f"127.0.0.1:{port}", bots=players, seconds=SECONDS))
        try:
            while not playing.done():
                held = peak(room.pid)
                await asyncio.sleep(0.5)
            await playing
        finally:
            room.terminate()
            await room.wait()
    return held


COMPILED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_maxrss / 1024:.0f} MB, {used.ru_utime + used.ru_stime:.0f} CPU s")
"""
"""Runs a command, and prints the memory of its largest process and its CPU time."""


def compiling() -> str:
    """Return what compiling Mickell from nothing takes, which has most to compile, in words."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
        command = [sys.executable, "-c", COMPILED, sys.executable, "-m", "muckle", "warm", "mickell"]
        environment = {**settings, "NUMBA_CACHE_DIR": folder}
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Print all figures."""
    for game in ("mitch", "grabble_road", "mickell"):
        print(f"a match in the room, {game}: {asyncio.run(match_memory(game)) / 1e3:.0f} kB", flush=True)
    print(f"`muckle warm mickell`, nothing compiled yet: {compiling()}", flush=True)
    few, many = (asyncio.run(event_memory(players)) for players in (FEW, MANY))
    each = (many - few) / (MANY - FEW)
    print(f"an event, {EVENT:,} players: {(few + (EVENT - FEW) * each) / 1e3:.2f} GB, as each takes {1000 * each:.0f} kB")


if __name__ == "__main__":
    main()
