"""Draws the app's icons and the pictures of links: `uv run --group test python web/demo/icons.py`.

The icons are made of icon.svg. A link's picture is the head of the game's page in the browser, 1200 by 630
pixels, as chats show it.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from server.people import GameRoom  # noqa: E402  # the tests' folder had to be named first

SOURCES = ROOT / "web" / "src"
SIZES = (180, 192, 512)
"""Pixels a side: for iPhones and iPads, for phones with Android, and for where they start the app."""
ICON = """<body style="margin:0;height:100vh;display:grid;place-items:center;background:#0a655b">
<div style="width:66vw">{icon}</div></body>"""
"""The drawing stays inside the middle four fifths, as systems cut icons to circles and other shapes."""
GAMES = ("alphabetickell", "grabble_road", "mickell", "mitch", "muckell", "multzo")
LINK = """
.leaf-head { background: linear-gradient(var(--cloth), var(--cloth-foot)); }
.leaf-head { position: fixed; inset: 0; z-index: 99; border-radius: 0; padding: 3rem 4.5rem; align-items: center;
  grid-template: "emblem" 1fr "name" auto "words" auto / 1fr; gap: 0.5rem; }
.leaf-head h1 { font-size: 5.5rem; }
.leaf-head > p { font-size: 2rem; max-width: none; margin: 0; }
.leaf-head .leaf-emblem, .leaf-head .leaf-emblem:has(.face-card) { --w: 10rem; justify-self: center; }
.leaf-acts, .leaf-facts { display: none; }
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        room = GameRoom(Path(folder) / "room.db", "--pace=off")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            for size in SIZES:
                draw_icon(browser, size)
            for game in GAMES:
                draw_link(browser, room.address, game)
        finally:
            browser.close()
            room.close()


def draw_icon(browser: Browser, size: int) -> None:
    """Save an icon with so many pixels a side."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(ICON.format(icon=(SOURCES / "icon.svg").read_text("utf-8")))
    page.screenshot(path=SOURCES / f"icon-{size}.png")


def draw_link(browser: Browser, address: str, game: str) -> None:
    """Save the picture of links to a game, small enough for every chat."""
    page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light", bypass_csp=True)
    page.goto(f"{address}/about/{game}")
    page.wait_for_selector(".leaf-emblem .piece")
    page.add_style_tag(content=LINK)
    page.evaluate("document.fonts.ready")
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(SOURCES / f"link-{game}.jpg", quality=75, optimize=True)


if __name__ == "__main__":
    main()
