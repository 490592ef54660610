"""What whoever runs a room needs of it: settings, probes, figures, logs, an end that is no accident."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from muckle.errors import OptionsError
from muckle.server.operations import probes
from muckle.server.operations.settings import RoomSettings, read_settings
from muckle.store.urls import sqlite_file
from patience import PATIENCE, wait_until
from server.people import GameRoom, Person

Rooms = Callable[..., GameRoom]
People = Callable[..., Person]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def test_every_setting_can_be_given_in_the_environment():
    settings = RoomSettings(
        host="::1", port=9, database="x", browser=True, pace="fast", workers=2, limits="bots=3", keep_matches=4
    )
    assert read_settings(settings.environment()) == settings
    assert read_settings(settings.environment(), port=10, host=None).port == 10
    assert read_settings({"MUCKLE_PORT": "", "MUCKLE_HOME": "/x"}) == RoomSettings()
    with pytest.raises(OptionsError, match=r"^port is a whole number, got 'many'$"):
        read_settings({"MUCKLE_PORT": "many"})
    with pytest.raises(OptionsError, match=r"^browser is true or false, got 'maybe'$"):
        read_settings({"MUCKLE_BROWSER": "maybe"})
    with pytest.raises(OptionsError, match=r"^pace is one of slow, normal, fast, off, got 'soon'$"):
        read_settings({}, pace="soon")


@pytest.mark.parametrize(
    ("url", "path"), [("room.db", "room.db"), ("sqlite:///room.db", "room.db"), ("sqlite:////a/b", "/a/b")]
)
def test_a_database_is_a_file_or_its_url(url: str, path: str):
    assert sqlite_file(url) == Path(path)
    with pytest.raises(OptionsError, match=r"expected a file, or sqlite:/// and its path, got mysql://…"):
        sqlite_file("mysql://user:password@host/name")


def test_a_room_is_served_by_its_environment_alone(person: People, tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'other.db'}"
    room = GameRoom(None, start=("-m", "muckle", "serve"), MUCKLE_DATABASE=database, MUCKLE_WORKERS="1")
    try:
        assert person(room).get("games") and (tmp_path / "other.db").exists()
    finally:
        assert room.close() in (0, 130)


def test_probes_tell_a_room_that_lives_from_one_that_can_be_used(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--workers=1")
    alive = httpx.get(f"{room.address}/healthz", headers={"host": "probe"}, timeout=PATIENCE)
    assert (alive.status_code, alive.text, "set-cookie" in alive.headers) == (200, "alive", False)
    assert httpx.get(f"{room.address}/readyz", timeout=PATIENCE).text == "ready"
    ann = person(room)
    (tmp_path / "room.db").unlink()
    refused = ann.post("matches", {"game": "mitch", "seats": ["open"]}, 503)
    assert refused["code"] == "store.bad"
    wait_until(lambda: httpx.get(f"{room.address}/readyz", timeout=PATIENCE).status_code == 503, "the bad news")
    assert httpx.get(f"{room.address}/readyz", timeout=PATIENCE).text == "the database cannot be used"
    assert httpx.get(f"{room.address}/healthz", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize("patience", [0.1, 1e9])
def test_a_database_that_never_answers_makes_a_room_unready(patience: float, monkeypatch: pytest.MonkeyPatch):
    """With the break beside it: without a limit of its own the probe is not answered either."""

    class Silent:
        async def seating(self, match: str) -> None:
            await asyncio.Event().wait()

    async def story() -> None:
        readiness = asyncio.ensure_future(probes.Probes(cast("Any", None), cast("Any", Silent()))._readiness())
        await asyncio.wait([readiness], timeout=PATIENCE if patience < 1 else 1)
        assert readiness.done() == (patience < 1)
        if readiness.done():
            answer = readiness.result()
            assert (answer.status_code, answer.body) == (503, b"the database does not answer")
        readiness.cancel()

    monkeypatch.setattr(probes, "PATIENCE", patience)
    asyncio.run(story())


def test_figures_are_served_elsewhere(rooms: Rooms, person: People):
    port = free_port()
    room = rooms(f"--metrics=127.0.0.1:{port}", "--workers=1", "--limits=tables_burst=1")
    ann, ben = person(room), person(room)
    match = ann.open("mitch", "open", options={"hands": 1})["match"]
    ann.post("matches", {"game": "mitch", "seats": ["open"]}, 429)
    ben.join(match)
    with ann.watch(match) as hers, ben.watch(match) as his:
        for view in (hers, his):
            view.hear_until(bool)
        mover = next(view for view in (hers, his) if view.scene.get("acts"))
        mover.act(next(act for act in mover.scene["acts"] if act.startswith(("place", "discard"))))
        figures = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
    for line in ("muckle_sockets 2.0", "muckle_matches_in_memory 1.0", 'muckle_refused_total{share="tables"} 1.0'):
        assert line in figures
    assert "muckle_act_seconds_count 1.0" in figures and "process_resident_memory_bytes" in figures
    assert ann.http.get("/metrics").status_code == 404


def test_the_log_is_json_on_request_and_holds_no_secret(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--log=json", "--workers=1")
    ann = person(room)
    (tmp_path / "room.db").unlink()
    ann.post("matches", {"game": "mitch", "seats": ["open"]}, 503)
    room.told('"error"')
    lines = [json.loads(line) for line in room.heard() if line.startswith("{")]
    assert lines[0]["level"] == "error" and "room.db is gone" in lines[0]["message"] and lines[0]["at"].endswith("+00:00")
    assert not any(value.partition(".")[0] in json.dumps(lines) for value in ann.http.cookies.values())


def test_a_room_that_is_told_to_end_says_so_to_its_sockets(rooms: Rooms, person: People):
    room = rooms("--workers=1")
    ann = person(room)
    match = ann.open("mitch", "open")["match"]
    with ann.watch(match) as view:
        view.hear_until(bool)
        room.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                view.hear()
    assert closed.value.rcvd and closed.value.rcvd.code == 1012
    room.process.wait(PATIENCE)
    assert not [line for line in room.heard() if "Traceback" in line]


def test_a_database_is_copied_and_checked_by_command_while_it_is_open(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--workers=1")
    person(room).open("mitch", "open")
    environment = {**os.environ, "MUCKLE_DATABASE": f"sqlite:///{tmp_path / 'room.db'}"}

    def store(*words: str) -> str:
        command = [sys.executable, "-m", "muckle", "store", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
        return done.stdout + done.stderr

    assert "sound: 1 tables, 0 entries" in store("backup", str(tmp_path / "copy.db"))
    assert "sound: 1 tables, 0 entries" in store("check")
    assert "in use by another game room" in store("restore", str(tmp_path / "copy.db"))


def test_s10_who_goes_in_the_middle_of_a_request_leaves_no_trace(rooms: Rooms, person: People):
    room = rooms("--workers=1")
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", room.port)) as connection:
            connection.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1)
    assert person(room).get("games")
    assert room.close() in (0, 130)
    assert not [line for line in room.heard() if "Traceback" in line or "ERROR" in line]
