"""The small fonts of a first visit: what is in them, and what the stylesheet says of them."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

TTFont = pytest.importorskip("fontTools.ttLib").TTFont
WEB = Path(__file__).parents[1] / "web"
MAKER = runpy.run_path(str(WEB / "fonts.py"))
FACE = re.compile(
    r"font-weight: (\d+) (\d+);[^}]*url\(\"\.\./\.\./build/([\w-]+)-small\.woff2\"\)[^}]*unicode-range: ([^;]+);", re.DOTALL
)
"""Matches the face of a small font, with its weights, name and range."""


def characters(unicode_range: str) -> Iterator[str]:
    """Yield the characters of a range as stylesheets write it: "U+20-7E, U+A0"."""
    for part in unicode_range.split(", "):
        first, _, last = part.removeprefix("U+").partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


def faces(styles: str) -> dict[str, tuple[tuple[int, int], set[str]]]:
    """Return the weights and characters of each small font as a stylesheet names them."""
    return {name: ((int(least), int(most)), {*characters(span)}) for least, most, name, span in FACE.findall(styles)}


def test_the_stylesheet_says_what_the_small_fonts_hold() -> None:
    styles = (WEB / "src" / "style" / "tokens.css").read_text("utf-8")
    made = {name: (weights, MAKER["CHARACTERS"]) for name, weights in MAKER["FONTS"].items()}
    assert faces(styles) == made
    assert faces(styles.replace("U+2212;", "U+2212-2213;")) != made, "its break: a character that no small font has"


@pytest.mark.parametrize("name", MAKER["FONTS"])
def test_the_small_fonts_hold_what_the_stylesheet_says(name: str) -> None:
    if not MAKER["small"](name).exists():
        pytest.skip("web/build is not there: the client was not built in this checkout")
    small = TTFont(MAKER["small"](name))
    [weight] = small["fvar"].axes
    assert (weight.minValue, weight.maxValue) == MAKER["FONTS"][name]
    assert set(map(chr, small.getBestCmap())) == MAKER["CHARACTERS"]
