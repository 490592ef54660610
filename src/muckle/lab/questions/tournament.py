"""The answer of a tournament: how often each player wins, ratings with intervals, and who ended before whom."""

from __future__ import annotations

from muckle.lab.answer import Answer, Table
from muckle.lab.charts import Dots
from muckle.lab.tournament import TournamentReport
from muckle.lab.wording import interval_text, seat_sentences
from muckle.scene.tell import counted


def answer(found: TournamentReport) -> Answer:
    """Return what a tournament came to."""
    players, ratings = [one.player for one in found.standings], [(one.rating, one.low, one.high) for one in found.standings]
    return Answer(
        headline=headline(found),
        sentences=[*wins(found), *seat_sentences(found.seat_test, found.turn_test)],
        tables=tables(found),
        notes=["400 points of rating more: ahead ten times as often as behind."],
        charts=[Dots("Ratings, with 95 % intervals", players, ratings)],
        looks=(found.seat_test is not None) + (found.turn_test is not None),
    )


def headline(found: TournamentReport) -> str:
    """Return a line that says who played whom."""
    deals = f"{found.deals:,} of {counted(found.asked, 'deal')}" if found.interrupted else counted(found.deals, "deal")
    games = f"{deals} of {counted(found.games_per_deal, 'game')} each{', interrupted' if found.interrupted else ''}"
    return f"{found.game} (version {found.version} of its rules), {found.seats} seats, {games}, seed {found.seed}"


def wins(found: TournamentReport) -> list[str]:
    """Return how often each player wins, a sentence for each, the best first."""
    equal = f"an equal share is {1 / found.seats:.1%}"
    return [
        f"{one.player} wins {one.wins.mean:.1%} of its games ({interval_text(one.wins)}); {equal}." for one in found.standings
    ]


def tables(found: TournamentReport) -> list[Table]:
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
        Table("", ("", "rating", "95 %", "wins", "95 %", "mean score", "games"), rows),
        Table(caption, ("", *(f"{place}." for place in range(1, len(names) + 1))), crossed),
    ]
