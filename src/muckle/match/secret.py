"""The chance of hosted matches: no player can know or choose the cards, and anybody can check them afterwards.

A room draws a secret and shows a `commitment` to it before anybody sits down. Everybody who sits down may add a salt, a random
text of their own. `match_key` mixes the secret with the salts and the match's terms. Draw number i (from 0, dealing included)
takes ``bits(key, i)``: one draw says nothing about another, and the same draws come whatever is decided in between. The secret
is shown when the match is over. docs/chance.md says this byte by byte, docs/verify.py checks it without this program.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

import msgspec

from muckle.errors import OptionsError
from muckle.match.log import Header

SIZE = 32
"""Bytes in a secret, a commitment, a salt and a match key."""
MIXED = ("game", "version", "seats", "options", "cards", "words", "salts")
"""The fields of a header that the draws depend on. The match id is not one of them: a daily is dealt alike in every match."""


def new_secret() -> str:
    """Return a random secret or salt from the operating system, as hexadecimal digits."""
    return secrets.token_hex(SIZE)


def well_formed(text: object) -> bool:
    """Return whether `text` is `SIZE` bytes in lower-case hexadecimal."""
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{2 * SIZE}}}", text) is not None


def commitment(secret: str, match: str) -> str:
    """Return the commitment to a secret: BLAKE2b (32 bytes) of the secret's bytes, followed by the match id in UTF-8."""
    return hashlib.blake2b(bytes.fromhex(secret) + match.encode(), digest_size=SIZE).hexdigest()


def keeps(secret: str, header: Header) -> bool:
    """Return whether `secret` is the one that the header commits to."""
    return well_formed(secret) and hmac.compare_digest(commitment(secret, header.match or ""), header.commitment or "")


def match_key(secret: str, header: Header) -> bytes:
    """Return the key of a match's draws: BLAKE2b (32 bytes), keyed with the secret, of the header's fields `MIXED`.

    The fields are written as JSON in UTF-8: keys sorted, no spaces, nothing escaped that need not be.
    """
    mixed = msgspec.json.encode({name: getattr(header, name) for name in MIXED}, order="sorted")
    return hashlib.blake2b(mixed, key=bytes.fromhex(secret), digest_size=SIZE).digest()


def bits(key: bytes, number: int) -> int:
    """Return the 32 bits of a draw: BLAKE2b (4 bytes), keyed, of its number as 8 bytes; all big-endian."""
    return int.from_bytes(hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=4).digest(), "big")


def check_chance(header: Header) -> None:
    """Check that the chance of a match has one source: a seed, a commitment with match and salts, an order, or only the record.

    Raises:
        OptionsError: it has two, or half of one; says which field.
    """
    hosted = {name: getattr(header, name) for name in ("commitment", "match", "salts", "secret")}
    if header.order is not None and (header.seed is not None or header.commitment is not None):
        raise OptionsError("chance comes from the order of the cards, or from a seed or a room's secret, not from both")
    if header.seed is not None:
        if given := [name for name, value in hosted.items() if value is not None]:
            raise OptionsError(f"chance comes from a seed or from a room's secret, not from both; got seed and {given[0]}")
        if not 0 <= header.seed <= 2**62:
            raise OptionsError(f"a seed is a whole number from 0 to 2**62, got {header.seed}")
    elif header.commitment is not None:
        _check_hosted(header)
    elif given := [name for name, value in hosted.items() if value is not None]:
        raise OptionsError(f"{given[0]} says nothing without the commitment of a hosted match")


def _check_hosted(header: Header) -> None:
    for name, value in (("commitment", header.commitment), ("secret", header.secret)):
        if value is not None and not well_formed(value):
            raise OptionsError(f"a {name} is {2 * SIZE} hexadecimal digits in lower case, got {value!r:.80}")
    if header.match is None or header.salts is None:
        raise OptionsError("a hosted match has its id in `match`, and in `salts` what each seat added when it was dealt")
    if len(header.salts) != header.seats:
        raise OptionsError(f"there is a salt for each of {header.seats} seats, got {len(header.salts)}")
    if wrong := [salt for salt in header.salts if salt and not well_formed(salt)]:
        raise OptionsError(f"a salt is {2 * SIZE} hexadecimal digits in lower case, or empty, got {wrong[0]!r:.80}")
