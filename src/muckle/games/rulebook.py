"""Rules from a game's RULES.md, by their ids.

A rule is a list item or paragraph that begins with its id in bold, or a table row whose first cell is the id.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

from muckle.engine.game import Game
from muckle.errors import MuckleError, suggest

ID = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)? [A-Z]?\d+[a-z]?")
"""Pattern of the ids of rules: Mitch 5, Mitch 5a, Mitch D2."""
BOLD = re.compile(rf"\*\*({ID.pattern})\*\*")
"""Pattern of an id in bold, as it begins a rule."""


def rule_text(game: Game, rule: str) -> str:
    """Return a rule of a game with its lettered parts, as Markdown.

    Args:
        game: the game.
        rule: id of the rule in any case; the game's name can be left out ("5", "mitch 5", "Mitch D2").

    Raises:
        MuckleError: the game's RULES.md has no such rule.
    """
    known, wanted = read_rules(game.rules_text()), full_id(game, rule)
    found = _find_ignoring_case(known, wanted)
    if found is None:
        raise MuckleError(f"{game.title} has no rule {wanted!r}{suggest(wanted, known)}")
    for name, part in known.items():
        if re.fullmatch(rf"{re.escape(wanted)}[a-z]", name, re.I) and part not in found:
            found += f"\n\n{part}"
    return found


def find_rule(text: str, rule: str) -> str | None:
    """Return the rule with an id in the text of a RULES.md, as Markdown without its list mark, or None."""
    return _find_ignoring_case(read_rules(text), rule.strip())


def full_id(game: Game, rule: str) -> str:
    """Return the full id of a rule: "Mitch 5" for "5" or "mitch5"."""
    text = " ".join(rule.lower().split())
    match = re.fullmatch(r"(?:(.+) )?([a-z]?\d+[a-z]?)|([a-z ]+)(\d+[a-z]?)", text)
    if match is None:
        return rule.strip()
    name, number = (match[1] or game.title, match[2]) if match[2] else (match[3], match[4])
    return f"{name.title()} {number[0].upper()}{number[1:]}"


def read_rules(text: str) -> dict[str, str]:
    """Return all rules in the text of a RULES.md by their ids, in order."""
    lines = text.splitlines()
    rules: dict[str, str] = {}
    head: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.map is None:
            continue
        first, last = token.map
        if token.type in ("list_item_open", "paragraph_open"):
            name, rule = _parse_item(lines[first:last])
        elif token.type == "thead_open":
            head = cells(lines[first])
            continue
        elif token.type == "tr_open":
            name, rule = _parse_row(head, cells(lines[first]))
        else:
            continue
        if name:
            rules.setdefault(name, rule)  # an item comes before its own first paragraph, and is the whole rule
    return rules


def _find_ignoring_case(rules: dict[str, str], wanted: str) -> str | None:
    return next((rule for name, rule in rules.items() if name.lower() == wanted.lower()), None)


def _parse_item(lines: list[str]) -> tuple[str, str]:
    """Return the id of a list item or paragraph, empty if it is not a rule, and its text without indent."""
    start = re.sub(r"^\s*(?:[-*+]|\d+[.)])\s+", "", lines[0])
    found = BOLD.match(start)
    indent = len(lines[0]) - len(start)
    rest = [line[min(indent, len(line) - len(line.lstrip())) :] for line in lines[1:]]
    return found[1] if found else "", "\n".join([start, *rest]).strip()


def _parse_row(head: list[str], row: list[str]) -> tuple[str, str]:
    """Return the id of a table row, empty if it is not a rule, and the row as a sentence with the names of its columns."""
    name = row[0].strip("*` ")
    facts = [f"{title}: {cell}" if title else cell for title, cell in zip(head[1:], row[1:], strict=False) if cell]
    return name if ID.fullmatch(name) else "", f"**{name}** " + "; ".join(facts)


def cells(line: str) -> list[str]:
    """Return the cells of a row of a Markdown table."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def markdown_lines(markdown: str) -> list[str]:
    """Return Markdown as plain lines that read well aloud: one line for each paragraph or item, without markup.

    A picture is replaced by its description. Between fences lines stay as they are: a board is a board.
    """
    prose = re.sub(r"!\[([^]]*)\]\([^)]*\)", r"\1.", markdown)
    told: list[str] = []
    for number, part in enumerate(re.split(r"^```\w*\n", prose, flags=re.MULTILINE)):
        told += part.splitlines() if number % 2 else _prose_lines(part)
    return told


def _prose_lines(markdown: str) -> list[str]:
    lines = [""]
    for line in markdown.splitlines():
        if re.fullmatch(r"\s*\|?[\s:|-]*-[\s:|-]*", line):
            continue
        if line.strip().startswith("|"):
            line = "| " + "; ".join(cell.rstrip(".") for cell in cells(line) if cell) + "."
        if lines[-1] and re.match(r"\s*[^\s\-+*#|]|\s*\*\*", line):
            lines[-1] += " " + line.strip()  # the line before was broken here
        else:
            lines.append(line)
    return [re.sub(r"[*`]|^#+ |^\| ", "", BOLD.sub(r"\1:", line)) for line in lines[1:]]
