"""Writes the list of abusive words that names at an event are compared with: `python scripts/rude_names.py FOLDER`.

FOLDER holds two packages: `npm install --prefix FOLDER naughty-words@1.2.0 cuss@2.2.0`.
"""

import json
import re
import sys
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src" / "muckle" / "server" / "rude.txt"
NOTICE = """\
# Abusive words in many languages. A name with one of them is not shown at an event before a caller has looked at it.
# Made by scripts/rude_names.py from the List of Dirty, Naughty, Obscene, and Otherwise Bad Words (npm naughty-words 1.2.0),
# licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), and from cuss 2.2.0, Copyright (c) 2016 Titus Wormer,
# MIT License. Changed: merged, sorted, in lower case; of cuss only the words that it is sure of. See NOTICE.
"""
SURE = re.compile(r"^ {2}'?([^':]+)'?: 2,$", re.MULTILINE)
"""A word that cuss gives its highest rating."""
PLAYFUL = {"tlh"}
"""Codes of lists in languages that nobody insults anybody in."""


def main(folder: Path) -> None:
    """Write the list."""
    packages = folder / "node_modules"
    words: set[str] = set()
    for path in (packages / "naughty-words").glob("*.json"):
        found = json.loads(path.read_text())
        if isinstance(found, list) and path.stem not in PLAYFUL:
            words.update(word.strip().lower() for word in found)
    for path in (packages / "cuss").glob("*.js"):
        words.update(SURE.findall(path.read_text()))
    TARGET.write_text(NOTICE + "".join(f"{word}\n" for word in sorted(words) if word))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
