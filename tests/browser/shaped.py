"""A way to the room that can be made long, lossy, mute or broken: a proxy on loopback, in a thread of its own.

TCP on loopback loses nothing. What a lost segment comes to for those who talk over TCP is that it comes later, and all that
follows it waits: so a loss is a stall here, of as long as a sender waits before it sends again.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Literal, Self

Cut = Literal["before the room hears it", "in the middle of it", "before its answer"]
"""Moment at which a connection that carries an act is cut."""
CUTS: tuple[Cut, ...] = ("before the room hears it", "in the middle of it", "before its answer")
AGAIN = 0.25
"""Seconds after which something lost is sent again, at a round trip of 0.2 to 0.4 s a little more than most senders wait;"""
TWICE = 0.6
"""Probability that the second attempt is lost, too, as in a burst of losses."""
PIECE = 16_384
ACT = 48
"""Bytes of the shortest frame that carries an act; those of a ping are fewer."""
RESET = struct.pack("ii", 1, 0)
"""For SO_LINGER: closing sends a reset at once, as a proxy does that is ended."""


class Way:
    """The way to a room, with an address of its own.

    Args:
        room: the room's port.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._delay = self._loss = 0.0
        self._luck = random.Random(1)
        self._cut: Cut | None = None
        self._lines: set[Line] = set()
        self._server: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.mute = False
        """Whether those who come are let in, and hear nothing."""
        self.port = 0
        self.resume()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def shape(self, delay: float, loss: float = 0.0) -> None:
        """Delay everything by some seconds each way from now on, and lose a fraction of it, which is sent again."""
        self._delay, self._loss = delay, loss

    def drop(self) -> None:
        """Reset every connection."""
        self._do(self._drop())

    def refuse(self) -> None:
        """Reset every connection and let nobody in."""
        self._do(self._refuse())

    def swallow(self) -> None:
        """Swallow all that is sent from now on, on open and new connections, without closing any: a black hole."""
        self._do(self._swallow())

    def resume(self) -> None:
        """Accept connections again. What fell into a black hole does not come back, nor does its connection."""
        self._do(self._resume())

    def cut(self, where: Cut) -> None:
        """Reset the connection that carries the next act, and accept no other until `resume`."""
        self._cut = where

    def close(self) -> None:
        self.refuse()
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drop(self) -> None:
        for line in list(self._lines):
            line.reset()

    async def _refuse(self) -> None:
        if self._server:
            self._server.close()
            self._server = None
        await self._drop()

    async def _swallow(self) -> None:
        self.mute = True
        for line in self._lines:
            line.dead = True

    async def _resume(self) -> None:
        self.mute = False
        if not self._server:
            self._server = await asyncio.start_server(self._met, "127.0.0.1", self.port)
            self.port = self._server.sockets[0].getsockname()[1]

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line(self, writer)
        self._lines.add(line)
        if self.mute:
            line.dead = True
            return
        try:
            back, on = await asyncio.open_connection("127.0.0.1", self._room)
        except OSError:
            line.reset()
            return
        line.writers.append(on)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._carry(line, reader, on, up=True), self._carry(line, back, writer, up=False))

    async def _carry(self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, up: bool) -> None:
        """Carry what comes, in order, each piece at its time."""
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send(line, pieces, writer))
        due = 0.0
        with contextlib.suppress(OSError):
            while data := await reader.read(PIECE):
                if line.dead:
                    continue
                line.live = line.live or (up and b"/live" in data[:200])
                if up and line.live and len(data) >= ACT and not data.startswith(b"GET") and self._cut:
                    data = await self._cut_off(line, data, writer)
                due = max(due, self._loop.time() + self._delay + self._stall())
                pieces.put_nowait((due, data))
        if not line.dead:
            pieces.put_nowait((due, b""))
            await sending

    def _stall(self) -> float:
        """Return the seconds by which a piece is late because it was lost."""
        if self._luck.random() >= self._loss:
            return 0.0
        return AGAIN if self._luck.random() >= self._loss else TWICE

    async def _send(self, line: Line, pieces: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, data = await pieces.get()
                await asyncio.sleep(due - self._loop.time())
                if line.dead:
                    return
                if not data:
                    line.end()
                    return
                writer.write(data)
                await writer.drain()

    async def _cut_off(self, line: Line, data: bytes, writer: asyncio.StreamWriter) -> bytes:
        """Cut a connection as requested, and carry nothing more of it."""
        where, self._cut = self._cut, None
        heard = {"before the room hears it": 0, "in the middle of it": len(data) // 2}.get(str(where), len(data))
        line.dead = True  # so nothing comes back
        if heard:
            writer.write(data[:heard])
            await writer.drain()
            await asyncio.sleep(AGAIN)  # the room has it, and has answered what was whole
        await self._refuse()
        return b""


class Line:
    """A connection through the proxy, with its two ends."""

    def __init__(self, way: Way, writer: asyncio.StreamWriter) -> None:
        self.writers = [writer]
        self.dead = False
        """Whether all that is sent on it is lost."""
        self.live = False
        """Whether it is a socket of the room's."""
        self._forget: Callable[[Line], None] = way._lines.discard  # pyright: ignore[reportPrivateUsage]  # they are one

    def reset(self) -> None:
        """Break the connection at both ends at once."""
        self.dead = True
        for writer in self.writers:
            connection = writer.get_extra_info("socket")
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            writer.transport.abort()
        self._forget(self)

    def end(self) -> None:
        """Close the connection after one end has closed it."""
        for writer in self.writers:
            writer.close()
        self._forget(self)
