"""A tournament's standings and cross table, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muckle.terminal.report import between, show_table

if TYPE_CHECKING:
    from muckle.lab.tournament import Standings


def show_standings(found: Standings) -> None:
    """Ratings with intervals, and how often each ended before each."""
    games = f"{found.deals:,} deals, each played by {found.lineups:,} line-ups"
    print(f"{found.game} (version {found.version} of its rules), {found.seats} seats, {games}, seed {found.seed}")
    rows = [
        (
            f"{place}. {one.player}",
            f"{one.rating:+.0f}",
            f"{one.low:+.0f} to {one.high:+.0f}",
            f"{one.wins.mean:.2%}",
            between(one.wins),
            f"{one.score.mean:.3f}",
            f"{one.games:,}",
        )
        for place, one in enumerate(found.standings, 1)
    ]
    show_table(("", "rating", "95 %", "wins", "95 %", "mean score", "games"), rows)
    print("  How often the player of a row ended before that of a column; a tie counts half:")
    cells = [["–" if share is None else f"{share:.1%}" for share in shares] for shares in found.against]
    named = [(f"{place}. {one.player}", *line) for place, (one, line) in enumerate(zip(found.standings, cells, strict=True), 1)]
    show_table(("", *(f"{place}." for place in range(1, len(named) + 1))), named)
    print("  400 points of rating more: ahead ten times as often as behind.")
