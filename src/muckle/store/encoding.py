"""The form of values in the database: JSON, which any program can read, compressed where it is long."""

from __future__ import annotations

import zlib
from typing import Any, TypeVar

import msgspec

from muckle.errors import DamageError
from muckle.match.ending import Ending

Thing = TypeVar("Thing")


def to_json(thing: msgspec.Struct) -> str:
    """Return a thing as JSON."""
    return msgspec.json.encode(thing).decode()


def from_json(text: str | None, kind: type[Thing] | msgspec.json.Decoder[Thing], what: str) -> Thing:
    """Return the thing that a row holds as JSON.

    Args:
        kind: its type, or a decoder of it.
        what: what the row is, for messages.

    Raises:
        DamageError: the row cannot be read, or is not there (None).
    """
    if text is None:
        raise DamageError(f"{what} is missing")
    decoder: Any = kind if isinstance(kind, msgspec.json.Decoder) else msgspec.json.Decoder(kind)
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
        raise DamageError(f"{what} cannot be read: {error}") from None


def pack_ending(ended: Ending) -> bytes:
    """Return an ending as compressed JSON (zlib): a tenth of its size, as every seat is told nearly the same story."""
    return zlib.compress(msgspec.json.encode(ended))


def unpack_ending(packed: bytes, what: str) -> Ending:
    """Return the ending that a row holds.

    Raises:
        DamageError: the row cannot be read.
    """
    try:
        return msgspec.json.decode(zlib.decompress(packed), type=Ending)
    except (msgspec.MsgspecError, UnicodeError, TypeError, zlib.error) as error:
        raise DamageError(f"{what} cannot be read: {error}") from None
