"""Write docs/statements.md from docs/statements.toml: `uv run python scripts/statements.py` (`./dev fix` does it, too).

The table says of every statement of the five source documents where it is met. tests/test_statements.py checks each place.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from muckle import cli, games
from muckle.games import about, rulebook
from muckle.server.http.app import PAGES

ROOT = Path(__file__).parents[1]
DATA, PAGE = ROOT / "docs" / "statements.toml", ROOT / "docs" / "statements.md"
HEAD = """\
# Every statement of the sources

The five documents that the games are made from, sentence by sentence in our own words, and where each is met: a rule, an
option or a preset, a test, a page or a part of a game's page (`/about/mitch`, `muckle about mitch`), a command.
`scripts/statements.py` writes this of `docs/statements.toml`; `tests/test_statements.py` checks that every place is there.
"""
Documents = dict[str, dict[str, object]]


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(read()), encoding="utf-8")


def read() -> Documents:
    """Return the statements by document."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def entries(documents: Documents, name: str) -> list[list[str]]:
    """Return the statements of a document, each followed by its places."""
    found = documents[name]["statements"]
    assert isinstance(found, list)
    return found


def page(documents: Documents) -> str:
    """Return the page: a table for each document, its statements numbered."""
    parts = [HEAD]
    for name, document in documents.items():
        rows = [
            f"| {number} | {said} | {'; '.join(map(shown, places))} |"
            for number, (said, *places) in enumerate(entries(documents, name), 1)
        ]
        parts.append("\n".join((f"## {document['title']}\n", "| | says | met by |", "|---|---|---|", *rows, "")))
    return "\n".join(parts)


def shown(place: str) -> str:
    """Return a place as the page shows it."""
    kind, _, what = place.partition(" ")
    if place.startswith("note:"):
        return place.removeprefix("note:")
    if kind == "about":
        name, part = what.split()
        return f"page of {about.about(name).title}, {part}"
    if kind == "command":
        return f"`muckle {what}`"
    return f"`{what}`" if kind in ("test", "option", "preset", "page", "doc") else place


def faults(documents: Documents) -> Iterator[str]:
    """Yield every statement without a place, and every place that is not there."""
    for name in documents:
        for number, (said, *places) in enumerate(entries(documents, name), 1):
            if not [place for place in places if not place.startswith("note:")]:
                yield f"{name} {number} has no place: {said}"
            yield from (f"{name} {number}: there is no {place}" for place in places if not is_there(place))


def is_there(place: str) -> bool:
    """Return whether a place exists."""
    kind, _, what = place.partition(" ")
    match kind:
        case "about":
            name, part = what.split()
            return name in about.names() and bool(getattr(about.about(name), part, None))
        case "option" | "preset":
            game, _, name = what.partition(".")
            known = games.GAMES.get(game)
            return known is not None and name in (
                known.all_presets if kind == "preset" else {f.name for f in known.all_options}
            )
        case "test":
            file, _, name = what.partition("::")
            path = ROOT / file
            return path.is_file() and re.search(rf"^(async )?def {name}\(", path.read_text("utf-8"), re.MULTILINE) is not None
        case "command":
            return is_command(what.split())
        case "page":
            return what in PAGES or re.sub(r"/[^/]+$", "/{game}", what) in PAGES
        case "doc":
            return (ROOT / what).is_file()
        case _:
            return place.startswith("note:") or place in RULES


def is_command(words: list[str]) -> bool:
    """Return whether `muckle` has a command."""
    found: Any = typer.main.get_command(cli.app)
    for word in words:
        found = getattr(found, "commands", {}).get(word)
    return found is not None


RULES = {rule for game in games.GAMES.values() for rule in rulebook.read_rules(game.rules_text())}
"""The ids of all rules."""


if __name__ == "__main__":
    main()
