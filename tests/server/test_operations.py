"""Running a room: settings, probes, metrics, logs, and a clean end."""

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from typer.testing import CliRunner
from uvicorn.middleware.proxy_headers import _TrustedHosts
from websockets.exceptions import ConnectionClosed

from muckle.cli import app
from muckle.errors import OptionsError
from muckle.match.log import Header
from muckle.server.door.guard import Guard
from muckle.server.door.proxies import Proxies
from muckle.server.door.rate_limits import Limits, network
from muckle.server.operations import probes, pulse
from muckle.server.operations.logs import ErrorCount, RateLimit
from muckle.server.operations.run import listen
from muckle.server.operations.settings import RoomSettings, read_settings
from muckle.server.tables.retention import tidy
from muckle.store.matches import Sitter
from muckle.store.sqlite import SqliteStore
from muckle.store.urls import open_store, sqlite_file
from muckle.version import VERSION
from patience import PATIENCE, until, wait_until
from server.people import WHOLE, GameRoom, Person

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
    ("given", "said"),
    [
        ({"proxy": "notanaddress"}, "addresses and networks such as 127.0.0.1, 10.0.0.0/8, got 'notanaddress'"),
        ({"proxy": "10.0.0.1/8"}, "got '10.0.0.1/8'; did you mean 10.0.0.0/8?"),
        ({"proxy": "127.0.0.1,"}, "got ''"),
        ({"proxy": "*"}, "got '*'"),
        ({"public_url": "games.example"}, "an address such as https://games.example, without a path, got 'games.example'"),
        ({"public_url": "https://"}, "got 'https://'"),
        ({"public_url": "https://games.example/room"}, "without a path"),
        ({"public_url": "ftp://games.example"}, "got 'ftp://games.example'"),
        ({"public_url": "https://games.example:none"}, "got 'https://games.example:none'"),
    ],
)
def test_settings_that_cannot_work_are_refused_in_a_sentence(given: dict[str, str], said: str):
    with pytest.raises(OptionsError, match=re.escape(said)):
        read_settings({}, **given)


def test_a_misspelt_variable_is_refused_and_the_right_one_named():
    with pytest.raises(OptionsError, match=r"^the environment sets MUCKLE_DATABSE, .*; did you mean MUCKLE_DATABASE\?$"):
        read_settings({"MUCKLE_DATABSE": "sqlite:////data/room.db"})
    others = {"MUCKLE_HOME": "/x", "MUCKLE_WITHOUT": "browser", "MUCKLE_TEST_BROWSER": "required", "PATH": "/bin"}
    assert read_settings(others) == RoomSettings()


def test_a_database_whose_folder_is_not_there_is_refused_not_made(tmp_path: Path):
    """Otherwise an unmounted volume or a misspelt path would give an empty room that calls itself ready."""
    with pytest.raises(OptionsError, match=r"there is no folder .*unmounted for the database; is a volume not mounted"):
        open_store(f"sqlite:///{tmp_path}/unmounted/room.db")
    assert not (tmp_path / "unmounted").exists()


PROXIES = "127.0.0.1, 10.0.0.0/8, 2001:db8::/32"


@pytest.mark.parametrize(
    ("address", "believed"),
    [
        ("127.0.0.1", True),
        ("10.200.3.4", True),
        ("::ffff:10.200.3.4", True),
        ("2001:db8::7", True),
        ("127.0.0.2", False),
        ("::1", False),
        ("11.0.0.1", False),
        ("2001:db9::7", False),
    ],
)
def test_a_list_of_proxies_means_the_same_to_uvicorn_and_to_the_shield(address: str, believed: bool):
    proxies = Proxies(PROXIES)
    guard = Guard(Limits(), 100, proxies)
    assert guard.home((address, 50_000)) == ("" if believed else network(address))
    assert (address in _TrustedHosts(proxies.for_uvicorn())) == believed


def test_its_break_one_literal_address_exempts_no_network():
    guard = Guard(Limits(), 100, {PROXIES})
    assert guard.home(("10.200.3.4", 50_000)) == "10.200.3.4"


def test_a_connection_of_a_trusted_network_may_say_for_whom_it_asks(rooms: Rooms):
    """Charges the address in `X-Forwarded-For` for its own requests, whichever proxy names it."""
    room = rooms("--workers=1", "--proxy=192.0.2.1,127.0.0.0/8", "--limits=strangers_burst=2 strangers=0.001")
    codes = {
        address: [
            httpx.get(f"{room.address}/api/games", headers={"x-forwarded-for": address}, timeout=PATIENCE).status_code
            for _ in range(2)
        ]
        for address in ("198.51.100.1", "198.51.100.2", "198.51.100.3")
    }
    assert all(answers == [200, 200] for answers in codes.values())


def start(*words: str) -> tuple[int, str]:
    """Return the exit code and the message of a command that cannot start."""
    command = [sys.executable, "-m", "muckle", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_a_server_never_slides_to_another_port(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = start("serve", f"--port={port}", f"--database={tmp_path / 'room.db'}")
        assert (code, f"port {port} of 127.0.0.1 is taken by another program" in said) == (2, True)
        with pytest.raises(OptionsError, match="is taken by another program"):
            listen("127.0.0.1", port)


def test_a_desktop_takes_the_next_free_port_and_says_so(capsys: pytest.CaptureFixture[str]):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, slide=True) as listening:
            slid = listening.getsockname()[1]
    assert slid > port and capsys.readouterr().out == f"Port {port} is taken, so it is {slid}.\n"


def test_the_desktop_s_command_may_slide_and_the_server_s_may_not(monkeypatch: pytest.MonkeyPatch):
    asked: list[RoomSettings] = []
    monkeypatch.setattr("muckle.server.operations.run.serve", asked.append)
    for words in ([], ["serve"]):
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert [settings.next_port for settings in asked] == [True, False]


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
async def test_a_database_that_never_answers_makes_a_room_unready(patience: float, monkeypatch: pytest.MonkeyPatch):
    """Break, as second case: without a timeout of its own the probe is not answered either."""

    class Silent:
        async def put_setting(self, name: str, value: str) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(probes, "PATIENCE", patience)
    readiness = asyncio.ensure_future(probes.Probes(cast("Any", None), cast("Any", Silent()))._readiness())
    await asyncio.wait([readiness], timeout=PATIENCE if patience < 1 else 1)
    assert readiness.done() == (patience < 1)
    if readiness.done():
        answer = readiness.result()
        assert (answer.status_code, answer.body) == (503, b"the database does not answer")
    readiness.cancel()


async def test_d11_the_space_of_deleted_tables_goes_back_to_the_disk(tmp_path: Path):
    path = tmp_path / "room.db"
    header = Header(game="mitch", version=1, seats=1, options={})
    store = SqliteStore(path, clock=lambda: 5.0)
    await asyncio.gather(*(store.open_table(f"m{n}", header, "", (Sitter("Ann" * 300),), "ann") for n in range(300)))
    await store.compact()
    before = path.stat().st_size
    tidying = asyncio.create_task(tidy(store, cast("Any", []), 14, 0))
    await until(lambda: path.stat().st_size < before / 3)
    tidying.cancel()
    await store.close()


def test_metrics_are_served_at_an_address_of_their_own(rooms: Rooms, person: People, tmp_path: Path):
    port = free_port()
    room = rooms(f"--metrics=127.0.0.1:{port}", "--workers=1", "--limits=tables_burst=1", start=WHOLE)
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
    for line in (f'muckle_info{{version="{VERSION}"}} 1.0', 'muckle_answers_total{status="429"} 1.0', "muckle_workers 2.0"):
        assert line in figures, line
    (database,) = re.findall(r"^muckle_database_bytes (\S+)", figures, re.MULTILINE)
    assert float(database) > 4096 and "muckle_loop_lag_seconds_count" in figures
    (tmp_path / "room.db").unlink()
    ben.post("matches", {"game": "mitch", "seats": ["open"]}, 503)
    figures = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
    assert 'muckle_answers_total{status="503"} 1.0' in figures and 'muckle_errors_total{kind="muckle.room"}' in figures
    assert ann.http.get("/metrics").status_code == 404


def test_errors_are_counted_by_kind():
    count = ErrorCount()
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        fault = sys.exc_info()
    count.handle(logging.LogRecord("uvicorn.error", logging.ERROR, "x", 1, "Exception in ASGI application", (), fault))
    count.handle(record(1, "the disk is full"))
    assert count.counts == {"ZeroDivisionError": 1, "muckle.room": 1}


class Sized:
    """A store that knows its size."""

    async def size(self) -> int:
        return 7


async def test_the_lag_of_the_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch):
    lags: list[float] = []
    monkeypatch.setattr(pulse, "BEAT", 0.05)
    beating = asyncio.create_task(pulse.Pulse(cast(Any, Sized()), lags.append).beat())
    await asyncio.sleep(0.02)
    time.sleep(0.5)  # what must never happen in a room
    await asyncio.sleep(0.01)
    beating.cancel()
    assert max(lags) > 0.4


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd is a matter of Linux")
def test_systemd_hears_that_the_room_is_ready_lives_and_ends(rooms: Rooms, tmp_path: Path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE)
        room = rooms("--workers=1", NOTIFY_SOCKET=str(tmp_path / "notify"))
        heard = [systemd.recv(100)]
        while not {b"READY=1", b"WATCHDOG=1"} <= set(heard):
            heard.append(systemd.recv(100))
        room.process.send_signal(signal.SIGTERM)
        while heard[-1] != b"STOPPING=1":
            heard.append(systemd.recv(100))
        assert heard.count(b"READY=1") == 1
        room.process.wait(PATIENCE)


def test_the_log_is_json_on_request_and_holds_no_secret(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--log=json", "--workers=1")
    ann = person(room)
    (tmp_path / "room.db").unlink()
    ann.post("matches", {"game": "mitch", "seats": ["open"]}, 503)
    room.wait_for_line('"error"')
    lines = [json.loads(line) for line in room.printed() if line.startswith("{")]
    assert lines[0]["level"] == "error" and "room.db is gone" in lines[0]["message"] and lines[0]["at"].endswith("+00:00")
    assert not any(value.partition(".")[0] in json.dumps(lines) for value in ann.http.cookies.values())


def record(line: int, message: str, level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord("muckle.room", level, "store.py", line, message, (), None)


def test_a_full_disk_is_told_once_a_second(rooms: Rooms, person: People, tmp_path: Path):
    """Otherwise a full disk would fill the log with a line for every refused act."""
    room = rooms("--workers=1")
    ann = person(room)
    (tmp_path / "room.db").unlink()
    began = time.monotonic()
    for _ in range(40):
        ann.post("matches", {"game": "mitch", "seats": ["open"]}, 503)
    room.wait_for_line("ERROR: ", "room.db is gone")
    lines = [line for line in room.printed() if "room.db is gone" in line]
    assert len(lines) <= 2 + (time.monotonic() - began)
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ERROR: ", lines[0]), "a line of text has its time"


def test_lines_left_out_of_the_log_are_counted():
    now = 0.0
    limit = RateLimit(lambda: now)
    assert [limit.filter(record(7, "full")) for _ in range(4)] == [True, False, False, False]
    assert limit.filter(record(8, "another line of code")) and limit.filter(record(7, "told", logging.INFO))
    now = 1.5
    assert limit.filter(later := record(7, "full")) and later.getMessage() == "full (and 3 more before it)"
    now = 3.0
    assert limit.filter(later := record(7, "full")) and later.getMessage() == "full"


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
    assert not [line for line in room.printed() if "Traceback" in line]


def test_a_database_is_copied_and_checked_by_command_while_it_is_open(rooms: Rooms, person: People, tmp_path: Path):
    room = rooms("--workers=1")
    person(room).open("mitch", "open")
    environment = {**os.environ, "MUCKLE_DATABASE": f"sqlite:///{tmp_path / 'room.db'}"}

    def store(*words: str) -> str:
        command = [sys.executable, "-m", "muckle", "store", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
        return done.stdout + done.stderr

    assert "sound: 1 table, 0 entries" in store("backup", str(tmp_path / "copy.db"))
    assert "sound: 1 table, 0 entries" in store("check")
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
    assert not [line for line in room.printed() if "Traceback" in line or "ERROR" in line]
