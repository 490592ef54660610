"""Helpers of every request handler: the visitor, the message in the body, and the answer."""

from __future__ import annotations

import asyncio
import functools
import gzip
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from muckle.server.door.identity import Visitor
from muckle.server.door.rate_limits import Rate, RateLimits
from muckle.server.errors import HttpError
from muckle.server.messages import encode

LARGEST = 16_000
"""Bytes in a message, over HTTP as over the socket; see `run` for where the socket itself closes."""
SMALL = 1_000
"""Bytes below which an answer is not worth compressing: it fits one packet anyway."""
LONGEST_WAIT = 60.0
"""Seconds a poll may wait for news."""

Body = TypeVar("Body")
Handler = Callable[[Request], Awaitable[Response]]


def post(path: str, rate: Rate, handler: Handler, *, known: bool = True) -> Route:
    """Return the route of a handler that changes something or acts for a visitor; it refuses floods.

    Args:
        known: whether it also refuses visitors without this room's cookie. The answer brings one, to try again with.
    """

    async def checked(request: Request) -> Response:
        if known:
            recognised(visitor(request))
        rate_limits(request).command(visitor(request).payer, rate)
        return await handler(request)

    return Route(path, checked, methods=["POST"])


def recognised(visitor: Visitor) -> None:
    """Raise an `HttpError` if a visitor came without this room's cookie: what they do would belong to nobody."""
    if visitor.new:
        raise HttpError(401, "your browser didn't send this room's cookie; allow cookies for this site, then try again")


def answered(of: Callable[[Request], Any], do: Callable[..., Awaitable[Any]], kind: Any = None, code: int = 200) -> Handler:
    """Return a handler that calls a method and answers with its result.

    Args:
        of: finds the object of the method.
        do: the method; it gets the visitor's identity, the names in the address, and the message in the body.
        kind: type of that message, or a union; None: the method gets none.
    """

    async def handler(request: Request) -> Response:
        message = [await body(request, kind)] if kind else []
        return answer(await do(of(request), visitor(request).owner, *request.path_params.values(), *message), code)

    return handler


async def body(request: Request, kind: type[Body]) -> Body:
    """Return the message in the body of a request.

    Raises:
        HttpError: it is too large, late, no JSON, or another message.
    """
    raw = b""
    try:
        async with asyncio.timeout(rate_limits(request).limits.patience):
            async for piece in request.stream():
                raw += piece
                if len(raw) > LARGEST:
                    raise HttpError(413, f"a message has at most {LARGEST} bytes")
    except TimeoutError:
        raise HttpError(408, "the rest of this message did not come") from None
    try:
        return msgspec.json.decode(raw or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HttpError(400, f"this message cannot be read: {error}") from None


def number(request: Request, name: str, default: int) -> int:
    """Return a whole number from the query."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    try:
        return int(text[:20])
    except ValueError:
        raise HttpError(400, f"{name} must be a whole number, got {text[:40]!r}") from None


def seat_named(connection: HTTPConnection) -> int | None:
    """Return the seat that the query names, for a visitor with several seats; None if it names none."""
    text = connection.query_params.get("seat", "")
    return int(text) if text.isdecimal() and len(text) < 3 else None


def visitor(request: Request) -> Visitor:
    return request.state.visitor


def rate_limits(request: Request) -> RateLimits:
    return request.app.state.rate_limits


def answer(message: Any, code: int = 200) -> Response:
    """Return an answer with a message."""
    return encoded(encode(message), code)


def encoded(message: bytes, code: int = 200) -> Response:
    """Return an answer with a message that is encoded already."""
    return Response(message, code, media_type="application/json", headers={"cache-control": "no-store"})


def public(request: Request, message: bytes, kind: str = "application/json", **headers: str) -> Response:
    """Return an answer with nothing of one person in it, compressed if that helps and the client takes it.

    Nothing else the room answers is compressed: beside a secret (a hand, a code), a name that somebody else chose would
    make the size of the answer tell about the secret (BREACH).
    """
    headers = {"cache-control": "no-store", "vary": "accept-encoding"} | headers
    if len(message) >= SMALL and accepts(request.headers, "gzip"):
        message = compressed(message)
        headers["content-encoding"] = "gzip"
    return Response(message, media_type=kind, headers=headers)


@functools.lru_cache(maxsize=32)
def compressed(message: bytes) -> bytes:
    """Return a message as gzip has it; answers that are asked for often are compressed once."""
    return gzip.compress(message, 6, mtime=0)


def accepts(request: Headers, coding: str) -> bool:
    """Return whether the sender of a request takes a content coding (RFC 9110, 12.5.3)."""
    for part in request.get("accept-encoding", "").split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == coding:
            return not re.fullmatch(r"q=0(\.0*)?", weight.strip())
    return False
