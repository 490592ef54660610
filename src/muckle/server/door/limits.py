"""Every limit on what a connection, an identity or an address may cost the room. SECURITY.md says what each is for."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from muckle.errors import OptionsError


class Limits(Struct, frozen=True):
    """Limits on what visitors may use. Rates are per second, sizes in bytes, timeouts in seconds.

    The defaults suit a hall full of people behind one address.
    """

    request_size: int = 48_000
    """Maximum size of a request with its body, in bytes; also of all requests that are pipelined before an answer."""
    pipeline: int = 8
    """Maximum number of pipelined requests on a connection; browsers send none."""
    patience: float = 10.0
    """Seconds in which a request must be complete, from the opening of the connection or its first byte."""
    unread: float = 15.0
    """Seconds in which a client must read what it is sent. Longer than `push.PATIENCE`, after which the client is warned."""
    frames: float = 30.0
    """Frames of a socket per second, control frames and pieces of messages included."""
    frames_burst: float = 300.0
    """Burst of frames of a socket, before the rate applies."""
    connections: int = 0
    """Open connections in all; 0: nine tenths of the files this process may open."""
    address_connections: int = 4_000
    """Open connections of one address (IPv6: a /64), never more than three quarters of all."""
    arrivals: float = 200.0
    """New connections of an address per second."""
    arrivals_burst: float = 4_000.0
    """Burst of new connections of an address, before the rate applies."""
    requests: float = 20.0
    """Requests of an identity (a visitor with a cookie of this room) per second, opening sockets included."""
    requests_burst: float = 100.0
    """Burst of requests of an identity, before the rate applies."""
    strangers: float = 50.0
    """Requests without a cookie per second from one address: each makes an identity."""
    strangers_burst: float = 1_000.0
    """Burst of requests without a cookie from one address, before the rate applies."""
    at_once: int = 32
    """Concurrent sockets, polls and other requests of an identity."""
    messages: float = 10.0
    """Acts and messages of an identity per second, over all of its sockets and over HTTP."""
    messages_burst: float = 30.0
    """Burst of acts and messages of an identity, before the rate applies."""
    tables: float = 0.1
    """Tables and events that an identity may open per second."""
    tables_burst: float = 10.0
    """Burst of tables and events that an identity may open, before the rate applies."""
    bots: int = 40
    """Bots at the tables of an identity, without tables that are over or that everybody has left."""


def read_limits(text: str) -> Limits:
    """Return the limits with those changed that a text names, such as "requests=40 bots=100".

    Raises:
        OptionsError: there is no such limit, or its value is not a positive number.
    """
    given: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or name not in Limits.__struct_fields__:
            raise OptionsError(f"{part!r} sets no limit; there are {', '.join(Limits.__struct_fields__)}, as in requests=40")
        given[name] = value
    try:
        limits = msgspec.convert(given, Limits, strict=False)
    except msgspec.ValidationError as error:
        raise OptionsError(f"limits {text!r}: {error}") from None
    if wrong := [name for name in given if not getattr(limits, name) > 0]:
        raise OptionsError(f"limits are positive numbers; {', '.join(wrong)} is not")
    return limits
