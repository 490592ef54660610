"""The operator's orders from the command line, and the answers to them.

The command asks a running room over HTTP. An order is signed with a key from the database, together with a nonce that the room
has just given out. So nobody who cannot read the database can give an order or repeat one.

    GET  /api/operator             -> Nonce
    POST /api/operator    Signed   -> Report
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec
from msgspec import Struct

KEY, ADDRESS = "operator key", "operator address"
"""Names of the settings in the database: the key that signs orders, and where the room that opened it last listens."""


class Find(Struct, frozen=True, tag="find"):
    """List the people whose name contains a text, whatever its case."""

    name: str


class Rename(Struct, frozen=True, tag="rename"):
    """Give a person another name, wherever the old one stands."""

    person: str
    """The identity, or its beginning."""
    name: str


class Ban(Struct, frozen=True, tag="ban"):
    """Keep a person out."""

    person: str
    reason: str = ""
    """Reason that the person is shown."""


class Unban(Struct, frozen=True, tag="unban"):
    """Let a banned person in again."""

    person: str


class ListBans(Struct, frozen=True, tag="bans"):
    """List the people who are banned."""


class Forget(Struct, frozen=True, tag="forget"):
    """Remove a person's name from the database and everybody's screen, as if they had asked for it themselves."""

    person: str


class DeleteTable(Struct, frozen=True, tag="delete"):
    """Delete a table with its match."""

    match: str


class FindDesk(Struct, frozen=True, tag="desk"):
    """Say how somebody becomes a caller of an event whose callers have lost their devices."""

    code: str


Order = Find | Rename | Ban | Unban | ListBans | Forget | DeleteTable | FindDesk


class Nonce(Struct, frozen=True):
    """A number that is valid for one order."""

    nonce: str


class Signed(Struct, frozen=True):
    """An order with its signature."""

    nonce: str
    order: str
    """An `Order` as JSON."""
    signature: str
    """The result of `signature_of`."""


class FoundPerson(Struct, frozen=True):
    """A person in the answer to `Find` and `ListBans`."""

    person: str
    """Identity of the person, a random id."""
    names: tuple[str, ...]
    tables: int
    """Number of tables at which the person has a seat."""
    newest: str
    """Id of the newest of these tables; empty if there is none."""
    seen: float
    """Time at which that table, or the person's newest event or series, was opened; in seconds since 1970."""
    ban: str | None = None
    """Reason of the ban, if the person is banned."""


class Report(Struct, frozen=True):
    """The answer to an order."""

    said: str
    """A sentence that says what was done."""
    people: tuple[FoundPerson, ...] = ()


def signature_of(key: str, nonce: str, order: str) -> str:
    """Return the HMAC-SHA256 of an order, as hexadecimal digits."""
    return hmac.new(key.encode(), f"{nonce}\n{order}".encode(), hashlib.sha256).hexdigest()


def sign(key: str, nonce: str, order: Order) -> Signed:
    """Return an order with its signature."""
    text = msgspec.json.encode(order).decode()
    return Signed(nonce, text, signature_of(key, nonce, text))
