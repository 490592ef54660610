"""Measures of matches: named numbers, computed from the columns of the matches' rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from muckle.lab.summary import Sample
from muckle.players.match_row import STARTER, WINNERS, Layout

Values = np.ndarray[Any, Any]
LENGTH = ("decisions", "turns", "rounds")


def basic_measures(rows: Values, layout: Layout) -> dict[str, Values]:
    """Return the measures that simulations report, except those of wins, by name: one number per match."""
    columns = dict(zip(layout.columns, rows.T, strict=True))
    scores = np.ascontiguousarray(layout.scores(rows).T)  # a row for each seat: what goes over all matches is then faster
    found = {name: columns[name] for name in (*LENGTH, *layout.columns[layout.first_kind :])} | _numbered("score_{}", scores)
    found["points_per_turn"] = scores.sum(0) / np.maximum(1, columns["turns"])
    if layout.seats == 1:
        return found
    found |= {"lead_changes": columns["lead_changes"], "margin": columns["margin"]}
    return found | _numbered("score_from_starter_{}", in_turn_order(scores, columns["starter"]))


def measures(rows: Values, layout: Layout) -> dict[str, Values]:
    """Return every measure by name, with one number per match. `docs/laboratory.md` describes the measures."""
    scores, won = layout.scores(rows).T, layout.places(rows).T == 1
    found = {**basic_measures(rows, layout), "score": scores.mean(0), "best_score": scores.max(0)}
    if layout.seats == 1:
        return found
    wins = won / np.maximum(1, rows[:, WINNERS])
    found |= {"tie": rows[:, WINNERS] > 1, **_numbered("win_{}", wins)}
    return found | _numbered("win_from_starter_{}", in_turn_order(wins, rows[:, STARTER]))


def winner_sets(rows: Values, layout: Layout) -> tuple[Values, Values]:
    """Return the set of winners of each match, a number with a bit for each: by seat, and by place in turn order."""
    seats, first = layout.seats, rows[:, STARTER] % layout.seats
    sets = ((layout.places(rows).T == 1) << np.arange(seats)[:, None]).sum(0)
    return sets, (sets >> first | sets << seats - first) & (1 << seats) - 1


def in_turn_order(values: Values, starters: Values) -> Values:
    """Return values by place in turn order: the first row is that of the seats that begin, the next of those to their left.

    Args:
        values: a row for each seat, a column for each match.
        starters: the seat that begins each match; -1 in a match that ends as it is dealt, which counts for the last seat.
    """
    seats, matches = values.shape
    at = (starters + np.arange(seats)[:, None]) * matches + np.arange(matches)
    return values.take(at, mode="wrap")  # of all rows in a row: behind the last seat comes the first again


def _numbered(name: str, columns: Values) -> dict[str, Values]:
    return {name.format(at): column for at, column in enumerate(columns)}


class Samples(dict[str, Sample]):
    """One sample per measure."""

    def add(self, measured: Mapping[str, Values]) -> None:
        """Add the measures of more matches."""
        for name, values in measured.items():
            self.setdefault(name, Sample()).add(values)

    @property
    def games(self) -> int:
        """Number of matches that have been added."""
        return self["decisions"].size if self else 0
