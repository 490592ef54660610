"""Layout of pages, in millimetres from the top left corner; nothing is drawn here."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

MARGIN = 5.5
"""White margin of a page in millimetres: most printers cannot print there."""
GAP, MARK = 0.5, 2.5
"""Distance from a card to its cut marks, and length of the marks, in millimetres."""
LEGEND, AIR = 7.0, 1.0
"""Height of the text below the cut marks, and of the white space above that text, in millimetres."""


class Paper(StrEnum):
    """Sizes of paper."""

    A4 = "a4"
    LETTER = "letter"


class Size(StrEnum):
    """Sizes of cards."""

    SMALL = "small"
    """Small cards in the proportions of the screen's. A deck fits on two sheets."""
    MINI = "mini"
    """Size in between; a deck fits on three sheets."""
    POKER = "poker"
    """Size of playing cards, for their sleeves; a deck fits on six sheets."""


PAPERS = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}
"""Width and height of each paper, in millimetres."""
CARDS = {Size.SMALL: (32.0, 63.0), Size.MINI: (44.0, 63.0), Size.POKER: (63.0, 88.0)}
"""Width and height of cards of each size, in millimetres."""


class Box(NamedTuple):
    """Rectangle on a page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Position of the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Position of the lower edge."""
        return self.top + self.height

    def inside(self, by: float) -> Box:
        """Return the rectangle made smaller by `by` on every side."""
        return Box(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)


class Stroke(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float


class Sheet(NamedTuple):
    """A page that is cut into equal boxes, edge to edge, in the middle from left to right."""

    page: tuple[float, float]
    """Width and height of the page, which may lie on its side."""
    boxes: tuple[Box, ...]
    """The boxes, row by row."""
    marks: tuple[Stroke, ...]
    """Lines that show where to cut; they lie outside the boxes."""
    legend: Box

    def mirrored(self, box: Box) -> Box:
        """Return the position of a box on the back of the sheet, which is turned over at its left or right edge."""
        return box._replace(left=self.page[0] - box.right)


def sheet(paper: Paper, size: tuple[float, float], legend: float = LEGEND) -> Sheet:
    """Return a page with as many boxes of a size as fit, upright or on its side, whichever holds more."""
    width, height = PAPERS[paper]
    upright, on_its_side = (filled_sheet(page, size, legend) for page in ((width, height), (height, width)))
    return on_its_side if len(on_its_side.boxes) > len(upright.boxes) else upright


def filled_sheet(page: tuple[float, float], size: tuple[float, float], legend: float) -> Sheet:
    """Return a page filled with boxes, with cut marks around them and the legend below."""
    (width, height), around = size, MARGIN + MARK + GAP
    columns, rows = int((page[0] - 2 * around) // width), int((page[1] - 2 * around - legend) // height)
    left, top = (page[0] - columns * width) / 2, (page[1] - rows * height - legend) / 2
    grid = Box(left, top, columns * width, rows * height)
    boxes = [Box(left + width * column, top + height * row, width, height) for row in range(rows) for column in range(columns)]
    below = Box(left, grid.bottom + GAP + MARK + AIR, grid.width, legend - AIR)
    return Sheet(page, tuple(boxes), tuple(cut_marks(grid, columns, rows)), below)


def cut_marks(grid: Box, columns: int, rows: int) -> list[Stroke]:
    """Return a mark at both ends of every line between two boxes and along the outer edges."""
    marks = list[Stroke]()
    for column in range(columns + 1):
        x = grid.left + grid.width * column / columns
        marks += [Stroke(x, y, x, y + MARK) for y in (grid.top - GAP - MARK, grid.bottom + GAP)]
    for row in range(rows + 1):
        y = grid.top + grid.height * row / rows
        marks += [Stroke(x, y, x + MARK, y) for x in (grid.left - GAP - MARK, grid.right + GAP)]
    return marks


def sheets(things: int, each: int) -> list[range]:
    """Distribute the numbers 0 to `things` - 1 over sheets that hold `each`."""
    return [range(first, min(first + each, things)) for first in range(0, things, each)]
