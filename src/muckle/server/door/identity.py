"""Identities as signed cookies: who sent a request."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner

from muckle.server.errors import HttpError

YEAR = 365 * 24 * 3600
"""Seconds for which browsers are asked to keep a cookie."""
MONTH = 30 * 24 * 3600
"""Age in seconds, in either direction, from which a cookie is renewed: whoever comes once a year stays the same person."""
TICKET = 600
"""Seconds for which a link that signs another device in is valid."""
CLOCKS_APART = 3600
"""Seconds by which the clocks of two rooms may differ, or one clock may be set back, without a link being refused."""


class Visitor(NamedTuple):
    """The sender of a request."""

    owner: str
    """Identity of the visitor, a random id. Seats belong to it."""
    new: bool = False
    """Whether the request had no valid cookie, so that the answer must bring one."""
    stale: bool = False
    """Whether the cookie is due for renewal."""
    payer: str = ""
    """Key of the rate limits that the request counts towards: the identity, or the address of a visitor without a cookie."""
    address: str = ""
    """Household of the connection: an IPv4 address, or the first half of an IPv6 one."""


class Passport:
    """Identities as signed cookies, which programs send as tokens. There are no accounts: this is the only way to be somebody.

    The signature alone decides who a visitor is. The time in a cookie only says when to renew it, because clocks are set
    back, and two rooms on one database have two clocks.

    Args:
        key: signing key. Its hash is part of the cookie's name, because browsers share cookies between the ports of
            a machine, and two rooms must not overwrite each other's.
    """

    def __init__(self, key: str) -> None:
        self.cookie = "muckle-" + hashlib.sha256(key.encode()).hexdigest()[:8]
        self._signer = TimestampSigner(key, salt="muckle identity", digest_method=hashlib.sha256)
        self._tickets = TimestampSigner(key, salt="muckle ticket")  # 20 bytes: its link fits a small QR code

    def issue(self, owner: str) -> str:
        """Return the value of an identity's cookie."""
        return self._signer.sign(owner).decode()

    def read(self, value: str | None) -> Visitor:
        """Return the visitor that a cookie names, or one with a new identity if this room did not sign the cookie."""
        try:
            if value is not None:
                owner, issued = self._signer.unsign(value, return_timestamp=True)
                return Visitor(owner.decode(), stale=abs(time.time() - issued.timestamp()) > MONTH)
        except (BadSignature, UnicodeError):
            pass
        return Visitor(secrets.token_hex(12), new=True)

    def ticket(self, owner: str) -> str:
        """Return the code that makes another device the same person, within ten minutes."""
        return self._tickets.sign(owner).decode()

    def owner_of(self, ticket: str) -> str:
        """Return the identity that a ticket was made for.

        Raises:
            HttpError: the ticket is too old, or this room did not sign it.
        """
        try:
            owner, made = self._tickets.unsign(ticket.strip(), return_timestamp=True)
            if -CLOCKS_APART <= time.time() - made.timestamp() <= TICKET + CLOCKS_APART:
                return owner.decode()
        except (BadSignature, UnicodeError):
            pass
        raise HttpError(
            410, "this code is none of this room's, or too old: a link is good for ten minutes, a personal code has 20 letters"
        )

    def cookie_for(self, visitor: Visitor, *, secure: bool) -> str:
        """Return the Set-Cookie header for a visitor. Scripts and other sites cannot read the cookie."""
        only = "; Secure" if secure else ""
        return f"{self.cookie}={self.issue(visitor.owner)}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{only}"
