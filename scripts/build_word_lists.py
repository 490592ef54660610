"""Build src/muckle/words/data from Debian's scowl package: the word file and the notices of its sources.

    uv run python scripts/build_word_lists.py [--from FOLDER]

Needs dpkg-deb and, unless FOLDER holds the two files already, apt-get with a deb-src line for the source package. Run
it again and nothing changes. Levels above 80 are left out: two fifths of 95 is junk. The supplement and the removals
are kept by hand and applied when a list is loaded, so that this file can be checked against published hashes
(tests/words/test_lists.py). Words that nobody should be offered unasked are SCOWL's taboo words and those of family.txt.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import lzma
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from muckle.words.shipped import STANDARD
from muckle.words.wordlist import LEVELS, without_accents

DATA = Path(__file__).parents[1] / "src/muckle/words/data"

DEB = "scowl_2020.12.07-2_all.deb", "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718"
SOURCE = "scowl_2020.12.07.orig.tar.gz", "5587667caa20c4891390c2d42dbb4d5c4c3f41bee77af1457ece3ba23fb859cc"

DIALECTS = (
    ("english", "american", "variant_1", "variant_2"),
    ("english", "british", "british_z", "british_variant_1", "british_variant_2"),
)
"""The categories of American and of British. Without variant_2 American lacks grey, theatre and traveller."""
ONE_LETTER = {"a", "i", "o"}
"""The files list all 26 letters as words."""
VOWELLESS = "brrr?|crwths?|cwms?|hmm?m?|mm|nth|pfft|phpht|pht|pss?t|shh?|tsks?|tsktsks?|zzz"
"""Words without a, e, i, o, u and y; the others in the files are abbreviations."""
TABOO = ("misc/offensive.1", "misc/offensive.2", "misc/profane.1", "misc/profane.3")
"""SCOWL's taboo words, a file a kind."""


def main() -> None:
    """Fetch, read, write, and say what changed."""
    arguments = argparse.ArgumentParser(description="Build the word file and the notices of its sources.")
    arguments.add_argument("--from", dest="folder", type=Path, help=f"a folder that holds {DEB[0]} and {SOURCE[0]}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.parse_args().folder or download(Path(scratch))
        deb, source = checked(folder, *DEB), checked(folder, *SOURCE)
        unpacked = Path(scratch) / "scowl"
        subprocess.run(["dpkg-deb", "-x", deb, unpacked], check=True)
        american, british = (words_of(unpacked / "usr/share/dict/scowl", categories) for categories in DIALECTS)
        write("words.txt.xz", packed(american, british))
        write("offensive.txt", offensive(source, american.keys() | british.keys()))
        write("SCOWL-debian.txt", (unpacked / "usr/share/doc/scowl/copyright").read_bytes())
        write("SCOWL.txt", member(source, "Copyright"))
        write("UKACD.txt", member(source, "r/ukacd/readme.txt"))


def download(folder: Path) -> Path:
    """Fetch the package and its source by Debian's own client."""
    for command in (["apt-get", "download", "scowl"], ["apt-get", "source", "--download-only", "scowl"]):
        if subprocess.run(command, cwd=folder).returncode:
            sys.exit(f"{' '.join(command)} failed in the way shown above; --from FOLDER uses files you have")
    return folder


def checked(folder: Path, name: str, sha256: str) -> Path:
    """The path of a file that is exactly the one this recipe was written for."""
    path = folder / name
    if not path.is_file():
        sys.exit(f"{path} does not exist; this recipe is for that version")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        sys.exit(f"{path} has sha256 {found}, expected {sha256}")
    return path


def packed(american: dict[str, int], british: dict[str, int]) -> bytes:
    """Two blocks, the words up to STANDARD in either dialect and the others, each compressed apart.

    A block is its words one a line, then a line for each dialect: a digit a word, 0 where the dialect lacks it.
    """
    common = {word for level in (american, british) for word in level if level[word] <= STANDARD}
    return b"".join(block(words, american, british) for words in (common, (american.keys() | british.keys()) - common))


def block(words: set[str], *dialects: dict[str, int]) -> bytes:
    """A block of the word file."""
    lines = sorted(words)
    digits = ["".join(str(LEVELS.index(levels[word]) + 1 if word in levels else 0) for word in lines) for levels in dialects]
    return lzma.compress("".join(f"{line}\n" for line in lines + digits).encode(), preset=9 | lzma.PRESET_EXTREME)


def words_of(scowl: Path, categories: tuple[str, ...]) -> dict[str, int]:
    """Each word of some categories with the lowest level it is listed at."""
    levels: dict[str, int] = {}
    for level in LEVELS:
        for path in (scowl / f"{category}-words.{level}" for category in categories):
            text = path.read_text("utf-8") if path.exists() else ""
            for word in map(without_accents, text.splitlines()):
                if is_word(word):
                    levels.setdefault(word, level)
    return levels


def is_word(entry: str) -> bool:
    """Whether an entry is a word: no name, possessive, letter of the alphabet or abbreviation."""
    if len(entry) == 1:
        return entry in ONE_LETTER
    return bool(re.fullmatch(f"[a-z]*[aeiouy][a-z]*|{VOWELLESS}", entry))


def offensive(source: Path, words: set[str]) -> bytes:
    """The taboo words that some list holds, and what family.txt names."""
    known = sorted(words | set(by_hand("supplement.txt")))
    taboo = {word for name in TABOO for word in member(source, name).decode().lower().split()}
    named = by_hand("family.txt")
    found = taboo.intersection(known) | {word for word in named if word.isalpha()}
    for pattern in named:
        if pattern.startswith("-"):
            found.difference_update(fnmatch.filter(known, pattern[1:]))
        else:
            found.update(fnmatch.filter(known, pattern))
    return "".join(f"{word}\n" for word in sorted(found)).encode()


def by_hand(name: str) -> list[str]:
    """The entries of a hand-kept file, without comments; those that begin with - last."""
    entries = re.sub(r"#.*", "", (DATA / name).read_text("utf-8")).split()
    return sorted(entries, key=lambda entry: entry.startswith("-"))


def member(source: Path, name: str) -> bytes:
    """A file of the source package, byte for byte."""
    with tarfile.open(source) as tar:
        file = tar.extractfile(f"scowl-2020.12.07/{name}")
        assert file is not None
        return file.read()


def write(name: str, content: bytes) -> None:
    """Write a data file if its content is new."""
    path = DATA / name
    same = path.exists() and path.read_bytes() == content
    if not same:
        path.write_bytes(content)
    print(f"{'same   ' if same else 'written'} {name} {len(content):,} bytes")


if __name__ == "__main__":
    main()
