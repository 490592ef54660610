"""A real game room in a process of its own, and people who talk to it over real sockets."""

from __future__ import annotations

import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import httpx
import websockets.sync.client
from websockets.sync.client import ClientConnection

from muckle.scene.diff import patch
from patience import PATIENCE

TESTED = "requests=10000 messages=10000 tables=10000 bots=10000"
"""Limits of a room under test if a test gives none: its people act as fast as machines do."""
LAZY = (str(Path(__file__).with_name("lazy_room.py")),)
WHOLE = ("-m", "muckle.server")
"""Beginning of the command of a room that starts its workers and reads all word lists at once."""


class GameRoom:
    """A server process on a free loopback port."""

    def __init__(
        self,
        database: Path | None,
        *arguments: str,
        port: int = 0,
        start: Sequence[str] = LAZY,
        **environment: str,
    ) -> None:
        where = [f"--database={database}"] if database else []
        command = [sys.executable, *start, f"--port={port}", "--preload=none", *where, *arguments]
        self.process = subprocess.Popen(
            command,
            env={"MUCKLE_LIMITS": TESTED, **os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a group of its own, as a terminal would give it
        )
        self.said: list[str] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert self.process.stdout and self.process.stderr
        for stream in (self.process.stdout, self.process.stderr):
            threading.Thread(target=self._read, args=(stream,), daemon=True).start()
        self.address = self._wait_for("is open at ").split()[0]

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """Kill the room as a power cut would: nothing is said, nothing is closed."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def close(self) -> int:
        """End the room as Ctrl+C does, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def printed(self) -> list[str]:
        """Return the lines that the room has printed so far."""
        while not self._lines.empty():
            self.said.append(self._lines.get())
        return self.said

    def wait_for_line(self, *words: str) -> str:
        """Wait until the room has printed a line with all these words, and return the first one."""
        latest = time.monotonic() + PATIENCE
        while not (found := [line for line in self.printed() if all(word in line for word in words)]):
            assert time.monotonic() < latest, f"the room never said {words}: {self.said}"
            time.sleep(0.1)
        return found[0]

    def _read(self, stream: Any) -> None:
        with stream:
            for line in stream:
                self._lines.put(line)

    def _wait_for(self, words: str) -> str:
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                self.process.kill()
                raise AssertionError(f"the room did not open: {self.said}") from None
            self.said.append(line)
            if words in line:
                return line.partition(words)[2]


class Person:
    """A person with a browser: an HTTP client with cookies, and sockets."""

    def __init__(self, address: str) -> None:
        limits = httpx.Limits(keepalive_expiry=2)  # the room closes connections that are idle for five seconds
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, limits=limits)
        weakref.finalize(self, self.http.close)  # a socket that is left open fails whichever test runs when it is collected
        self.http.get("/")

    def get(self, path: str, code: int = 200, **query: Any) -> Any:
        answer = self.http.get(f"/api/{path}", params=query)
        assert answer.status_code == code, answer.text
        return answer.json()

    def post(self, path: str, message: Any = None, code: int = 200) -> Any:
        answer = self.http.post(f"/api/{path}", json={} if message is None else message)
        assert answer.status_code == code, answer.text
        return answer.json()

    def open(self, game: str, *seats: str, code: int = 201, **details: Any) -> Any:
        """Open a table and sit down there, as one tap in the browser does; return the last answer."""
        opened = self.post("matches", {"game": game, "seats": seats, **details}, code)
        return self.join(opened["match"]) if code == 201 else opened

    def join(self, match: str, code: int = 200, **wish: Any) -> Any:
        """Sit down at a table, with a salt of one's own."""
        return self.post(f"matches/{match}/join", {"salt": secrets.token_hex(32), **wish}, code)

    def again(self, match: str) -> Any:
        """Go to the rematch and sit down there."""
        return self.join(self.post(f"matches/{match}/again")["match"])

    def act(self, match: str, act: str, seq: int, cid: str, code: int = 200) -> Any:
        return self.post(f"matches/{match}/act", {"type": "act", "act": act, "seq": seq, "cid": cid}, code)

    def scene(self, match: str, **query: Any) -> Any:
        return self.get(f"matches/{match}/scene", **query)

    def watch(self, match: str) -> View:
        return View(self, match)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class View:
    """A socket of a person. It keeps its scene as a browser does, and every answer by command id."""

    def __init__(self, person: Person, match: str, seat: str = "", **headers: str) -> None:
        address = str(person.http.base_url).replace("http", "ws", 1).rstrip("/")
        self._connecting = websockets.sync.client.connect(
            f"{address}/api/matches/{match}/live?have=0&seat={seat}",
            additional_headers={"cookie": person.cookies, **headers},
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE,
        )
        self.connection: ClientConnection
        self.scene: Any = {}
        self.last: Any = None
        """The last message."""
        self.answers: dict[str, Any] = {}
        self.count = 0

    def __enter__(self) -> Self:
        self.connection = self._connecting.__enter__()
        return self

    def __exit__(self, *reason: Any) -> None:
        self._connecting.__exit__(*reason)

    def say(self, message: Any) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> Any:
        """Receive the next message and apply it to the scene."""
        message = self.last = json.loads(self.connection.recv(timeout))
        if message["type"] == "scene":
            self.scene = message["scene"]
        elif message["type"] == "patch":
            assert message["base"] == self.scene.get("seq", 0), "a patch for a scene the client does not have"
            self.scene = patch(self.scene, message["changes"])
            if done := message.get("done"):
                self.answers[done["cid"]] = done
        elif message.get("cid"):
            self.answers[message["cid"]] = message
        return message

    def hear_until(self, true: Any) -> Self:
        """Receive messages until the scene satisfies a condition."""
        while not self.scene or not true(self.scene):
            self.hear()
        return self

    def act(self, act: str, *, seq: int | None = None, cid: str = "") -> Any:
        """Act in the present position and return the answer."""
        self.hear_until(bool)
        self.count += 1
        cid = cid or f"{id(self)}-{self.count}"
        seq = self.scene.get("seq", 0) if seq is None else seq
        self.say({"type": "act", "act": act, "seq": seq, "cid": cid})
        while cid not in self.answers:
            self.hear()
        return self.answers[cid]


def playable(scene: Any) -> list[str]:
    """Return the acts of a scene that go on with the game and ask for nothing."""
    return [
        act
        for act, how in scene.get("acts", {}).items()
        if how["verb"] not in ("undo", "again", "hint", "sit", "start", "arrange") and "ask" not in how
    ]


def over(scene: Any) -> bool:
    return "result" in scene
