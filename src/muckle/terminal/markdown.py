"""Markdown where nothing lays it out: plain lines, for pipes and for listening."""

from __future__ import annotations

import re

from muckle.games.rulebook import BOLD, cells


def spoken(markdown: str) -> list[str]:
    """Markdown as plain lines that read well aloud: a paragraph or item a line, no stars, backticks or table rules.

    A picture is the words that stand for it.
    """
    lines = [""]
    for line in re.sub(r"!\[([^]]*)\]\([^)]*\)", r"\1.", markdown).splitlines():
        if re.fullmatch(r"\s*\|?[\s:|-]*-[\s:|-]*", line):
            continue
        if line.strip().startswith("|"):
            line = "| " + "; ".join(cell.rstrip(".") for cell in cells(line) if cell) + "."
        if lines[-1] and re.match(r"\s*[^\s\-+*#|]|\s*\*\*", line):
            lines[-1] += " " + line.strip()  # goes on where the line before was broken
        else:
            lines.append(line)
    return [re.sub(r"[*`]|^#+ |^\| ", "", BOLD.sub(r"\1:", line)) for line in lines[1:]]
