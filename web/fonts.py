"""Makes the small fonts that a first visit fetches, in web/build, when the client is built (`build_hook.py`).

Most text needs a hundred characters in few weights. The small fonts have these alone; the stylesheet (web/src/style/tokens.css)
names the whole fonts for all other characters, and browsers fetch those only when a page shows one.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parent
CHARACTERS = {*map(chr, range(0x20, 0x7F)), *"\N{NO-BREAK SPACE}«»±·½×–—‘’“”•…‹›€−"}
"""What the client's own text and English names are made of. The range in tokens.css is the same."""
FONTS = {"besley": (600, 800), "atkinson-hyperlegible-next": (400, 800)}
"""The weights that the stylesheets use, by font."""
FEATURES = ("calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum")


def whole(name: str) -> Path:
    """Return the file of a font as its package has it."""
    return WEB / "node_modules" / "@fontsource-variable" / name / "files" / f"{name}-latin-wght-normal.woff2"


def make(name: str, file: Path) -> None:
    """Write the small form of a font."""
    font = TTFont(whole(name), recalcTimestamp=False)
    options = Options(layout_features=list(FEATURES))
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(CHARACTERS))
    subsetter.subset(font)
    small = instantiateVariableFont(font, {"wght": FONTS[name]})
    small.flavor = "woff2"
    small.save(file)


def small(name: str) -> Path:
    """Return the file of a small font: outside of web/src, which uv takes for changed when a file in it is written."""
    return WEB / "build" / f"{name}-small.woff2"


def make_all() -> None:
    """Write all small fonts."""
    for name in FONTS:
        small(name).parent.mkdir(exist_ok=True)
        make(name, small(name))


if __name__ == "__main__":
    make_all()
