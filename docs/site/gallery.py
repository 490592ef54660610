"""Makes the pages of the gallery: runs each command that docs/gallery.md shows, and hangs a link to its page below it."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

from muckle.cli import app

GAMES = 200
"""Number of games for each question: few, as the pages are made with every site."""
COMMAND = re.compile(r"^```console\n\$ muckle (report (\w+) .*)\n```$", re.MULTILINE)
"""A command of the page, and the game that it is about."""
STYLE = re.compile(r"<style>\n(.*?)</style>", re.DOTALL)


def linked(text: str) -> str:
    """Return the text of the gallery with a link to the page of each command below it."""
    return COMMAND.sub(lambda found: f'{found[0]}\n\n<a href="gallery/{found[2]}.html">See the answers</a>', text)


def make_gallery(text: str, out: Path, games: int = GAMES) -> None:
    """Write the page of each command into a folder; its style goes into a file, as a room allows none within a page.

    Args:
        text: text of the gallery.
        out: a folder that does not exist yet.
        games: number of games for each question.
    """
    out.mkdir()
    for command, game in COMMAND.findall(text):
        page = out / f"{game}.html"
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            app([*shlex.split(command), "--games", str(games), "--to", str(page)], standalone_mode=False)
        made = page.read_text(encoding="utf-8")
        found = STYLE.search(made)
        assert found, f"{page} has no style"
        (out / "style.css").write_text(found[1], encoding="utf-8")
        page.write_text(STYLE.sub('<link rel="stylesheet" href="style.css">', made), encoding="utf-8")
