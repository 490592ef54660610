"""Measure the cost of an act: CPU time of the room's process, from message to acknowledgement and to everybody's new scene.

``uv run --group bench python bench/room.py [GAME …]`` opens a real room, has two people play matches over real sockets, any
acts that come along, and divides the CPU time that the process used by the acts it acknowledged. Linux only: the time comes
from /proc. The calibration loop of ``speed.py`` runs beside it.
"""
# pyright: basic
# (messages are read as JSON)

from __future__ import annotations

import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from speed import best, calibration
from websockets.sync.client import ClientConnection, connect

from muckle.scene.diff import patch

ACTS = 300
TICK = os.sysconf("SC_CLK_TCK")
ELSE = ("undo", "again", "sit", "start", "arrange")
LIMITS = (
    "--limits=requests=1e5 requests_burst=1e5 messages=1e5 messages_burst=1e5 frames=1e5 frames_burst=1e5"
    " tables=1e3 tables_burst=1e3 bots=5000 strangers_burst=1e5 address_connections=100000 arrivals_burst=1e5"
)
"""Limits of the room that is measured: the bench asks faster than anybody may."""


def acts_of(scene: dict) -> list[str]:
    """Return the acts that a scene offers in the game. A letter that is asked for is E; acts that ask for more are left out.

    Blanks that nobody laid would fill the racks, until nothing else is left to complete a play with.
    """
    acts = {name: act for name, act in scene.get("acts", {}).items() if name not in ELSE}
    letters = [f"{name} E" for name, act in acts.items() if "ask" in act and act["ask"].get("kind") == "letter"]
    return [name for name, act in acts.items() if "ask" not in act] + letters


class Seat:
    """Somebody at the table."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60)
        self.http.get("/")
        self.scene: dict = {}

    def join(self, match: str) -> None:
        self.http.post(f"/api/matches/{match}/join", json={"salt": secrets.token_hex(32)}).raise_for_status()

    def watch(self, match: str) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{str(self.http.base_url).replace('http', 'ws', 1).rstrip('/')}/api/matches/{match}/live"
        self.socket: ClientConnection = connect(address, additional_headers={"cookie": cookie}, compression=None).__enter__()
        self.hear()

    def hear(self) -> dict:
        message = json.loads(self.socket.recv(60))
        if message["type"] == "scene":
            self.scene = message["scene"]
        elif message["type"] == "patch":
            self.scene = patch(self.scene, message["changes"])
        return message

    def acts(self) -> list[str]:
        return acts_of(self.scene)


def play(address: str, game: str, seats: list[Seat], chance: random.Random, acts: int) -> int:
    """Open a match and play it for so many acts, or to its end; how many there were."""
    wish = {"game": game, "seats": ["open"] * (len(seats) - 1)}
    match = seats[0].http.post("/api/matches", json=wish).raise_for_status().json()["match"]
    for seat in seats:
        seat.join(match)
    for seat in seats:
        seat.watch(match)
    done = 0
    while done < acts and not any("result" in seat.scene for seat in seats):
        seat = next((seat for seat in seats if seat.acts()), None)
        if seat is None:
            break  # only acts that ask for something are left
        seat.socket.send(
            json.dumps(
                {"type": "act", "act": chance.choice(seat.acts()), "seq": seat.scene.get("seq", 0), "cid": secrets.token_hex(4)}
            )
        )
        while (answer := (heard := seat.hear()).get("done", heard))["type"] not in ("done", "problem"):
            pass
        if answer["type"] == "problem":
            raise SystemExit(f"{game}: {answer['message']}")
        done += 1
        while seat.scene.get("seq", 0) < answer["seq"]:
            seat.hear()
        for other in seats:  # who does not see what happened (a draft) is sent nothing
            while not any(one.acts() or "result" in one.scene for one in seats) and other is not seat:
                other.hear()
    for seat in seats:
        seat.socket.close()
    return done


def used(process: int) -> float:
    """CPU seconds of a process so far, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def settle(process: int) -> None:
    """Wait until the room has read its word lists and the like."""
    quiet = 0
    while quiet < 3:
        before = used(process)
        time.sleep(1)
        quiet = quiet + 1 if used(process) - before < 0.02 else 0


def main(games: list[str]) -> None:
    """Measure each game with a room of its own."""
    print(f"calibration loop: {best(calibration) / 1e6:.2f} M/s")
    for game in games or ["mitch", "grabble_road", "multzo", "alphabetickell", "mickell"]:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "muckle.server", "--port=0", f"--database={folder}/room.db", LIMITS]
            room = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert room.stdout
            try:
                address = room.stdout.readline().split(" at ")[1].split()[0]
                seats, chance = [Seat(address) for _ in range(1 if game == "mickell" else 2)], random.Random(1)
                play(address, game, seats, chance, 20)
                settle(room.pid)
                before, done = used(room.pid), 0
                while done < ACTS:
                    done += play(address, game, seats, chance, ACTS - done)
                cost = (used(room.pid) - before) / done * 1000
            finally:
                room.terminate()
                room.wait()
            print(f"{game}, {len(seats)} at the table: {cost:.2f} CPU ms an act ({done} acts)")


if __name__ == "__main__":
    main(sys.argv[1:])
