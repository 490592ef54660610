"""The door of the application: everything that is refused before the request itself is looked at."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muckle.server.door.bans import Bans
from muckle.server.door.hosts import Hosts
from muckle.server.door.identity import Passport, Visitor
from muckle.server.door.rate_limits import STRANGERS, RateLimits, network
from muckle.server.errors import HttpError, TooMuch, problem
from muckle.server.fair import CLIENT, Client, turn
from muckle.server.messages import encode

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
LONGER = "max-age=31536000"
"""Value of Strict-Transport-Security: for a year, browsers that came by https only come back by https."""
GONE = "the handler is closed"
"""Text of uvloop's error about a connection that has ended. It is not logged: it has sixty lines, and anybody can cause it."""
PAUSE = 1.0
"""Seconds before a visitor who asks for too much is told so, which slows down those who wait for the answer."""


class Door:
    """ASGI middleware in front of the application.

    The door sets ``scope["state"]["visitor"]`` and adds headers and the cookie to answers. It refuses requests that are meant
    for another host, come from another site's page, come from a banned identity, or exceed a rate limit.
    """

    def __init__(
        self, app: ASGIApp, passport: Passport, rate_limits: RateLimits, hosts: Hosts, bans: Bans | None = None
    ) -> None:
        self._bans = bans
        self.app, self.passport, self.rate_limits, self.hosts = app, passport, rate_limits, hosts
        self.answers: Counter[str] = Counter()
        """Number of answers by HTTP status."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        send = while_there(scope, receive, send)
        if scope["type"] == "http":
            send = self._counted(send)
        connection = HTTPConnection(scope)
        token = bearer(connection.headers)
        visitor = self.passport.read(token or connection.cookies.get(self.passport.cookie))
        address = network((scope.get("client") or ("",))[0])
        visitor = visitor._replace(payer=STRANGERS + address if visitor.new else visitor.owner, address=address)
        try:
            if token:
                visitor = accepted(visitor)
            self._check(scope)
            if self._bans and scope["path"].startswith("/api/"):
                self._bans.check(visitor.owner)
            with self.rate_limits.request(visitor):
                CLIENT.set(Client(visitor.address, visitor.payer))
                await turn()
                await self._let_in(scope, receive, send, visitor)
        except TooMuch as error:
            await linger(scope, receive)
            await refuse(error, scope, receive, send)
        except HttpError as error:
            await refuse(error, scope, receive, send)

    def _counted(self, send: Send) -> Send:
        """Return a `send` that counts the status of the answer."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.answers[str(message["status"])] += 1
            await send(message)

        return sent

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) > 1:  # RFC 9112, 3.2: a proxy in between may have believed the other one
            raise HttpError(400, "this request names two hosts; expected one Host header")
        if not self.hosts.know(headers.get("host", "")):
            raise HttpError(421, "this room has another address; whoever runs it may name this one with --public-url")
        if from_elsewhere(scope, headers):
            raise HttpError(403, "this came from another site's page")

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, visitor: Visitor) -> None:
        scope.setdefault("state", {})["visitor"] = visitor

        async def send_dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in dress(scope):
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
                if visitor.new or visitor.stale:
                    headers.append("set-cookie", self.passport.cookie_for(visitor, secure=scope["scheme"] == "https"))
            await send(message)

        await self.app(scope, receive, send_dressed if scope["type"] == "http" else send)


def while_there(scope: Scope, receive: Receive, send: Send) -> Send:
    """Return a `send` that ignores a client that has left, which uvloop may know before uvicorn does.

    It then waits until uvicorn knows, too; otherwise uvicorn would log an incomplete answer.
    """

    async def sent(message: Message) -> None:
        try:
            await send(message)
        except RuntimeError as error:
            if GONE not in str(error):
                raise
            while scope["type"] == "http" and (await receive())["type"] != "http.disconnect":
                pass

    return sent


async def linger(scope: Scope, receive: Receive) -> None:
    """Wait for `PAUSE` or until the client has left, so that what it sent is released at once."""

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    with suppress(TimeoutError):
        await asyncio.wait_for(gone() if scope["type"] == "http" else asyncio.sleep(PAUSE), PAUSE)


def dress(scope: Scope) -> list[tuple[str, str]]:
    """Return the headers of every answer."""
    return [*HEADERS.items(), *([("strict-transport-security", LONGER)] if scope["scheme"] == "https" else [])]


async def refuse(error: HttpError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or a WebSocket that is not accepted, with an error. The visitor gets no cookie."""
    headers = dict(dress(scope)) | (error.headers if isinstance(error, TooMuch) else {})
    answer = Response(encode(problem(error)), error.status, headers, "application/json")
    if scope["type"] == "websocket":
        await receive()  # the opening message
    await answer(scope, receive, send)


def bearer(headers: Headers) -> str:
    """Return the token that a program sends as ``Authorization: Bearer TOKEN``, or "" without one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def accepted(visitor: Visitor) -> Visitor:
    """Return the visitor that a token names; a program gets no cookie.

    Raises:
        HttpError: this room did not sign the token.
    """
    if visitor.new:
        raise HttpError(401, "this token is none of this room's; POST /api/me/token gives one")
    return visitor._replace(stale=False)


def from_elsewhere(scope: Scope, headers: Headers) -> bool:
    """Return whether a page of another site is behind a socket or a request that changes something."""
    if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
        return False
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
