"""The shield drops a connection without an answer once it costs more than any normal client would.

Neither uvicorn nor a proxy in front of it limits heads, pipelining, control frames or time. So two of uvicorn's protocols are
extended here. They feed its parsers small pieces and count in between; nothing is held back and nothing waits.
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
"""Number of bytes that are parsed between two checks of the limits."""
MOST_FILES = 1 << 20
"""Limit of connections where the system has none; beyond it memory is the limit."""

Drop = Callable[[str], None]


class Guard:
    """The counts and limits that all connections of a room share.

    Args:
        most: maximum number of connections.
        exempt: trusted proxies, each of whose connections may serve many people.
    """

    def __init__(self, limits: Limits, most: int, exempt: Container[str] = ()) -> None:
        self.limits = limits
        self.connections: Counter[str] = Counter()
        """Number of open connections by address."""
        self.dropped: Counter[str] = Counter()
        """Number of dropped connections by the limit that they exceeded."""
        self.open = 0
        self._most, self._each = most, min(limits.address_connections, most * 3 // 4)
        self._exempt = exempt
        self._arrivals = Quota(limits.arrivals, limits.arrivals_burst)
        self.http = functools.partial(Http, self)
        self.socket = functools.partial(Socket, self)

    def home(self, peer: object) -> str:
        """Return the address that a connection counts for; "" for a proxy or a Unix socket."""
        return household(peer[0]) if isinstance(peer, tuple) and peer[0] not in self._exempt else ""

    def count(self, home: str, more: int) -> None:
        """Add to the number of open connections of an address."""
        self.open += more
        self.connections[home] += more
        if not self.connections[home]:
            del self.connections[home]

    def refusal(self, home: str) -> str:
        """Return the limit that a connection just counted exceeds; "" if it may stay."""
        if self.open > self._most:
            return "connections"
        if not home:
            return ""
        if self.connections[home] > self._each:
            return "address_connections"
        return "arrivals" if self._arrivals.take(home) else ""


class Deadline:
    """A timer that drops a connection unless something happens in time.

    It refers to the connection only while it runs, so that a closed connection is freed at once with all it has sent, not by a
    later garbage collection.
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
    """Base of both kinds of connections: it counts towards its address and can be dropped at once."""

    guard: Guard
    transport: asyncio.Transport
    home = ""

    def begin(self, guard: Guard) -> None:
        """Set up the connection; called before uvicorn's own constructor."""
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
        """Close the connection now, whatever is still to be read or written."""
        self.guard.dropped[why] += 1
        self.transport.abort()


class Http(Guarded, HttpToolsProtocol):
    """An HTTP connection with limits on what a request may cost and how long it may take."""

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
        """Tell all unanswered requests that the client has left. uvicorn tells only the last one and works off the others."""
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
        if self._unanswered:  # in order of arrival; empty once the connection has ended
            self._unanswered.popleft()
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        self._late.begin(self.drop)
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            if (now := self.transport.get_protocol()) is not self:  # already a WebSocket, whose client sent without waiting
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
        """Hand the connection over to a `Socket`. This object gets no further calls, not even at the end."""
        self._late.end()
        self.unread.end()
        self.guard.count(self.home, -1)
        super().handle_websocket_upgrade()
        self.parser = None  # pyright: ignore[reportAttributeAccessIssue]  # breaks the reference cycle


class Socket(Guarded, WebSocketsSansIOProtocol):
    """A WebSocket with a limit on its frames, including those that the room never sees."""

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
        """Count a piece and every frame in it, before any frame is answered."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        now, limits = time.monotonic(), self.guard.limits
        self._tokens, self._at = min(limits.frames_burst, self._tokens + (now - self._at) * limits.frames) - 1 - frames, now
        if self._tokens < 0 or (frames and not self.handshake_complete):
            self.drop("frames")
        else:
            super().handle_events()

    def handle_text(self, event: Frame) -> None:
        """Hand text on as bytes: its reader answers what isn't UTF-8, where uvicorn would log a traceback."""
        self.handle_bytes(event)


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
