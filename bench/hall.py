"""Measure an event: how soon cards are seen and acts acknowledged, and what a player and card costs the room.

``uv run --group bench python bench/hall.py [--players 1000] [--seconds 10] [--deck tiny] [--rooms 1] [--kill SECONDS]`` has
bots play a whole event of Muckell, each with two sockets as a phone has, in one process beside the room, on the same cores.
With several rooms each has its share of the players; they share a PostgreSQL database (``--postgres`` and ``--group test``, as
in ``kills.py``), and ``--kill SECONDS`` kills the last room (SIGKILL) after so long and opens it no more. Linux only: times
come from /proc.
"""
# pyright: basic

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import time
from pathlib import Path

from event_players import play_event
from kills import database_of, free_port, start
from room import used
from speed import best, calibration

TINY = {"deck": "tiny", "rows": 2, "dictionary": "tiny"}


def peak(process: int) -> float:
    """Return the most memory that a process has held, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


async def main(given: argparse.Namespace) -> None:
    """Play the event, and print what it took."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    speed = best(calibration) / 1e6
    options = TINY if given.deck == "tiny" else {}
    with database_of(given) as database:
        ports = [free_port() for _ in range(given.rooms)]
        rooms = [await start(port, database) for port in ports]
        addresses = [f"127.0.0.1:{port}" for port in ports]
        before = sum(used(room.pid) for room in rooms)
        costs = {}

        async def watch() -> None:
            """Note what each room has cost so far, as long as it is there, and kill the last one in the middle."""
            began = time.monotonic()
            while True:
                for room in rooms:
                    if room.returncode is None:
                        costs[room.pid] = used(room.pid), peak(room.pid)
                if given.kill and time.monotonic() - began > given.kill and rooms[-1].returncode is None:
                    rooms[-1].kill()
                    await rooms[-1].wait()
                await asyncio.sleep(0.2)

        watching = asyncio.create_task(watch())
        try:
            found = await play_event(*addresses, bots=given.players, seconds=given.seconds, options=options)
        finally:
            watching.cancel()
            for room in rooms:
                if room.returncode is None:
                    room.kill()
                    await room.wait()
    cost = (sum(each for each, _ in costs.values()) - before) / given.players / found.cards * 1000
    memory = ", ".join(f"{each:.0f}" for _, each in costs.values())
    print(f"calibration loop {speed:.2f} M/s, load {os.getloadavg()[0]:.0f}; players and cards {found.players} x {found.cards}")
    print(f"{len(rooms)} rooms: {found.moves} acts, {found.lost} lost, {found.doubled} doubled")
    print(f"card seen p50 {found.call_p50_ms:.0f}, p99 {found.call_p99_ms:.0f} ms")
    print(f"act acknowledged p50 {found.ack_p50_ms:.0f}, p99 {found.ack_p99_ms:.0f} ms")
    print(f"{cost:.2f} CPU ms a player and card, joining and records included; memory at most {memory} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0, help="between two cards")
    parser.add_argument("--deck", choices=["full", "tiny"], default="full")
    parser.add_argument("--rooms", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--database", default="")
    parser.add_argument("--kill", type=float, default=0, metavar="SECONDS", help="seconds after which the last room is killed")
    asyncio.run(main(parser.parse_args()))
