"""A bot for the game room over HTTP: it sits down at a table and plays at random. Python's own library is all it needs.

    python examples/bot/bot.py http://127.0.0.1:8000/m/ID [TOKEN]

Open a table with a free place, and give it the link. Write your own `choose`; docs/bots.md describes what it gets. Keep the
token that the bot prints, and it stays the same player.
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import urllib.request
from typing import Any

AROUND = {"undo", "again", "hint", "sit", "start", "arrange"}
"""Verbs of acts that are about the table, not moves of the game."""


class Room:
    """The room's Bot API: JSON over HTTP, with a token that says who asks."""

    def __init__(self, address: str, token: str = "") -> None:
        self._address, self._headers = address, {"content-type": "application/json"}
        self.token = token or str(self.post("me/token")["token"])
        self._headers["authorization"] = f"Bearer {self.token}"

    def get(self, path: str) -> Any:
        """Ask for something."""
        return self._send(urllib.request.Request(f"{self._address}/api/{path}", headers=self._headers))

    def post(self, path: str, **message: Any) -> Any:
        """Do something."""
        body = json.dumps(message).encode()
        return self._send(urllib.request.Request(f"{self._address}/api/{path}", body, self._headers))

    def _send(self, request: urllib.request.Request) -> Any:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)


def choose(scene: Any) -> str:
    """Return one of the acts of a scene, or "" if there is nothing to do: a random one that asks for no words."""
    acts = [act for act, how in scene.get("acts", {}).items() if how["verb"] not in AROUND and "ask" not in how]
    return random.choice(acts) if acts else ""


def play(room: Room, match: str, name: str = "Random bot") -> Any:
    """Sit down at a table, play to the end, and return the last scene."""
    room.post(f"matches/{match}/join", name=name, salt=secrets.token_hex(32))
    scene = room.get(f"matches/{match}/scene")
    while "result" not in scene:
        if act := choose(scene):
            room.post(f"matches/{match}/act", type="act", act=act, seq=scene.get("seq", 0), cid=secrets.token_hex(8))
        wait = 0 if act else 30 if scene.get("seq") else 1  # that others sit down is no new number
        scene = room.get(f"matches/{match}/scene?have={scene.get('seq', 0)}&wait={wait}")
    return scene


if __name__ == "__main__":
    address, _, match = sys.argv[1].rpartition("/m/")
    room = Room(address, *sys.argv[2:])
    print(f"token: {room.token}", flush=True)
    print(play(room, match)["result"]["title"])
