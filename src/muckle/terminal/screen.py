"""The line between a person and the program: lines out, a line in. No cursor is moved, so pipes and screen readers follow.

Colour is Rich's and appears only on a terminal without NO_COLOR. Signs that the output's encoding lacks become ASCII.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import NamedTuple, TextIO

from rich.console import Console
from rich.text import Text

from muckle.games.rulebook import markdown_lines

LONGEST = 4096
"""Characters of a typed line that are read; the rest of it is dropped."""
WIDEST = 100
"""Columns of text at most: longer lines are hard to read."""
ASCII = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "–": "-", "—": "-", "−": "-", "×": "x", "…": "...", "·": ".", "→": "->"}
    | {"’": "'", "‘": "'", "“": '"', "”": '"', "≥": ">=", "≤": "<="}
)
RED = r"\S*[♥♦]\S*"
"""Pattern of the words that are printed red: those with a heart or a diamond."""


class Leave(Exception):
    """The person has left, or the input has ended."""


class Line(NamedTuple):
    """A line of output before it is broken into rows."""

    text: str
    style: str = ""
    """A Rich style."""
    hang: int = 0
    """Columns by which the rows after the first are indented."""


class Screen:
    """Input and output of one person.

    Args:
        source, out: the streams.
        spoken: whether scenes are full sentences for listening.
        colour: whether escape codes may be written.
        width: number of columns; None takes the terminal's, and does not wrap lines outside a terminal.
    """

    def __init__(self, source: TextIO, out: TextIO, *, spoken: bool, colour: bool = False, width: int | None = None) -> None:
        self.source, self.out, self.spoken, self.colour, self._width = source, out, spoken, colour, width
        system = "auto" if colour else None
        self._console = Console(file=out, force_terminal=colour, color_system=system)

    @classmethod
    def of_process(cls, plain: bool = False) -> Screen:
        """Return the screen of the process's own streams; in a pipe, or with `plain`, scenes are full sentences."""
        terminal = sys.stdout.isatty()
        source: TextIO = sys.stdin
        getattr(source, "reconfigure", dict)(errors="replace")  # bytes that are no text are a typing error, not an end
        if source.isatty():
            with contextlib.suppress(ImportError):
                importlib.import_module("readline")  # gives input() line editing and a history
        colour = terminal and not plain and not os.environ.get("NO_COLOR")
        return cls(source, sys.stdout, spoken=plain or not terminal, colour=colour)

    @property
    def width(self) -> int | None:
        """Columns to fill, or None where lines have no end."""
        if self._width is None and self.out.isatty():
            return min(shutil.get_terminal_size().columns, WIDEST)
        return self._width

    @property
    def typing(self) -> bool:
        """Whether a person reads and types at this screen (and not a pipe)."""
        return self.source.isatty() and self.out.isatty()

    def say(self, *lines: Line | str) -> None:
        """Print lines, broken between words to the width there is."""
        for line in lines:
            line = Line(line) if isinstance(line, str) else line
            for row in self._rows(line):
                self._print(row, line.style)

    def markdown(self, text: str) -> None:
        """Print Markdown, laid out where there is colour, else as plain lines."""
        if self.colour and self._console.encoding.startswith("utf"):
            from rich.markdown import Markdown  # slow to import

            self._console.print(Markdown(text), width=self.width)
        else:
            self.say(*(Line(line, hang=2) for line in markdown_lines(text)))

    def ask(self, prompt: str) -> str | None:
        """Return the line that the person types, without outer blanks; None at the end of the input."""
        shown = self._writable(f"{prompt} ")
        try:
            if self.source is sys.stdin and self.source.isatty():
                self.out.flush()
                return _printable(input(shown)[:LONGEST]).strip()
            self.out.write(shown)
            self.out.flush()
            typed = self._read()
        except EOFError:
            typed = None
        if not self.source.isatty():
            self._print("" if typed is None else typed, "")  # nobody's typing is seen here, so it is repeated
        return typed

    def clear(self) -> None:
        """Scroll everything out of sight, before another person looks at the screen."""
        if self.colour:
            self.out.write("\x1b[H\x1b[2J\x1b[3J")  # what has scrolled away too
        elif self.out.isatty():
            self.out.write("\n" * shutil.get_terminal_size().lines)

    def _read(self) -> str | None:
        typed = part = self.source.readline(LONGEST)
        while len(part) == LONGEST and not part.endswith("\n"):
            part = self.source.readline(LONGEST)
        return _printable(typed).strip() if typed else None

    def _rows(self, line: Line) -> Iterable[str]:
        text = self._writable(line.text)
        if self.width is None or len(text) <= self.width:
            return [text]
        indent = " " * min(line.hang + len(text) - len(text.lstrip()), self.width // 2)
        return textwrap.wrap(text, self.width, subsequent_indent=indent, break_on_hyphens=False) or [""]

    def _print(self, row: str, style: str) -> None:
        text = Text(self._writable(row), style)
        if self.colour:
            text.highlight_regex(RED, "red")
        self._console.print(text, soft_wrap=True)

    def _writable(self, text: str) -> str:
        """Return a text that the output can show, without characters that control a terminal."""
        text, encoding = _printable(text), self.out.encoding or "utf-8"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return text.translate(ASCII).encode(encoding, "replace").decode(encoding)
        return text


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)
