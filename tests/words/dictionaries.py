"""Small dictionaries in the formats of the real ones, written for tests."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
LICENCE = b"  1 This software and database is being provided to you\n"
Senses = Sequence[tuple[str, Sequence[str], str]]
"""Kind, the words as they are written, the gloss; a word's senses in the order of their frequency."""


def write_wordnet(folder: Path, senses: Senses, exceptions: Mapping[str, str] | None = None) -> Path:
    """A WordNet dict folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, letter in LETTERS.items():
        data, index = LICENCE, dict[str, list[int]]()
        chosen = [sense for sense in senses if sense[0] == kind]
        for _, words, gloss in reversed(chosen):  # the data files are in another order than frequency
            for word in words:
                index.setdefault(word.lower().partition("(")[0], []).insert(0, len(data))
            listed = " ".join(f"{word} 0" for word in words)
            data += f"{len(data):08d} 05 {letter} {len(words):02x} {listed} 001 @ 00000000 n 0000 | {gloss}  \n".encode()
        rows = sorted(
            f"{word} {letter} {len(at)} 1 @ {len(at)} 0 {' '.join(f'{offset:08d}' for offset in at)}  \n".encode()
            for word, at in index.items()
        )
        (folder / f"data.{kind}").write_bytes(data)
        (folder / f"index.{kind}").write_bytes(LICENCE + b"".join(rows))
        if exceptions is not None:
            (folder / f"{kind}.exc").write_text(exceptions.get(kind, ""), "utf-8")
    return folder


DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def number(value: int) -> str:
    """A number as dictd's index files write it."""
    digits = DIGITS[value % 64]
    while value := value // 64:
        digits = DIGITS[value % 64] + digits
    return digits


def write_gcide(folder: Path, entries: Sequence[tuple[str, str]], chunk: int = 50) -> Path:
    """A GCIDE of these headwords and entries, in chunks of so many bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    text, rows = b"", list[str]()
    for word, entry in entries:
        rows.append(f"{word}\t{number(len(text))}\t{number(len(entry.encode()))}\n")
        text += entry.encode()
    packed: list[bytes] = []
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    for start in range(0, len(text), chunk):
        packed.append(packer.compress(text[start : start + chunk]) + packer.flush(zlib.Z_FULL_FLUSH))
    extra = b"".join(n.to_bytes(2, "little") for n in (1, chunk, len(packed), *map(len, packed)))
    extra = b"RA" + len(extra).to_bytes(2, "little") + extra
    head = b"\x1f\x8b\x08\x0c" + bytes(6) + len(extra).to_bytes(2, "little") + extra + b"gcide.dict\0"
    tail = packer.flush() + zlib.crc32(text).to_bytes(4, "little") + len(text).to_bytes(4, "little")
    (folder / "gcide.dict.dz").write_bytes(head + b"".join(packed) + tail)
    (folder / "gcide.index").write_text("".join(sorted(rows, key=str.lower)), "utf-8")
    return folder
