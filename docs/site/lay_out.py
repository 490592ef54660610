"""Lays out the documents for Sphinx as they stand on the site: each stays where it is at home; links are bent on the way."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import typer
import typer.cli
import typer.main
from gallery import linked

from muckle import games
from muckle.cli import app
from muckle.games.rulebook import BOLD

ROOT = Path(__file__).parents[2]
DOCS, GAMES = ROOT / "docs", ROOT / "src" / "muckle" / "games"
ELSEWHERE = {
    "games/general": "src/muckle/engine/GENERAL.md",
    "design/house": "ARCHITECTURE.md",
    "design/working": "CONTRIBUTING.md",
    "design/security": "SECURITY.md",
    "design/speed": "bench/README.md",
    "design/strength": "bench/strength.md",
    "design/mutation": "bench/mutation.md",
    "changes": "CHANGELOG.md",
    **{f"games/{game}": GAMES / game / "RULES.md" for game in games.GAMES},
}
"""Pages of the site that are not at home in docs/, by their names."""
RULES = {ROOT / source for page, source in ELSEWHERE.items() if page.startswith("games/")}
"""The rules pages: of each game, and what all games share."""
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
"""Its text, its target in this repository, and where there."""
CITED = re.compile(rf"\b(?:{'|'.join(game.title for game in games.GAMES.values())}|Deck|Muckell|General) [A-Z]?\d+[a-z]?\b")


def lay_out(folder: Path) -> list[str]:
    """Put everything into a new folder as it stands on the site.

    Returns:
        A sentence for each link that leads nowhere and each rule that is cited but is not there.
    """
    shutil.copytree(DOCS, folder, ignore=lambda at, names: ["site"] if Path(at) == DOCS else [])
    for game in games.GAMES:
        shutil.copytree(GAMES / game, folder / "games" / game, ignore=lambda at, names: [n for n in names if n != "table.svg"])
    pages = {source: source.relative_to(DOCS) for source in DOCS.rglob("*.md")}
    pages |= {ROOT / source: Path(f"{page}.md") for page, source in ELSEWHERE.items()}
    texts = {source: source.read_text(encoding="utf-8") for source in pages}
    rules = {rule for source in RULES for rule in BOLD.findall(texts[source])}
    faults: list[str] = []
    for source, text in texts.items():
        if source in RULES:
            text = anchored(text)
        elif source.is_relative_to(DOCS / "strategy"):
            text = cited(text, rules, source, faults)
        elif source == DOCS / "gallery.md":
            text = linked(text)
        page = folder / pages[source]
        page.parent.mkdir(exist_ok=True)
        text = bent(text, source, pages, faults)
        page.write_text(text + contents(text) if source == DOCS / "index.md" else text, encoding="utf-8")
    (folder / "reference" / "commands").with_suffix(".md").write_text(commands(), encoding="utf-8")
    return faults


def anchored(text: str) -> str:
    """A game's rules with an anchor at each rule ("mitch-5"), below one title."""
    seen: set[str] = set()

    def mark(found: re.Match[str]) -> str:
        if found[1] in seen:
            return found[0]
        seen.add(found[1])
        return f"[{found[0]}]{{#{anchor(found[1])}}}"

    return BOLD.sub(mark, text.replace("## ", "# ", 1) if text.startswith("## ") else text)


def anchor(rule: str) -> str:
    """Where a rule stands on its page, the same as in the room."""
    return rule.lower().replace(" ", "-")


def cited(text: str, rules: set[str], source: Path, faults: list[str]) -> str:
    """A text in which every rule that is cited leads to it."""

    def link(found: re.Match[str]) -> str:
        if found[0] not in rules:
            faults.append(f"{source}: there is no rule {found[0]}")
        return f"[{found[0]}](#{anchor(found[0])})"

    return CITED.sub(link, text)


def bent(text: str, source: Path, pages: dict[Path, Path], faults: list[str]) -> str:
    """A document whose links lead to where things stand on the site; what is not there is named without a link."""

    def bend(found: re.Match[str]) -> str:
        target = (source.parent / found[2]).resolve()
        if not target.exists():
            faults.append(f"{source}: {found[2]} is not there")
        if target.is_relative_to(GAMES) and target.suffix == ".svg":
            at = Path("games", target.parent.name, target.name)
        elif target.is_file() and target.is_relative_to(DOCS):
            at = target.relative_to(DOCS)
        elif target in pages:
            at = pages[target]
        else:
            return found[1]
        return f"[{found[1]}]({os.path.relpath(at, pages[source].parent)}{found[3] or ''})"

    return LINK.sub(bend, text)


def contents(index: str) -> str:
    """Return a table of contents for Sphinx: each section of the index with the pages that it lists."""
    _, *parts = re.split(r"^## (.+)\n", index, flags=re.MULTILINE)
    tables = list[str]()
    for title, section in zip(parts[::2], parts[1::2], strict=True):
        names = [target.removesuffix(".md") for _, target, _ in LINK.findall(section)]
        tables.append("\n".join(["", "```{toctree}", f":caption: {title}", ":hidden:", "", *names, "```", ""]))
    return "".join(tables)


def commands() -> str:
    """Every command with its options, as its own help tells them."""
    command = typer.main.get_command(app)
    context = typer.Context(command, info_name="muckle")
    told = typer.cli.get_docs_for_click(obj=command, ctx=context, name="muckle", title="Commands")
    bare = re.compile(r"(^\$.*|`[^`]*`)|\[", re.MULTILINE)  # a bracket outside of code
    return bare.sub(lambda found: found[1] or r"\[", told)
