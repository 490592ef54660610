"""Pictures of links to a daily: a picture of the game, drawn beforehand, with the day written on it.

They tell nothing of the day's deal.
"""

from __future__ import annotations

import functools
import io
from datetime import date
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from muckle.server.errors import HttpError

WEEK = 7
"""Days before today whose pictures are still drawn, for chats that show an older link."""
PLACE, SIZE, BOLD, INK = (72, 482), 44, 700, "#f4f6f1"
"""Place of the day on the picture, and size, weight and colour of its letters; `web/demo/icons.py` leaves room for it."""
FONT = "atkinson-hyperlegible-next-latin-wght-normal.woff2"


def file_name(game: str) -> str:
    """Return the name of the file with a game's picture without a day."""
    return f"link-daily-{game}.jpg"


def picture_of(folder: Path, game: str, day: str, today: date) -> bytes:
    """Return a link's picture as JPEG.

    Args:
        folder: holds the pictures without a day, and the font.
        day: in ISO format; not later than tomorrow, as clocks differ.

    Raises:
        HttpError: there is no picture of this game and day.
    """
    try:
        wanted = date.fromisoformat(day)
        if -1 <= (today - wanted).days <= WEEK:
            return _drawn(folder / file_name(game), folder / FONT, wanted)
    except (ValueError, OSError):
        pass
    raise HttpError(404, f"there is no picture of {game} on {day}")


@functools.lru_cache(maxsize=32)
def _drawn(picture: Path, font: Path, day: date) -> bytes:
    letters, drawn = ImageFont.truetype(font, SIZE), io.BytesIO()
    letters.set_variation_by_axes([BOLD])
    image = Image.open(picture)
    ImageDraw.Draw(image).text(PLACE, day_text(day), INK, letters)
    image.save(drawn, "JPEG", quality=80, optimize=True)
    return drawn.getvalue()


def day_text(day: date) -> str:
    """Return a day as people write it: 27 November 2026."""
    return f"{day.day} {day:%B %Y}"
