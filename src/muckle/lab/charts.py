"""Charts of answers: what they show, and how Matplotlib draws them as SVG."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from muckle.errors import missing_extra
from muckle.lab.summary import Share, Summary
from muckle.scene.contract import Face
from muckle.scene.faces import face_signs

GREEN, PALE, SOFT, RED = "#1d4d3b", "#cfe0d3", "#525c56", "#a8432f"
Axes = Any
"""Axes of matplotlib, which may not be installed."""


class Boxes(NamedTuple):
    """A box plot, one row a name: quartiles as a box, the middle 90 % as a line, median as a stroke, mean as a dot."""

    title: str
    names: Sequence[str]
    values: Sequence[Summary]

    def svg(self) -> str:
        """Draw the chart."""
        stats = [
            {
                "med": one.median,
                "q1": one.p25,
                "q3": one.p75,
                "whislo": one.p5,
                "whishi": one.p95,
                "mean": one.mean,
                "label": name,
            }
            for name, one in zip(self.names, self.values, strict=True)
        ]
        dot = {"marker": "o", "markerfacecolor": GREEN, "markeredgecolor": "white"}
        box, line, stroke = {"facecolor": PALE, "edgecolor": GREEN}, {"color": SOFT}, {"color": GREEN, "linewidth": 2}
        looks = {"boxprops": box, "whiskerprops": line, "capprops": line, "medianprops": stroke, "meanprops": dot}

        def draw(axes: Axes) -> None:
            axes.bxp(stats, orientation="horizontal", widths=0.5, showfliers=False, showmeans=True, patch_artist=True, **looks)
            axes.invert_yaxis()

        return picture(draw, len(self.names))


class Dots(NamedTuple):
    """Means with their 95 % intervals, one row a name, and a dotted line at the usual mean."""

    title: str
    names: Sequence[str]
    values: Sequence[tuple[float, float | None, float | None]]
    """Mean, and both ends of its interval if they are known."""
    usual: float | None = None
    unit: str = ""

    def svg(self) -> str:
        """Draw the chart."""

        def draw(axes: Axes) -> None:
            for place, (mean, low, high) in enumerate(self.values):
                reach = None if low is None or high is None else [[mean - low], [high - mean]]
                axes.errorbar([mean], [place], xerr=reach, fmt="o", color=GREEN, capsize=4)
            if self.usual is not None:
                axes.axvline(self.usual, color=SOFT, linestyle=":")
            axes.set_yticks(range(len(self.names)), self.names)
            axes.set_xlabel(self.unit)
            axes.set_ylim(len(self.names) - 0.5, -0.5)

        return picture(draw, len(self.names))


def shares(title: str, names: Sequence[str], values: Sequence[Share], usual: float | None = None) -> Dots:
    """Return the chart of shares, in percent."""
    return Dots(title, names, [percent(one) for one in values], None if usual is None else 100 * usual, "%")


def percent(one: Share) -> tuple[float, float, float]:
    """Return a share and the ends of its interval in percent."""
    return 100 * one.mean, 100 * one.low, 100 * one.high


class Lines(NamedTuple):
    """Shares by the part of a match that has been played, with intervals as bands, and a dotted line at the usual share."""

    title: str
    parts: Sequence[float]
    lines: Mapping[str, Sequence[Share | None]]
    usual: float

    def svg(self) -> str:
        """Draw the chart."""

        def draw(axes: Axes) -> None:
            for colour, (name, values) in zip((GREEN, RED), self.lines.items(), strict=True):
                known = [(100 * part, *percent(one)) for part, one in zip(self.parts, values, strict=True) if one]
                at, mean, low, high = zip(*known, strict=True) if known else ((), (), (), ())
                axes.plot(at, mean, color=colour, marker="o", label=name)
                axes.fill_between(at, low, high, color=colour, alpha=0.15, linewidth=0)
            axes.axhline(100 * self.usual, color=SOFT, linestyle=":")
            axes.set_xlim(0, 100)
            axes.set_ylim(0, 100)
            axes.set_xlabel("% of the match played")
            axes.set_ylabel("% of the games won")
            axes.legend(frameon=False)

        return picture(draw, 7)


class Cell(NamedTuple):
    """A piece or act with the points that it brings."""

    name: str
    points: float
    is_clear: bool
    """Whether the points are more than luck."""
    face: Face | None
    """Print on the piece; None for an act, and for a piece that nobody sees."""


RANKS = {"N": 0, "null": 0, "J": 11, "Q": 12, "K": 13, "A": 14}
"""Order of ranks that are no numbers."""
WIDE = 13
"""Cells in a row of a heat map."""
CELL = 54
"""Height of a cell of a heat map, and its width if it shows a piece."""


class HeatMap(NamedTuple):
    """Pieces or acts, with the points that each brings: on green ground if it brings some, on red if it costs some."""

    title: str
    cells: Sequence[Cell]

    def svg(self) -> str:
        """Draw the chart."""
        known, most = {one.name: one for one in self.cells}, max((abs(one.points) for one in self.cells), default=0) or 1
        lines = [row[start : start + WIDE] for row in heat_rows([*known]) for start in range(0, len(row), WIDE)]
        wide = max([CELL, *(12 + 8 * len(one.name) for one in self.cells if one.face is None)])
        cells = [
            heat_cell(known[name], wide, column, row, abs(known[name].points) / most)
            for row, line in enumerate(lines)
            for column, name in enumerate(line)
        ]
        width, height = wide * max(map(len, lines), default=1), CELL * len(lines)
        size = f"viewBox='0 0 {width} {height}' width='{width}' height='{height}'"
        return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' class='heat' {size}>", *cells, "</svg>"])


def heat_cell(one: Cell, width: int, column: int, row: int, part: float) -> str:
    """Draw a piece or act and its points; `part` is how strongly its ground is coloured, from 0 to 1."""
    ground, bold = "#2e8b57" if one.points > 0 else "#c84632", " font-weight='bold'" if one.is_clear else ""
    box = f"x='{column * width + 2}' y='{row * CELL + 2}' width='{width - 4}' height='{CELL - 4}' rx='5'"
    middle, top = column * width + width // 2, row * CELL
    return (
        f"<rect {box} fill='{ground}' fill-opacity='{0.75 * part:.2f}' stroke='#d3d8d1'/>"
        f"<g text-anchor='middle'>{heat_face(one, middle, top + 26)}"
        f"<text class='ink' x='{middle}' y='{top + 46}' font-size='12'{bold}>{one.points:+.1f}</text></g>"
    )


def heat_face(one: Cell, x: int, y: int) -> str:
    """Draw what is printed on a piece; the name of an act, and of a piece that nobody sees."""
    face, size = one.face, 14 if one.face is None else 18
    small = "" if face is None or face.kind != "tile" or face.value is None else f"<tspan font-size='10'> {face.value}</tspan>"
    text = one.name if face is None or face.kind == "tile" else face_signs(face)
    ink = "red" if face and face.kind == "card" and face.second in ("H", "D") else "ink"
    return f"<text class='{ink}' x='{x}' y='{y}' font-size='{size}'>{escape(text)}{small}</text>"


def heat_rows(names: Sequence[str]) -> list[list[str]]:
    """Return names in rows: one for each suit where every suit, at either end of a name, has the same ranks.

    >>> heat_rows(["KS", "10S", "KH", "10H", "2S", "2H"])
    [['2H', '10H', 'KH'], ['2S', '10S', 'KS']]
    >>> heat_rows(["Q", "A", "?"])
    [['Q', 'A', '?']]
    """
    for suit, rank in ((slice(-1, None), slice(0, -1)), (slice(0, 1), slice(1, None))):
        suits, ranks = {name[suit] for name in names}, {name[rank] for name in names}
        if "" not in ranks and 1 < len(suits) < len(ranks) and len(suits) * len(ranks) == len(names):
            order = sorted(names, key=lambda name, at=rank: (RANKS.get(name[at], 0) or number(name[at]), name))
            return [[name for name in order if name[suit] == one] for one in sorted(suits)]
    return [[*names]]


def number(rank: str) -> int:
    """Return the number of a rank, 0 if it has none."""
    return int(rank) if rank.isdigit() else 0


def picture(draw: Callable[[Axes], None], rows: int) -> str:
    """Return a drawing as SVG, the same bytes every time.

    Raises:
        MuckleError: matplotlib is not installed.
    """
    matplotlib, figures = drawing()
    looks = {
        "svg.fonttype": "none",
        "svg.hashsalt": "muckle",
        "font.family": "sans-serif",
        "font.size": 11,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
    }
    with matplotlib.rc_context(looks):
        figure, file = figures.Figure(figsize=(6.5, 0.7 + 0.4 * rows), layout="constrained"), io.StringIO()
        axes = figure.add_subplot()
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.spines["bottom"].set_color(SOFT)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x", color="#dfe3dd")
        axes.set_axisbelow(True)
        draw(axes)
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return without_styles(re.sub(r"^.*?(?=<svg)", "", file.getvalue(), flags=re.DOTALL))


STYLED = re.compile(r' style="([^"]*)"')
"""The styles of an element of a drawing."""
EVERYWHERE = re.compile(r"\s*<defs>\s*<style.*?</style>\s*</defs>", re.DOTALL)
"""The styles of all elements of a drawing."""


def without_styles(drawing: str) -> str:
    """Return a drawing whose styles are attributes, which a page may hold wherever a content security policy forbids styles.

    >>> without_styles('<svg><path style="fill: none; stroke-width: 2"/></svg>')
    '<svg stroke-linejoin="round"><path fill="none" stroke-width="2"/></svg>'
    """

    def attributes(found: re.Match[str]) -> str:
        pairs = (part.partition(":") for part in found[1].split(";"))
        return "".join(f' {name.strip()}="{value.strip()}"' for name, _, value in pairs if name.strip() != "font-family")

    return STYLED.sub(attributes, EVERYWHERE.sub("", drawing)).replace("<svg", '<svg stroke-linejoin="round"', 1)


def drawing() -> tuple[Any, Any]:
    """Return Matplotlib and its figure module.

    Raises:
        MuckleError: it is not installed.
    """
    backend = os.environ.pop("MPLBACKEND", None)  # an unknown one is an error on import, and figures here need none
    try:
        import matplotlib
        from matplotlib import figure
    except ModuleNotFoundError:
        raise missing_extra("a report's pictures need matplotlib", "lab") from None
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    return matplotlib, figure
