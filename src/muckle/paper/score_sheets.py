"""Score sheets of Mickell and Muckell to cut out, for players with cards in their hands."""

from __future__ import annotations

from msgspec.structs import replace

from muckle.engine.chance import read_seed
from muckle.engine.options import GameOptions
from muckle.games import find
from muckle.match.header import new_header
from muckle.match.match import Match
from muckle.paper.document import INK, LINE, SOFT, TINT, Document
from muckle.paper.layout import Box, Paper, Stroke, sheet, sheets
from muckle.scene.contract import Table

SIZE = (96.0, 131.0)
"""Width and height of a sheet; a page has four."""
WORDS = 16
"""Lines of a sheet: 48 cards cannot make more words that score (Mickell 6)."""
ROW = 5.1
"""The height of a line."""
POINTS, RATINGS = "A word scores", "How good is a score?"
"""The tables of Mickell's scene that are printed."""


def score_sheets(options: GameOptions, paper: Paper, players: int) -> bytes:
    """Make a PDF with a score sheet for each player.

    Args:
        options: options of Mickell, which decide the words that score.
    """
    page, match = sheet(paper, SIZE, 0), board(options, 0)
    pdf = Document(page.page, "Score sheets")
    for part in sheets(players, len(page.boxes)):
        pdf.add_page()
        pdf.lines(page.marks)
        for box in page.boxes[: len(part)]:
            score_sheet(pdf, box.inside(5), match)
    return bytes(pdf.output())


def score_sheet(pdf: Document, box: Box, match: Match) -> None:
    """Print a sheet: name, lines for words and points, total, the points of words, and ratings of totals."""
    pdf.pen("letter", 15)
    pdf.text(box.left, box.top + 5.5, match.game.title)
    pdf.pen("text", 8, SOFT)
    pdf.text(box.left + 30, box.top + 5.5, "Name")
    pdf.lines([Stroke(box.left + 39, box.top + 6, box.right, box.top + 6)], colour=SOFT)
    below = word_lines(pdf, Box(box.left, box.top + 9, box.width, ROW * (WORDS + 2)))
    points_table(pdf, table(match, POINTS), Box(box.left, below + 3, box.width, 9))
    pdf.pen("text", 6.5, SOFT)
    ratings = "; ".join(f"{least}: {rating}" for least, rating in table(match, RATINGS).rows)
    pdf.paragraph(ratings, Box(box.left, below + 13, box.width, 6))


def word_lines(pdf: Document, box: Box) -> float:
    """Print the heading, the lines for words, and the total. Returns the y where they end."""
    columns = (box.left, box.right - 30, box.right - 15)
    pdf.pen("strong", 7.5, SOFT)
    for x, text in zip(columns, ("Word", "Letters", "Points"), strict=True):
        pdf.text(x + 1, box.top + ROW - 1.5, text)
    foot = box.top + ROW * (WORDS + 1)
    pdf.lines([Stroke(box.left, y, box.right, y) for y in (box.top + ROW * row for row in range(1, WORDS + 2))], colour=LINE)
    pdf.lines([Stroke(x, box.top + ROW, x, foot) for x in columns[1:]], colour=LINE)
    total = Box(columns[2], foot, 15, ROW * 1.4)
    pdf.fill(total, 1, TINT)
    pdf.frame(total, 1, colour=INK)
    pdf.pen("strong", 9)
    pdf.flushed("Total", total.left - 2, foot + ROW)
    return total.bottom


def points_table(pdf: Document, shown: Table, box: Box) -> None:
    """Print a table turned on its side: a column for each row, the last one twice as wide."""
    head, width, half = 14.0, (box.width - 14) / (len(shown.rows) + 1), box.height / 2
    pdf.fill(Box(box.left, box.top, box.width, half), 0.8, TINT)
    pdf.frame(box, 0.8)
    for line, title in enumerate(shown.head):
        y = box.top + half * (line + 0.5) + 1
        pdf.pen("strong", 7.5)
        pdf.text(box.left + 1, y, title)
        pdf.pen("text", 7.5)
        for number, row in enumerate(shown.rows):
            pdf.text(box.left + head + width * number + 1, y, row[line])


def board(options: GameOptions, seed: int) -> Match:
    """Return the match of Mickell that everybody plays (Muckell 1)."""
    return Match(replace(new_header(find("mickell"), options), seed=read_seed(seed)))


def table(match: Match, title: str) -> Table:
    """Return the table with a given title from the scene of a match."""
    return next(table for table in match.scene().tables if table.title == title)
