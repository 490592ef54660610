"""The standings of a crowd, as a table for the eye or as sentences for the ear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from muckle.match.transcript import CrowdStandings
from muckle.terminal.screen import Line

SHOWN = 20
"""Boards that are listed, besides the person's own."""


def standings_lines(standings: CrowdStandings, names: Sequence[str], own: int, unit: str, *, spoken: bool) -> list[Line]:
    """The best boards and the person's own, best first.

    Args:
        names: of the seats. own: the person's seat. unit: what a tiebreak counts; told where one is not 0.
    """
    order = sorted(range(len(names)), key=lambda seat: (standings.places[seat], seat != own, seat))
    sharing = Counter(standings.places)
    told = sentence if spoken else row
    lines = [Line("Standings", "bold")]
    for rank, seat in enumerate(order):
        if rank < SHOWN or seat == own:
            place, score, tiebreak = standings.places[seat], standings.scores[seat], standings.tiebreaks[seat]
            parted = f"{tiebreak} {unit}" if any(standings.tiebreaks) else ""
            text = told(place, sharing[place], names[seat], score, parted)
            lines.append(Line(text, "bold" if seat == own else "", 2))
    if len(order) + 1 > len(lines):
        lines.append(Line(f"and {len(order) + 1 - len(lines):,} more", "dim", 2))
    return lines


def row(place: int, sharing: int, name: str, score: int, parted: str) -> str:
    """``   2=  Magpie 3    21``."""
    return f"{place:>6,}{'=' if sharing > 1 else ' '}  {name:<22}{score:>4}  {parted}".rstrip()


def sentence(place: int, sharing: int, name: str, score: int, parted: str) -> str:
    """``Place 2, shared by 3: Magpie 3, 21 points.``"""
    shared = f", shared by {sharing:,}" if sharing > 1 else ""
    points = f"{score} {'point' if score == 1 else 'points'}"
    return f"Place {place:,}{shared}: {name}, {points}{', ' + parted if parted else ''}."
