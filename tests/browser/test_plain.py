"""Forced colours and paper: pieces can be read, what is lit has an edge, and nothing is printed that only a screen can do."""

import io

import pytest
from PIL import Image
from playwright.sync_api import Page

from browser.budget import positions
from browser.conftest import Lay, Visit
from browser.hands import restyle
from muckle import games

CARD = ".dock .held .piece"


def contrast(page: Page, selector: str) -> float:
    """Return the contrast of the lightest and darkest pixels in the upper left quarter of an element, without its edge."""
    box = page.locator(selector).first.bounding_box()
    assert box
    clip = {"x": box["x"] + 4, "y": box["y"] + 4, "width": box["width"] / 2 - 4, "height": box["height"] / 2 - 4}
    picture = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")  # type: ignore[arg-type]
    light = sorted(luminance(*shades) for _, shades in picture.getcolors(picture.width * picture.height))  # type: ignore
    return (light[-1] + 0.05) / (light[0] + 0.05)


def luminance(*shades: int) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    red, green, blue = (shade / 3294.6 if shade <= 10 else ((shade / 255 + 0.055) / 1.055) ** 2.4 for shade in shades)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["mitch", "alphabetickell"])
def test_cards_are_read_and_lit_in_forced_colours(visit: Visit, demo: str, lay: Lay, game: str, theme: str) -> None:
    page = visit(f"{demo}/about", "phone")
    page.emulate_media(forced_colors="active", color_scheme=theme)  # type: ignore[arg-type]
    lay(page, game, positions(game, next(iter(games.find(game).presets)), 3)["first"])
    assert contrast(page, CARD) > 4.5
    edges = "all => all.map((each) => getComputedStyle(each).outlineStyle)"
    assert set(page.eval_on_selector_all(f"{CARD}.able", edges)) == {"solid"}
    restyle(page, f"{CARD}.able", "outline: none")
    assert set(page.eval_on_selector_all(f"{CARD}.able", edges)) == {"none"}, "a card that is not lit is noticed"
    restyle(page, ".piece", "forced-color-adjust: auto; color: #1b2329; background: Canvas")
    restyle(page, ".art, .art *", "fill: #1b2329")
    assert theme == "light" or contrast(page, CARD) < 4.5, "dark letters on a dark page are noticed"


PRINTED = """() => [...document.querySelectorAll("h1, h2, b, td, button:not(.count), .zone-label")]
    .filter((each) => each.checkVisibility() && each.offsetHeight > 2)
    .filter((each) => each.matches("button:not(.piece)")
        || /^rgb\\((2[0-9]{2}|1[5-9][0-9]),/.test(getComputedStyle(each).color))
    .map((each) => `${each.tagName}.${each.className}`)"""
"""Buttons, and words in so light a colour that paper does not show them."""


@pytest.mark.parametrize("path", ["/e/OVER", "/m/mitch", "/m/mitch-over"])
def test_a_page_is_printed_dark_on_white_and_without_buttons(visit: Visit, demo: str, path: str) -> None:
    page = visit(f"{demo}{path}")
    page.wait_for_selector(".screen, .table")
    page.emulate_media(media="print")
    assert page.evaluate(PRINTED) == []
    restyle(page, ":root", "--cloth-ink: #f4f6f1 !important")
    assert page.evaluate(PRINTED), "light words are noticed"
