"""Printed pages read back: what stands where, in millimetres from the top left, and where there is ink."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pypdfium2 as pdfium

from muckle.paper.layout import Box, Sheet

MM = 72 / 25.4
"""Points per millimetre."""
DOTS = 4
"""Painted for each millimetre."""
WHITE = 5
"""Millimetres at the edges of a page that printers cannot print."""


class Pages:
    """The pages of a PDF."""

    def __init__(self, pdf: bytes) -> None:
        self._pdf = pdfium.PdfDocument(pdf)
        self.pages = [*self._pdf]
        self._texts = [[*texts(page)] for page in self.pages]

    def sizes(self) -> list[tuple[float, float]]:
        """Width and height of each page."""
        return [tuple(round(length / MM, 1) for length in page.get_size()) for page in self.pages]

    def text(self, page: int, box: Box | None = None) -> str:
        """Return the text of a page, or of those parts whose middle is in a box, in the order written, separated by blanks."""
        return " ".join(text for text, x, y in self._texts[page] if box is None or inside(x, y, box))

    def ink(self, page: int) -> Any:
        """Return where a page is not white: (height, width) bool, `DOTS` for each millimetre."""
        return self.pages[page].render(scale=DOTS / MM, grayscale=True).to_numpy() < 250

    def fonts_embedded(self, page: int) -> list[bool]:
        """Return, for each text, whether its font is embedded in the file."""
        found = self.pages[page].get_objects([pdfium.raw.FPDF_PAGEOBJ_TEXT])
        return [bool(pdfium.raw.FPDFFont_GetIsEmbedded(pdfium.raw.FPDFTextObj_GetFont(each))) for each in found]


def texts(page: Any) -> Iterator[tuple[str, float, float]]:
    """Yield every text on a page with its middle."""
    for each in page.get_objects([pdfium.raw.FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage()):
        left, bottom, right, top = each.get_bounds()
        yield each.extract().strip(), (left + right) / 2 / MM, (page.get_height() - (bottom + top) / 2) / MM


def inside(x: float, y: float, box: Box) -> bool:
    """Return whether a point is in a box."""
    return box.left < x < box.right and box.top < y < box.bottom


def part(ink: Any, box: Box) -> Any:
    """Return the ink within a box."""
    top, bottom, left, right = (round(length * DOTS) for length in (box.top, box.bottom, box.left, box.right))
    return ink[top:bottom, left:right]


def margins_white(ink: Any) -> bool:
    """Return whether the margins in which printers cannot print are white."""
    inner = np.zeros_like(ink)
    inner[WHITE * DOTS : -WHITE * DOTS, WHITE * DOTS : -WHITE * DOTS] = True
    return not (ink & ~inner).any()


def faults(sheet: Sheet) -> list[str]:
    """Return the faults of a layout."""
    page = Box(0, 0, *sheet.page).inside(WHITE)
    marks = [Box(mark.x1, mark.y1, mark.x2 - mark.x1, mark.y2 - mark.y1) for mark in sheet.marks]
    found = [f"off the page: {box}" for box in (*sheet.boxes, *marks, sheet.legend) if not within(box, page)]
    found += [f"mark on a card: {mark}" for mark in (*marks, sheet.legend) if any(touch(mark, box) for box in sheet.boxes)]
    found += [f"cards overlap: {one}" for one in sheet.boxes if sum(touch(one, box, by=1e-6) for box in sheet.boxes) > 1]
    return found


def within(box: Box, page: Box) -> bool:
    return page.left <= box.left and box.right <= page.right and page.top <= box.top and box.bottom <= page.bottom


def touch(one: Box, other: Box, by: float = 0.0) -> bool:
    """Return whether two boxes overlap by more than a given length."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return across >= by and down >= by
