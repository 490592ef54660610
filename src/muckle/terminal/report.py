"""What simulations come to, as people read it: tables in which seats count from 1."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from muckle.lab.crowd import CrowdReport
    from muckle.lab.report import Figures, Report
    from muckle.lab.summary import Share, Summary

TELLING = 0.05
"""CPU seconds below which a speed would say nothing."""
FEW = 12
"""Seats that have a line of their own in a report."""
WIDE = 200
"""Characters in a line where no terminal says how many there are."""
SPREAD = ("mean", "95 %", "spread", "least", "5 %", "median", "95 %", "most")
Cells = Sequence[str]


def show_report(report: Report, out: TextIO | None = None) -> None:
    """What a simulation came to."""
    file: TextIO = sys.stdout if out is None else out
    counted = (
        f"{report.games:,} of {report.asked:,} games, interrupted"
        if report.interrupted
        else f"{report.games:,} {'game' if report.games == 1 else 'games'}"
    )
    seats = f"{report.seats} {'seat' if report.seats == 1 else 'seats'}"
    print(f"{report.game} (version {report.version} of its rules), {seats}, {counted}, seed {report.seed}", file=file)
    if report.figures:
        _show_figures(report, report.figures, file)
    else:
        print("\n".join(_boards(report)), file=file)
    if report.crowd:
        print("\n".join(_crowd(report.crowd)), file=file)
    print(f"  {report.decisions:,} decisions{_speed(report)}", file=file)


def show_table(headings: Cells, rows: Iterable[Cells], out: TextIO | None = None) -> None:
    """A table, two blanks from the edge; its first column reads from the left, the others are numbers."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table

    file: TextIO = sys.stdout if out is None else out
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = Console(file=file, highlight=False, markup=False, emoji=False, width=None if file.isatty() else WIDE)
    with console.capture() as drawn:
        console.print(Padding(table, (0, 0, 0, 2), expand=False))
    file.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def _show_figures(report: Report, told: Figures, out: TextIO) -> None:
    width = max(map(len, report.players))
    seats = [f"Seat {seat}  {player:<{width}}" for seat, player in enumerate(report.players, 1)]
    _show_seats("", seats, told.scores, told.wins, out)
    if report.seats > 1:
        places = ["who begins", *(f"{place} to the left" for place in range(1, report.seats))]
        begins = "drawn or named by the rules" if report.starter is None else f"seat {report.starter + 1} in every game"
        print(f"  By place in turn order, from who takes the first decision ({begins}):", file=out)
        _show_seats("", places, told.scores_from_starter, told.wins_from_starter, out)
    print("  A game has:", file=out)
    rows = {**told.length, **{f"  {kind.replace('_', ' ')}": one for kind, one in told.decisions_by_kind.items()}}
    more = {"lead changes": told.lead_changes, "margin of victory": told.margin}
    rows |= {name: one for name, one in more.items() if one}
    show_table(("", *SPREAD), [(name, *numbers(one)) for name, one in rows.items() if one.most], out)
    if told.ties:
        print(f"  Several seats win {told.ties.mean:.2%} of the games ({between(told.ties)}).", file=out)


def _show_seats(heading: str, names: Cells, scores: Sequence[Summary], wins: Sequence[Share], out: TextIO) -> None:
    rows = [(name, *numbers(score)) for name, score in zip(names, scores, strict=True)]
    if wins:
        rows = [(*row, f"{win.mean:.2%}", between(win)) for row, win in zip(rows, wins, strict=True)]
    headings = (heading, "mean score", *SPREAD[1:], *(("wins", "95 %") if wins else ()))
    show_table(headings, rows, out)


def numbers(one: Summary) -> Cells:
    """The cells below SPREAD."""
    values = (one.least, one.p5, one.median, one.p95, one.most)
    return (f"{one.mean:.3f}", f"± {one.mean - one.low:.3f}", f"{one.spread:.3f}", *(f"{value:.10g}" for value in values))


def between(share: Share) -> str:
    """Its 95 % interval."""
    return f"{100 * share.low:.2f} to {100 * share.high:.2f} %"


def _boards(report: Report) -> list[str]:
    return _by_seat(report) if report.seats <= FEW else _by_player(report)


def _by_seat(report: Report) -> list[str]:
    each = zip(report.players, report.mean_scores, report.win_shares, strict=True)
    return [
        f"  Seat {seat}  {player:<10} mean score {mean:10.3f}   wins {share:7.2%}"
        for seat, (player, mean, share) in enumerate(each, 1)
    ]


def _by_player(report: Report) -> list[str]:
    """A line a player for all seats it fills; the wins are those of all of them together."""
    lines: list[str] = []
    for player in dict.fromkeys(report.players):
        seats = [seat for seat, other in enumerate(report.players) if other == player]
        mean = fmean(report.mean_scores[seat] for seat in seats)
        share = sum(report.win_shares[seat] for seat in seats)
        lines.append(f"  {len(seats):6,} seats  {player:<10} mean score {mean:10.3f}   wins {share:7.2%}")
    return lines


def _crowd(crowd: CrowdReport) -> list[str]:
    return [
        f"  All boards: mean {crowd.mean_score:.3f}, spread {crowd.spread:.3f} (standard deviation with the same cards),"
        f" winner {crowd.winning_score:.3f}, best {crowd.best_score}",
        f"  {crowd.shared_places:.2%} of boards share their place; {crowd.shared_firsts:.2%} of games have several winners",
        "  All boards of a game have the same cards in the same order; each player's own chance is its own.",
    ]


def _speed(report: Report) -> str:
    if report.cpu_seconds < TELLING:
        return ""
    rate = report.decisions_per_cpu_second
    shown = f"{rate / 1e6:.2f} million" if rate >= 1e5 else f"{rate:,.0f}"
    return f" in {report.cpu_seconds:.2f} CPU seconds: {shown} a second"
