"""Who a request is from: identities as signed cookies."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner

from muckle.server.errors import HttpError

YEAR = 365 * 24 * 3600
"""Seconds that a cookie is good for after it was issued,"""
MONTH = 30 * 24 * 3600
"""and how old it may be before it is renewed: who comes once a year stays who they are."""
TICKET = 600
"""Seconds that a code for another device is good for."""


class Visitor(NamedTuple):
    """Who asks."""

    owner: str
    """A random id; seats belong to it."""
    new: bool = False
    """Whether there was no cookie, so that the answer must bring one."""
    forged: bool = False
    """Whether there was a cookie that this room never signed, or not within a year."""
    stale: bool = False
    """Whether the cookie is to be renewed."""
    payer: str = ""
    """Whose share they use up: their own, or as long as they have no cookie their address's."""


class Passport:
    """Identities as signed cookies. There are no accounts: this is the only way to be somebody.

    Args:
        key: the signing key. Its hash is part of the cookie's name, because browsers share cookies between the ports of
            a machine, and two rooms must not throw out each other's.
    """

    def __init__(self, key: str) -> None:
        self.cookie = "muckle-" + hashlib.sha256(key.encode()).hexdigest()[:8]
        self._signer = TimestampSigner(key, salt="muckle identity", digest_method=hashlib.sha256)
        self._tickets = TimestampSigner(key, salt="muckle ticket")  # 20 bytes: its link fits a small QR code

    def issue(self, owner: str) -> str:
        """The cookie's value for an identity."""
        return self._signer.sign(owner).decode()

    def read(self, value: str | None) -> Visitor:
        """Who a cookie is; a new identity if there is none, or none of ours."""
        try:
            if value is not None:
                owner, issued = self._signer.unsign(value, max_age=YEAR, return_timestamp=True)
                return Visitor(owner.decode(), stale=time.time() - issued.timestamp() > MONTH)
        except (BadSignature, UnicodeError):
            pass
        return Visitor(secrets.token_hex(12), new=True, forged=value is not None)

    def ticket(self, owner: str) -> str:
        """What lets another device be somebody, for ten minutes."""
        return self._tickets.sign(owner).decode()

    def owner_of(self, ticket: str) -> str:
        """Who a ticket is.

        Raises:
            HttpError: it is too old, or none of this room's.
        """
        try:
            return self._tickets.unsign(ticket.strip(), max_age=TICKET).decode()
        except (BadSignature, UnicodeError):
            raise HttpError(410, "this code is none of this room's, or older than ten minutes; ask for a new one") from None

    def cookie_for(self, visitor: Visitor, *, secure: bool) -> str:
        """The header that gives somebody their cookie, out of reach of scripts and other sites."""
        only = "; Secure" if secure else ""
        return f"{self.cookie}={self.issue(visitor.owner)}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{only}"
