"""A socket that does not read makes nobody wait but itself, and later gets what is newest. Over real sockets."""

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from muckle.scene.contract import Act, Scene, Seat
from muckle.scene.diff import patch
from muckle.server.tables import push
from muckle.server.tables.push import Client, change
from patience import PATIENCE, until

pytestmark = pytest.mark.filterwarnings("ignore:unclosed resource <TCPServer:ResourceWarning")
"""uvloop says so of servers that uvicorn has closed; as an error it would end up inside uvloop, which then never closes."""

Run = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]
LONG = "x" * 50_000
SCENE = Scene("mitch", "Mitch", "", (Seat("Ann"),), {}, {}, {})


class Board:
    """A room with nothing in it but a scene that changes."""

    def __init__(self) -> None:
        self.scene = SCENE
        self.clients: set[Client] = set()
        self.dropped = 0

    async def talk(self, ws: WebSocket) -> None:
        await ws.accept()
        client = Client(ws, "", lambda _: self.scene)
        self.clients.add(client)
        await client.resend()
        try:
            while (await ws.receive())["type"] != "websocket.disconnect":
                pass
        except asyncio.CancelledError:
            assert client.dropped
            self.dropped += 1
        finally:
            self.clients.discard(client)

    def turn(self) -> None:
        """Change the scene and push it."""
        old = self.scene
        self.scene = msgspec.structs.replace(old, seq=old.seq + 1, status=f"{old.seq + 1} {LONG}")
        text = change(old, self.scene)
        for client in self.clients:
            client.push(text, self.scene)


@asynccontextmanager
async def serving(board: Board) -> AsyncGenerator[str]:
    listening = socket.create_server(("127.0.0.1", 0))
    app = Starlette(routes=[WebSocketRoute("/", board.talk)])
    config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off")
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve([listening]))
    yield f"ws://127.0.0.1:{listening.getsockname()[1]}/"
    server.should_exit = True
    await running
    listening.close()


class Reader:
    """A client that reads; it keeps its scene as a browser does."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.scene: dict[str, Any] = {}
        self.whole = 0

    async def read_until(self, seq: int) -> None:
        while self.scene.get("seq", -1) < seq:
            message = json.loads(await asyncio.wait_for(self.connection.recv(), PATIENCE))
            if message["type"] == "scene":
                self.scene, self.whole = {"seq": 0, **message["scene"]}, self.whole + 1
            else:
                assert message["base"] == self.scene["seq"]
                self.scene = patch(self.scene, message["changes"])


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Return a function that runs a story on an event loop; the room uses uvloop where there is one."""
    factory = asyncio.new_event_loop if request.param == "asyncio" else pytest.importorskip("uvloop").new_event_loop

    def running(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(story())

    return running


def dial(address: str, **options: Any) -> Any:
    return connect(address, compression=None, max_size=None, proxy=None, close_timeout=1, **options)


def test_one_socket_that_stops_reading_holds_nobody_up_and_catches_up_at_once(run: Run):
    async def story():
        board = Board()
        async with serving(board) as address, dial(address) as brisk, dial(address, max_queue=1) as slow:
            reader, sleeper = Reader(brisk), Reader(slow)
            await until(lambda: len(board.clients) == 2)
            for _ in range(400):
                board.turn()
                await reader.read_until(board.scene.seq)
            assert reader.whole == 1
            assert sorted(client.behind for client in board.clients) == [False, True]
            await sleeper.read_until(400)
            assert 2 <= sleeper.whole < 10, "the first and the newest, some in between, not all that was missed"
            whole = sleeper.whole
            await until(lambda: not any(client.behind for client in board.clients))
            board.turn()
            await asyncio.gather(reader.read_until(401), sleeper.read_until(401))
            assert reader.scene == sleeper.scene and sleeper.whole == whole

    run(story)


def test_catching_up_goes_on_until_the_scene_is_the_newest(run: Run):
    """Changes that come while a slow socket is sent a scene are not pushed, so they must be sent afterwards."""

    async def story():
        board = Board()
        async with serving(board) as address, dial(address, max_queue=1) as slow:
            sleeper = Reader(slow)
            await until(lambda: len(board.clients) == 1)
            [client] = board.clients
            while not client.behind:
                board.turn()
                await asyncio.sleep(0)
            for _ in range(50):
                board.turn()
            last = board.scene.seq
            await sleeper.read_until(last)
            assert sleeper.scene["status"] == board.scene.status

    run(story)


def test_a_socket_that_never_reads_is_dropped(run: Run, monkeypatch: Any):
    monkeypatch.setattr(push, "PATIENCE", 0.3)

    async def story():
        board = Board()
        async with serving(board) as address, dial(address) as brisk, dial(address, max_queue=1):
            reader = Reader(brisk)
            await until(lambda: len(board.clients) == 2)
            for _ in range(400):
                board.turn()
                await reader.read_until(board.scene.seq)
            await until(lambda: board.dropped == 1)
            assert len(board.clients) == 1
            board.turn()
            await reader.read_until(board.scene.seq)

    run(story)


def test_pushing_to_a_socket_that_is_gone_is_no_error(run: Run):
    async def story():
        board = Board()
        async with serving(board) as address, dial(address) as brisk:
            reader = Reader(brisk)
            async with dial(address) as leaving:
                await until(lambda: len(board.clients) == 2)
                leaving.transport.abort()
                for _ in range(20):
                    board.turn()
                    await reader.read_until(board.scene.seq)
            await until(lambda: len(board.clients) == 1)

    run(story)


def test_who_can_do_nothing_is_not_told_that_somebody_did_something_unseen():
    """Happens while a play of Grabble Road is composed. Whoever acts still needs the new seq (Grabble Road 6a)."""
    later = msgspec.structs.replace(SCENE, seq=1)
    assert change(SCENE, later) == ""
    acting = msgspec.structs.replace(later, acts={"pass": Act("Pass", "pass")})
    assert json.loads(change(acting, msgspec.structs.replace(acting, seq=2)))["changes"] == {"seq": 2}
    seen = json.loads(change(SCENE, msgspec.structs.replace(SCENE, seq=2, status="Ann passes")))
    assert (seen["base"], seen["changes"]) == (0, {"status": "Ann passes", "seq": 2})
