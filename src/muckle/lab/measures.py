"""Measures of matches: named numbers, computed from the columns of the matches' rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from muckle.lab.summary import Sample
from muckle.players.match_row import FIRST, Layout

Values = np.ndarray[Any, Any]
LENGTH = ("decisions", "turns", "rounds")


def measures(rows: Values, layout: Layout) -> dict[str, Values]:
    """Return every measure by name, with one number per match. `docs/laboratory.md` describes the measures."""
    columns = dict(zip(layout.columns, rows.T, strict=True))
    scores = np.ascontiguousarray(layout.scores(rows).T)  # a row for each seat: what goes over all matches is then faster
    found = {name: columns[name] for name in (*LENGTH, *layout.columns[FIRST + 2 * layout.seats :])}
    found |= {"score": scores.mean(0), "best_score": scores.max(0), **_numbered("score_{}", scores)}
    if layout.seats == 1:
        return found
    wins = (layout.places(rows).T == 1) / np.maximum(1, columns["winners"])
    found |= {"lead_changes": columns["lead_changes"], "margin": columns["margin"], "tie": columns["winners"] > 1}
    found |= _numbered("win_{}", wins)
    starters = columns["starter"] % layout.seats  # a match that ends as it is dealt has none, and counts for the last seat
    in_turn_order = (starters + np.arange(layout.seats)[:, None]) % layout.seats
    found |= _numbered("score_from_starter_{}", np.take_along_axis(scores, in_turn_order, 0))
    return found | _numbered("win_from_starter_{}", np.take_along_axis(wins, in_turn_order, 0))


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
