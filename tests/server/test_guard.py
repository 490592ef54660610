"""Floods that once stopped a room or filled its memory: the room ends them, and others play on."""

import asyncio
import gc
import os
import socket
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muckle.errors import OptionsError
from muckle.server.door.door import Door
from muckle.server.door.guard import Guard, Socket
from muckle.server.door.hosts import Hosts
from muckle.server.door.identity import Passport
from muckle.server.door.rate_limits import Limits, Quota, RateLimits, network, read_limits
from muckle.server.operations.logs import worth_saying
from patience import PATIENCE, until
from server.people import GameRoom, Person

MEGABYTES = 12
"""Megabytes that a flood would send if nobody ended it."""


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameRoom]:
    """Open a room with short timeouts and otherwise the usual limits."""
    limits = "--limits=patience=1 unread=2 arrivals=1000"
    room = GameRoom(tmp_path_factory.mktemp("besieged") / "room.db", "--pace=off", "--workers=1", limits)
    yield room
    room.close()


@pytest.fixture
def match(besieged: GameRoom, person: Callable[..., Person]) -> tuple[Person, str]:
    """Return a person who plays in that room, and the match."""
    ann, ben = person(besieged), person(besieged)
    opened = ann.open("mitch", "open")["match"]
    ben.join(opened)
    return ann, opened


def dial(room: GameRoom, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", room.port), timeout=PATIENCE, source_address=(source, 0))


def flood(room: GameRoom, first: bytes, piece: bytes, *, answered: bytes = b"", then: bytes = b"", read: bool = False) -> int:
    """Send a beginning and then the same piece until the room closes the connection, and return the bytes of pieces sent.

    Args:
        answered: what the answer to the beginning starts with; it is waited for. then: what is said once behind it.
        read: whether what the room sends is read meanwhile.
    """
    block = piece * max(1, 4096 // len(piece))
    with dial(room) as connection:
        connection.sendall(first)
        assert connection.recv(4096).startswith(answered) if answered else True
        connection.sendall(then)
        if read:
            threading.Thread(target=drain, args=(connection,), daemon=True).start()
        sent = 0
        try:
            while sent < MEGABYTES * 1_000_000:
                connection.sendall(block)
                sent += len(block)
        except (ConnectionError, TimeoutError):
            return sent
    raise AssertionError(f"the room took {sent} bytes")


def drain(connection: socket.socket) -> None:
    try:
        while connection.recv(65536):
            pass
    except OSError:
        pass


def ends(connection: socket.socket) -> bool:
    """Return whether the room closes the connection, whatever it says before."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def memory(room: GameRoom) -> int:
    """Return the megabytes that the room's process uses."""
    pages = int(Path(f"/proc/{room.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def upgrade(room: GameRoom, ann: Person, match: str) -> bytes:
    """Return a request to open a WebSocket."""
    first = f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: 127.0.0.1:{room.port}\r\nCookie: {ann.cookies}\r\n"
    return first.encode() + UPGRADE + b"\r\n"


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
UPGRADE = b"""Connection: Upgrade\r
Upgrade: websocket\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
"""
MASK = b"\x00\x00\x00\x00"
HTTP: dict[str, tuple[bytes, bytes]] = {
    "large headers": (GET, b"X-Large: " + b"x" * 4000 + b"\r\n"),
    "tiny headers": (GET, b"a:b\r\n"),
    "one endless header": (GET + b"X: ", b"x" * 4096),
    "one endless line": (b"GET /", b"x" * 4096),
    "pipelined requests": (b"", GET + b"\r\n"),
    "chunks of one byte": (POST, b"1\r\n{\r\n"),
    "an endless body": (POST, b"1000\r\n" + b"{" * 4096 + b"\r\n"),
    "empty lines": (b"", b"\r\n"),
}
FRAMES = {
    "pings": b"\x89\x80" + MASK,
    "pings with unread answers": b"\x89\xfd" + MASK + b"x" * 125,
    "pongs": b"\x8a\x80" + MASK,
    "empty continuations": b"\x00\x80" + MASK,
    "messages": b"\x81\x82" + MASK + b"{}",
}


@pytest.mark.parametrize("name", HTTP)
def test_s2_s5_a_flood_of_requests_is_ended_and_others_play_on(besieged: GameRoom, match: tuple[Person, str], name: str):
    before = memory(besieged)
    first, piece = HTTP[name]
    flood(besieged, first, piece, read=name == "pipelined requests")
    assert memory(besieged) < before + 20
    ann, opened = match
    assert ann.scene(opened)["match"] == opened


@pytest.mark.parametrize("name", FRAMES)
def test_s1_a_flood_of_frames_is_ended_and_others_play_on(besieged: GameRoom, match: tuple[Person, str], name: str):
    ann, opened = match
    before = memory(besieged)
    start = b"\x01\x80" + MASK if "continuations" in name else b""
    flood(besieged, upgrade(besieged, ann, opened), FRAMES[name], answered=b"HTTP/1.1 101", then=start)
    assert memory(besieged) < before + 20
    assert ann.scene(opened)["match"] == opened


def test_a_flood_that_nobody_ends_is_noticed(rooms: Callable[..., GameRoom]):
    """Break of the guards above: without limits the room takes everything."""
    room = rooms("--limits=head_size=100000000 request_size=100000000 patience=600")
    with pytest.raises(AssertionError, match="the room took"):
        flood(room, *HTTP["large headers"])


def test_s1_frames_before_the_room_has_answered_are_no_clients(besieged: GameRoom, match: tuple[Person, str]):
    with dial(besieged) as connection:
        connection.sendall(upgrade(besieged, *match) + FRAMES["pings"])
        assert ends(connection)


@pytest.mark.parametrize("said", [b"", b"GET / HT", GET, POST + b"1\r\n{\r\n", b"\r\n"])
def test_s6_a_connection_without_a_whole_request_is_closed(besieged: GameRoom, said: bytes):
    with dial(besieged) as connection:
        connection.sendall(said)
        assert ends(connection)


def test_s6_a_request_that_drips_is_ended(besieged: GameRoom):
    with dial(besieged) as connection:
        connection.settimeout(0.2)
        for _ in range(100):
            try:
                connection.sendall(b"G")
                assert connection.recv(10) == b""
                return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    raise AssertionError("it was still there after 20 seconds")


def test_s2_a_client_that_does_not_read_is_dropped(besieged: GameRoom, match: tuple[Person, str]):
    ann, _ = match
    ask = f"GET /api/rules/mitch HTTP/1.1\r\nHost: localhost\r\nCookie: {ann.cookies}\r\n\r\n".encode()
    with dial(besieged) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(8):
            connection.sendall(ask)
        threading.Event().wait(4)
        connection.settimeout(PATIENCE)
        assert ends(connection)


def test_an_honest_client_takes_its_time_between_requests(besieged: GameRoom, person: Callable[..., Person]):
    """Timeouts are per request, not per connection: a poll may wait as long as it likes."""
    ann = person(besieged)
    opened = ann.open("mitch", "open")["match"]
    assert ann.get(f"matches/{opened}/scene", have=99, wait=3)["match"] == opened


def test_an_address_has_its_share_of_connections(tmp_path: Path):
    room = GameRoom(tmp_path / "room.db", "--workers=1", "--limits=address_connections=20 patience=600")
    try:
        connections = [dial(room) for _ in range(20)]
        with dial(room) as late:
            assert ends(late)
        for connection in connections:
            connection.close()
        assert httpx.get(f"{room.address}/api/games", timeout=PATIENCE).status_code == 200
    finally:
        room.close()


def served(room: GameRoom, source: str) -> bool:
    """Return whether a request from an address is answered. Its connection is closed right afterwards."""
    with dial(room, source) as connection:
        try:
            connection.sendall(GET + b"\r\n")
            return connection.recv(10) == b"HTTP/1.1 2"
        except ConnectionError:
            return False


def test_s2_an_address_may_reconnect_only_so_often(rooms: Callable[..., GameRoom]):
    room = rooms("--limits=arrivals=0.001 arrivals_burst=20")
    assert [served(room, "127.0.0.2") for _ in range(30)] == [True] * 20 + [False] * 10
    assert served(room, "127.0.0.3")


def test_s2_a_connection_without_a_whole_request_holds_little(rooms: Callable[..., GameRoom]):
    """One connection may use 256 kB. These have sent as much as they may, and stay open."""
    room, many = rooms("--limits=patience=600"), 400
    before = memory(room)
    lines = [dial(room) for _ in range(many)]
    for line in lines:
        line.sendall(GET + b"X-Large: " + b"x" * 15_000)
    assert served(room, "127.0.0.1"), "it has read what came before"
    assert memory(room) - before < many * 0.256
    for line in lines:
        line.close()


@asynccontextmanager
async def alone(answer: ASGIApp, made: Callable[[object], None] = lambda _: None) -> AsyncGenerator[tuple[str, int]]:
    """Yield the address of a server with guarded connections only, and report each new connection."""
    guard = Guard(Limits(), 100)

    def told(kind: Callable[..., object]) -> Any:
        def make(**given: Any) -> object:
            connection: Any = kind(**given)
            made(connection._inner)
            return connection

        return make

    kinds = {"http": told(guard.http), "ws": told(guard.socket)}
    server = uvicorn.Server(uvicorn.Config(answer, port=0, lifespan="off", log_config=None, **kinds))
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    yield server.servers[0].sockets[0].getsockname()[:2]
    await until(lambda: not guard.open)
    server.should_exit = True
    await serving


@pytest.mark.parametrize("name", ["large headers", "an endless body", "pipelined requests", "a request", "a socket"])
def test_s2_memory_of_a_connection_is_freed_when_it_closes(name: str):
    """If memory waited for the garbage collector, a repeated flood would fill 30 MB in seconds."""
    first, piece = HTTP.get(name, (GET + UPGRADE * (name == "a socket") + b"\r\n", b""))
    alive: weakref.WeakSet[object] = weakref.WeakSet()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
        while (await receive())["type"] in ("websocket.connect", "websocket.receive", "http.request"):
            if scope["type"] == "http":
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body"})

    async def story() -> None:
        async with alone(answer, alive.add) as address:
            reader, writer = await asyncio.open_connection(*address)
            with suppress(ConnectionError):
                writer.write(first)
                await (writer.drain() if piece else reader.readuntil(b"\r\n\r\n"))
                while piece:
                    writer.write(piece * 16)
                    await writer.drain()
            assert piece or len(alive), "it is there as long as it is open"
            writer.close()
            await until(lambda: not alive)

    gc.collect()
    gc.disable()
    try:
        asyncio.run(story())
    finally:
        gc.enable()


def test_s2_its_break_a_connection_that_knows_itself_stays():
    """Break: a reference cycle, as with deadlines that knew their connection."""
    alive: weakref.WeakSet[Any] = weakref.WeakSet()

    def ringed(connection: Any) -> None:
        connection.ring = connection
        alive.add(connection)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    async def story() -> None:
        async with alone(answer, ringed) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(GET + b"\r\n")
            await reader.readuntil(b"\r\n\r\n")
            writer.close()

    gc.collect()
    gc.disable()
    try:
        asyncio.run(story())
        assert alive
    finally:
        gc.enable()
        gc.collect()
    assert not alive


async def test_s2_requests_of_a_client_that_left_are_dropped(caplog: pytest.LogCaptureFixture):
    """Only the first of several requests in a row is begun. It hears that the client has left, and nothing is logged.

    uvicorn tells only the last request, so that the room worked off all of them: 600 MB in five seconds of a flood.
    """
    begun, heard = [0], list[str]()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        begun[0] += 1
        await receive()
        heard.append((await receive())["type"])
        with suppress(RuntimeError):
            await send({"type": "http.response.start", "status": 200, "headers": []})

    async with alone(answer) as address:
        _, writer = await asyncio.open_connection(*address)
        writer.write((GET + b"\r\n") * 5)
        await writer.drain()
        await until(lambda: begun[0])
        writer.transport.abort()
        await until(lambda: heard)
    assert (begun, heard) == ([1], ["http.disconnect"])
    assert not [entry for entry in caplog.records if entry.levelname == "ERROR"]


async def test_s2_memory_of_a_refused_client_is_freed_when_it_leaves(monkeypatch: pytest.MonkeyPatch):
    """They are told after a pause. What they sent must not stay that long once they have left."""
    monkeypatch.setattr("muckle.server.door.door.PAUSE", 1e6)
    rate_limits = RateLimits(Limits(strangers=1e-6, strangers_burst=1))
    alive: weakref.WeakSet[object] = weakref.WeakSet()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    async with alone(Door(answer, Passport("0" * 64), rate_limits, Hosts("")), alive.add) as address:
        writers = [(await asyncio.open_connection(*address))[1] for _ in range(3)]
        for writer in writers:
            writer.write(POST + b"800\r\n" + b"{" * 2048 + b"\r\n")
            await writer.drain()
        await until(lambda: rate_limits.refused["strangers"] == 2)
        tasks = len(asyncio.all_tasks())
        for writer in writers[1:]:
            writer.transport.abort()
        await until(lambda: len(asyncio.all_tasks()) <= tasks - 2)
        writers[0].close()


def test_s2_a_client_that_leaves_during_its_answer_is_no_error():
    """Otherwise anybody could fill the log."""
    scope: Any = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "headers": [(b"host", b"localhost")]}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def visit(says: str) -> None:
        told: list[Message] = [{"type": "http.request"}, {"type": "http.disconnect"}]

        async def receive() -> Message:
            return told.pop(0)

        async def send(message: Message) -> None:
            raise RuntimeError(says)

        await Door(answer, Passport("0" * 64), RateLimits(Limits()), Hosts(""))(scope, receive, send)
        assert not told, "uvicorn knows it by now, and does not miss the rest of the answer"

    asyncio.run(visit("unable to perform operation on <TCPTransport closed=True reading=False>; the handler is closed"))
    with pytest.raises(RuntimeError, match="something else"):
        asyncio.run(visit("something else"))


def test_s2_s6_what_a_room_usually_allows():
    usual = Limits()
    assert usual.patience <= 10, "seconds without a valid request"
    assert usual.head_size + usual.request_size < 256_000, "bytes of it"


# RateLimits


def test_s5_who_asks_for_too_much_is_told_when_to_ask_again(rooms: Callable[..., GameRoom], person: Callable[..., Person]):
    room = rooms("--limits=requests=0.001 requests_burst=6 strangers=0.001 strangers_burst=3 tables_burst=2")
    ann, ben = person(room), person(room)
    for _ in range(2):
        ann.post("matches", {"game": "mitch", "seats": ["open"]}, 201)
    refused = ann.http.post("/api/matches", json={"game": "mitch", "seats": ["open"]})
    assert (refused.status_code, refused.json()["code"]) == (429, "http.429")
    assert 1 <= int(refused.headers["retry-after"]) <= 10
    for _ in range(3):
        ann.get("games")
    refused = ann.http.get("/api/games")
    assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 900
    assert "try again in" in refused.json()["message"]
    assert ben.get("games"), "who is known pays for nobody else"
    assert httpx.get(f"{room.address}/api/games", timeout=PATIENCE).status_code == 200
    stranger = httpx.get(f"{room.address}/api/games", timeout=PATIENCE)
    assert stranger.status_code == 429 and "set-cookie" not in stranger.headers


def test_s5_acts_of_one_person_have_one_share_over_http(rooms: Callable[..., GameRoom], person: Callable[..., Person]):
    ann = person(rooms("--limits=messages=0.001 messages_burst=3"))
    opened = ann.open("mitch", "open")["match"]
    ann.act(opened, "place KH", 0, "c1", code=409)
    assert ann.act(opened, "place KH", 0, "c2", code=429)["code"] == "http.429"


def test_s4_the_bots_of_one_person_are_limited(rooms: Callable[..., GameRoom], person: Callable[..., Person]):
    ann = person(rooms("--limits=bots=4"))
    wish = {"game": "mitch", "seats": ["open", "easy", "easy", "easy"]}
    opened = ann.post("matches", wish, 201)["match"]
    with ann.watch(opened) as view:
        view.hear_until(bool)
        assert "more than 4 bots" in ann.post("matches", wish, 429)["message"]
        ann.post("matches", {"game": "mitch", "seats": ["open"]}, 201)


def test_s4_bots_at_tables_that_everybody_has_left_do_not_count(rooms: Callable[..., GameRoom], person: Callable[..., Person]):
    ann = person(rooms("--limits=bots=4"))
    for _ in range(3):
        ann.post("matches", {"game": "mitch", "seats": ["open", "easy", "easy", "easy"]}, 201)


def test_open_sockets_and_requests_of_one_person_are_limited(rooms: Callable[..., GameRoom], person: Callable[..., Person]):
    ann = person(rooms("--limits=at_once=2"))
    opened = ann.open("mitch", "open")["match"]
    with ann.watch(opened) as one, ann.watch(opened) as two:
        one.hear_until(bool)
        two.hear_until(bool)
        assert ann.get("games", 429)["code"] == "http.429"


@pytest.mark.parametrize(
    ("limits", "message"),
    [("speed=3", "sets no limit"), ("bots", "sets no limit"), ("bots=many", "Expected `int`"), ("bots=-1", "positive")],
)
def test_unknown_and_malformed_limits_are_refused(limits: str, message: str):
    with pytest.raises(OptionsError, match=message):
        read_limits(limits)


def test_a_quota_fills_up_with_time():
    now = [100.0]
    quota = Quota(2, 3, lambda: now[0])
    assert [quota.take("ann") for _ in range(4)] == [0, 0, 0, pytest.approx(0.5)]
    assert quota.take("ben") == 0
    now[0] += 0.5
    assert [quota.take("ann"), quota.take("ann")] == [0, pytest.approx(0.5)]
    now[0] += 100
    assert [quota.take("ann") for _ in range(4)] == [0, 0, 0, pytest.approx(0.5)]


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_an_address_counts_for_its_network(address: str, home: str):
    assert network(address) == home


# Host


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:80", "[::1]:8000", "192.0.2.7", "table.localhost", "games.example"])
def test_s10_the_room_is_known_by_its_names_and_by_numbers(host: str):
    assert Hosts("https://games.example:8443").know(host)


@pytest.mark.parametrize("host", ["evil.example", "", "127.0.0.1.evil.example", "games.example.evil", "[", "localhost.evil"])
def test_s10_a_name_that_is_not_the_rooms_is_refused(besieged: GameRoom, host: str):
    assert not Hosts("https://games.example").know(host)
    answer = httpx.get(f"{besieged.address}/api/games", headers={"host": host}, timeout=PATIENCE)
    assert answer.status_code in (400, 421) and "set-cookie" not in answer.headers


async def test_text_that_is_not_utf_8_ends_the_socket_and_fills_no_log(caplog: pytest.LogCaptureFixture):
    said: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        said.set_result(await receive())

    async with alone(answer) as address:
        reader, writer = await asyncio.open_connection(*address)
        writer.write(GET + UPGRADE + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x81\x81" + MASK + b"\xff")
        assert (await asyncio.wait_for(said, PATIENCE))["type"] == "websocket.disconnect"
        writer.close()
    assert caplog.records and not any(map(worth_saying, caplog.records))


async def test_frames_are_counted_however_they_arrive():
    """Heads of all lengths, cut into pieces of every size; the content is no frame, whatever is in it."""
    heads = {0: b"\x80", 4: b"\x84", 126: b"\xfe\x00\x7e", 256: b"\xff" + (256).to_bytes(8)}
    data = b"".join(b"\x82" + head + MASK + b"\x89" * length for length, head in heads.items())
    for size in range(1, len(data)):
        connection = Socket(Guard(Limits(frames_burst=100), 1), asyncio.Protocol())
        for start in range(0, len(data), size):
            connection._count(data[start : start + size])
        assert connection._tokens == 96
