"""Write what is generated of each game's rules page: `uv run python scripts/rules_pages.py` (`./dev fix` does it, too).

The sections "The table" and "Options" of RULES.md are made from the game's scene and options, and table.svg beside it is a
picture of the table at the beginning. tests/every_game/test_rules_pages.py says when they are stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

from muckle.engine.game import Game, Preset
from muckle.engine.options import OptionField
from muckle.games import GAMES
from muckle.games.mickell.muckell import MUCKELL
from muckle.match.match import new_match
from muckle.scene.contract import Piece, Scene
from muckle.scene.faces import face_signs

SEED = 6
"""Of the matches in the pictures."""
WIDTH, GAP, LABEL = 430, 12, 20
"""A line is so wide at most, unless one zone is wider: a phone shows the whole picture, and its letters can be read."""
LETTERS, LETTER = 13, 7
"""How high letters are, and how wide about."""
CARD, TALL, SQUARE = 30, 40, 20
SHOWN = 14
"""Backs drawn at most for hidden pieces that lie side by side."""
PLACES = ("others", "centre", "tray", "me", "side")
SIGNS = {"triple-word": "3W", "double-word": "2W", "triple-letter": "3L", "double-letter": "2L"}
LOOKS = {"triple-word": "#d98a7a", "double-word": "#efc4b6", "triple-letter": "#7fb1c4", "double-letter": "#c0dbe2"}


def main() -> None:
    """Write all the pages."""
    for game in GAMES.values():
        for path, text in pages(game).items():
            path.write_text(text, encoding="utf-8")


def pages(game: Game) -> dict[Path, str]:
    """The files of a game's rules page, as they should be."""
    folder = Path(game.rules.__file__).parent
    rules, scene = folder / "RULES.md", opening(game)
    labels = ", ".join(dict.fromkeys(zone.label for zone in scene.zones.values() if not zone.parent))
    table = f"![The table at the beginning, as seat 1 of {len(scene.seats)} sees it: {labels}](table.svg)"
    text = section(rules.read_text(encoding="utf-8"), "The table", table)
    text = section(text, "Options", f"{options(game.options.fields())}\n\n{presets(game.presets)}")
    if game.name == MUCKELL.options.game:
        own_presets = {name: preset for name, preset in MUCKELL.presets.items() if name not in game.presets}
        own = [field for field in MUCKELL.options.fields() if field.name not in game.options.__struct_fields__]
        text = section(text, "Options of Muckell", f"{options(own)}\n\n{presets(own_presets)}")
    return {rules: text, folder / "table.svg": picture(scene)}


def section(page: str, heading: str, text: str) -> str:
    """A page with another text under a heading."""
    made, times = re.subn(rf"(?ms)^(#+ {heading}\n).*?(?=^#)", lambda found: f"{found[1]}\n{text}\n\n", page)
    assert times == 1, f"one heading {heading!r}, found {times}"
    return made


def options(fields: Iterable[OptionField]) -> str:
    """A table of options."""
    rows = (f"| `{field.name}` | {values(field)} | {code(field.default)} | {field.help} |" for field in fields)
    return "\n".join(("| option | values | default | what it decides |", "|---|---|---|---|", *rows))


def values(field: OptionField) -> str:
    """What an option may be."""
    numbers = (
        [] if field.least is None else [f"{field.least} to {field.most}" if field.least != field.most else str(field.least)]
    )
    return ", ".join([*numbers, *map(code, field.choices), *["any text"] * field.free])


def presets(named: Mapping[str, Preset]) -> str:
    """A table of presets."""
    rows = list[str]()
    for name, preset in named.items():
        changed = ", ".join(f"`{key}={value}`" for key, value in preset.values.items())
        rows.append(f"| `{name}` | {changed or 'all defaults'} | {preset.help} |")
    return "\n".join(("| preset | values | what it is |", "|---|---|---|", *rows))


def code(value: int | str) -> str:
    return f"`{value}`" if value != "" else "nothing"


def opening(game: Game) -> Scene:
    """What seat 1 of two, or of one, sees at the beginning."""
    least, most = game.options.seat_limits()
    match = new_match(game.name, seed=SEED, seats=min(max(2, least), most))
    return match.scene(0)


class Box(NamedTuple):
    """A drawing and its size."""

    width: float
    height: float
    parts: tuple[str, ...]


def picture(scene: Scene) -> str:
    """A scene as SVG: the zones of a place side by side, a line more where they do not fit."""
    names = [[name for name, zone in scene.zones.items() if zone.place == place and not zone.parent] for place in PLACES]
    rows = [row for place in names for row in wrapped([drawn(scene, name) for name in place])]
    table = stack(rows, GAP)
    width, height = f"{table.width + 2 * GAP:g}", f"{table.height + 2 * GAP:g}"
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif" font-size="{LETTERS}">',
            f'<rect width="{width}" height="{height}" rx="10" fill="#e8e2d4"/>',
            *moved(table, GAP, GAP),
            "</svg>\n",
        )
    )


def drawn(scene: Scene, name: str) -> Box:
    """A zone with its label above."""
    zone = scene.zones[name]
    inner = {"panel": panel, "grid": grid}.get(zone.kind, lying)(scene, name)
    width = max(inner.width, LETTER * len(zone.label))
    return Box(width, inner.height + LABEL, (text(0, 13, zone.label, "start"), *moved(inner, 0, LABEL)))


def panel(scene: Scene, name: str) -> Box:
    """A frame around the zones that stand in it."""
    inner = row([drawn(scene, child) for child, zone in scene.zones.items() if zone.parent == name])
    if not inner.parts:
        return lying(scene, name)
    frame = rect(0, 0, inner.width + GAP, inner.height + GAP, "#f3efe6")
    return Box(inner.width + GAP, inner.height + GAP, (frame, *moved(inner, GAP / 2, GAP / 2)))


def lying(scene: Scene, name: str) -> Box:
    """Pieces side by side, or one on another; the outline of one where nothing lies."""
    zone = scene.zones[name]
    pieces: list[Piece | None] = [scene.pieces[item] for item in zone.items]
    hidden = max(0, (zone.n or 0) - len(pieces))
    if zone.kind in ("stack", "pile", "bag"):
        pieces = pieces[-1:] or [None] * (hidden > 0)
    else:
        pieces += [None] * min(hidden, SHOWN)
    laid = row([card(piece) for piece in pieces] or [outline(4 * CARD if zone.kind == "row" else CARD)], 4)
    count = len(zone.items) + hidden
    if zone.kind in ("stack", "pile", "bag") and count > 1:
        laid = row([laid, Box(32, TALL, (text(0, TALL / 2 + 5, f"× {count}", "start"),))], 4)
    return laid


def outline(width: float) -> Box:
    """A place where nothing lies yet."""
    return Box(width, TALL, (rect(0, 0, width, TALL, "none", ' stroke-dasharray="3 3"'),))


def card(piece: Piece | None) -> Box:
    """A piece, or the back of one."""
    if piece is None or piece.face is None:
        return Box(CARD, TALL, (rect(0, 0, CARD, TALL, "#0a655b"), rect(4, 4, CARD - 8, TALL - 8, "#3b857d")))
    red = piece.face.kind == "card" and piece.face.second in "HD"
    face = text(CARD / 2, TALL / 2 + 5, face_signs(piece.face), "middle", "#b2242c" if red else "#22262b")
    return Box(CARD, TALL, (rect(0, 0, CARD, TALL, "#fffdf6"), face))


def grid(scene: Scene, name: str) -> Box:
    """A board of squares with the names of its columns and rows."""
    zone, far = scene.zones[name], SQUARE * (scene.zones[name].width + 1)
    deep = SQUARE * (zone.height + 1)
    parts = [rect(SQUARE, SQUARE, far - SQUARE, deep - SQUARE, "#f3efe6")]
    for place, cell in zone.cells.items():
        line, column = map(int, place.split(","))
        if cell.look in LOOKS:
            parts += square(SQUARE * column, SQUARE * line, cell.look)
    for column in range(1, zone.width + 1):
        parts.append(text(SQUARE * column + SQUARE / 2, 15, chr(ord("a") + column - 1), "middle"))
    for line in range(1, zone.height + 1):
        parts.append(text(SQUARE - 4, SQUARE * line + 14, str(line), "end"))
    lines = [f"M{SQUARE * column} {SQUARE}V{deep}" for column in range(2, zone.width + 1)]
    lines += [f"M{SQUARE} {SQUARE * line}H{far}" for line in range(2, zone.height + 1)]
    parts.append(f'<path d="{"".join(lines)}" stroke="#8d8776" fill="none"/>')
    used = [look for look in LOOKS if any(cell.look == look for cell in zone.cells.values())]
    for number, look in enumerate(used):
        there, down = far + SQUARE, SQUARE * (number * 1.5 + 1)
        parts += (*square(there, down, look), text(there + 26, down + 14, look.replace("-", " "), "start"))
    return Box(far + 6.5 * SQUARE, deep, tuple(parts))


def square(x: float, y: float, look: str) -> tuple[str, str]:
    """A premium square: never told by its colour alone."""
    return rect(x, y, SQUARE, SQUARE, LOOKS[look]), text(x + SQUARE / 2, y + 14, SIGNS[look], "middle")


def row(boxes: Iterable[Box], gap: float = GAP) -> Box:
    """Drawings side by side."""
    width, height, parts = 0.0, 0.0, list[str]()
    for box in boxes:
        parts += moved(box, width, 0)
        width, height = width + box.width + gap, max(height, box.height)
    return Box(max(0.0, width - gap), height, tuple(parts))


def stack(boxes: Iterable[Box], gap: float) -> Box:
    """Drawings one below the other."""
    width, height, parts = 0.0, 0.0, list[str]()
    for box in boxes:
        parts += moved(box, 0, height)
        width, height = max(width, box.width), height + box.height + gap
    return Box(width, max(0.0, height - gap), tuple(parts))


def wrapped(boxes: Iterable[Box]) -> Iterator[Box]:
    """Rows of drawings that fit the picture."""
    line: list[Box] = []
    for box in boxes:
        if line and row([*line, box]).width > WIDTH:
            yield row(line)
            line = []
        line.append(box)
    if line:
        yield row(line)


def moved(box: Box, x: float, y: float) -> tuple[str, ...]:
    return (f'<g transform="translate({x:g} {y:g})">', *box.parts, "</g>") if x or y else box.parts


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" fill="{fill}" stroke="#8d8776"{more}/>'


def text(x: float, y: float, words: str, anchor: str, fill: str = "#22272b") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'


if __name__ == "__main__":
    main()
