"""Luck: how much the chance of the rules decides, measured by playing deals twice with other chance of the players."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct

from muckle.errors import OptionsError
from muckle.lab.answer import Answer
from muckle.lab.charts import shares
from muckle.lab.plan import Plan, match_seed
from muckle.lab.record import Recorded, Recorder, RecordingWork
from muckle.lab.summary import DIGITS, Share, t_quantile, wilson
from muckle.lab.wording import interval_text
from muckle.players.match_row import WINNERS, Layout

PLAYS = 2
"""Number of times that each deal is played."""
FEWEST, MOST = 20, 100_000
"""Least and greatest number of deals that can be played twice."""
Values = np.ndarray[Any, Any]


class Luck(Struct, frozen=True):
    """The part of the results that the deal and the order of all draws decide."""

    deals: int
    """Number of deals that were played twice."""
    scores: Share
    """Share of the variance of scores that lies between deals; the rest lies within deals, between two plays of one deal."""
    winner: Share | None
    """Probability that a winner of one play is a winner of the other, with Wilson's interval; None in a game for one player."""
    winner_by_chance: float | None
    """Probability that a winner of one play is a winner of another play with another deal."""


class Replays(Recorder):
    """Plays each deal of a plan twice: matches 0 and 1 have the first deal. The players' own chance differs."""

    def seeds(self, number: int) -> tuple[int, int]:
        """Return the seed of a match's deal, and the seed of the players' own chance."""
        deal, play = divmod(number, PLAYS)
        seed = super().seeds(deal)[0]
        return seed, match_seed(seed, play)


class Work(RecordingWork):
    """Work for a pool: the deals of a plan, each played twice. A row holds both plays of a deal."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        if not FEWEST <= plan.games <= MOST:
            raise OptionsError(f"{plan.game}: from {FEWEST} to {MOST:,} deals can be played twice")

    def begin(self) -> Callable[[range], Recorded]:
        """Return a function that plays a range of deals."""
        replays = Replays(self.plan)

        def play(deals: range) -> Recorded:
            played = replays.record_decisions(range(PLAYS * deals.start, PLAYS * deals.stop))
            return Recorded(played.rows.reshape(len(deals), -1))

        return play


def ask(played: Recorded, plan: Plan) -> Answer:
    """Return how much the deals decide."""
    luck = measure(played.rows.reshape(PLAYS * plan.games, -1), plan.layout)
    if luck is None:
        return Answer(figures={}, sentences=["Every game has the same scores, so there is nothing to decide."])
    charts = [shares("Variance of scores that the deal decides", ["the deal"], [luck.scores])]
    if luck.winner:
        again = "A winner, when the deal is played again (dotted: another deal)"
        charts.append(shares(again, ["wins the deal again"], [luck.winner], luck.winner_by_chance))
    return Answer(figures=luck, sentences=sentences(luck), charts=charts)


def sentences(luck: Luck) -> list[str]:
    """Return how much the deal decides, in sentences."""
    said = [
        f"The deal and the order of the draws decide {luck.scores.mean:.0%} of the variance of scores (95 % interval "
        f"{interval_text(luck.scores)}, {luck.deals:,} deals played twice); the players' own chance decides the rest."
    ]
    if luck.winner:
        again = f"{luck.winner.mean:.1%} of these deals (95 % interval {interval_text(luck.winner)})"
        said.append(f"The winner is a winner again in {again}; with another deal in {luck.winner_by_chance:.1%}.")
    return said


def measure(rows: Values, form: Layout) -> Luck | None:
    """Return how much deals decide that were played twice, one after the other; None if no score ever differs."""
    deals = len(rows) // PLAYS
    scores = between_share(form.scores(rows).reshape(deals, PLAYS, form.seats).astype(float))
    if scores is None:
        return None
    if form.seats == 1:
        return Luck(deals, scores, None, None)
    wins = ((form.places(rows) == 1) / rows[:, WINNERS : WINNERS + 1]).reshape(deals, PLAYS, form.seats)
    again = (wins[:, 0] * wins[:, 1]).sum(1)
    chance = float((wins.mean((0, 1)) ** 2).sum())
    return Luck(deals, scores, wilson(float(again.mean()), deals, t_quantile(deals - 1)), round(chance, DIGITS))


def between_share(values: Values) -> Share | None:
    """Return the share of variance between deals (intraclass correlation), its interval by the jackknife over deals.

    Args:
        values: one number per deal, play and seat.

    Returns:
        None if no value differs.
    """
    deals, plays = values.shape[:2]
    within = ((values - values.mean(1, keepdims=True)) ** 2).sum((1, 2)) / (plays - 1)  # by deal
    means = values.mean(1) - values.mean((0, 1))
    if not within.any() and not means.any():
        return None

    def share(count: int, within: Values, sums: Values, squares: Values) -> Values:
        noise, spread = within / count, (squares - (sums**2).sum(-1) / count) / (count - 1)
        between = spread - noise / plays
        return between / (between + noise)

    sums, squares = means.sum(0), (means**2).sum(1)
    found = float(share(deals, within.sum(), sums, squares.sum()))
    others = share(deals - 1, within.sum() - within, sums - means, squares.sum() - squares)
    reach = t_quantile(deals - 1) * math.sqrt((deals - 1) / deals * float(((others - others.mean()) ** 2).sum()))
    return Share(*(round(min(1.0, max(0.0, value)), DIGITS) for value in (found, found - reach, found + reach)))
