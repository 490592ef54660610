"""Makes the documentation's site: ``uv run --group docs docs/site/make.py``, into src/muckle/site, where a room serves it.

Sphinx is strict here: whatever leads nowhere ends it, a link, a cited rule, a page that no list of contents names.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gallery import GAMES, make_gallery
from lay_out import ROOT, lay_out
from sphinx.cmd.build import build_main

HERE = Path(__file__).parent
SITE = ROOT / "src" / "muckle" / "site"
CLIENT = ROOT / "src" / "muckle" / "static"
FONT = re.compile(r"(?:@fontsource-variable|\.\./\.\./build)/(?:[^\"]*/)?([^\"/]*)")


def main() -> None:
    """Make the site; what is wrong is on the standard error, and the exit code is 1."""
    parser = argparse.ArgumentParser(description="Makes the documentation's site.")
    parser.add_argument("--out", type=Path, default=SITE, help="a folder (default: src/muckle/site)")
    parser.add_argument("--games", type=int, default=GAMES, help="games for each answer of the gallery (default: %(default)s)")
    given = parser.parse_args()
    raise SystemExit(make(given.out, given.games))


def make(out: Path, games: int = GAMES) -> int:
    """Make the site anew in a folder; gives 0, or 1 if something is wrong: then what was there stays."""
    if not (CLIENT / "index.html").is_file():
        print(
            "The fonts are the browser client's, which has not been built: uv sync --reinstall-package muckle", file=sys.stderr
        )
        return 1
    with tempfile.TemporaryDirectory() as folder:
        laid, made = Path(folder, "laid"), Path(folder, "made")
        faults = lay_out(laid)
        print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
        if build(laid, made) or faults:
            return 1
        dress(made / "_static")
        make_gallery((laid / "gallery.md").read_text(encoding="utf-8"), made / "gallery", games)
        if node := shutil.which("node"):  # else a proxy may compress the pages
            subprocess.run([node, str(ROOT / "web" / "compress.mjs"), str(made)], check=True)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(made, out, ignore=shutil.ignore_patterns(".*", "_sources", "objects.inv"))
    return 0


def build(laid: Path, made: Path) -> int:
    """Have Sphinx make pages of documents; gives 0, or 1 after a warning of any kind."""
    return build_main(["-q", "-W", "--keep-going", "-c", str(HERE), "-d", str(made.with_name("trees")), str(laid), str(made)])


def dress(static: Path) -> None:
    """Add what the site shares with the browser client: colours and measures, fonts, the mark."""
    tokens = (ROOT / "web" / "src" / "style" / "tokens.css").read_text(encoding="utf-8")
    for font in CLIENT.glob("*.woff2"):
        shutil.copy(font, static)
    shutil.copy(ROOT / "web" / "src" / "icon.svg", static)
    (static / "tokens.css").write_text(FONT.sub(r"\1", tokens), encoding="utf-8")


if __name__ == "__main__":
    main()
