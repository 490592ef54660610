"""The shield drops a connection, without a word, once it costs more than any client's would.

Neither uvicorn nor a proxy before it bounds heads, pipelining, control frames or time, so two protocols of uvicorn's are
extended here. They give its parsers small pieces and count in between; nothing is kept back and nothing waits.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections import Counter, deque
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from muckle.server.door.limits import Limits
from muckle.server.door.quota import Quota, household

PIECE = 2_048
"""Bytes that are parsed before it is looked how much they have cost."""
MOST_FILES = 1 << 20
"""Beyond that, memory is the limit."""

Drop = Callable[[str], None]


class Guard:
    """The counts and limits that all connections of a room share.

    Args:
        most: connections in all.
        exempt: proxies, whose connections are many people's.
    """

    def __init__(self, limits: Limits, most: int, exempt: Container[str] = ()) -> None:
        self.limits = limits
        self.held: Counter[str] = Counter()
        """Open connections by address."""
        self.dropped: Counter[str] = Counter()
        """Why connections were dropped."""
        self.open = 0
        self._most, self._each = most, min(limits.address_connections, most * 3 // 4)
        self._exempt = exempt
        self._arrivals = Quota(limits.arrivals, limits.arrivals_burst)
        self.http = functools.partial(Http, self)
        self.socket = functools.partial(Socket, self)

    def home(self, peer: object) -> str:
        """Return the address that a connection counts for: none for a proxy and for a Unix socket."""
        return household(peer[0]) if isinstance(peer, tuple) and peer[0] not in self._exempt else ""

    def count(self, home: str, more: int) -> None:
        """So many more (or fewer) connections of an address are open."""
        self.open += more
        self.held[home] += more
        if not self.held[home]:
            del self.held[home]

    def refusal(self, home: str) -> str:
        """Why a connection that has just been counted may not stay, or nothing."""
        if self.open > self._most:
            return "connections"
        if not home:
            return ""
        if self.held[home] > self._each:
            return "address_connections"
        return "arrivals" if self._arrivals.take(home) else ""


class Deadline:
    """Something that has to happen before long, or a connection is dropped.

    It knows the connection only while it waits: what has gone is forgotten at once, with all it has sent, not when the
    collector of garbage comes by.
    """

    def __init__(self, seconds: float, why: str) -> None:
        self._seconds, self._why = seconds, why
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, drop: Drop) -> None:
        """Start the timer, unless it runs already."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, drop, self._why)

    def end(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Guarded(asyncio.Protocol):
    """A connection that counts towards its address and can be ended at once; the base of both kinds."""

    guard: Guard
    transport: asyncio.Transport
    home = ""

    def begin(self, guard: Guard) -> None:
        """Before uvicorn's own beginning."""
        self.guard = guard
        self.unread = Deadline(guard.limits.unread, "unread")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.home = self.guard.home(transport.get_extra_info("peername"))
        self.guard.count(self.home, 1)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.count(self.home, -1)
        self.unread.end()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread.begin(self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.unread.end()

    def drop(self, why: str) -> None:
        """End the connection now, whatever waits to be read or written."""
        self.guard.dropped[why] += 1
        self.transport.abort()


class Http(Guarded, HttpToolsProtocol):
    """A connection until it becomes a socket: what a request may cost, and how long it may take."""

    def __init__(self, guard: Guard, **uvicorn: Any) -> None:
        self.begin(guard)
        self._late = Deadline(guard.limits.patience, "late")
        self._size = 0
        self._unanswered: deque[RequestResponseCycle] = deque()
        super().__init__(**uvicorn)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._late.begin(self.drop)
        if why := self.guard.refusal(self.home):
            self.drop(why)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell all unanswered requests that the client has gone; uvicorn tells the last one alone, and works the others off."""
        self._late.end()
        for cycle in self._unanswered:
            cycle.disconnected = True
            cycle.body.clear()
            cycle.message_event.set()
            cycle.on_response = nothing
        self._unanswered.clear()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        last = self.cycle
        super().on_headers_complete()
        if self.cycle is not last:
            self._unanswered.append(self.cycle)

    def on_response_complete(self) -> None:
        if self._unanswered:  # in the order in which they came; none once the connection has ended
            self._unanswered.popleft()
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        self._late.begin(self.drop)
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            if (now := self.transport.get_protocol()) is not self:  # a socket by now, whose client did not wait to hear so
                assert isinstance(now, Socket)
                now.data_received(data[start:])
                return
            piece = data[start : start + PIECE]
            self._size += len(piece)
            if self._size > self.guard.limits.request_size or len(self.pipeline) > self.guard.limits.pipeline:
                self.drop("request_size")
                return
            super().data_received(piece)

    def on_message_complete(self) -> None:
        self._size = 0
        self._late.end()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a `Socket`; this object hears no more of it, not even its end."""
        self._late.end()
        self.unread.end()
        self.guard.count(self.home, -1)
        super().handle_websocket_upgrade()
        self.parser = None  # pyright: ignore[reportAttributeAccessIssue]  # it knows this object, and nothing else does


class Socket(Guarded, WebSocketsSansIOProtocol):
    """A socket: what its frames may cost, those that the room never sees included."""

    def __init__(self, guard: Guard, **uvicorn: Any) -> None:
        self.begin(guard)
        self._tokens, self._at = guard.limits.frames_burst, time.monotonic()
        super().__init__(**uvicorn)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """Pay for a piece and for every frame in it, before any is answered."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        now, limits = time.monotonic(), self.guard.limits
        self._tokens, self._at = min(limits.frames_burst, self._tokens + (now - self._at) * limits.frames) - 1 - frames, now
        if self._tokens < 0 or (frames and not self.handshake_complete):
            self.drop("frames")
        else:
            super().handle_events()


def nothing() -> None:
    """Do nothing after an answer that nobody hears.

    The callback it replaces would keep the connection alive through a reference cycle.
    """


def files_allowed() -> int:
    """Raise this process's limit of open files as far as it can be, and return it."""
    try:
        import resource
    except ImportError:  # no such limit on Windows
        return 8_192
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # where "no limit" is not to be had
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
