"""Draws the README's picture, real tables on a desktop and a phone: `uv run --group test python web/demo/picture.py`."""

from __future__ import annotations

import base64
import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from browser.hands import asked, seq, sit_down, wait_past  # noqa: E402  # the tests' folder had to be named first
from server.people import GameRoom  # noqa: E402

TARGET = ROOT / "docs" / "tables.webp"
STEADY = ROOT / "tests" / "server" / "steady_room.py"
PAGE = """<body style="margin:0;display:flex;gap:24px;padding:24px;align-items:center;background:#cfc7b5">
<img src="{0}" style="width:1000px;border-radius:14px"><img src="{1}" style="width:300px;border-radius:26px"></body>"""
LAST = ("pass", "declare", "claim", "discard")
"""What is done only where there is nothing else to do."""


def main() -> None:
    """Both pictures, then one of both, small enough to be fetched with the page."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        room = GameRoom(Path(folder) / "room.db", "--pace=off", start=(str(STEADY), "--still"))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            desktop = shot(table(browser, room, (1280, 800), "light", 7, "alphabetickell", "lapwing", "dunnock"))
            phone = shot(table(browser, room, (390, 844), "dark", 6, "multzo", "lapwing", "dunnock"))
            page = browser.new_page(viewport={"width": 1372, "height": 697})
            page.set_content(PAGE.format(desktop, phone))
            Image.open(io.BytesIO(page.screenshot())).save(TARGET, quality=80, method=6)
        finally:
            browser.close()
            room.close()
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes")


def table(browser: Browser, room: GameRoom, size: tuple[int, int], theme: str, turns: int, game: str, *bots: str) -> Page:
    """A table at which the viewer has acted so many times; the same in every run."""
    width, high = size
    page = browser.new_page(viewport={"width": width, "height": high}, color_scheme=theme, reduced_motion="reduce")
    page.goto(room.address)
    sit_down(page, game, *bots)
    for _ in range(turns):
        assert asked(page)
        acts = page.query_selector_all(".aside [data-act]:not([data-act=undo])")
        acts.sort(key=lambda each: str(each.get_attribute("data-act")).startswith(LAST))
        before = seq(page)
        acts[0].evaluate("each => each.click()")
        wait_past(page, before)
    assert asked(page)
    page.evaluate("document.activeElement.blur()")
    page.eval_on_selector_all(".progress", "all => all.forEach(each => each.remove())")
    return page


def shot(page: Page) -> str:
    """A page as a data address."""
    return "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()


if __name__ == "__main__":
    main()
