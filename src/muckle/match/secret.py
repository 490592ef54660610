"""The secret that a hosted match's chance comes from, and how anybody can check the deal afterwards.

Before every decision the stream of chance begins anew at ``key(secret, draws)``, where draws is the number of draws made
so far. So nobody can predict a card from the cards seen, and the same draws come whatever was decided in between. The
match begins by publishing ``commitment(secret)`` and ends by publishing the secret.
"""

from __future__ import annotations

import hashlib
import re
import secrets

SIZE = 32
"""Bytes in a secret."""


def new_secret() -> str:
    """A secret from the operating system, as hexadecimal digits."""
    return secrets.token_hex(SIZE)


def commitment(secret: str) -> str:
    """What may be published at once: the BLAKE2b hash (32 bytes) of the secret's bytes, as hexadecimal digits."""
    return hashlib.blake2b(bytes.fromhex(secret), digest_size=SIZE).hexdigest()


def well_formed(secret: object) -> bool:
    """Whether it is written as secrets are: 64 hexadecimal digits."""
    return isinstance(secret, str) and re.fullmatch(r"[0-9a-fA-F]{64}", secret) is not None


def keeps(secret: str, promise: str | None) -> bool:
    """Whether a secret is the one a commitment promised."""
    return well_formed(secret) and commitment(secret) == promise


def key(secret: str, draws: int) -> int:
    """The stream for the draws from number `draws` on: BLAKE2b of that number (8 bytes, big-endian), keyed by the secret.

    The first 8 bytes of the hash, big-endian, without their two highest bits, and odd.
    """
    digest = hashlib.blake2b(draws.to_bytes(8, "big"), key=bytes.fromhex(secret), digest_size=8).digest()
    return int.from_bytes(digest, "big") & 0x3FFFFFFFFFFFFFFF | 1
