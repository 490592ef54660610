"""The history of a series in sentences: who decided what, and why."""

from __future__ import annotations

from collections.abc import Mapping

from muckle.server.series.series_messages import Said
from muckle.store.series import (
    Corrected,
    Entered,
    Entries,
    EventRuling,
    HandedOver,
    KeptSeries,
    MadeOne,
    OrganiserJoined,
    Relieved,
    Renamed,
    Renewed,
    Ruling,
    Withdrawal,
)


def log_sentences(series: KeptSeries, titles: Mapping[str, str]) -> tuple[Said, ...]:
    """Return the log of a series as sentences, newest first.

    Args:
        titles: titles of its events, by code.
    """
    members = {member.number: member.name for member in series.members}
    organisers = {organiser.number: organiser.name for organiser in series.organisers}
    return tuple(Said(entry.at, sentence(entry.ruling, members, organisers, titles)) for entry in reversed(series.log))


def sentence(ruling: Ruling, members: Mapping[int, str], organisers: Mapping[int, str], titles: Mapping[str, str]) -> str:
    """Return one log entry as a sentence for everybody."""
    by = organisers.get(ruling.by, "")
    if isinstance(ruling, OrganiserJoined):
        return f"{by} organises, too"
    if isinstance(ruling, HandedOver):
        return f"{by} leads the series from now on"
    if isinstance(ruling, Relieved):
        return because(f"{by} organises alone from now on", ruling.why)
    if isinstance(ruling, Entries):
        return because(f"{by} {'lets anybody enter again' if ruling.open else 'closes the entries'}", ruling.why)
    if isinstance(ruling, EventRuling):
        return because(f"{by} {'counts' if ruling.counts else 'leaves out'} {titles[ruling.event]}", ruling.why)
    who = members[ruling.member]
    if isinstance(ruling, Entered):
        return f"{by} enters {who}" if by else f"{who} enters"
    if isinstance(ruling, MadeOne):
        return because(f"{by} makes {who} and {members[ruling.into]} one row", ruling.why)
    return because(about(ruling, who, by, titles), ruling.why)


def about(ruling: Withdrawal | Corrected | Renamed | Renewed, who: str, by: str, titles: Mapping[str, str]) -> str:
    """Return a decision about one member as a sentence without its reason."""
    match ruling:
        case Withdrawal(plays=True):
            return f"{by} takes {who} back" if by else f"{who} is back"
        case Withdrawal():
            return f"{by} withdraws {who}" if by else f"{who} withdraws"
        case Corrected():
            return f"{by} corrects what {who} has at {titles[ruling.event]} from {points(ruling.was)} to {points(ruling.score)}"
        case Renamed():
            return f"{by} corrects a name: {who}"
        case Renewed():
            return f"{by} gives {who} another personal code"


def points(score: int | None) -> str:
    """Return a score as text, or "nothing" without one."""
    return "nothing" if score is None else str(score)


def because(what: str, why: str) -> str:
    """Return a sentence with its reason, if there is one."""
    return f"{what}: {why}" if why else what
