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

from muckle.server.http import link_pictures  # noqa: E402
from muckle.server.people.daily import offered  # noqa: E402
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
DAILY = """() => {
    for (const letter of document.querySelectorAll(".leaf-emblem text")) letter.style.visibility = "hidden";
    const name = document.querySelector(".leaf-head h1"), words = document.querySelector(".leaf-head > p");
    name.textContent = `Today’s ${name.textContent}`;
    Object.assign(name.style, { fontSize: "4.75rem", whiteSpace: "nowrap" });
    words.textContent = "One deal for everybody, a new one each day.";
    words.style.paddingTop = "3.6rem";
}"""
"""What makes the picture of a game that of its daily: blank pieces, and room for the day between the name and the words."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        room = GameRoom(Path(folder) / "room.db", "--pace=off")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            for size in SIZES:
                draw_icon(browser, size)
            for game in GAMES:
                draw_link(browser, room.address, game)
            for game in offered():
                draw_link(browser, room.address, game, DAILY)
        finally:
            browser.close()
            room.close()


def draw_icon(browser: Browser, size: int) -> None:
    """Save an icon with so many pixels a side."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(ICON.format(icon=(SOURCES / "icon.svg").read_text("utf-8")))
    page.screenshot(path=SOURCES / f"icon-{size}.png")


def draw_link(browser: Browser, address: str, game: str, script: str = "") -> None:
    """Save the picture of links to a game, or to its daily, small enough for every chat."""
    page = browser.new_page(viewport={"width": 1200, "height": 630}, color_scheme="light", bypass_csp=True)
    page.goto(f"{address}/about/{game}")
    page.wait_for_selector(".leaf-emblem .piece")
    page.add_style_tag(content=LINK)
    if script:
        page.evaluate(script)
    page.evaluate("document.fonts.ready")
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(
        SOURCES / (link_pictures.file_name(game) if script else f"link-{game}.jpg"), quality=75, optimize=True
    )


if __name__ == "__main__":
    main()
