"""Reports as one page of HTML with pictures in it: nothing is loaded, so it can be sent, kept and printed."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from muckle.errors import missing_extra
from muckle.terminal import comparison, effects, leads, report, tournament
from muckle.terminal.faces import face_signs
from muckle.terminal.report import TextTable

if TYPE_CHECKING:
    from muckle.lab.compare import Comparison
    from muckle.lab.effects import Effect, EffectReport
    from muckle.lab.leads import LeadReport
    from muckle.lab.report import Figures, Report
    from muckle.lab.summary import Share, Summary
    from muckle.lab.tournament import TournamentReport

STYLE = """
:root { color-scheme: light; --ink: #18201c; --soft: #525c56; --line: #d3d8d1 }
body { font: 16px/1.5 system-ui, sans-serif; background: #fafaf7; color: var(--ink); margin: 0 auto; padding: 2rem 1rem }
body { max-width: 58rem }
h1, h2 { font-family: Georgia, "Noto Serif", "DejaVu Serif", serif; line-height: 1.25 }
h1 { font-size: 1.9rem; margin: 0 } header h1 { text-transform: capitalize }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem } p { margin: .2rem 0; color: var(--soft) }
header { border-bottom: 3px solid #1d4d3b; padding-bottom: .8rem } .key { font-size: .85rem; margin-top: 1rem }
figure { margin: 0 } svg { display: block; width: 100%; max-width: 42rem; height: auto }
svg text { font-family: system-ui, sans-serif; fill: var(--soft) }
.wide { overflow-x: auto; margin: .8rem 0 1.4rem }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .55rem; text-align: right; white-space: pre; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft); border-bottom-color: var(--soft) }
th:first-child, td:first-child { text-align: left; padding-left: 0; position: sticky; left: 0; background: #fafaf7 }
svg.heat { width: auto; max-width: 100% } svg text.ink { fill: var(--ink) } svg text.red { fill: #a3161b }
.said { color: var(--ink) }
nav a { margin-right: 1.2rem } section.answer { border-top: 1px solid var(--line); margin-top: 2.5rem }
@media print {
  @page { margin: 14mm } body, th:first-child, td:first-child { background: none } body { padding: 0; max-width: none }
  table { font-size: 10px } th, td { padding: .1rem .3rem }
  section, figure, tr { break-inside: avoid } h2 { break-after: avoid }
}
"""
KEY = (
    "Boxes: the middle half of the games; lines: the middle 90 %; strokes: medians; dots: means. "
    "Dots without a box have their 95 % interval."
)
GREEN, PALE, SOFT, RED = "#1d4d3b", "#cfe0d3", "#525c56", "#a8432f"
Axes = Any
"""Axes of matplotlib, which may not be installed."""


class Answer(NamedTuple):
    """The result of one run of the laboratory."""

    headline: str
    """The game and, in brackets, what was counted."""
    pictures: Mapping[str, str]
    """Drawings by their names."""
    tables: Sequence[TextTable]
    said: Sequence[str] = ()
    """Sentences above the tables and drawings."""
    looks: int = 0
    """Number of differences that were looked for, each at a level of 95 %."""


def report_page(found: Report, pace: float | None = None) -> str:
    """Make the HTML page of a simulation; `pace` is that of `report.show_report`."""
    return page(simulation_answer(found, pace))


def simulation_answer(found: Report, pace: float | None = None) -> Answer:
    """Return what a simulation came to."""
    told, seats = found.figures, [f"Seat {seat}  {player}" for seat, player in enumerate(found.players, 1)]
    pictures = {"Scores by seat": boxes(seats, told.scores)}
    if found.seats > 1:
        equal = 1 / found.seats
        pictures |= {"Wins by seat": shares(seats, told.wins, equal)}
        places = report.turn_names(found.seats)
        pictures |= {"Scores by place in turn order": boxes(places, told.scores_from_starter)}
        pictures |= {"Wins by place in turn order": shares(places, told.wins_from_starter, equal)}
    pictures |= length_picture(told)
    said, looks = report.sentences(found, told, pace), tested(told)
    return Answer(report.headline(found), pictures, report.tables(found, told), said, looks)


def tested(found: Figures | TournamentReport) -> int:
    """Return the number of joint tests of seats and of places in turn order."""
    return (found.seat_test is not None) + (found.turn_test is not None)


def length_picture(told: Figures) -> dict[str, str]:
    """Draw the decisions, turns and rounds of a game."""
    drawn = {name: one for name, one in told.length.items() if not report.is_fixed(one)} or told.length
    return {"Length of a game": boxes(list(drawn), [*drawn.values()])}


def length_answer(found: Report, pace: float) -> Answer:
    """Return how long a game is for people of a pace, in seconds for a decision, and how often it is tied."""
    told = found.figures
    pictures = {f"Minutes at {pace:g} second{'s' * (pace != 1)} a decision": boxes(["minutes"], [report.minutes(told, pace)])}
    said = [report.turn_sentence(told), report.pace_sentence(told, pace)]
    said += [report.tie_sentence(told.ties)] if told.ties else []
    return Answer(report.headline(found), pictures | length_picture(told), report.tables(found, told)[-1:], said)


def luck_answer(found: Report) -> Answer:
    """Return how much the deal decides in a simulation that played deals twice."""
    luck = found.figures.luck
    if luck is None:
        return Answer(report.headline(found), {}, [], ["Every game has the same scores, so there is nothing to decide."])
    pictures = {"Variance of scores that the deal decides": shares(["the deal"], [luck.scores])}
    if luck.winner:
        again = shares(["wins the deal again"], [luck.winner], luck.winner_by_chance)
        pictures["A winner, when the deal is played again (dotted: another deal)"] = again
    return Answer(report.headline(found), pictures, [], report.luck_sentences(luck))


def leads_answer(found: LeadReport) -> Answer:
    """Return how early the winner is clear, and how often the last one wins."""
    parts = [100 * one.part for one in found.moments]
    lines = {
        "who leads": (GREEN, [one.leader_wins for one in found.moments]),
        "who is last": (RED, [one.last_wins for one in found.moments]),
    }

    def draw(axes: Axes) -> None:
        for name, (colour, values) in lines.items():
            known = [(part, one) for part, one in zip(parts, values, strict=True) if one]
            at = [part for part, _ in known]
            axes.plot(at, [100 * one.mean for _, one in known], color=colour, marker="o", label=name)
            axes.fill_between(
                at,
                [100 * one.low for _, one in known],
                [100 * one.high for _, one in known],
                color=colour,
                alpha=0.15,
                linewidth=0,
            )
        axes.axhline(100 / found.seats, color=SOFT, linestyle=":")
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.set_xlabel("% of the match played")
        axes.set_ylabel("% of the games won")
        axes.legend(frameon=False)

    pictures = {"Games won by who leads, and by who is last (dotted: an equal share)": picture(draw, 7)}
    return Answer(leads.headline(found), pictures, [leads.table(found)], leads.sentences(found))


def comparison_page(found: Comparison) -> str:
    """Make the HTML page of a comparison of variants."""
    return page(comparison_answer(found))


def comparison_answer(found: Comparison) -> Answer:
    """Return what a comparison of variants came to."""
    names = [comparison.name(variant) for variant in found.variants]
    pictures = {
        comparison.title(metric).capitalize(): boxes(names, [variant.measures[metric] for variant in found.variants])
        for metric in comparison.differing(found)
    }
    return Answer(
        comparison.headline(found), pictures, comparison.tables(found), comparison.answers(found), comparison.looks(found)
    )


def tournament_page(found: TournamentReport) -> str:
    """Make the HTML page of a tournament."""
    return page(tournament_answer(found))


def tournament_answer(found: TournamentReport) -> Answer:
    """Return what a tournament came to."""

    def draw(axes: Axes) -> None:
        for place, one in enumerate(found.standings):
            known = None if one.low is None or one.high is None else (one.low, one.high)
            reach = known and [[one.rating - known[0]], [known[1] - one.rating]]
            axes.errorbar([one.rating], [place], xerr=reach, fmt="o", color=GREEN, capsize=4)
        axes.set_yticks(range(len(found.standings)), [one.player for one in found.standings])
        axes.set_ylim(len(found.standings) - 0.5, -0.5)

    pictures = {"Ratings, with 95 % intervals": picture(draw, len(found.standings))}
    said = tournament.answers(found) + report.seat_sentences(found.seat_test, found.turn_test)
    return Answer(tournament.headline(found), pictures, tournament.tables(found), said, tested(found))


def effects_answer(found: EffectReport) -> Answer:
    """Return the answer on the effects of pieces or first acts, with a heat map."""
    pictures = {"Points that each brings (bold: more than luck)": heat_map(found.effects)}
    said = effects.answers(found) + effects.sentences(found)
    return Answer(effects.headline(found), pictures, [effects.table(found)], said, looks=1)


RANKS = {"N": 0, "null": 0, "J": 11, "Q": 12, "K": 13, "A": 14}
"""Order of ranks that are no numbers."""
WIDE = 13
"""Cells in a row of a heat map."""
CELL = 54
"""Height of a cell of a heat map, and its width if it shows a piece."""


def heat_map(found: Sequence[Effect]) -> str:
    """Draw pieces or acts, with the points that each brings: on green ground if it brings some, on red if it costs some."""
    known, most = {one.name: one for one in found}, max((abs(one.score.mean) for one in found), default=0) or 1
    lines = [row[start : start + WIDE] for row in heat_rows([*known]) for start in range(0, len(row), WIDE)]
    wide = max([CELL, *(12 + 8 * len(one.name) for one in found if one.face is None)])
    cells = [
        heat_cell(known[name], wide, column, row, abs(known[name].score.mean) / most)
        for row, line in enumerate(lines)
        for column, name in enumerate(line)
    ]
    width, height = wide * max(map(len, lines), default=1), CELL * len(lines)
    size = f"viewBox='0 0 {width} {height}' width='{width}' height='{height}'"
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' class='heat' {size}>", *cells, "</svg>"])


def heat_cell(one: Effect, width: int, column: int, row: int, part: float) -> str:
    """Draw a piece or act and its points; `part` is how strongly its ground is coloured, from 0 to 1."""
    ground, bold = "#2e8b57" if one.score.mean > 0 else "#c84632", " font-weight='bold'" if one.score.is_clear else ""
    box = f"x='{column * width + 2}' y='{row * CELL + 2}' width='{width - 4}' height='{CELL - 4}' rx='5'"
    middle, top = column * width + width // 2, row * CELL
    return (
        f"<rect {box} fill='{ground}' fill-opacity='{0.75 * part:.2f}' stroke='#d3d8d1'/>"
        f"<g text-anchor='middle'>{heat_face(one, middle, top + 26)}"
        f"<text class='ink' x='{middle}' y='{top + 46}' font-size='12'{bold}>{one.score.mean:+.1f}</text></g>"
    )


def heat_face(one: Effect, x: int, y: int) -> str:
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


def boxes(names: Sequence[str], values: Sequence[Summary]) -> str:
    """Draw a box plot, one row a name: quartiles as a box, the middle 90 % as a line, median as a stroke, mean as a dot."""
    stats = [
        {"med": one.median, "q1": one.p25, "q3": one.p75, "whislo": one.p5, "whishi": one.p95, "mean": one.mean, "label": name}
        for name, one in zip(names, values, strict=True)
    ]
    dot = {"marker": "o", "markerfacecolor": GREEN, "markeredgecolor": "white"}

    box, line, stroke = {"facecolor": PALE, "edgecolor": GREEN}, {"color": SOFT}, {"color": GREEN, "linewidth": 2}
    looks = {"boxprops": box, "whiskerprops": line, "capprops": line, "medianprops": stroke, "meanprops": dot}

    def draw(axes: Axes) -> None:
        axes.bxp(stats, orientation="horizontal", widths=0.5, showfliers=False, showmeans=True, patch_artist=True, **looks)
        axes.invert_yaxis()

    return picture(draw, len(names))


def shares(names: Sequence[str], values: Sequence[Share], usual: float | None = None) -> str:
    """Draw shares in percent with their 95 % intervals, one row a name, and a dotted line at the usual share."""

    def draw(axes: Axes) -> None:
        for place, one in enumerate(values):
            reach = [[100 * (one.mean - one.low)], [100 * (one.high - one.mean)]]
            axes.errorbar([100 * one.mean], [place], xerr=reach, fmt="o", color=GREEN, capsize=4)
        if usual is not None:
            axes.axvline(100 * usual, color=SOFT, linestyle=":")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("%")
        axes.set_ylim(len(names) - 0.5, -0.5)

    return picture(draw, len(names))


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


def page(answer: Answer) -> str:
    """Return the HTML page of one command's report."""
    game, _, counted = answer.headline.partition(" (")
    return _page(answer.headline, f"{heading(game)}\n<p>{escape(counted.replace(')', '', 1))}</p>", body(answer))


def answers_page(game: str, players: str, answers: Mapping[str, tuple[str, Answer]]) -> str:
    """Return a page with the answers to several questions.

    Args:
        players: who played, in words.
        answers: by question: the command that gives the answer again, and the answer.
    """
    links = "\n".join(f"<a href='#{number}'>{escape(question)}</a>" for number, question in enumerate(answers, 1))
    parts = [
        f"<section class='answer' id='{number}'><h1>{escape(question)}</h1>\n<p>{escape(answer.headline)}</p>\n"
        f"<p><code>{escape(command)}</code></p>\n{body(answer)}</section>"
        for number, (question, (command, answer)) in enumerate(answers.items(), 1)
    ]
    return _page(game, f"{heading(game)}\n<p>{escape(players)}</p>\n<nav>{links}</nav>", "\n".join(parts))


def heading(game: str) -> str:
    """Return a game's name as the heading of a page."""
    return f"<h1>{escape(game.replace('_', ' '))}</h1>"


def body(answer: Answer) -> str:
    """Return the sentences, pictures and tables of a run."""
    drawn = [
        f"<section><h2>{escape(name)}</h2>\n<figure role='img' aria-label='{escape(name)}'>{drawing}</figure></section>"
        for name, drawing in answer.pictures.items()
    ]
    said = [f"<p class='said'>{escape(sentence)}</p>" for sentence in answer.said]
    return "\n".join([*said, *drawn, *map(html_table, answer.tables)])


def _page(title: str, header: str, content: str) -> str:
    return (
        f"<!doctype html>\n<html lang='en'>\n<meta charset='utf-8'>\n<meta name='viewport' content='width=device-width'>\n"
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<header>{header}</header>\n<p class='key'>{KEY}</p>\n{content}\n</html>\n"
    )


def html_table(table: TextTable) -> str:
    """Return a table with its caption as HTML."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in table.headings)
    rows = "\n".join("<tr>" + "".join(f"<td>{escape(cell.rstrip())}</td>" for cell in row) + "</tr>" for row in table.rows)
    caption = f"<h2>{escape(table.caption)}</h2>\n" if table.caption else ""
    return f"{caption}<div class='wide'><table>\n<tr>{head}</tr>\n{rows}\n</table></div>"
