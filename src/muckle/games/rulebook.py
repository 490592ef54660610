"""One rule out of a RULES.md, found by its id.

A rule is a list item or paragraph that begins with its id in bold, or a row of a table whose first cell is the id.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

from muckle.engine.game import Game
from muckle.errors import MuckleError, suggest

ID = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)? [A-Z]?\d+[a-z]?")
"""Ids as the rules pages give them: Mitch 5, Mitch 5a, Mitch D2."""
BOLD = re.compile(rf"\*\*({ID.pattern})\*\*")


def rule_text(game: Game, rule: str) -> str:
    """A rule of a game with the lettered rules under it, as Markdown.

    Args:
        rule: its id, whatever the case; the game's own name may be left out ("5", "mitch 5", "Mitch D2").

    Raises:
        MuckleError: the game's RULES.md has no such rule.
    """
    known, wanted = rules_in(game.rules_text()), full_id(game, rule)
    found = _named(known, wanted)
    if found is None:
        raise MuckleError(f"{game.title} has no rule {wanted!r}{suggest(wanted, known)}")
    for name, part in known.items():
        if re.fullmatch(rf"{re.escape(wanted)}[a-z]", name, re.I) and part not in found:
            found += f"\n\n{part}"
    return found


def find_rule(text: str, rule: str) -> str | None:
    """The rule with that id in a RULES.md, as Markdown without its list mark; None if it is not there."""
    return _named(rules_in(text), rule.strip())


def full_id(game: Game, rule: str) -> str:
    """The id that somebody means: "5" and "mitch5" are "Mitch 5"."""
    text = " ".join(rule.lower().split())
    match = re.fullmatch(r"(?:(.+) )?([a-z]?\d+[a-z]?)|([a-z ]+)(\d+[a-z]?)", text)
    if match is None:
        return rule.strip()
    name, number = (match[1] or game.title, match[2]) if match[2] else (match[3], match[4])
    return f"{name.title()} {number[0].upper()}{number[1:]}"


def rules_in(text: str) -> dict[str, str]:
    """Every rule of a RULES.md by its id, in order."""
    lines = text.splitlines()
    rules: dict[str, str] = {}
    head: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.map is None:
            continue
        first, last = token.map
        if token.type in ("list_item_open", "paragraph_open"):
            name, rule = _item(lines[first:last])
        elif token.type == "thead_open":
            head = cells(lines[first])
            continue
        elif token.type == "tr_open":
            name, rule = _row(head, cells(lines[first]))
        else:
            continue
        if name:
            rules.setdefault(name, rule)  # an item comes before its own first paragraph, and is the whole rule
    return rules


def _named(rules: dict[str, str], wanted: str) -> str | None:
    return next((rule for name, rule in rules.items() if name.lower() == wanted.lower()), None)


def _item(lines: list[str]) -> tuple[str, str]:
    """The id of a list item or paragraph, and its text with the indent of an item taken off; no id: no rule."""
    start = re.sub(r"^\s*(?:[-*+]|\d+[.)])\s+", "", lines[0])
    found = BOLD.match(start)
    indent = len(lines[0]) - len(start)
    rest = [line[min(indent, len(line) - len(line.lstrip())) :] for line in lines[1:]]
    return found[1] if found else "", "\n".join([start, *rest]).strip()


def _row(head: list[str], row: list[str]) -> tuple[str, str]:
    """The id of a table's row, and the row as a sentence with the names of its columns."""
    name = row[0].strip("*` ")
    facts = [f"{title}: {cell}" if title else cell for title, cell in zip(head[1:], row[1:], strict=False) if cell]
    return name if ID.fullmatch(name) else "", f"**{name}** " + "; ".join(facts)


def cells(line: str) -> list[str]:
    """The cells of a row of a Markdown table."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
