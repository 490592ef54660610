"""Who a request is from, whether another site sent it, and which headers an answer bears."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
YEAR = 365 * 24 * 3600


class Visitor(NamedTuple):
    """Who asks."""

    owner: str
    """A random id; seats belong to it."""
    new: bool = False
    """Whether there was no cookie, so that the answer must bring one."""
    forged: bool = False
    """Whether there was a cookie that this room never signed."""


class Passport:
    """Identities as signed cookies. There are no accounts: this is the only way to be somebody.

    Args:
        key: the signing key. Its hash is part of the cookie's name, because browsers share cookies between the ports of
            a machine, and two rooms must not throw out each other's.
    """

    def __init__(self, key: str) -> None:
        self.cookie = "muckle-" + hashlib.sha256(key.encode()).hexdigest()[:8]
        self._signer = Signer(key, salt="muckle identity", digest_method=hashlib.sha256)

    def issue(self, owner: str) -> str:
        """The cookie's value for an identity."""
        return self._signer.sign(owner).decode()

    def read(self, value: str | None) -> Visitor:
        """Who a cookie is; a new identity if there is none, or none of ours."""
        try:
            if value is not None:
                return Visitor(self._signer.unsign(value).decode())
        except (BadSignature, UnicodeError):
            pass
        return Visitor(secrets.token_hex(12), new=True, forged=value is not None)


class IdentityMiddleware:
    """ASGI middleware: sets ``scope["state"]["visitor"]``, refuses other sites, adds headers and the cookie."""

    def __init__(self, app: ASGIApp, passport: Passport) -> None:
        self.app, self.passport = app, passport

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if from_elsewhere(scope):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})  # before it was accepted: the browser sees a 403
            else:
                await Response("This came from another site's page.", 403)(scope, receive, send)
            return
        visitor = self.passport.read(HTTPConnection(scope).cookies.get(self.passport.cookie))
        scope.setdefault("state", {})["visitor"] = visitor

        async def send_dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
                if visitor.new:
                    headers.append("set-cookie", self._cookie(visitor, scope["scheme"]))
            await send(message)

        await self.app(scope, receive, send_dressed if scope["type"] == "http" else send)

    def _cookie(self, visitor: Visitor, scheme: str) -> str:
        value = self.passport.issue(visitor.owner)
        secure = "; Secure" if scheme == "https" else ""
        return f"{self.passport.cookie}={value}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"


def from_elsewhere(scope: Scope) -> bool:
    """Whether a page of another site is behind a socket or a request that changes something."""
    if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
        return False
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
