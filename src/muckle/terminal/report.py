"""Answers of the laboratory in a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from muckle.lab.answer import Answer, Table

WIDE = 200
"""Characters in a line where no terminal says how many there are."""


def show(answer: Answer, out: TextIO | None = None) -> None:
    """Print an answer: headline, sentences, tables, notes."""
    file = out or sys.stdout
    print(answer.headline, *(f"  {sentence}" for sentence in answer.sentences), sep="\n", file=file)
    for table in answer.tables:
        show_table(table, file)
    for note in answer.notes:
        print(f"  {note}", file=file)


def show_table(table: Table, file: TextIO) -> None:
    """Print a table, indented by two blanks; its first column is left-aligned, the others are numbers."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table as Grid

    if table.caption:
        print(f"  {table.caption}", file=file)
    drawing = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, heading in enumerate(table.headings):
        drawing.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for row in table.rows:
        drawing.add_row(*row)
    console = Console(file=file, highlight=False, markup=False, emoji=False, width=None if file.isatty() else WIDE)
    with console.capture() as drawn:
        console.print(Padding(drawing, (0, 0, 0, 2), expand=False))
    file.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())
