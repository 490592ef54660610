"""The commit–reveal protocol of hosted matches: nobody can choose or foresee the cards, and anybody can check them.

A room draws a secret and publishes `commitment`, which binds the secret to one match with its game, options and words.
Everybody who sits down draws a salt and publishes its `seal`. Once every seat is taken all seals are fixed and shown, and
only then the salts are revealed. `match_key` mixes the secret and the salts, and draw number i of the match (from 0, dealing
included) takes ``bits(key, i)``: one draw tells nothing of another, and the same draws come whatever was decided in between.
At the end the secret is told. docs/chance.md says all this byte by byte, docs/verify.py checks it without this program, and
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
from muckle.match.log import Header, Redraw

SIZE = 32
"""Bytes in a secret, a commitment, a salt, a seal and a match key."""
CHAIN = 16
"""Salts in the chain of one person at one table. A table reveals at most once more than it has people."""
COVERED = ("match", "game", "version", "seats", "options", "cards", "words")
"""The fields of a header that a commitment binds."""


def new_secret() -> str:
    """Return a random secret or salt from the operating system, as hexadecimal digits."""
    return secrets.token_hex(SIZE)


def well_formed(text: object) -> bool:
    """Return whether `text` is `SIZE` bytes in lower-case hexadecimal."""
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{2 * SIZE}}}", text) is not None


def seal(salt: str, match: str) -> str:
    """Return the seal of a salt at one table: BLAKE2b (32 bytes) of the salt's bytes, followed by the match id in UTF-8.

    Where the salt is empty (a bot's) the seal is, too.
    """
    return salt and hashlib.blake2b(bytes.fromhex(salt) + match.encode(), digest_size=SIZE).hexdigest()


def salt_chain(last: str, match: str) -> list[str]:
    """Return the salts of one person at one table, in the order in which they are revealed; each is the seal of the next.

    A person keeps `last`, a random text from `new_secret`, and sits down with the seal of the first salt. With it the salts
    for every further reveal are fixed, too.
    """
    chain = [last]
    for _ in range(CHAIN - 1):
        chain.append(seal(chain[-1], match))
    return chain[::-1]


def commitment(secret: str, header: Header) -> str:
    """Return what a room publishes before anybody sits down: BLAKE2b (32 bytes) of the secret's bytes and the match's terms.

    The terms are the UTF-8 of the header's fields COVERED as JSON: keys sorted, no spaces, nothing escaped that need not be.
    """
    fields = msgspec.to_builtins(header)
    promised = {name: fields[name] for name in COVERED}
    text = json.dumps(promised, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(bytes.fromhex(secret) + text.encode(), digest_size=SIZE).hexdigest()


def keeps(secret: str, header: Header) -> bool:
    """Return whether `secret` is the one that the header commits to."""
    return well_formed(secret) and hmac.compare_digest(commitment(secret, header), header.commitment or "")


def match_key(secret: str, salts: Iterable[str]) -> bytes:
    """Return the key of a match's draws: BLAKE2b (32 bytes), keyed with the secret, of the salts joined with line feeds."""
    return hashlib.blake2b("\n".join(salts).encode(), key=bytes.fromhex(secret), digest_size=SIZE).digest()


def bits(key: bytes, number: int) -> int:
    """Return the 32 bits of a draw: BLAKE2b (4 bytes), keyed, of its number as 8 bytes; all big-endian."""
    return int.from_bytes(hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=4).digest(), "big")


def check_chance(header: Header) -> None:
    """Check that the chance of a match has one source: a seed, a commitment with match and salts, an order, or only the record.

    Raises:
        OptionsError: it has two, or half of one; says which field.
    """
    hosted = {name: getattr(header, name) for name in ("commitment", "match", "salts", "seals", "redraws", "secret")}
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
    _check_texts("salt", header.salts)
    _check_seals(header, header.match)


def _check_texts(name: str, texts: Iterable[str]) -> None:
    if wrong := [text for text in texts if text and not well_formed(text)]:
        raise OptionsError(f"a {name} is {2 * SIZE} hexadecimal digits in lower case, or empty for a bot, got {wrong[0]!r:.80}")


def _check_seals(header: Header, match: str) -> None:
    """Check that every salt fits its seal, and that every redraw goes on with the salts that were sealed before it."""
    if header.seals is None:
        if header.redraws:
            raise OptionsError("redraws tells of salts that were sealed, so the header has seals, too")
        return
    expected = None
    for reveal in (*(header.redraws or ()), final := Redraw(header.seals, header.salts or ())):
        for name, texts in (("seal", reveal.seals), ("salt", reveal.salts)):
            if len(texts) != header.seats:
                raise OptionsError(f"there is a {name} for each of {header.seats} seats, got {len(texts)}")
            _check_texts(name, texts)
        if reveal.seals != (expected or reveal.seals):
            raise OptionsError("after a redraw the salt that each seat revealed is its seal, and nobody else joins")
        if bool(withheld := reveal.withheld) is (reveal is final):
            problem = "a sealed salt is missing" if withheld else "a redraw is recorded although no salt was withheld"
            raise OptionsError(problem)
        for seat, (sealed, salt) in enumerate(zip(reveal.seals, reveal.salts, strict=True)):
            if seat not in withheld and seal(salt, match) != sealed:
                raise OptionsError(f"the salt of seat {seat} is not the one that its seal was made of")
        expected = reveal.salts
