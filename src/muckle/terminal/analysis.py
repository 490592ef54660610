"""Advice as lines, and the analysis of a match: what each seat lost, and the decisions that mattered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muckle import games
from muckle.players.advice import Advice, Unit, amount, amount_with_unit
from muckle.players.analysis import Analysis, JudgedDecision
from muckle.scene.tell import count, number
from muckle.terminal.screen import Line

LEAST_MARGIN: dict[Unit, float] = {"points": 0.1, "chance": 0.01}
"""Smallest margin that is printed: no judgement is exact, so none is "± 0.0"."""


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
    yield Line("The decisions that mattered most:" if mattered else "No decision surely cost much.")
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


def _decision(analysis: Analysis, judged: JudgedDecision) -> str:
    margin = max(judged.margin or 0.0, LEAST_MARGIN[analysis.unit])
    lost = f"{amount(judged.loss or 0.0, analysis.unit)} ± {amount_with_unit(margin, analysis.unit)}"
    why = f" ({judged.claim})" if judged.claim else ""
    who = f", turn {judged.turn}, seat {judged.seat + 1}" if len(analysis.ends) > 1 else ""
    return f"  decision {judged.number}{who}: {judged.action} lost {lost}; best: {judged.best}{why}."


def advice_lines(advice: Advice, numbers: Mapping[str, int]) -> list[Line]:
    """Return the lines of some advice: what is known about the actions, then each, the best first.

    Args:
        numbers: the number to type for each act, by its id.
    """
    told = [Line(f"{verdict(advice)}:")]
    for each in advice.suggestions:
        less = "" if each.equal or each.loss is None or each.margin is None else difference(each.loss, each.margin, advice.unit)
        text = ": ".join(filter(None, (each.action, each.claim))) + (f"; {less} less than the first" if less else "")
        told.append(Line(f"{numbers[each.act]:>2}. {text}." if each.act in numbers else f"    {text}.", "cyan", 4))
    return told


def verdict(advice: Advice) -> str:
    """Return what is known about the actions of some advice: whether one is the best, or which cannot be told apart."""
    found = advice.suggestions
    equal = sum(each.equal for each in found)
    if len(found) == 1:
        return "There is nothing else to do" if advice.forced else "The best that I found"
    if equal > 1:
        which = "these are" if equal == len(found) else f"the first {number(equal)} are"
        return f"As far as I can tell, {which} equal"
    second = found[1]
    if second.loss is None or second.margin is None:
        return "The first is the best, as far as I can tell"
    return f"The first is better by {difference(second.loss, second.margin, advice.unit)}"


def difference(loss: float, margin: float, unit: Unit) -> str:
    """Return the difference between two actions in words: ``2.3 ± 0.4 points``, ``4 ± 1 wins in 100``."""
    if unit == "chance":
        return f"{100 * loss:.0f} ± {max(1, round(100 * margin))} wins in 100"
    return f"{amount(loss, unit)} ± {amount_with_unit(max(margin, LEAST_MARGIN[unit]), unit)}"
