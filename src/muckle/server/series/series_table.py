"""The table of a series: folded from its own log and from the results of its events. The table itself is not stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from muckle.games.mickell.muckell import Worth, places
from muckle.server.events.members import Rulings, rulings_of
from muckle.server.events.state import Course, folded
from muckle.server.events.view import summed
from muckle.server.rude import is_rude
from muckle.server.series.series_messages import EventResult, SeriesEvent, SeriesTable, TableLine
from muckle.server.series.series_story import log_sentences
from muckle.store.events import KeptEvent
from muckle.store.series import Entered, KeptSeries, MadeOne, Member, Renamed


class Played(NamedTuple):
    """The results of an event so far."""

    title: str
    rounds: int
    """Number of rounds that are over."""
    of: int
    worths: Mapping[int, Worth]
    """Each member's score and tiebreak, by the member's number."""
    came: frozenset[int] = frozenset()
    """Numbers of all members who took part in the event, with or without a result."""


def played(kept: KeptEvent) -> Played:
    """Return an event's results over all finished rounds, without players who were sent away."""
    course = folded(Course(), kept.entries)
    _, worths = summed(course.results, {})
    found: dict[int, Worth] = {}
    for player in kept.players:
        if player.member and player.number in worths and player.number not in course.removed:
            found[player.member] = worths[player.number]
    came = frozenset(player.member for player in kept.players if player.number not in course.removed)
    return Played(kept.setup.title, len(course.results), kept.setup.rounds, found, came - {0})


class Result(NamedTuple):
    """A member's result at an event, as it counts."""

    worth: Worth
    corrected: bool = False
    """Whether an organiser has corrected this result."""


def counted(code: str, event: Played, rulings: Rulings) -> dict[int, Result]:
    """Return the results that count for an event, by member: those that were played, with all that organisers decided since.

    Decisions are applied in their order: whoever turned out to be another member takes along the result that counted then.
    """
    found = {member: Result(worth) for member, worth in event.worths.items()}
    for ruling in rulings.results:
        if isinstance(ruling, MadeOne):
            if result := found.pop(ruling.member, None):
                found[ruling.into] = result
        elif ruling.event == code and ruling.score is not None:
            found[ruling.member] = Result(Worth(ruling.score, ruling.longest), corrected=True)
        elif ruling.event == code:
            found.pop(ruling.member, None)
    return found


def table(kept: KeptSeries, events: Mapping[str, Played]) -> SeriesTable:
    """Return the whole table.

    Args:
        events: results of each event, by its code.
    """
    series, rulings = kept.series, rulings_of(kept.log)
    story = log_sentences(replace(kept, members=public_members(kept)), {code: event.title for code, event in events.items()})
    kept = replace(kept, members=tuple(each for each in public_members(kept) if each.number not in rulings.same))
    counts = {part.code: counted(part.code, events[part.code], rulings) for part in kept.parts}
    results: dict[int, list[EventResult]] = {member.number: [] for member in kept.members}
    for code, found in counts.items():
        if code not in rulings.left_out:
            for member, result in results_of(code, found, series.pays):
                results[member].append(result)
    return SeriesTable(
        code=series.code,
        title=series.title,
        tie=series.tie,
        pays=series.pays,
        entries=rulings.entries,
        members=sum(member.number not in rulings.withdrawn for member in kept.members),
        lines=tuple(lines(kept, rulings, counts, results)),
        events=tuple(
            SeriesEvent(
                code=part.code,
                title=events[part.code].title,
                opened=part.opened,
                rounds=events[part.code].rounds,
                of=events[part.code].of,
                players=len(counts[part.code]),
                counts=part.code not in rulings.left_out,
            )
            for part in kept.parts
        ),
        history=story,
    )


def public_members(kept: KeptSeries) -> tuple[Member, ...]:
    """Return the members with names that all may read: an abusive one is shown once an organiser has written it."""
    seen = {noted.ruling.member for noted in kept.log if isinstance(noted.ruling, Entered | Renamed) and noted.ruling.by}
    return tuple(
        replace(member, name=f"Member {member.number}") if member.number not in seen and is_rude(member.name) else member
        for member in kept.members
    )


def results_of(code: str, found: Mapping[int, Result], pays: tuple[int, ...]) -> list[tuple[int, EventResult]]:
    """Return each member's result at an event. Members with equal results share the place and its points (Muckell 6)."""
    order = places([result.worth for result in found.values()])
    return [
        (member, EventResult(code, worth.score, place, paid(worth.score, place, pays), corrected))
        for place, (member, (worth, corrected)) in zip(order, found.items(), strict=True)
    ]


def paid(score: int, place: int, pays: tuple[int, ...]) -> int:
    """Return the points for a result: the score itself, or what its place is worth."""
    if not pays:
        return score
    return pays[place - 1] if place <= len(pays) else 0


def lines(
    kept: KeptSeries, rulings: Rulings, counts: Mapping[str, Mapping[int, Result]], results: Mapping[int, list[EventResult]]
) -> list[TableLine]:
    """Return the rows of the table, the most points first, then the withdrawn members without a place."""
    longest = Counter[int]()
    for code, found in counts.items():
        for member, (worth, _) in found.items():
            if kept.series.tie != "shared" and code not in rulings.left_out:
                longest[member] = max(longest[member], worth.tiebreak)
    totals = {member: Worth(sum(result.points for result in own), longest[member]) for member, own in results.items()}
    stay = [member for member in kept.members if member.number not in rulings.withdrawn]
    place = dict(zip((member.number for member in stay), places([totals[member.number] for member in stay]), strict=True))
    often = Counter(place.values())
    found = [
        TableLine(
            place=place.get(member.number, 0),
            number=member.number,
            name=member.name,
            points=totals[member.number].score,
            longest=totals[member.number].tiebreak,
            shared=often[place.get(member.number, 0)] > 1,
            free=bool(member.code and not member.owner),
            results=tuple(results[member.number]),
        )
        for member in kept.members
    ]
    return sorted(found, key=lambda line: (not line.place, line.place, line.number))
