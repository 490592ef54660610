"""Members of a series. People join by themselves while entries are open, or an organiser enters them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import NamedTuple

from muckle.errors import TurnError
from muckle.server.errors import HttpError
from muckle.server.names import clean, fold, unlike
from muckle.store.events import EventSetup
from muckle.store.series import (
    Corrected,
    Entries,
    EventRuling,
    HandedOver,
    KeptSeries,
    MadeOne,
    Member,
    Noted,
    Organiser,
    OrganiserJoined,
    Relieved,
    Withdrawal,
)
from muckle.store.sql import Store

LETTERS, HALF = "ABCDEFGHJKLMNPQRSTUVWXYZ", 5
"""Letters of a personal code, and the length of each of its two halves; too many combinations to guess."""
MOST_MEMBERS, MOST_EVENTS = 2000, 100


class Rulings(NamedTuple):
    """The decisions of organisers and members about a series, folded from its log."""

    withdrawn: frozenset[int]
    left_out: frozenset[str]
    results: tuple[Corrected | MadeOne, ...]
    """Corrected results, and members that became one, in the order in which that was decided."""
    entries: bool
    """Whether anybody may enter."""
    organising: frozenset[int]
    """Numbers of the series' present organisers."""
    lead: int
    """Number of the organiser who leads the series."""
    handed: int
    """Number of times that the series was handed over."""
    word: str
    """The organisers' secret word as a ruling last set it; empty if it was never changed."""
    same: Mapping[int, int]
    """Members who were merged into another one: the number of the merged member to the number that remains."""


def new_code() -> str:
    """Return a new personal code."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(HALF)) for _ in range(2))


def personal_code(event: EventSetup, number: int) -> str:
    """Return the personal code of a player of an event in no series. It follows from the event's secret word."""
    digest = hashlib.blake2b(f"{event.code} {number}".encode(), key=event.word.encode()[:64], digest_size=2 * HALF).digest()
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in digest)
    return f"{letters[:HALF]}-{letters[HALF:]}"


def written(code: str) -> str:
    """Return a personal code in its stored form, however it was typed."""
    letters = "".join(c for c in code.upper() if c.isalpha())[: 2 * HALF + 1]
    return f"{letters[:HALF]}-{letters[HALF:]}"


async def find(store: Store, code: str) -> KeptSeries:
    """Return a series by its code, in upper or lower case.

    Raises:
        HttpError: there is no such series.
    """
    kept = await store.series.find(code.upper())
    if kept is None:
        raise HttpError(404, f"there is no series with the code {code:.12}")
    return kept


async def organised(store: Store, code: str, owner: str) -> tuple[KeptSeries, Organiser]:
    """Return a series and the organiser with an identity.

    Raises:
        HttpError: there is no such series, or the owner does not organise it.
    """
    kept = await find(store, code)
    organiser = organiser_of(kept, owner)
    if organiser is None:
        raise HttpError(403, "only the organisers of this series may do that")
    return kept, organiser


def organiser_of(kept: KeptSeries, owner: str) -> Organiser | None:
    """Return the organiser with an identity, or None if they organise the series no more."""
    organising = rulings_of(kept.log).organising
    known = (organiser for organiser in kept.organisers if organiser.owner == owner)
    return next((organiser for organiser in known if organiser.number in organising), None)


def check_room_for_event(kept: KeptSeries) -> None:
    """Raise TurnError if a series has the maximum number of events."""
    if len(kept.parts) >= MOST_EVENTS:
        raise TurnError(f"a series has at most {MOST_EVENTS} events")


async def enter(store: Store, code: str, owner: str, name: str) -> Member:
    """Return somebody's membership in a series, added now if they have none.

    Raises:
        HttpError: there is no such series.
        TurnError: they have withdrawn, entries are closed, or the series is full.
    """
    kept = await find(store, code)
    own, rulings = member_of(kept, owner), rulings_of(kept.log)
    if own and own.number in rulings.withdrawn:
        raise TurnError("you have withdrawn from this series; on its page you can come back")
    if own:
        return own
    if not rulings.entries:
        raise TurnError("the entries of this series are closed: type in your personal code on its page, or ask an organiser")
    return await add(store, kept, clean(name), owner)


async def pick(store: Store, code: str, owner: str, number: int) -> None:
    """Make an identity the member who was picked from the list, unless it is a member already.

    Raises:
        HttpError: there is no such series, or no such member.
        TurnError: that member has a device, or has withdrawn.
    """
    kept = await find(store, code)
    rulings = rulings_of(kept.log)
    member = next((each for each in kept.members if each.number == number and each.code), None)
    if member is None:
        raise HttpError(404, f"there is no member {number} in this series")
    if member_of(kept, owner):
        return
    if member.owner or number in rulings.withdrawn:
        why = "has withdrawn" if number in rulings.withdrawn else "came with another device: type in the personal code"
        raise TurnError(f"{member.name} {why}, or ask an organiser")
    await store.series.claim(code.upper(), member.code, owner)


async def write_in(store: Store, code: str, name: str, by: int = 0) -> Member:
    """Add a member by name, or return the one who already has a name that looks the same.

    For a member who was merged into another one, the other one is returned.

    Raises:
        HttpError: there is no such series.
        TurnError: the series is full.
    """
    kept = await find(store, code)
    name = clean(name)
    there = next((member.number for member in kept.members if fold(member.name) == fold(name)), 0)
    return kept.members[rulings_of(kept.log).same.get(there, there) - 1] if there else await add(store, kept, name, by=by)


async def add(store: Store, kept: KeptSeries, name: str, owner: str = "", by: int = 0) -> Member:
    """Add a member, under a name that no other member has."""
    if len(kept.members) >= MOST_MEMBERS:
        raise TurnError(f"a series has at most {MOST_MEMBERS} members")
    name = unlike(name or f"Guest {len(kept.members) + 1}", {member.name for member in kept.members})
    return await store.series.enter(kept.series.code, Member(0, name, owner, new_code()), by)


def member_of(kept: KeptSeries, owner: str) -> Member | None:
    """Return the member with an identity, or None."""
    return next((member for member in kept.members if member.owner == owner), None)


def rulings_of(log: tuple[Noted, ...]) -> Rulings:
    """Fold the log of a series: of several decisions on one thing the last counts."""
    withdrawn, left_out, entries = set[int](), set[str](), True
    organising, lead, handed, word = {1}, 1, 0, ""
    results: list[Corrected | MadeOne] = []
    same: dict[int, int] = {}
    for noted in log:
        match ruling := noted.ruling:
            case Withdrawal():
                (withdrawn.discard if ruling.plays else withdrawn.add)(ruling.member)
            case EventRuling():
                (left_out.discard if ruling.counts else left_out.add)(ruling.event)
            case Corrected():
                results.append(ruling)
            case Entries():
                entries = ruling.open
            case MadeOne():
                same = {member: ruling.into if into == ruling.member else into for member, into in same.items()}
                same[ruling.member] = ruling.into
                results.append(ruling)
            case OrganiserJoined():
                organising.add(ruling.by)
            case HandedOver():
                lead, handed = ruling.by, handed + 1
            case Relieved():
                organising, word = {ruling.by}, ruling.word
            case _:
                pass
    return Rulings(
        withdrawn=frozenset(withdrawn),
        left_out=frozenset(left_out),
        results=tuple(results),
        entries=entries,
        organising=frozenset(organising),
        lead=lead,
        handed=handed,
        word=word,
        same=same,
    )
