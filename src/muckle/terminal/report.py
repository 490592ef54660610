"""Reports of simulations as tables for people, in which seats count from 1."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from msgspec.structs import astuple

if TYPE_CHECKING:
    from muckle.lab.luck import Luck
    from muckle.lab.report import Figures, Report, Results
    from muckle.lab.seat_test import SeatTest
    from muckle.lab.summary import Share, Summary

TELLING = 0.05
"""CPU seconds that a run must have taken for its speed to be reported."""
WIDE = 200
"""Characters in a line where no terminal says how many there are."""
SPREAD = ("mean", "95 %", "spread", "least", "5 %", "median", "95 %", "most")
Cells = Sequence[str]


class TextTable(NamedTuple):
    """Rows of cells below headings."""

    caption: str
    """A sentence before it, or empty."""
    headings: Cells
    rows: Sequence[Cells]


def show_report(report: Report, out: TextIO | None = None, pace: float | None = None) -> None:
    """Print the report of a simulation.

    Args:
        pace: seconds that people take for a decision, for the minutes of a game; None: they are left out.
    """
    file: TextIO = sys.stdout if out is None else out
    print(headline(report), file=file)
    for table in tables(report, report.figures):
        show_table(table, file)
    for sentence in sentences(report, report.figures, pace):
        print(f"  {sentence}", file=file)
    print(f"  {work_line(report)}", file=file)


def show_sentences(sentences: Sequence[str]) -> None:
    """Print sentences, each in a line of its own."""
    for sentence in sentences:
        print(f"  {sentence}")


def counted(n: int, thing: str, things: str = "") -> str:
    """Return a number with its noun, and a plural that is not formed by an "s": ``1 game``, ``12,000 games``."""
    return f"{n:,} {thing if n == 1 else things or f'{thing}s'}"


def headline(report: Results) -> str:
    """Return a line that says what was simulated."""
    games = (
        f"{report.games:,} of {counted(report.asked, 'game')}, interrupted"
        if report.interrupted
        else counted(report.games, "game")
    )
    seats = counted(report.seats, "seat")
    return f"{report.game} (version {report.version} of its rules), {seats}, {games}, seed {report.seed}"


def show_table(table: TextTable, out: TextIO | None = None) -> None:
    """Print a table, indented by two blanks; its first column is left-aligned, the others are numbers."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table as Grid

    file: TextIO = sys.stdout if out is None else out
    if table.caption:
        print(f"  {table.caption}", file=file)
    drawing = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, heading in enumerate(table.headings):
        drawing.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for row in table.rows:
        drawing.add_row(*row)
    console = Console(file=file, highlight=False, markup=False, emoji=False, width=None if file.isatty() else WIDE)
    with console.capture() as drawn:
        console.print(Padding(drawing, (0, 0, 0, 2), expand=False))
    file.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def tables(report: Report, told: Figures) -> list[TextTable]:
    """Return the tables of a report."""
    width = max(map(len, report.players))
    seats = [f"Seat {seat}  {player:<{width}}" for seat, player in enumerate(report.players, 1)]
    made = [_by_name("", seats, told.scores, told.wins)]
    if report.seats > 1:
        begins = "drawn or named by the rules" if report.starter is None else f"seat {report.starter + 1} in every game"
        caption = f"By place in turn order, from who takes the first decision ({begins}):"
        made.append(_by_name(caption, turn_names(report.seats), told.scores_from_starter, told.wins_from_starter))
    rows = [(name, *numbers(one)) for name, one in counts(told).items() if not is_fixed(one)]
    return [*made, TextTable("A game has:", ("", *SPREAD), rows)]


def counts(told: Figures) -> dict[str, Summary]:
    """Return what is counted in a game by the names of table rows, without what never came up."""
    kinds = {f"  {kind.replace('_', ' ')}": one for kind, one in told.decisions_by_kind.items()}
    more = {"points per turn": told.points_per_turn, "lead changes": told.lead_changes, "margin of victory": told.margin}
    return {name: one for name, one in (told.length | kinds | more).items() if one and one.most}


def is_fixed(one: Summary) -> bool:
    """Return whether a number is known to be the same in every game."""
    return one.low is not None and one.low == one.high


def fixed_sentence(fixed: Mapping[str, Summary]) -> list[str]:
    """Return a sentence about the numbers that are the same in every game; none if there are no such numbers."""
    same = ", ".join(f"{name.strip()} {one.mean:g}" for name, one in fixed.items())
    return [f"The same in every game: {same}."] if same else []


def sentences(report: Report, told: Figures, pace: float | None = None) -> list[str]:
    """Return the sentences below the tables of a report."""
    said = fixed_sentence({name: one for name, one in counts(told).items() if is_fixed(one)})
    said += [tie_sentence(told.ties)] if told.ties else []
    said += seat_sentences(told.seat_test, told.turn_test)
    if told.never:
        acts = ", ".join(kind.replace("_", " ") for kind in told.never)
        said.append(f"The rules allow it, but in {counted(report.decisions, 'decision')} nobody did it: {acts}.")
    if told.luck:
        said += luck_sentences(told.luck)
    return said if pace is None else [*said, pace_sentence(told, pace)]


def tie_sentence(ties: Share) -> str:
    """Return in a sentence how often several seats win."""
    return f"Several seats win {ties.mean:.2%} of the games ({interval_text(ties)})."


def pace_sentence(told: Figures, pace: float) -> str:
    """Return how many minutes a game takes people who need `pace` seconds for a decision."""
    one = minutes(told, pace)
    interval = f"95 % interval {ends_text(one)}"
    nine = f"nine of ten {one.p5:.0f} to {one.p95:.0f}"
    return f"At {pace:g} second{'s' * (pace != 1)} a decision a game takes {one.mean:.1f} minutes ({interval}), {nine}."


def minutes(told: Figures, pace: float) -> Summary:
    """Return the minutes of a game for people who need `pace` seconds for a decision."""
    decisions = told.length["decisions"]
    figures: list[Any] = [None if value is None else value * pace / 60 for value in astuple(decisions)]
    return type(decisions)(*figures)


def turn_sentence(told: Figures) -> str:
    """Return how many turns a game takes."""
    one = told.length["turns"]
    interval = f"95 % interval {ends_text(one)}"
    return f"A game takes {one.mean:.1f} turns ({interval}), nine of ten {one.p5:.0f} to {one.p95:.0f}."


def luck_sentences(luck: Luck) -> list[str]:
    """Return how much the deal decides, in sentences."""
    said = [
        f"The deal and the order of the draws decide {luck.scores.mean:.0%} of the variance of scores (95 % interval "
        f"{interval_text(luck.scores)}, {luck.deals:,} deals played twice); the players' own chance decides the rest."
    ]
    if luck.winner:
        again = f"{luck.winner.mean:.1%} of these deals (95 % interval {interval_text(luck.winner)})"
        said.append(f"The winner is a winner again in {again}; with another deal in {luck.winner_by_chance:.1%}.")
    return said


def turn_names(seats: int) -> list[str]:
    """Return what the places in turn order are called."""
    return ["who begins", *(f"{place} to the left" for place in range(1, seats))]


def seat_sentences(by_seat: SeatTest | None, by_turn: SeatTest | None) -> list[str]:
    """Return what joint tests say, a sentence for each test."""
    told: list[str] = []
    if by_seat:
        told.append(seat_sentence("by seat", [f"seat {seat + 1}" for seat in range(len(by_seat.wins))], by_seat))
    if by_turn:
        told.append(seat_sentence("by place in turn order", turn_names(len(by_turn.wins)), by_turn))
    return told


def seat_sentence(order: str, names: Sequence[str], test: SeatTest, *, brief: bool = False) -> str:
    """Return the result of a joint test of equal wins as a sentence, for an order such as "by seat".

    Args:
        names: of the seats or places.
        brief: whether to leave out the farthest seat if no difference shows.
    """
    one, equal = test.wins[test.farthest], f"an equal share is {1 / len(names):.2%}"
    interval = f"95 % interval for the farthest of {len(names)}: {interval_text(one)}"
    farthest = f"{names[test.farthest]} wins {one.mean:.2%} ({interval}), {equal}"
    if test.p >= 0.05:
        equal_so_far = f"Wins {order}: no difference shows (joint test, {p_value(test)})."
        return equal_so_far if brief else f"{equal_so_far} Farthest off: {farthest}."
    doubt = "" if test.p < 0.001 else f" Equal ones come out so in 1 run of {1 / test.p:,.0f}: try another --seed."
    return f"Wins {order} differ (joint test, {p_value(test)}): {farthest}.{doubt}"


def p_value(test: SeatTest) -> str:
    """Return the p-value of a test, as people write it."""
    return "p < 0.0001" if test.p < 0.0001 else f"p = {test.p:.4f}" if test.p < 0.01 else f"p = {test.p:.2f}"


def _by_name(caption: str, names: Cells, scores: Sequence[Summary], wins: Sequence[Share]) -> TextTable:
    rows = [(name, *numbers(score)) for name, score in zip(names, scores, strict=True)]
    if wins:
        rows = [(*row, f"{win.mean:.2%}", interval_text(win)) for row, win in zip(rows, wins, strict=True)]
    return TextTable(caption, ("", "mean score", *SPREAD[1:], *(("wins", "95 %") if wins else ())), rows)


def numbers(one: Summary) -> Cells:
    """Return the cells of a row below the headings SPREAD."""
    values = (one.least, one.p5, one.median, one.p95, one.most)
    return (f"{one.mean:.3f}", half_width(one), f"{one.spread:.3f}", *(f"{round(value, 3):.10g}" for value in values))


def half_width(one: Summary) -> str:
    """Return half the width of a mean's 95 % interval: ``± 0.158``."""
    return "unknown" if one.high is None else f"± {one.high - one.mean:.3f}"


def ends_text(one: Summary, factor: int = 1, unit: str = "") -> str:
    """Return the ends of a mean's 95 % interval, times a factor and with a unit: ``64.0 to 67.7 %``."""
    return "unknown" if one.low is None or one.high is None else f"{factor * one.low:.1f} to {factor * one.high:.1f}{unit}"


def interval_text(share: Share) -> str:
    """Return the 95 % interval of a share: ``40.25 to 43.10 %``."""
    return f"{100 * share.low:.2f} to {100 * share.high:.2f} %"


def work_line(report: Results) -> str:
    """Return the number of decisions and, if the run was long enough to tell, how many a second there were."""
    decisions = counted(report.decisions, "decision")
    if report.cpu_seconds < TELLING:
        return decisions
    rate = report.decisions_per_cpu_second
    shown = f"{rate / 1e6:.2f} million" if rate >= 1e5 else f"{rate:,.0f}"
    return f"{decisions} in {report.cpu_seconds:.2f} CPU seconds: {shown} a second"
