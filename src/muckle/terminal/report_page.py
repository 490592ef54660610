"""A report as one page of HTML with pictures in it: nothing is loaded, so it can be sent, kept and printed."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from muckle.errors import MuckleError
from muckle.terminal import comparison, report, tournament
from muckle.terminal.report import TextTable

if TYPE_CHECKING:
    from muckle.lab.compare import Comparison
    from muckle.lab.report import Report
    from muckle.lab.summary import Share, Summary
    from muckle.lab.tournament import TournamentReport

STYLE = """
:root { color-scheme: light }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222 }
h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem } p { color: #555 }
figure { margin: 1rem 0 } svg { max-width: 100%; height: auto }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .5rem; text-align: right; white-space: pre } th { font-weight: 600; border-bottom: 1px solid #999 }
th:first-child, td:first-child { text-align: left }
@media print { body { margin: 0 } table { font-size: 9px } th, td { padding: 0 .3rem } figure, table { break-inside: avoid } }
"""
KEY = (
    "Boxes: the middle half of the games; lines: the middle 90 %; strokes: medians; dots: means. "
    "Dots without a box have their 95 % interval."
)
BLUE, GREY = "#2a6f97", "#666666"
Axes = Any
"""Of matplotlib, which has types of its own only where it is installed."""


def report_page(found: Report) -> str:
    """Of a simulation that has figures."""
    assert found.figures
    told, seats = found.figures, [f"seat {seat}" for seat in range(1, found.seats + 1)]
    pictures = {"Scores by seat": boxes(seats, told.scores)}
    if found.seats > 1:
        places = ["begins", *(f"{place} left" for place in range(1, found.seats))]
        pictures |= {"Scores by place in turn order": boxes(places, told.scores_from_starter)}
        pictures |= {"Wins by place in turn order": shares(places, told.wins_from_starter)}
    pictures |= {"Length of a game": boxes(list(told.length), [*told.length.values()])}
    return page(report.headline(found), pictures, report.tables(found, told))


def comparison_page(found: Comparison) -> str:
    """Of variants."""
    names = [comparison.name(variant) for variant in found.variants]
    pictures = {
        comparison.title(metric).capitalize(): boxes(names, [variant.measures[metric] for variant in found.variants])
        for metric in found.variants[0].measures
    }
    return page(comparison.headline(found), pictures, comparison.tables(found))


def tournament_page(found: TournamentReport) -> str:
    """Of a tournament."""

    def draw(axes: Axes) -> None:
        for place, one in enumerate(found.standings):
            reach = [[one.rating - one.low], [one.high - one.rating]]
            axes.errorbar([one.rating], [place], xerr=reach, fmt="o", color=BLUE, capsize=4)
        axes.set_yticks(range(len(found.standings)), [one.player for one in found.standings])
        axes.set_ylim(len(found.standings) - 0.5, -0.5)

    pictures = {"Ratings, with 95 % intervals": picture(draw, len(found.standings))}
    return page(tournament.headline(found), pictures, tournament.tables(found))


def boxes(names: Sequence[str], values: Sequence[Summary]) -> str:
    """A row each: the middle half as a box, the middle 90 % as a line, the median as a stroke, the mean as a dot."""
    stats = [
        {"med": one.median, "q1": one.p25, "q3": one.p75, "whislo": one.p5, "whishi": one.p95, "mean": one.mean, "label": name}
        for name, one in zip(names, values, strict=True)
    ]
    dot = {"marker": "o", "markerfacecolor": BLUE, "markeredgecolor": BLUE}

    def draw(axes: Axes) -> None:
        axes.bxp(stats, orientation="horizontal", showfliers=False, showmeans=True, meanprops=dot, medianprops={"color": GREY})
        axes.invert_yaxis()

    return picture(draw, len(names))


def shares(names: Sequence[str], values: Sequence[Share]) -> str:
    """A row each: a share in percent with its 95 % interval, and a line where all were equal."""

    def draw(axes: Axes) -> None:
        for place, one in enumerate(values):
            reach = [[100 * (one.mean - one.low)], [100 * (one.high - one.mean)]]
            axes.errorbar([100 * one.mean], [place], xerr=reach, fmt="o", color=BLUE, capsize=4)
        axes.axvline(100 / len(values), color=GREY, linestyle=":")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("%")
        axes.set_ylim(len(names) - 0.5, -0.5)

    return picture(draw, len(names))


def picture(draw: Callable[[Axes], None], rows: int) -> str:
    """What was drawn, as SVG that is the same every time.

    Raises:
        MuckleError: matplotlib is not installed.
    """
    matplotlib, figures = drawing()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "muckle", "font.family": "sans-serif"}):
        figure, file = figures.Figure(figsize=(8, 0.9 + 0.45 * rows), layout="constrained"), io.StringIO()
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", color="#dddddd")
        axes.set_axisbelow(True)
        draw(axes)
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return re.sub(r"^.*?(?=<svg)", "", file.getvalue(), flags=re.DOTALL)


def drawing() -> tuple[Any, Any]:
    """Matplotlib, and what it has of figures.

    Raises:
        MuckleError: it is not installed.
    """
    try:
        import matplotlib
        from matplotlib import figure
    except ModuleNotFoundError:
        raise MuckleError("a report's pictures need matplotlib: install muckle[lab]") from None
    return matplotlib, figure


def page(title: str, pictures: dict[str, str], tables: Sequence[TextTable]) -> str:
    """The whole page."""
    drawn = [
        f"<h2>{escape(name)}</h2>\n<figure role='img' aria-label='{escape(name)}'>{svg}</figure>"
        for name, svg in pictures.items()
    ]
    told = "\n".join(html_table(table) for table in tables)
    return (
        f"<!doctype html>\n<html lang='en'>\n<meta charset='utf-8'>\n<meta name='viewport' content='width=device-width'>\n"
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n<p>{KEY}</p>\n"
        + "\n".join(drawn)
        + f"\n{told}\n</html>\n"
    )


def html_table(table: TextTable) -> str:
    """A table with its caption."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in table.headings)
    rows = "\n".join("<tr>" + "".join(f"<td>{escape(cell.rstrip())}</td>" for cell in row) + "</tr>" for row in table.rows)
    caption = f"<h2>{escape(table.caption)}</h2>\n" if table.caption else ""
    return f"{caption}<div class='wide'><table>\n<tr>{head}</tr>\n{rows}\n</table></div>"
