"""Where the chance of a hosted match comes from, so that nobody can choose or foresee it and anybody can check it.

A room draws a secret and publishes `commitment`, which binds the secret to one match with its game, options and words. Then
everybody who sits down adds a salt. `match_key` mixes both, and draw number i of the match (from 0, dealing included) takes
``bits(key, i)``: so one draw tells nothing of another, and the same draws come whatever was decided in between. At the end
the secret is told. docs/chance.md says all this byte by byte, docs/verify.py checks it without this program, and
docs/vectors.json has examples.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterable

import msgspec

from muckle.errors import OptionsError
from muckle.match.log import Header

SIZE = 32
"""Bytes in a secret, in a commitment and in a match key."""
SALT_SIZE = 16
"""Bytes in the salt of a person; bots have an empty one."""
COVERED = ("match", "game", "version", "seats", "options", "cards", "words")
"""The fields of a header that a commitment binds."""


def new_secret() -> str:
    """A secret from the operating system, as hexadecimal digits."""
    return secrets.token_hex(SIZE)


def new_salt() -> str:
    """A person's part of the chance of a match, as hexadecimal digits."""
    return secrets.token_hex(SALT_SIZE)


def well_formed(text: object, size: int = SIZE) -> bool:
    """Whether it is so many bytes, written as lower hexadecimal digits."""
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is not None


def commitment(secret: str, header: Header) -> str:
    """What may be published before anybody sits down: BLAKE2b (32 bytes) of the secret's bytes and what the match is to be.

    That is the UTF-8 of the fields COVERED as JSON: keys sorted, no spaces, nothing escaped that need not be.
    """
    fields = msgspec.to_builtins(header)
    promised = {name: fields[name] for name in COVERED}
    text = json.dumps(promised, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(bytes.fromhex(secret) + text.encode(), digest_size=SIZE).hexdigest()


def keeps(secret: str, header: Header) -> bool:
    """Whether a secret is the one that was committed to, for this match."""
    return well_formed(secret) and hmac.compare_digest(commitment(secret, header), header.commitment or "")


def match_key(secret: str, salts: Iterable[str]) -> bytes:
    """BLAKE2b (32 bytes), keyed with the secret, of the seats' salts with line feeds between them."""
    return hashlib.blake2b("\n".join(salts).encode(), key=bytes.fromhex(secret), digest_size=SIZE).digest()


def bits(key: bytes, number: int) -> int:
    """The 32 bits of a draw: BLAKE2b (4 bytes), keyed, of its number as 8 bytes; all big-endian."""
    return int.from_bytes(hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=4).digest(), "big")


def check_chance(header: Header) -> None:
    """That the chance of a match has one source: a seed; or a commitment with its match and salts; or only what is recorded.

    Raises:
        OptionsError: it has two, or half of one; says which field.
    """
    hosted = {name: getattr(header, name) for name in ("commitment", "match", "salts", "secret")}
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
    if wrong := [salt for salt in header.salts if salt and not well_formed(salt, SALT_SIZE)]:
        raise OptionsError(
            f"a salt is {2 * SALT_SIZE} hexadecimal digits in lower case, or empty for a bot, got {wrong[0]!r:.80}"
        )
