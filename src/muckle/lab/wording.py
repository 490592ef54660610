"""Sentences and cells that several questions share, in which seats count from 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muckle.lab.seat_test import SeatTest
from muckle.lab.summary import Share, Summary

SPREAD = ("mean", "95 %", "spread", "least", "5 %", "median", "95 %", "most")


def tie_sentence(ties: Share) -> str:
    """Return in a sentence how often several seats win."""
    return f"Several seats win {ties.mean:.2%} of the games ({interval_text(ties)})."


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


def numbers(one: Summary) -> Sequence[str]:
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


def is_fixed(one: Summary) -> bool:
    """Return whether a number is known to be the same in every game."""
    return one.low is not None and one.low == one.high


def fixed_sentence(fixed: Mapping[str, Summary]) -> list[str]:
    """Return a sentence about the numbers that are the same in every game; none if there are no such numbers."""
    same = ", ".join(f"{name.strip()} {one.mean:g}" for name, one in fixed.items())
    return [f"The same in every game: {same}."] if same else []
