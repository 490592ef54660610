"""The guard drops a connection without an answer once it costs more than any normal client would.

uvicorn limits the head of a request and the size of a message, but not the connections of an address, the time that a head
takes, and frames without a message. So the guard stands between each connection and uvicorn's protocol, and counts before
anything is parsed.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections import Counter
from collections.abc import Callable, Container, Generator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from muckle.server.door.rate_limits import Limits, Quota, network

CONNECTION = "connection"  # key of a reference to the connection in the state of a scope
PIECE = 2_048
"""Bytes that count as much as a frame."""
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

    def http(self, **uvicorn: Any) -> asyncio.Protocol:
        """Return the protocol of a new connection; uvicorn calls this like a class."""
        state = {**uvicorn.pop("app_state")}
        connection = Http(self, H11Protocol(app_state=state, **uvicorn))
        state[CONNECTION] = weakref.ref(connection)
        return connection

    def socket(self, **uvicorn: Any) -> asyncio.Protocol:
        """Return the protocol of a connection that becomes a WebSocket."""
        return Socket(self, WebSocketsSansIOProtocol(**uvicorn))

    def app(self, app: ASGIApp) -> ASGIApp:
        """Return an application that tells each connection when a request of it is being answered."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            reference = scope.get("state", {}).pop(CONNECTION, None)
            connection = reference and reference()
            with connection.answering() if connection else nullcontext():
                await app(scope, receive, send)

        return answer

    def home(self, peer: object) -> str:
        """Return the address that a connection counts for; "" for a proxy or a Unix socket."""
        return network(peer[0]) if isinstance(peer, tuple) and peer[0] not in self._exempt else ""

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
    """A connection that counts for its address and can be dropped at once.

    Args:
        inner: uvicorn's protocol, which gets whatever is within the limits.
    """

    transport: asyncio.Transport

    def __init__(self, guard: Guard, inner: asyncio.Protocol) -> None:
        self.guard, self._inner = guard, inner
        self._unread = Deadline(guard.limits.unread, "unread")
        self._home = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._home = self.guard.home(transport.get_extra_info("peername"))
        self.guard.count(self._home, 1)
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        self._inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()
        self._unread.begin(self.drop)

    def resume_writing(self) -> None:
        self._inner.resume_writing()
        self._unread.end()

    def leave(self) -> None:
        """Stop counting the connection."""
        self.guard.count(self._home, -1)
        self._unread.end()

    def drop(self, why: str) -> None:
        """Close the connection now, whatever is still to be read or written."""
        self.guard.dropped[why] += 1
        self.transport.abort()


class Http(Guarded):
    """An HTTP connection with limits on the size of a request and the time until its head is complete."""

    def __init__(self, guard: Guard, inner: asyncio.Protocol) -> None:
        super().__init__(guard, inner)
        self._late = Deadline(guard.limits.patience, "late")
        self._size = 0  # bytes since the last request began to be answered
        self._answering = 0

    @contextmanager
    def answering(self) -> Generator[None]:
        """Note that the head of a request is complete, for as long as it is being answered."""
        self._late.end()
        self._size = 0
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._late.begin(self.drop)
        if why := self.guard.refusal(self._home):
            self.drop(why)

    def leave(self) -> None:
        super().leave()
        self._late.end()

    def data_received(self, data: bytes) -> None:
        self._size += len(data)
        if self._size > self.guard.limits.request_size:
            self.drop("request_size")
            return
        if not self._answering:
            self._late.begin(self.drop)
        self._inner.data_received(data)
        if self.transport.get_protocol() is not self and not data.endswith(b"\r\n\r\n"):
            self.drop("frames")  # sent before the socket was opened


class Socket(Guarded):
    """A WebSocket with a limit on its frames, including those that the room never sees.

    uvicorn makes it once the request to open it is read, and first gives it the head of that request.
    """

    def __init__(self, guard: Guard, inner: asyncio.Protocol) -> None:
        super().__init__(guard, inner)
        self._tokens, self._at = guard.limits.frames_burst, time.monotonic()
        self._opened = False
        self._rest = b""  # the part of a frame's head that has come
        self._skip = 0  # bytes that are to come of the last frame's content

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        before = cast(asyncio.Transport, transport).get_protocol()
        super().connection_made(transport)
        if isinstance(before, Http):
            before.leave()  # it gets no further calls, not even at the end

    def data_received(self, data: bytes) -> None:
        if self._opened:
            now, limits = time.monotonic(), self.guard.limits
            self._tokens = min(limits.frames_burst, self._tokens + (now - self._at) * limits.frames) - 1 - len(data) // PIECE
            self._at = now
            self._count(data)
            if self._tokens < 0:
                self.drop("frames")
                return
        self._opened = True
        self._inner.data_received(data)

    def _count(self, data: bytes) -> None:
        """Take a token for each frame that begins in these bytes, until there are none left (RFC 6455, 5.2)."""
        data, at = self._rest + data, self._skip
        while at < len(data) and self._tokens >= 0:
            length = data[at + 1] & 127 if at + 1 < len(data) else 127
            more = {126: 2, 127: 8}.get(length, 0)
            begin = at + 2 + more
            if begin > len(data):
                break
            self._tokens -= 1
            masked = 4 if data[at + 1] & 128 else 0
            at = begin + masked + (int.from_bytes(data[begin - more : begin]) if more else length)
        self._rest = data[at:]
        self._skip = max(0, at - len(data))


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
