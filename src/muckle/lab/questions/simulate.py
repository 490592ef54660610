"""The answer of a simulation: scores, wins, lengths, and whether seats matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import astuple

from muckle.lab.answer import Answer, Table
from muckle.lab.charts import Boxes, shares
from muckle.lab.report import Figures, Report, Results
from muckle.lab.summary import Share, Summary
from muckle.lab.wording import (
    SPREAD,
    ends_text,
    fixed_sentence,
    interval_text,
    is_fixed,
    numbers,
    seat_sentences,
    tie_sentence,
    turn_names,
)
from muckle.scene.tell import counted

TELLING = 0.05
"""CPU seconds that a run must have taken for its speed to be reported."""


def answer(found: Report, pace: float | None = None) -> Answer:
    """Return what a simulation came to.

    Args:
        pace: seconds that people take for a decision, for the minutes of a game; None: they are left out.
    """
    told, seats = found.figures, [f"Seat {seat}  {player}" for seat, player in enumerate(found.players, 1)]
    charts = [Boxes("Scores by seat", seats, told.scores)]
    if found.seats > 1:
        equal, places = 1 / found.seats, turn_names(found.seats)
        charts += [
            shares("Wins by seat", seats, told.wins, equal),
            Boxes("Scores by place in turn order", places, told.scores_from_starter),
            shares("Wins by place in turn order", places, told.wins_from_starter, equal),
        ]
    return Answer(
        headline=headline(found),
        sentences=sentences(found, told, pace),
        tables=tables(found, told),
        notes=[work_line(found)],
        charts=[*charts, length_chart(told)],
        looks=(told.seat_test is not None) + (told.turn_test is not None),
    )


def length_chart(told: Figures) -> Boxes:
    """Return the chart of the decisions, turns and rounds of a game."""
    drawn = {name: one for name, one in told.length.items() if not is_fixed(one)} or told.length
    return Boxes("Length of a game", [*drawn], [*drawn.values()])


def length_answer(found: Report, pace: float) -> Answer:
    """Return how long a game is for people of a pace, in seconds for a decision, and how often it is tied."""
    told = found.figures
    title = f"Minutes at {pace:g} second{'s' * (pace != 1)} a decision"
    said = [turn_sentence(told), pace_sentence(told, pace), *([tie_sentence(told.ties)] if told.ties else [])]
    charts = [Boxes(title, ["minutes"], [minutes(told, pace)]), length_chart(told)]
    return Answer(headline=headline(found), sentences=said, tables=tables(found, told)[-1:], charts=charts)


def headline(report: Results) -> str:
    """Return a line that says what was simulated."""
    games = (
        f"{report.games:,} of {counted(report.asked, 'game')}, interrupted"
        if report.interrupted
        else counted(report.games, "game")
    )
    seats = counted(report.seats, "seat")
    return f"{report.game} (version {report.version} of its rules), {seats}, {games}, seed {report.seed}"


def tables(report: Report, told: Figures) -> list[Table]:
    """Return the tables of a report."""
    width = max(map(len, report.players))
    seats = [f"Seat {seat}  {player:<{width}}" for seat, player in enumerate(report.players, 1)]
    made = [_by_name("", seats, told.scores, told.wins)]
    if report.seats > 1:
        begins = "drawn or named by the rules" if report.starter is None else f"seat {report.starter + 1} in every game"
        caption = f"By place in turn order, from who takes the first decision ({begins}):"
        made.append(_by_name(caption, turn_names(report.seats), told.scores_from_starter, told.wins_from_starter))
    rows = [(name, *numbers(one)) for name, one in counts(told).items() if not is_fixed(one)]
    return [*made, Table("A game has:", ("", *SPREAD), rows)]


def counts(told: Figures) -> dict[str, Summary]:
    """Return what is counted in a game by the names of table rows, without what never came up."""
    kinds = {f"  {kind.replace('_', ' ')}": one for kind, one in told.decisions_by_kind.items()}
    more = {"points per turn": told.points_per_turn, "lead changes": told.lead_changes, "margin of victory": told.margin}
    return {name: one for name, one in (told.length | kinds | more).items() if one and one.most}


def sentences(report: Report, told: Figures, pace: float | None = None) -> list[str]:
    """Return the sentences below the tables of a report."""
    said = fixed_sentence({name: one for name, one in counts(told).items() if is_fixed(one)})
    said += [tie_sentence(told.ties)] if told.ties else []
    said += seat_sentences(told.seat_test, told.turn_test)
    if told.never:
        acts = ", ".join(kind.replace("_", " ") for kind in told.never)
        said.append(f"The rules allow it, but in {counted(report.decisions, 'decision')} nobody did it: {acts}.")
    return said if pace is None else [*said, pace_sentence(told, pace)]


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


def _by_name(caption: str, names: Sequence[str], scores: Sequence[Summary], wins: Sequence[Share]) -> Table:
    rows = [(name, *numbers(score)) for name, score in zip(names, scores, strict=True)]
    if wins:
        rows = [(*row, f"{win.mean:.2%}", interval_text(win)) for row, win in zip(rows, wins, strict=True)]
    return Table(caption, ("", "mean score", *SPREAD[1:], *(("wins", "95 %") if wins else ())), rows)


def work_line(report: Results) -> str:
    """Return the number of decisions and, if the run was long enough to tell, how many a second there were."""
    decisions = counted(report.decisions, "decision")
    if report.cpu_seconds < TELLING:
        return decisions
    rate = report.decisions_per_cpu_second
    shown = f"{rate / 1e6:.2f} million" if rate >= 1e5 else f"{rate:,.0f}"
    return f"{decisions} in {report.cpu_seconds:.2f} CPU seconds: {shown} a second"
