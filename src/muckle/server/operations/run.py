"""The command `serve`: opens the game room on this machine."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import secrets
import socket
import subprocess
import sys
import threading
import webbrowser

from muckle.errors import OptionsError
from muckle.server.door.rate_limits import Limits, read_limits
from muckle.server.operations.settings import RoomSettings

TRIED = 50
"""Number of further ports to try if the requested one is taken, on a desktop."""
PLAIN = "NUMBA_DISABLE_JIT"
SWITCH = 0.0002
"""Switch interval of Python's threads in seconds. The store's thread needs the interpreter's lock several times per log entry:
with Python's usual 5 ms it all but stops as soon as the room is busy."""
COLLECTED = 20_000, 20, 20
"""Thresholds of the garbage collector, see `gc.set_threshold`. A thousand boards are a million objects. With Python's usual
700, 10, 10 all of them are scanned every few cards, and everybody waits half a second for it."""


def serve(settings: RoomSettings) -> None:
    """Serve the game room until it is stopped (Ctrl+C).

    The rules run as ordinary Python here: this process never compiles. If Numba compiles in the calling process already,
    another process is started for the room.

    Raises:
        StoreError: the database cannot be used.
        OptionsError: nothing can listen at the address, or a limit is invalid.
    """
    if "numba" in sys.modules and os.environ.get(PLAIN) != "1":
        environment = {**os.environ, **settings.environment()}
        raise SystemExit(subprocess.call([sys.executable, "-m", "muckle.server"], env=environment))
    os.environ[PLAIN] = "1"
    hold_nobody_up()
    from uvicorn.loops.auto import auto_loop_factory

    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_serve(settings, read_limits(settings.limits)))


def hold_nobody_up() -> None:
    """Tune Python's threads and garbage collector so that nobody in a full room waits for them."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECTED)


async def _serve(settings: RoomSettings, limits: Limits) -> None:
    import uvicorn

    from muckle.engine import compile
    from muckle.server.bots.bots import Bots
    from muckle.server.bots.own import read_names
    from muckle.server.door.guard import Guard, files_allowed
    from muckle.server.door.hosts import Hosts
    from muckle.server.door.identity import Passport
    from muckle.server.door.proxies import Proxies
    from muckle.server.door.rate_limits import RateLimits
    from muckle.server.http.app import make_app
    from muckle.server.operations import logs, metrics, orders
    from muckle.server.operations.metrics import RoomFigures
    from muckle.server.operations.operator import Operator
    from muckle.server.operations.probes import Probes
    from muckle.server.operations.pulse import NotifyingServer, Pulse
    from muckle.server.room import Room
    from muckle.store.urls import open_store

    assert compile.PLAIN, "the game room must not compile"
    errors = logs.set_up(settings.log)
    bots = Bots(settings.workers or None, own=read_names(settings.player), preload=None if settings.preload == "all" else ())
    bots.own.load()
    store = open_store(settings.database)
    try:
        listening = listen(settings.host, settings.port, slide=settings.next_port)
        passport = Passport(await store.setting("cookie key", secrets.token_hex(32)))
    except BaseException:
        await store.close()
        raise
    proxies = Proxies(settings.proxy)
    guard, rate_limits = Guard(limits, limits.connections or files_allowed() * 9 // 10, proxies), RateLimits(limits)
    contact = settings.public_url if settings.public_url.startswith("https://") else ""
    room = Room(store, bots, settings.pace, keep=(settings.keep_unplayed, settings.keep_matches), contact=contact)
    routes = Operator(room, await store.setting(orders.KEY, secrets.token_hex(32))).routes()
    await store.put_setting(orders.ADDRESS, reachable(settings.host, listening.getsockname()[1]))
    await room.bans.load()
    door, pulse = make_app(room, passport, rate_limits, Hosts(settings.public_url), routes), Pulse(store)
    if settings.metrics:
        metrics.publish(
            settings.metrics,
            RoomFigures(room=room, guard=guard, rate_limits=rate_limits, answers=door.answers, errors=errors, pulse=pulse),
        )
    config = uvicorn.Config(
        guard.app(Probes(door, store)),
        log_config=None,
        access_log=False,
        server_header=False,
        http=guard.http,  # pyright: ignore[reportArgumentType]  # called like a class
        ws=guard.socket,  # pyright: ignore[reportArgumentType]
        h11_max_incomplete_event_size=limits.head_size,
        ws_per_message_deflate=False,  # compression doubles a connection's memory, and messages are small
        ws_max_size=64_000,  # larger ones close the socket with 1009; from 16 kB on they are only refused
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies.for_uvicorn(),
        timeout_graceful_shutdown=3,
    )
    address = url(settings.host, listening.getsockname()[1])
    public = f", to the public at {settings.public_url}" if settings.public_url else ""
    print(f"The game room is open at {address} (Ctrl+C closes it){public}", flush=True)
    if settings.browser and screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    beating = asyncio.create_task(pulse.beat())
    try:
        await NotifyingServer(config).serve([listening])
    finally:
        beating.cancel()


def url(host: str, port: int) -> str:
    """Return the URL of a room that listens at a host and port."""
    return "http://{}:{}".format(f"[{host}]" if ":" in host else host, port)


def reachable(host: str, port: int) -> str:
    """Return the URL of a room for programs on its own machine, even if the room listens on all addresses."""
    return url({"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)


def listen(host: str, port: int, *, slide: bool = False) -> socket.socket:
    """Return a socket that listens on the port.

    Args:
        slide: whether to take the next free port if this one is taken, and say so. A proxy, a firewall and a bookmark know one
            port only, so a server must not move.

    Raises:
        OptionsError: the address does not exist, may not be listened on, or is taken.
    """
    if not 0 <= port <= 65535:
        raise OptionsError(f"a port is a number from 0 to 65535, got {port}")
    last = min(port + TRIED, 65535) if slide else port
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
    if slide:
        raise OptionsError(f"ports {port} to {last} are all taken")
    raise OptionsError(f"port {port} of {host} is taken by another program; end that one, or name another port with --port")


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket. Connections wait in it until the server accepts them."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # on Windows it would let two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening


def screen() -> bool:
    """Return whether this machine can show a browser."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
