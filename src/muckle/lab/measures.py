"""Measures of matches: named numbers, computed from the columns of the matches' rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from muckle.lab.summary import Sample
from muckle.players.match_row import FIRST, STARTER, WINNERS, Layout

Values = np.ndarray[Any, Any]
LENGTH = ("decisions", "turns", "rounds")


def measures(rows: Values, layout: Layout) -> dict[str, Values]:
    """Return every measure by name, with one number per match. `docs/laboratory.md` describes the measures."""
    columns = dict(zip(layout.columns, rows.T, strict=True))
    scores = layout.scores(rows)
    found = {name: columns[name] for name in (*LENGTH, *layout.columns[FIRST + 2 * layout.seats :])}
    found |= {"score": scores.mean(1), "best_score": scores.max(1), **_numbered("score_{}", scores)}
    if layout.seats == 1:
        return found
    wins = (layout.places(rows) == 1) / np.maximum(1, rows[:, WINNERS : WINNERS + 1])
    found |= {"lead_changes": columns["lead_changes"], "margin": columns["margin"], "tie": rows[:, WINNERS] > 1}
    found |= _numbered("win_{}", wins)
    starters = rows[:, STARTER] % layout.seats  # a match that ends as it is dealt has none, and counts for the last seat
    begun_by = [np.flatnonzero(starters == seat) for seat in range(layout.seats)]
    found |= _numbered("score_from_starter_{}", _from_starter(scores, begun_by))
    return found | _numbered("win_from_starter_{}", _from_starter(wins, begun_by))


def _from_starter(by_seat: Values, begun_by: Sequence[Values]) -> Values:
    """Return a table with a column per seat as one with a column per place in turn order.

    `begun_by` has for each seat the matches that the seat began.
    """
    found, seats = np.empty_like(by_seat), len(begun_by)
    for starter, matches in enumerate(begun_by):
        for place in range(seats):
            found[:, place][matches] = by_seat[:, (starter + place) % seats][matches]
    return found


def _numbered(name: str, columns: Values) -> dict[str, Values]:
    return {name.format(at): column for at, column in enumerate(columns.T)}


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
