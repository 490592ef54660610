"""Print the report of `muckle tournament`: ratings and the cross table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muckle.terminal.report import TextTable, counted, interval_text, seat_sentences, show_sentences, show_table

if TYPE_CHECKING:
    from muckle.lab.tournament import TournamentReport


def show_standings(found: TournamentReport) -> None:
    """Print how often each player wins, ratings with intervals, and how often each player ended before each other."""
    print(headline(found))
    show_sentences(answers(found))
    for table in tables(found):
        show_table(table)
    print("  400 points of rating more: ahead ten times as often as behind.")
    show_sentences(seat_sentences(found.seat_test, found.turn_test))


def headline(found: TournamentReport) -> str:
    """Return a line that says who played whom."""
    deals = f"{found.deals:,} of {counted(found.asked, 'deal')}" if found.interrupted else counted(found.deals, "deal")
    games = f"{deals} of {counted(found.games_per_deal, 'game')} each{', interrupted' if found.interrupted else ''}"
    return f"{found.game} (version {found.version} of its rules), {found.seats} seats, {games}, seed {found.seed}"


def answers(found: TournamentReport) -> list[str]:
    """Return how often each player wins, a sentence for each, the best first."""
    equal = f"an equal share is {1 / found.seats:.1%}"
    return [
        f"{one.player} wins {one.wins.mean:.1%} of its games ({interval_text(one.wins)}); {equal}." for one in found.standings
    ]


def tables(found: TournamentReport) -> list[TextTable]:
    """Return the standings and the cross table."""
    names = [f"{place}. {one.player}" for place, one in enumerate(found.standings, 1)]
    rows = [
        (
            name,
            f"{one.rating:+.0f}",
            "unknown" if one.low is None or one.high is None else f"{one.low:+.0f} to {one.high:+.0f}",
            f"{one.wins.mean:.2%}",
            interval_text(one.wins),
            f"{one.score.mean:.3f}",
            f"{one.games:,}",
        )
        for name, one in zip(names, found.standings, strict=True)
    ]
    cells = [["–" if share is None else f"{share:.1%}" for share in shares] for shares in found.against]
    crossed = [(name, *line) for name, line in zip(names, cells, strict=True)]
    caption = "How often the player of a row ended before that of a column; a tie counts half:"
    return [
        TextTable("", ("", "rating", "95 %", "wins", "95 %", "mean score", "games"), rows),
        TextTable(caption, ("", *(f"{place}." for place in range(1, len(names) + 1))), crossed),
    ]
