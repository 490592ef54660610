"""What each message does to a series: pure functions, each beside the message that it takes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from muckle.engine.options import read_number
from muckle.errors import OptionsError, TurnError
from muckle.server.errors import HttpError
from muckle.server.live import Handlers
from muckle.server.names import clean, fold, unlike
from muckle.server.series.state import SeriesState, counted, state_of
from muckle.store import series as stored
from muckle.store.log import Entry
from muckle.store.series import Member, Organiser, Rule, Ruling

LETTERS, HALF = "ABCDEFGHJKLMNPQRSTUVWXYZ", 5
"""Letters of a personal code, and the length of each of its two halves; too many combinations to guess."""
MOST_MEMBERS, MOST_ORGANISERS, MOST_RULINGS = 2000, 50, 20_000
MOST_POINTS, MOST_LETTERS = 999, 48
"""Upper limits of a corrected score, over all rounds of an event, and of a word's letters (a deck has that many cards)."""
LONGEST_WHY, LONGEST_CID = 120, 64


class Asked(NamedTuple):
    """A message from somebody."""

    owner: str | None  # the sender's identity; None for an event, whose callers may add members
    message: Ruling
    fresh: str  # a new secret: the personal code, password or command id that the message needs


class Append(NamedTuple):
    """An effect: store entries, and members and organisers as they are from then on."""

    entries: Sequence[Ruling]
    members: Sequence[Member] = ()
    organisers: Sequence[Organiser] = ()
    cid: str = ""


handles = Handlers()


def reduce(state: SeriesState, asked: Asked) -> tuple[SeriesState, tuple[Append, ...]]:
    """Return the state after a message, and what must be stored.

    Raises:
        OptionsError: a value is out of range, or the reason is missing.
        HttpError: the sender may not decide this, or there is no such member, event or password.
        TurnError: it is not possible now.
    """
    message = asked.message
    if len(message.cid) > LONGEST_CID:
        raise OptionsError(f"the id of a command has at most {LONGEST_CID} characters")
    cid = f"rule {message.cid}" if message.cid else asked.fresh
    if any(entry.cid == cid for entry in state.kept.log):
        return state, ()
    if isinstance(message, Rule) and asked.owner is not None:
        asked = asked._replace(message=ruled(state, asked.owner, message))
    append: Append | None = handles[type(message)](state, asked, asked.message)
    if append is None:
        return state, ()
    if len(state.kept.log) >= MOST_RULINGS:
        raise TurnError(f"the log of a series has at most {MOST_RULINGS} entries")
    append = append._replace(cid=cid, entries=[replace(entry, cid="") for entry in append.entries])
    return after(state, append), (append,)


def after(state: SeriesState, append: Append) -> SeriesState:
    """Return the state once an effect is stored, but for the time of the entries."""
    kept = state.kept
    members = {member.number: member for member in (*kept.members, *append.members)}
    organisers = {organiser.number: organiser for organiser in (*append.organisers, *kept.organisers)}
    first = len(kept.log)
    entries = tuple(Entry(first + n, append.cid, entry) for n, entry in enumerate(append.entries))
    return state_of(
        replace(
            kept,
            members=tuple(members.values()),
            organisers=tuple(organisers[number] for number in sorted(organisers)),
            log=kept.log + entries,
        ),
        state.played,
    )


def ruled(state: SeriesState, owner: str, message: Any) -> Any:
    """Return a decision with the organiser who makes it, or with the member who withdraws or returns."""
    organiser, own, why = state.organiser(owner), state.member(owner), clean(message.why, LONGEST_WHY)
    if organiser:
        if not why and isinstance(message, stored.Correct | stored.Withdraw | stored.LeaveOut):
            raise OptionsError("say why: everybody can read it beside the table")
        return replace(message, by=organiser.number, why=why)
    if own and isinstance(message, stored.Withdraw | stored.Rejoin):
        return replace(message, by=0, why=why, member=own.number)
    raise HttpError(403, "only the organisers of this series may do that")


@handles(stored.TakePart)
def take_part(state: SeriesState, asked: Asked, message: stored.TakePart) -> Append | None:
    own = state.member(asked.owner)
    if own and own.number in state.withdrawn:
        raise TurnError("you have withdrawn from this series; on its page you can come back")
    if own:
        return None
    if not state.is_open:
        raise TurnError("the entries of this series are closed: type in your personal code on its page, or ask an organiser")
    member = new_member(state, asked, clean(message.name), asked.owner)
    return Append([stored.TakePart(member=member.number)], [member])


@handles(stored.Enter)
def enter(state: SeriesState, asked: Asked, message: stored.Enter) -> Append | None:
    if named(state, message.name):
        return None
    member = new_member(state, asked, clean(message.name))
    return Append([stored.Enter(member=member.number, by=message.by)], [member])


def named(state: SeriesState, name: str) -> Member | None:
    """Return the member who has a name that looks the same; for one who was merged, the one who goes on."""
    name = fold(clean(name))
    there = next((member.number for member in state.kept.members if fold(member.name) == name), 0)
    return state.kept.members[state.same.get(there, there) - 1] if there else None


def new_member(state: SeriesState, asked: Asked, name: str, owner: str | None = None) -> Member:
    """Return a new member, with a name that no other member has."""
    members = state.kept.members
    if len(members) >= MOST_MEMBERS:
        raise TurnError(f"a series has at most {MOST_MEMBERS} members")
    number = len(members) + 1
    name = unlike(name or f"Guest {number}", {member.name for member in members})
    return Member(number, name, owner or "", asked.fresh)


def new_code() -> str:
    """Return a new personal code."""
    return written("".join(secrets.choice(LETTERS) for _ in range(2 * HALF)))


def written(code: str) -> str:
    """Return a personal code in its stored form, however it was typed."""
    letters = "".join(c for c in code.upper() if c.isalpha())[: 2 * HALF + 1]
    return f"{letters[:HALF]}-{letters[HALF:]}"


@handles(stored.Claim)
def claim(state: SeriesState, asked: Asked, message: stored.Claim) -> Append | None:
    own = state.member(asked.owner)
    if message.member:  # picked from the list of members, by somebody at an event with real cards
        member = next((each for each in state.kept.members if each.number == message.member and each.code), None)
        if member is None:
            raise HttpError(404, f"there is no member {message.member} in this series")
        if own:
            return None
        if member.owner or member.number in state.withdrawn:
            why = "has withdrawn" if member.number in state.withdrawn else "came with another device: type in the personal code"
            raise TurnError(f"{member.name} {why}, or ask an organiser")
    else:
        code = written(message.code)
        member = next((each for each in state.kept.members if each.code == code), None)
        if member is None:
            raise HttpError(403, "nobody in this series has that personal code")
        if own and own != member:
            raise TurnError(f"this device is {own.name} in this series")
    return Append([stored.Claim(member=member.number)], [replace(member, owner=asked.owner or "")])


@handles(stored.Organise)
def organise(state: SeriesState, asked: Asked, message: stored.Organise) -> Append | None:
    word = message.word.encode()
    takes_over = secrets.compare_digest(word, state.handover_word.encode())
    if not takes_over and not secrets.compare_digest(word, state.word.encode()):
        raise HttpError(403, "that is not the organisers' word of this series, or it has been used")
    organisers, organiser, owner = state.kept.organisers, state.organiser(asked.owner), asked.owner or ""
    entries: list[Ruling] = []
    if organiser is None:
        if len(organisers) >= MOST_ORGANISERS:
            raise TurnError(f"a series has at most {MOST_ORGANISERS} organisers")
        name = unlike(clean(message.name) or "An organiser", {each.name for each in organisers})
        former = next((each for each in organisers if each.owner == owner), None)
        organiser = former or Organiser(len(organisers) + 1, name, owner)
        entries.append(stored.Organise(by=organiser.number))
    if takes_over:
        entries.append(stored.HandOver(by=organiser.number))
    return Append(entries, (), [organiser]) if entries else None


@handles(stored.Correct)
def correct(state: SeriesState, asked: Asked, message: stored.Correct) -> Append:
    event = event_named(state, message.event)
    if message.score is not None:
        read_number(message.score, "a score", 0, MOST_POINTS, str(MOST_POINTS))
    read_number(message.longest, "the number of letters of the longest word", 0, MOST_LETTERS, str(MOST_LETTERS))
    was = counted(state, event).get(state.numbered(message.member).number)
    longest = message.longest if state.series.tie == "longest_word" else 0
    return Append([replace(message, event=event, was=was and was.worth.score, longest=longest)])


@handles(stored.LeaveOut)
@handles(stored.TakeIn)
def count_event(state: SeriesState, asked: Asked, message: stored.LeaveOut | stored.TakeIn) -> Append:
    return Append([replace(message, event=event_named(state, message.event))])


def event_named(state: SeriesState, code: str) -> str:
    """Return the code of an event of the series, typed in upper or lower case, or raise HttpError."""
    if code.upper() not in state.played:
        raise HttpError(404, f"there is no event {code:.12} in this series")
    return code.upper()


@handles(stored.Close)
@handles(stored.Reopen)
def set_entries(state: SeriesState, asked: Asked, message: stored.Close | stored.Reopen) -> Append:
    return Append([message])


@handles(stored.Withdraw)
@handles(stored.Rejoin)
def come_or_go(state: SeriesState, asked: Asked, message: stored.Withdraw | stored.Rejoin) -> Append:
    state.numbered(message.member)
    return Append([message])


@handles(stored.RenameMember)
def rename(state: SeriesState, asked: Asked, message: stored.RenameMember) -> Append:
    member, name = state.numbered(message.member), clean(message.name)
    if not name:
        raise OptionsError("a member has a name")
    name = unlike(name, {other.name for other in state.kept.members if other != member})
    return Append([replace(message, name="")], [replace(member, name=name)])


@handles(stored.Renew)
def renew(state: SeriesState, asked: Asked, message: stored.Renew) -> Append:
    return Append([message], [replace(state.numbered(message.member), owner="", code=asked.fresh)])


@handles(stored.Merge)
def merge(state: SeriesState, asked: Asked, message: stored.Merge) -> Append:
    """Make two members one. Who goes on keeps their device and personal code, or gets the other's device if they have none."""
    member, into = state.numbered(message.member), state.numbered(message.into)
    if member == into:
        raise TurnError("only two different members can turn out to be one person")
    for code, event in state.played.items():
        there = {state.same.get(each, each) for each in event.came} | counted(state, code).keys()
        if {member.number, into.number} <= there:
            where = event.title or code
            raise TurnError(f"{member.name} and {into.name} both took part in {where}, so they are two people")
    return Append([message], [replace(member, owner="", code=""), replace(into, owner=into.owner or member.owner)])


@handles(stored.Relieve)
def relieve(state: SeriesState, asked: Asked, message: stored.Relieve) -> Append:
    if message.by != state.lead:
        raise HttpError(403, "only the organiser who leads this series may do that")
    return Append([replace(message, word=asked.fresh)])
