"""Draws the README's picture, a desktop and a phone side by side: `python web/demo/picture.py`."""

from __future__ import annotations

import base64
import shutil
import threading
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from serve import serve

TARGET = Path(__file__).parents[2] / "docs" / "tables.png"
PAGE = """<body style="margin:0;display:flex;gap:24px;padding:24px;align-items:center;background:#cfc7b5">
<img src="{0}" style="width:1000px;border-radius:14px"><img src="{1}" style="width:300px;border-radius:26px"></body>"""


def main() -> None:
    """Both pictures, then one of both."""
    server = serve(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        address = f"http://127.0.0.1:{server.server_address[1]}/m/"
        images = [
            shot(browser, address + "mitch", 1280, 800, "light", "[data-piece='4D']"),
            shot(browser, address + "mickell", 390, 844, "dark"),
        ]
        page = browser.new_page(viewport={"width": 1372, "height": 697})
        page.set_content(PAGE.format(*images))
        TARGET.parent.mkdir(exist_ok=True)
        page.screenshot(path=TARGET)
        browser.close()
    server.shutdown()


def shot(browser: Browser, address: str, width: int, height: int, theme: str, pick: str = "") -> str:
    """A page as a data address."""
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce")
    page.goto(address)
    page.wait_for_selector(".dock .piece")
    if pick:
        page.click(pick)
    return "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()


if __name__ == "__main__":
    main()
