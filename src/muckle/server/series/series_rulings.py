"""Decisions on a series: checked, and converted to the form in which the log stores them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from msgspec.structs import replace

from muckle.engine.options import read_number
from muckle.errors import OptionsError, TurnError
from muckle.server.errors import HttpError
from muckle.server.events.members import new_code, rulings_of
from muckle.server.names import clean, unlike
from muckle.server.series.series_messages import Rule
from muckle.server.series.series_table import Played, counted
from muckle.store.series import (
    Corrected,
    Entries,
    EventRuling,
    KeptSeries,
    MadeOne,
    Member,
    Relieved,
    Renamed,
    Renewed,
    Ruling,
    Withdrawal,
)

MOST_POINTS, MOST_LETTERS = 999, 48
"""Upper limits of a corrected score, over all rounds of an event, and of a word's letters (a deck has that many cards)."""
MOST_RULINGS = 20_000
"""Maximum number of entries in the log of a series."""
LONGEST_WHY, LONGEST_CID = 120, 64
"""Maximum numbers of characters of a reason, and of a command's id."""


def ruling_of(kept: KeptSeries, events: Mapping[str, Played], by: int, wish: Rule) -> tuple[Ruling, tuple[Member, ...]]:
    """Return the log entry for a decision, and the members that it changes.

    Args:
        events: results of each event, by its code.
        by: number of the deciding organiser; 0 if a member decides about themselves.

    Raises:
        OptionsError: a value is out of range, or the reason is missing.
        HttpError: there is no such member or event.
        TurnError: the log is full.
    """
    if len(kept.log) >= MOST_RULINGS:
        raise TurnError(f"the log of a series has at most {MOST_RULINGS} entries")
    if not 0 < len(wish.cid) <= LONGEST_CID:
        raise OptionsError(f"a decision brings an id of its own, of at most {LONGEST_CID} characters")
    why = clean(wish.why, LONGEST_WHY)
    if by and not why and wish.decision in ("correct", "withdraw", "leave_out"):
        raise OptionsError("say why: everybody can read it beside the table")
    match wish.decision:
        case "correct":
            return correction(kept, events, by, replace(wish, why=why)), ()
        case "leave_out" | "take_in":
            return EventRuling(event_named(kept, wish.event), wish.decision == "take_in", by, why), ()
        case "close" | "reopen":
            return Entries(wish.decision == "reopen", by, why), ()
        case "rename":
            member = member_numbered(kept, wish.member)
            return Renamed(member.number, by, why), (replace(member, name=new_name(kept, member, wish.name)),)
        case "renew":
            member = member_numbered(kept, wish.member)
            return Renewed(member.number, by, why), (replace(member, owner="", code=new_code()),)
        case "merge":
            return made_one(kept, events, by, replace(wish, why=why))
        case "withdraw" | "return":
            return Withdrawal(member_numbered(kept, wish.member).number, wish.decision == "return", by, why), ()
        case "enter":
            raise OptionsError("whoever is entered has no entry but that one")
        case "relieve":
            return relief(kept, by, why), ()


def relief(kept: KeptSeries, by: int, why: str) -> Relieved:
    """Return the entry after which one organiser is left, or raise HttpError if another one leads the series."""
    if by != rulings_of(kept.log).lead:
        raise HttpError(403, "only the organiser who leads this series may do that")
    return Relieved(by, secrets.token_hex(8), why)


def correction(kept: KeptSeries, events: Mapping[str, Played], by: int, wish: Rule) -> Corrected:
    """Return the entry that replaces a member's result at an event."""
    member, event = member_numbered(kept, wish.member), event_named(kept, wish.event)
    if wish.score is not None:
        read_number(wish.score, "a score", 0, MOST_POINTS, str(MOST_POINTS))
    read_number(wish.longest, "the number of letters of the longest word", 0, MOST_LETTERS, str(MOST_LETTERS))
    was = counted(event, events[event], rulings_of(kept.log)).get(member.number)
    longest = wish.longest if kept.series.tie == "longest_word" else 0
    return Corrected(
        member=member.number, event=event, was=was and was.worth.score, score=wish.score, longest=longest, by=by, why=wish.why
    )


def made_one(kept: KeptSeries, events: Mapping[str, Played], by: int, wish: Rule) -> tuple[MadeOne, tuple[Member, Member]]:
    """Return the entry that makes two members one, and both as they are from then on.

    Who goes on keeps their device and personal code, or gets the other's device if they have none.

    Raises:
        TurnError: both are the same member, or both took part in one event.
    """
    member, into, rulings = member_numbered(kept, wish.member), member_numbered(kept, wish.into), rulings_of(kept.log)
    if member == into:
        raise TurnError("only two different members can turn out to be one person")
    for code, event in events.items():
        there = {rulings.same.get(each, each) for each in event.came} | counted(code, event, rulings).keys()
        if {member.number, into.number} <= there:
            where = event.title or code
            raise TurnError(f"{member.name} and {into.name} both took part in {where}, so they are two people")
    changed = replace(member, owner="", code=""), replace(into, owner=into.owner or member.owner)
    return MadeOne(member.number, into.number, by, wish.why), changed


def member_numbered(kept: KeptSeries, number: int) -> Member:
    """Return the member with a number.

    Raises:
        HttpError: nobody has this number, or the member was merged into another one.
    """
    if not 0 < number <= len(kept.members) or number in rulings_of(kept.log).same:
        raise HttpError(404, f"there is no member {number} in this series")
    return kept.members[number - 1]


def event_named(kept: KeptSeries, code: str) -> str:
    """Return the code of an event of the series, typed in upper or lower case, or raise HttpError."""
    if code.upper() not in {part.code for part in kept.parts}:
        raise HttpError(404, f"there is no event {code:.12} in this series")
    return code.upper()


def new_name(kept: KeptSeries, member: Member, name: str) -> str:
    """Return a member's new name, made different from all other members' names."""
    name = clean(name)
    if not name:
        raise OptionsError("a member has a name")
    return unlike(name, {other.name for other in kept.members if other.number != member.number})
