"""Advice as lines, and the analysis of a match: what each seat lost, and the decisions that mattered."""

from __future__ import annotations

from collections.abc import Iterator

from muckle import games
from muckle.players.advice import Advice, Suggestion, amount, amount_with_unit
from muckle.players.analysis import Analysis, Judged
from muckle.scene.tell import count
from muckle.terminal.screen import Line


def analysis_lines(analysis: Analysis, most: int) -> Iterator[Line]:
    """Yield the lines of an analysis; seats count from 1.

    Args:
        most: greatest number of decisions to print, costliest first.
    """
    judged, title = len(analysis.decisions), games.find(analysis.game).title
    unit = "points" if analysis.unit == "points" else "the chance to win"
    yield Line(f"{title}: {count(judged, 'decision')}, judged by {analysis.level}, seed {analysis.seed}, in {unit}.", "bold", 2)
    for seat in range(len(analysis.ends)):
        yield Line(_seat(analysis, seat), hang=4)
    mattered = analysis.mattered(most)
    yield Line("The decisions that mattered most:" if mattered else "No decision surely cost anything.")
    for each in mattered:
        yield Line(_decision(analysis, each), hang=4)


def _seat(analysis: Analysis, seat: int) -> str:
    own = [each for each in analysis.decisions if each.seat == seat]
    losses = [each.loss or 0.0 for each in own if each.mistake]
    unknown = sum(each.loss is None for each in own)
    told = f"Seat {seat + 1}: {count(len(losses), 'mistake')} in {count(len(own), 'decision')}"
    if losses:
        told += f", {amount_with_unit(sum(losses), analysis.unit)} lost"
    return f"{told}; {unknown} could not be compared." if unknown else f"{told}."


def _decision(analysis: Analysis, judged: Judged) -> str:
    lost = f"{amount(judged.loss or 0.0, analysis.unit)} ± {amount_with_unit(judged.margin or 0.0, analysis.unit)}"
    why = f" ({judged.claim})" if judged.claim else ""
    who = f", turn {judged.turn}, seat {judged.seat + 1}" if len(analysis.ends) > 1 else ""
    return f"  decision {judged.number}{who}: {judged.action} lost {lost}; best: {judged.best}{why}."


def advice_lines(advice: Advice) -> list[Line]:
    """Return the lines of some advice, best action first."""
    return [
        Line(f"{place}. {told}", "cyan", 4)
        for place, told in enumerate((_suggestion(advice, each) for each in advice.suggestions), 1)
    ]


def _suggestion(advice: Advice, suggestion: Suggestion) -> str:
    told = f"{suggestion.action}: {suggestion.claim}"
    if suggestion.result is None:
        return f"{told}."
    error = f" ± {amount(2 * suggestion.error, advice.unit)}" if suggestion.error is not None else ""
    result = amount(suggestion.result, advice.unit) + error + (" points" if advice.unit == "points" else " to win")
    return (
        f"{told}; about {result}{', as good as the first' if suggestion.equal and suggestion != advice.suggestions[0] else ''}."
    )
