"""A PDF in the fonts of the browser client or, if the client was not built, in the standard fonts of PDF.

Only characters of Latin-1 are printed: the standard fonts have no others.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from muckle.errors import MuckleError
from muckle.paper.layout import Box, Stroke

try:
    import brotli  # noqa: F401  # pyright: ignore[reportUnusedImport]  # fpdf2 unpacks the fonts with it
    from fpdf import FPDF
    from fpdf.enums import MethodReturnValue
except ImportError:
    raise MuckleError("printing needs the extra print: uv run --extra print muckle print, or install muckle[print]") from None

FONTS = Path(str(resources.files("muckle") / "static"))
"""Folder of the fonts, which the build of the browser client fills."""
SERIF, SANS = "besley-latin-wght-normal.woff2", "atkinson-hyperlegible-next-latin-wght-normal.woff2"

Colour = tuple[int, int, int]
INK: Colour = (27, 35, 41)
SOFT: Colour = (82, 92, 86)
LINE: Colour = (176, 160, 178)
TINT: Colour = (240, 224, 242)
TINT_INK: Colour = (66, 34, 70)

Font = Literal["letter", "text", "strong"]


class Document(FPDF):
    """A PDF to which pages of one size are added."""

    def __init__(self, page: tuple[float, float], title: str) -> None:
        super().__init__(unit="mm", format=page)
        self.set_title(title)
        self.set_creator("muckle")
        self.set_auto_page_break(False)
        self.c_margin = 0
        self._own = (FONTS / SERIF).is_file() and (FONTS / SANS).is_file()
        self.caps = 0.75 if self._own else 0.66
        """The height of a capital "letter", as a part of its size."""
        if self._own:
            self.add_font("letter", "", FONTS / SERIF, variations={"wght": 800})
            self.add_font("text", "", FONTS / SANS, variations={"wght": 400})
            self.add_font("strong", "", FONTS / SANS, variations={"wght": 700})

    def pen(self, font: Font, points: float, colour: Colour = INK) -> None:
        """Set font, size in points and colour of the text that follows."""
        standard = {"letter": ("times", "B"), "text": ("helvetica", ""), "strong": ("helvetica", "B")}
        family, style = (font, "") if self._own else standard[font]
        self.set_font(family, style, points)
        self.set_text_color(*colour)

    def centred(self, text: str, x: float, y: float) -> None:
        """Print capitals of the font "letter", centred on a point."""
        self.text(x - self.get_string_width(text) / 2, y + self.caps * self.font_size / 2, text)

    def flushed(self, text: str, right: float, baseline: float) -> None:
        """Print a text that ends at `right`."""
        self.text(right - self.get_string_width(text), baseline, text)

    def paragraph(self, text: str, box: Box, leading: float = 1.3, *, dry: bool = False) -> float:
        """Print a text in lines as wide as the box. Returns the y where the text ends; with `dry` it is only measured."""
        self.set_xy(box.left, box.top)
        how: Any = {"align": "L", "new_x": "LEFT", "new_y": "NEXT", "dry_run": dry, "output": MethodReturnValue.HEIGHT}
        height: Any = self.multi_cell(box.width, self.font_size * leading, text, **how)
        return box.top + height

    def lines(self, lines: Iterable[Stroke], width: float = 0.15, colour: Colour = INK) -> None:
        """Draw straight lines."""
        self.set_line_width(width)
        self.set_draw_color(*colour)
        for line in lines:
            self.line(*line)

    def frame(self, box: Box, radius: float, width: float = 0.2, colour: Colour = LINE) -> None:
        """Draw the outline of a box with round corners."""
        self.set_line_width(width)
        self.set_draw_color(*colour)
        self.rect(*box, style="D", round_corners=True, corner_radius=radius)

    def fill(self, box: Box, radius: float, colour: Colour) -> None:
        """Draw a filled box with round corners."""
        self.set_fill_color(*colour)
        self.rect(*box, style="F", round_corners=True, corner_radius=radius)
