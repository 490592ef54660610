"""Draws the icons of the installed app from icon.svg: `uv run --group test python web/demo/icons.py`."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

SOURCES = Path(__file__).parents[1] / "src"
CLOTH = "#0a655b"
SIZES = (180, 192, 512)
"""Pixels a side: for iPhones and iPads, for phones with Android, and for where they start the app."""
PAGE = """<body style="margin:0;height:100vh;display:grid;place-items:center;background:{cloth}">
<div style="width:66vw">{icon}</div></body>"""
"""The drawing stays inside the middle four fifths, as systems cut icons to circles and other shapes."""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.format(cloth=CLOTH, icon=(SOURCES / "icon.svg").read_text("utf-8")))
            page.screenshot(path=SOURCES / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
