"""The table of a series: the fold of its own log and of what came of its events. Nothing here is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from muckle.engine.crowd import Worth, places
from muckle.server.events.course import Course
from muckle.server.events.event_view import summed
from muckle.server.events.members import Rulings, rulings_of
from muckle.server.series.series_messages import Counted, SeriesEvent, SeriesTable, TableLine
from muckle.server.series.series_story import told
from muckle.store.gatherings import KeptEvent
from muckle.store.series import KeptSeries


class Played(NamedTuple):
    """What came of an event so far."""

    title: str
    rounds: int
    """How many are over,"""
    of: int
    worths: Mapping[int, Worth]
    """Of members, by number."""


def played(kept: KeptEvent) -> Played:
    """What came of an event, from its log: of all rounds that are over, as in its own standings. Who was sent away has none."""
    course = Course(kept.deeds)
    _, worths = summed(course.results, {})
    found: dict[int, Worth] = {}
    for player in kept.players:
        if player.member and player.number in worths and player.number not in course.removed:
            found[player.member] = worths[player.number]
    return Played(kept.gathering.title, len(course.results), kept.gathering.rounds, found)


def counted(code: str, event: Played, rulings: Rulings) -> dict[int, Worth]:
    """What counts of an event, by member: what was played, or what an organiser put in its place."""
    found = dict(event.worths)
    for (where, member), worth in rulings.corrected.items():
        if where == code and worth is not None:
            found[member] = worth
        elif where == code:
            found.pop(member, None)
    return found


def table(kept: KeptSeries, events: Mapping[str, Played]) -> SeriesTable:
    """The whole table.

    Args:
        events: what came of each event, by its code.
    """
    series, rulings = kept.series, rulings_of(kept.log)
    worths = {part.code: counted(part.code, events[part.code], rulings) for part in kept.parts}
    results: dict[int, list[Counted]] = {member.number: [] for member in kept.members}
    for code, found in worths.items():
        if code not in rulings.left_out:
            for member, result in results_of(code, found, series.pays, rulings):
                results[member].append(result)
    return SeriesTable(
        code=series.code,
        title=series.title,
        tie=series.tie,
        pays=series.pays,
        entries=rulings.entries,
        members=len(kept.members) - len(rulings.withdrawn),
        lines=tuple(lines(kept, rulings, worths, results)),
        events=tuple(
            SeriesEvent(
                part.code,
                events[part.code].title,
                part.opened,
                events[part.code].rounds,
                events[part.code].of,
                len(worths[part.code]),
                part.code not in rulings.left_out,
            )
            for part in kept.parts
        ),
        history=told(kept, {code: event.title for code, event in events.items()}),
    )


def results_of(code: str, found: Mapping[int, Worth], pays: tuple[int, ...], rulings: Rulings) -> list[tuple[int, Counted]]:
    """What each member came to at an event: equal ones share the place, and what it pays (Muckell 6)."""
    order = places([*found.values()])
    return [
        (member, Counted(code, worth.score, place, paid(worth.score, place, pays), (code, member) in rulings.corrected))
        for place, (member, worth) in zip(order, found.items(), strict=True)
    ]


def paid(score: int, place: int, pays: tuple[int, ...]) -> int:
    """Points for a result: the score, or what its place pays."""
    if not pays:
        return score
    return pays[place - 1] if place <= len(pays) else 0


def lines(
    kept: KeptSeries, rulings: Rulings, worths: Mapping[str, Mapping[int, Worth]], results: Mapping[int, list[Counted]]
) -> list[TableLine]:
    """The lines of the table: the most points first, those who have withdrawn behind all others and without a place."""
    longest = Counter[int]()
    for code, found in worths.items():
        for member, worth in found.items():
            if kept.series.tie != "shared" and code not in rulings.left_out:
                longest[member] = max(longest[member], worth.tiebreak)
    totals = {member: Worth(sum(result.points for result in own), longest[member]) for member, own in results.items()}
    stay = [member for member in kept.members if member.number not in rulings.withdrawn]
    place = dict(zip((member.number for member in stay), places([totals[member.number] for member in stay]), strict=True))
    often = Counter(place.values())
    found = [
        TableLine(
            place.get(member.number, 0),
            member.number,
            member.name,
            totals[member.number].score,
            totals[member.number].tiebreak,
            often[place.get(member.number, 0)] > 1,
            tuple(results[member.number]),
        )
        for member in kept.members
    ]
    return sorted(found, key=lambda line: (not line.place, line.place, line.number))
