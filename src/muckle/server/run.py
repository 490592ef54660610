"""`serve`: open the game room on this machine."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
import subprocess
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from muckle.errors import OptionsError
from muckle.words import installed

if TYPE_CHECKING:
    from muckle.server.messages import Pace

TRIED = 50
"""Ports tried after the one that was asked for."""
PLAIN = "NUMBA_DISABLE_JIT"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: Path | None = None,
    open_browser: bool = False,
    pace: Pace = "normal",
    workers: int | None = None,
) -> None:
    """Serve the game room until it is told to stop (Ctrl+C).

    The rules run as ordinary Python here: this process never compiles. A process in which Numba compiles already starts
    another one for it.

    Args:
        host: the address to listen on.
        port: if it is taken, the next free one is; 0: any.
        database: the file matches are kept in; None: one in the user's data folder, or in MUCKLE_HOME.
        open_browser: show the room, if this machine has a screen.
        pace: of bots, at tables whose host has chosen none.
        workers: processes in which bots think; None: one for each core but one.

    Raises:
        StoreError: the database cannot be used.
        OptionsError: the address cannot be listened on.
    """
    if "numba" in sys.modules and os.environ.get(PLAIN) != "1":
        options = [f"--host={host}", f"--port={port}", f"--pace={pace}"]
        options += [f"--database={database}"] if database else []
        options += [] if open_browser else ["--no-browser"]
        options += [] if workers is None else [f"--workers={workers}"]
        raise SystemExit(subprocess.call([sys.executable, "-m", "muckle.server", *options]))
    os.environ[PLAIN] = "1"
    database = database or installed.home() / "room.db"
    from uvicorn.loops.auto import auto_loop_factory

    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_serve(host, port, database, open_browser, pace, workers))


async def _serve(host: str, port: int, database: Path, open_browser: bool, pace: Pace, workers: int | None) -> None:
    import uvicorn

    from muckle.engine import compiler
    from muckle.server.app import make_app
    from muckle.server.bots import Bots
    from muckle.server.identity import Passport
    from muckle.server.room import Room
    from muckle.store.sqlite import SqliteStore

    assert compiler.PLAIN, "the game room must not compile"
    store = SqliteStore(database)
    try:
        listening = listen(host, port)
        passport = Passport(await store.setting("cookie key", secrets.token_hex(32)))
    except BaseException:
        await store.close()
        raise
    room = Room(store, Bots(workers), pace)
    config = uvicorn.Config(
        make_app(room, passport),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # twice the memory for a connection, for messages that are small anyway
        ws_max_size=64_000,  # larger ones close the socket with 1009; from 16 kB on they are only refused
        timeout_graceful_shutdown=3,
    )
    address = "http://{}:{}".format(f"[{host}]" if ":" in host else host, listening.getsockname()[1])
    print(f"The game room is open at {address} (Ctrl+C closes it)", flush=True)
    if open_browser and screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    await uvicorn.Server(config).serve([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the port, or on the next free one; then that is said.

    Raises:
        OptionsError: there is no such address, or it may not be listened on.
    """
    if not 0 <= port <= 65535:
        raise OptionsError(f"a port is a number from 0 to 65535, got {port}")
    last = min(port + TRIED, 65535)
    for candidate in range(port, last + 1):
        try:
            listening = bind(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise OptionsError(f"cannot listen on {host} port {candidate}: {error.strerror}") from None
            continue
        if candidate != port:
            print(f"Port {port} is taken, so it is {candidate}.", flush=True)
        return listening
    raise OptionsError(f"ports {port} to {last} are all taken")


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; connections wait in it until the server takes them."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening


def screen() -> bool:
    """Whether this machine can show a browser."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
