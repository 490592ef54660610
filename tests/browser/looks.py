"""Looks of pages as texts that can be kept, read and compared: boxes, colours and words of parts, and a coarse picture.

Nothing of it depends on how a machine draws letters: boxes are compared within `NEAR` pixels, colours within `SHADE`, and the
picture is the brightness of squares of `CELL` pixels in sixteen steps.
"""

import functools
import io
import json
from typing import Any

from PIL import Image
from playwright.sync_api import Page, ViewportSize

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
}
THEMES = ("light", "dark")
NEAR = 4
"""Maximum number of pixels by which a side of a box may be elsewhere."""
SHADE = 6
"""Maximum difference of red, green or blue, out of 255, between equal shades."""
CELL = 48
"""Side of a square of the coarse picture, in pixels."""
STEP = 2
"""Number of the sixteen shades by which a square must differ to count as different."""
CELLS = 0.02
"""Maximum fraction of squares that may differ."""
TOLD = 4
"""Differences that are told in full."""
SIDES = ("further right", "lower", "wider", "higher")
OTHER = ("further left", "higher up", "narrower", "less high")

PARTS = """() => {
    const WANTED = "header, main, nav, aside, section, form, dialog, table, figure, h1, h2, h3, input, select, textarea, .seat,"
        + "[data-zone], [data-act], .board, .status, .held, .actions, .goal, .award, .standing, .card, .game-card, .prose,"
        + ".note, .preset, .sitter, .comer, .week, .holds";
    const INSIDE = ".square, .cell, svg, .piece, .zone-head, .visually-hidden";
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const hex = (colour) => {
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
        const counted = [red, green, blue, ...(alpha < 255 ? [alpha] : [])];
        return alpha < 8 ? "" : "#" + counted.map((each) => each.toString(16).padStart(2, "0")).join("");
    };
    const name = (each) => {
        const { zone, act } = each.dataset;
        if (zone || act) return zone ? `zone ${zone}` : `button ${act}`;
        const [first] = [...each.classList].filter((one) => !/^(seat-|hue-)/.test(one));
        return first ? `.${first}` : each.tagName.toLowerCase();
    };
    const said = (each) => {
        const own = [...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("");
        return (own.trim() || each.getAttribute("aria-label") || "").replace(/\\s+/g, " ").trim();
    };
    const found = {}, seen = {};
    for (const each of document.querySelectorAll(WANTED)) {
        if (each.parentElement.closest(INSIDE) || each.matches(INSIDE)) continue;
        const plain = name(each);
        seen[plain] = (seen[plain] ?? 0) + 1;
        const box = each.getBoundingClientRect();
        if (!each.checkVisibility({ visibilityProperty: true }) || box.width < 2 || box.height < 2) continue;
        const key = seen[plain] > 1 ? `${plain} ${seen[plain]}` : plain;
        const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(each);
        const edge = parseFloat(borderTopWidth) ? hex(borderTopColor) : "";
        const text = said(each);
        const pieces = each.matches("[data-zone]") ? each.querySelectorAll(".piece").length : 0;
        found[key] = {
            box: [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round),
            colours: [text && hex(color), hex(backgroundColor), edge && `edge ${edge}`].filter(Boolean).join(" "),
            ...(text && { text }),
            ...(pieces && { pieces }),
        };
    }
    return found;
}"""
"""Every part that has a name, is seen and has a size."""

Look = dict[str, Any]
"""Parts by name, each with what holds of it by size and theme; under "picture" the coarse pictures."""


def coarse(shot: bytes) -> list[str]:
    """Return a picture as lines of digits, from dark (0) to light (f)."""
    image = Image.open(io.BytesIO(shot)).convert("L")
    wide, high = -(-image.width // CELL), -(-image.height // CELL)
    small = image.resize((wide, high), Image.Resampling.BOX)
    values = [f"{round((small.getpixel((x, y)) / 255) ** 0.5 * 15):x}" for y in range(high) for x in range(wide)]  # type: ignore[operator]
    return ["".join(values[y * wide : (y + 1) * wide]) for y in range(high)]


def still(page: Page) -> None:
    """Wait until everything that moves has stopped and is drawn, except for the room's progress, lines and address."""
    page.evaluate(
        """async () => {
            const sheet = new CSSStyleSheet();
            const gone = ".progress, .banner { display: none !important } .turned { visibility: hidden !important }";
            sheet.replaceSync(`${gone} .qr path { fill: none !important }`);
            document.adoptedStyleSheets = [sheet];
            await document.fonts.ready;
            const moving = () => document.getAnimations().filter((each) => each.effect.getTiming().iterations === 1);
            await Promise.allSettled(moving().map((each) => each.finished));
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }"""
    )


def measured(page: Page, size: str, look: Look) -> dict[str, bytes]:
    """Add a page's look in its window, light and dark, to a look, and return the pictures by theme."""
    shots: dict[str, bytes] = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        still(page)
        for name, part in page.evaluate(PARTS).items():
            kept = look.setdefault(name, {})
            kept[size] = part["box"]
            for what in ("text", "pieces"):
                if what in part:
                    kept.setdefault(what, part[what])
            if part["colours"]:
                kept.setdefault(theme, part["colours"])
        shots[theme] = page.screenshot(animations="disabled")
        look.setdefault("picture", {})[f"{size} {theme}"] = coarse(shots[theme])
    return shots


def written(look: Look) -> str:
    """Return a look as JSON with one line per part."""
    tight = functools.partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    lines = [f"{tight(name)}: {tight(part)}" for name, part in look.items() if name != "picture"]
    for at, rows in look["picture"].items():
        drawn = ",\n".join(f'  "{row}"' for row in rows)
        lines.append(f"{tight('picture ' + at)}: [\n{drawn}\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> Look:
    """Parse the text of a look."""
    look: Look = json.loads(text)
    drawn = {name: look.pop(name) for name in list(look) if name.startswith("picture ")}
    return {**look, "picture": {name.removeprefix("picture "): rows for name, rows in drawn.items()}}


def differences(state: str, kept: Look, now: Look) -> list[str]:
    """Return the differences of two looks, one per line: parts that came or went, then changed parts, then the picture."""
    names = [name for name in {**kept, **now} if name != "picture"]
    lines = [f"{state}: there is no {name}" for name in names if name not in now]
    lines += [f"{state}: {name} is new" for name in names if name not in kept]
    for name in names:
        if name in kept and name in now:
            lines += [f"{state}{line}" for line in _part(name, kept[name], now[name])]
    for at, rows in kept["picture"].items():
        lines += [f"{state}, {at}: {line}" for line in _picture(rows, now["picture"].get(at, []))]
    return lines


def _part(name: str, kept: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return the differences in one part."""
    lines: list[str] = []
    for size in SIZES:
        if (size in kept) != (size in now):
            lines.append(f", {size}: {name} is {'not shown' if size in kept else 'shown'}")
        elif size in kept:
            moves = [there - here for here, there in zip(kept[size], now[size], strict=True)]
            told = [f"{abs(by)} px {(SIDES if by > 0 else OTHER)[side]}" for side, by in enumerate(moves) if abs(by) > NEAR]
            if told:
                lines.append(f", {size}: {name} is {', '.join(told)}")
    for theme in THEMES:
        if theme in kept and theme in now and not _alike(kept[theme], now[theme]):
            lines.append(f", {theme}: {name} is {now[theme]}, was {kept[theme]}")
    for what in ("text", "pieces"):
        if kept.get(what) != now.get(what):
            lines.append(f": {name}: {what} is {now.get(what)!r}, was {kept.get(what)!r}")
    return lines


def _alike(one: str, other: str) -> bool:
    """Return whether ink, paper and edge are nearly equal."""
    ones, others = (bytes.fromhex(each.replace("edge", "").replace("#", "")) for each in (one, other))
    return len(ones) == len(others) and all(abs(a - b) <= SHADE for a, b in zip(ones, others, strict=True))


def _picture(kept: list[str], now: list[str]) -> list[str]:
    """Return where two coarse pictures differ, if they differ in more than single squares."""
    if [len(row) for row in kept] != [len(row) for row in now]:
        return ["the picture has another size"]
    other = [
        (x * CELL, y * CELL)
        for y, rows in enumerate(zip(kept, now, strict=True))
        for x, (one, two) in enumerate(zip(*rows, strict=True))
        if abs(int(one, 16) - int(two, 16)) >= STEP
    ]
    squares = sum(map(len, kept))
    if len(other) <= CELLS * squares:
        return []
    return [f"{len(other)} of {squares} squares of the picture are lighter or darker, the first at {other[0]}"]
