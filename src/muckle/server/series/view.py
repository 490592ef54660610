"""What is seen of a series: its table of results, its history in sentences, and the part that is for one visitor alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from muckle.games.mickell.muckell import Worth, places
from muckle.server.rude import is_rude
from muckle.server.series.messages import EventResult, Said, SeriesEvent, SeriesTable, SeriesView, SeriesYou, TableLine
from muckle.server.series.state import Result, SeriesState, counted
from muckle.store import series as stored
from muckle.store.series import Member, Ruling

FIRST = 100
"""Maximum number of table rows, and of history entries, in a view."""
Results = Mapping[int, Result]


def view_of(state: SeriesState, table: SeriesTable, owner: str) -> SeriesView:
    """Return a series as one visitor sees it."""
    short = replace(table, lines=table.lines[:FIRST], history=table.history[:FIRST])
    organiser, member, you = state.organiser(owner), state.member(owner), SeriesYou()
    if organiser:
        there = [each for each in state.kept.organisers if each.number in state.organising]
        you = SeriesYou(
            organiser=organiser.name,
            word=state.word,
            handover=state.handover_word if organiser.number == state.lead else "",
            organisers=tuple(each.name for each in sorted(there, key=lambda each: each.number != state.lead)),
        )
    if member:
        line = next(line for line in table.lines if line.number == member.number)
        gone = member.number in state.withdrawn
        you = replace(you, number=member.number, name=member.name, code=member.code, withdrawn=gone, line=line)
    return SeriesView(short, you)


def table(state: SeriesState) -> SeriesTable:
    """Return the whole table."""
    members, series, parts = public_members(state), state.series, state.kept.parts
    counts = {part.code: counted(state, part.code) for part in parts}
    return SeriesTable(
        code=series.code,
        title=series.title,
        tie=series.tie,
        pays=series.pays,
        entries=state.is_open,
        members=sum(member.number not in {*state.withdrawn, *state.same} for member in members),
        lines=lines(state, [member for member in members if member.number not in state.same], counts),
        events=tuple(
            SeriesEvent(
                code=part.code,
                title=state.played[part.code].title,
                opened=part.opened,
                rounds=state.played[part.code].rounds,
                of=state.played[part.code].of,
                players=len(counts[part.code]),
                counts=part.code not in state.left_out,
            )
            for part in parts
        ),
        history=history(state, {member.number: member.name for member in members}),
    )


def public_members(state: SeriesState) -> list[Member]:
    """Return the members with names that all may read: an abusive one is shown once an organiser has written it."""
    log = (entry.body for entry in state.kept.log)
    seen = {ruling.member for ruling in log if isinstance(ruling, stored.Enter | stored.RenameMember) and ruling.by}
    return [
        replace(member, name=f"Member {member.number}") if member.number not in seen and is_rude(member.name) else member
        for member in state.kept.members
    ]


def lines(state: SeriesState, members: list[Member], counts: Mapping[str, Results]) -> tuple[TableLine, ...]:
    """Return the rows of the table, the most points first, then the withdrawn members without a place."""
    longest, results = Counter[int](), {member.number: list[EventResult]() for member in members}
    for event, found in counts.items():
        if event not in state.left_out:
            for member, result in results_of(event, found, state.series.pays).items():
                results[member].append(result)
                if state.series.tie != "shared":
                    longest[member] = max(longest[member], found[member].worth.tiebreak)
    totals = {member: Worth(sum(result.points for result in own), longest[member]) for member, own in results.items()}
    stay = [number for number in totals if number not in state.withdrawn]
    place = dict(zip(stay, places([totals[number] for number in stay]), strict=True))
    often = Counter(place.values())
    rows = [
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
        for member in members
    ]
    return tuple(sorted(rows, key=lambda line: (not line.place, line.place, line.number)))


def results_of(event: str, found: Results, pays: tuple[int, ...]) -> dict[int, EventResult]:
    """Return each member's result at an event. Members with equal results share the place and its points (Muckell 6)."""

    def points(score: int, place: int) -> int:
        return score if not pays else pays[place - 1] if place <= len(pays) else 0

    order = places([result.worth for result in found.values()])
    return {
        member: EventResult(event, worth.score, place, points(worth.score, place), corrected)
        for place, (member, (worth, corrected)) in zip(order, found.items(), strict=True)
    }


def history(state: SeriesState, members: Mapping[int, str]) -> tuple[Said, ...]:
    """Return the log as sentences, newest first."""
    organisers = {organiser.number: organiser.name for organiser in state.kept.organisers}
    said: list[Said] = []
    for entry in reversed(state.kept.log):
        ruling: Ruling = entry.body
        if not isinstance(ruling, stored.Claim):
            text = sentence(state, ruling, organisers.get(ruling.by, ""), members)
            said.append(Said(entry.at, f"{text}: {ruling.why}" if ruling.why else text))
    return tuple(said)


def sentence(state: SeriesState, ruling: Ruling, by: str, members: Mapping[int, str]) -> str:
    """Return an entry as a sentence for everybody, without its reason."""
    who = members[ruling.member] if isinstance(ruling, stored.MemberMessage) else ""
    title = state.played[ruling.event].title if isinstance(ruling, stored.Correct | stored.LeaveOut | stored.TakeIn) else ""
    match ruling:
        case stored.Organise():
            return f"{by} organises, too"
        case stored.HandOver():
            return f"{by} leads the series from now on"
        case stored.Relieve():
            return f"{by} organises alone from now on"
        case stored.Close():
            return f"{by} closes the entries"
        case stored.Reopen():
            return f"{by} lets anybody enter again"
        case stored.LeaveOut():
            return f"{by} leaves out {title}"
        case stored.TakeIn():
            return f"{by} counts {title}"
        case stored.TakePart() | stored.Enter():
            return f"{by} enters {who}" if by else f"{who} enters"
        case stored.Merge():
            return f"{by} makes {who} and {members[ruling.into]} one row"
        case stored.Withdraw():
            return f"{by} withdraws {who}" if by else f"{who} withdraws"
        case stored.Rejoin():
            return f"{by} takes {who} back" if by else f"{who} is back"
        case stored.Correct():
            was, score = ("nothing" if each is None else each for each in (ruling.was, ruling.score))
            return f"{by} corrects what {who} has at {title} from {was} to {score}"
        case stored.RenameMember():
            return f"{by} corrects a name: {who}"
        case stored.Renew():
            return f"{by} gives {who} another personal code"
        case stored.Claim():
            return ""
