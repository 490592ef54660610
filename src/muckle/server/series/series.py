"""Series of events: one table of results over several days.

The table is not stored. It is computed from the logs, again whenever they have changed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from muckle.engine.options import read_number
from muckle.errors import OptionsError, TurnError
from muckle.games.mickell.muckell import MUCKELL
from muckle.server.errors import HttpError
from muckle.server.events import members
from muckle.server.events.events import CODE, LETTERS, Events
from muckle.server.events.messages import EventView, NewEvent
from muckle.server.fair import in_thread
from muckle.server.names import LONGEST_TITLE, clean, unlike
from muckle.server.people.record import Records
from muckle.server.series.series_messages import (
    Claim,
    Codes,
    Enter,
    NewSeries,
    Organise,
    Rule,
    SeriesTable,
    SeriesView,
    SeriesYou,
    Unused,
)
from muckle.server.series.series_rulings import ruling_of
from muckle.server.series.series_table import Played, played, table
from muckle.store.series import HandedOver, KeptSeries, OpenedEvent, Organiser, Series
from muckle.store.sql import Store

MOST_PAID, MOST_PAY, MOST_ORGANISERS = 100, 1000, 50
FIRST = 100
"""Maximum number of table rows, and of history entries, in a view."""
KNOWN = 16
"""Number of series whose tables are kept in memory."""


class Made(NamedTuple):
    """A series' table of results, and the data from which it was computed."""

    kept: KeptSeries
    events: dict[str, Played]
    table: SeriesTable


class ManySeries:
    """All series in a store.

    Args:
        store: the database. events: opens their events. records: reads a person's record again after a change of device.
    """

    def __init__(self, store: Store, events: Events, records: Records) -> None:
        self._store, self._events, self._records = store, events, records
        self._made: dict[str, Made] = {}

    async def open(self, owner: str, wish: NewSeries) -> SeriesView:
        """Open a series. Its owner is the first organiser.

        Raises:
            OptionsError: the points for places are out of range or not descending.
        """
        check_pay(wish.pays)
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE + 1))
        series = Series(
            code=code,
            title=clean(wish.title, LONGEST_TITLE),
            tie=wish.tie,
            pays=wish.pays,
            word=secrets.token_hex(8),
            key=secrets.token_hex(16),
        )
        await self._store.series.open(series, Organiser(1, clean(wish.name) or "The organiser", owner))
        return await self.view(owner, code)

    async def view(self, owner: str, code: str) -> SeriesView:
        """Return a series as one visitor sees it.

        Raises:
            HttpError: there is no such series.
        """
        made = await self._find(code)
        short = replace(made.table, lines=made.table.lines[:FIRST], history=made.table.history[:FIRST])
        return SeriesView(short, you(made, owner))

    async def table(self, code: str) -> SeriesTable:
        """Return the whole table of a series.

        Raises:
            HttpError: there is no such series.
        """
        return (await self._find(code)).table

    async def enter(self, owner: str, code: str, wish: Enter) -> SeriesView:
        """Make a person a member of the series.

        Raises:
            HttpError, TurnError: see `members.enter`.
        """
        await members.enter(self._store, code, owner, wish.name)
        return await self.view(owner, code)

    async def claim(self, owner: str, code: str, wish: Claim) -> SeriesView:
        """Make this device's identity the member with a personal code.

        Raises:
            HttpError: no member has this code.
            StaleError: the identity is another member already.
        """
        kept = await members.find(self._store, code)
        was = await self._store.series.claim(kept.series.code, members.written(wish.code), owner)
        if was is None:
            raise HttpError(403, "nobody in this series has that personal code")
        await self._pass_on(kept, {was.owner})
        return await self.view(owner, code)

    async def organise(self, owner: str, code: str, wish: Organise) -> SeriesView:
        """Make somebody an organiser, too, or hand the lead of the series over to them.

        Raises:
            HttpError: the word is neither the organisers' word nor the one that hands over the series.
            TurnError: the series has the maximum number of organisers.
        """
        kept = await members.find(self._store, code)
        handed = members.rulings_of(kept.log).handed
        takes_over = secrets.compare_digest(wish.word.encode(), handover_word(kept).encode())
        if not takes_over and not secrets.compare_digest(wish.word.encode(), organisers_word(kept).encode()):
            raise HttpError(403, "that is not the organisers' word of this series, or it has been used")
        if len(kept.organisers) >= MOST_ORGANISERS:
            raise TurnError(f"a series has at most {MOST_ORGANISERS} organisers")
        name = unlike(clean(wish.name) or "An organiser", {organiser.name for organiser in kept.organisers})
        organiser = members.organiser_of(kept, owner)
        if organiser is None:
            organiser = await self._store.series.organise(kept.series.code, Organiser(0, name, owner), wish.word)
        if takes_over:
            await self._store.series.rule(kept.series.code, f"hand over {handed}", HandedOver(organiser.number))
        return await self.view(owner, code)

    async def open_event(self, owner: str, code: str, wish: NewEvent) -> EventView:
        """Open an event that counts in a series.

        Raises:
            HttpError: the owner is no organiser.
            OptionsError: the event breaks ties in another way, or its options are invalid.
            TurnError: the series has the maximum number of events.
        """
        kept, _ = await members.organised(self._store, code, owner)
        members.check_room_for_event(kept)
        if wish.options.get("tie", kept.series.tie) != kept.series.tie:
            field = next(field for field in MUCKELL.options.fields() if field.name == "tie")
            said = field.said[field.choices.index(kept.series.tie)]
            raise OptionsError(f"where scores are equal in this series, {said}; so it is in all of its events", "Muckell 6")
        options = {**wish.options, "tie": kept.series.tie}
        return await self._events.open(owner, replace(wish, options=options), kept.series.code)

    async def codes(self, owner: str, code: str) -> Codes:
        """Return the members' personal codes that nobody has used yet.

        Raises:
            HttpError: `owner` is not an organiser of the series.
        """
        kept, _ = await members.organised(self._store, code, owner)
        unused = (member for member in kept.members if member.code and not member.owner)
        return Codes(tuple(Unused(member.number, member.name, member.code) for member in unused))

    async def rule(self, owner: str, code: str, wish: Rule) -> SeriesView:
        """Store an organiser's decision, or a member's own withdrawal or return.

        Raises:
            HttpError: the owner may not decide this.
            OptionsError, TurnError: see `series_rulings.ruling_of`.
        """
        made = await self._find(code)
        kept, by, own = made.kept, members.organiser_of(made.kept, owner), members.member_of(made.kept, owner)
        if own and not by and wish.decision in ("withdraw", "return"):
            wish = replace(wish, member=own.number)
        elif not by:
            raise HttpError(403, "only the organisers of this series may do that")
        if wish.decision == "enter":
            await members.write_in(self._store, code, wish.name, by.number if by else 0)
            return await self.view(owner, code)
        events = made.events
        if wish.decision == "merge":
            events = {part.code: await self._played(part) for part in kept.parts}  # somebody may have joined one meanwhile
        ruling, changed = ruling_of(kept, events, by.number if by else 0, wish)
        await self._store.series.rule(kept.series.code, f"rule {wish.cid}", ruling, changed)
        if changed:
            await self._pass_on(kept, {kept.members[member.number - 1].owner for member in changed})
        return await self.view(owner, code)

    async def _pass_on(self, kept: KeptSeries, owners: Collection[str]) -> None:
        """Read events and boards in memory again after members' identities have changed."""
        for part in kept.parts:
            await self._events.reread_event(part.code)
        for owner in filter(None, owners):
            await self._records.reread(owner)

    async def _find(self, code: str) -> Made:
        """Return a series with its table, computed again if any of its data has changed."""
        kept = await members.find(self._store, code)
        made = self._made.pop(kept.series.code, None)
        if made is None or made.kept != kept:
            before = {part: made.events[part.code] for part in made.kept.parts} if made else {}
            events = {part.code: before.get(part) or await self._played(part) for part in kept.parts}
            made = Made(kept, events, await in_thread(table, kept, events))
        self._made[kept.series.code] = made
        if len(self._made) > KNOWN:
            del self._made[next(iter(self._made))]
        return made

    async def _played(self, part: OpenedEvent) -> Played:
        """Return the stored results of an event."""
        kept = await self._store.events.find(part.code)
        assert kept
        return played(kept)


def check_pay(pays: tuple[int, ...]) -> None:
    """Check the points that places get.

    Raises:
        OptionsError: too many places get points, or a place gets fewer than the next.
    """
    read_number(len(pays), "the number of places that pay", 0, MOST_PAID, str(MOST_PAID))
    for pay in pays:
        read_number(pay, "what a place pays", 0, MOST_PAY, str(MOST_PAY))
    if any(pay < after for pay, after in pairwise(pays)):
        raise OptionsError("a place pays no less than the next one")


def organisers_word(kept: KeptSeries) -> str:
    """Return the secret word with which somebody becomes an organiser of a series."""
    return members.rulings_of(kept.log).word or kept.series.word


def handover_word(kept: KeptSeries) -> str:
    """Return the secret word with which somebody takes over the lead of a series; each handover makes a new one."""
    handed = members.rulings_of(kept.log).handed
    return hashlib.blake2b(f"{kept.series.code} {handed}".encode(), key=kept.series.key.encode(), digest_size=16).hexdigest()


def organiser_view(kept: KeptSeries, organiser: Organiser) -> SeriesYou:
    """Return what an organiser sees of the organisers of a series."""
    rulings = members.rulings_of(kept.log)
    there = (each for each in kept.organisers if each.number in rulings.organising)
    names = tuple(each.name for each in sorted(there, key=lambda each: each.number != rulings.lead))
    handover = handover_word(kept) if organiser.number == rulings.lead else ""
    return SeriesYou(organiser=organiser.name, word=organisers_word(kept), handover=handover, organisers=names)


def you(made: Made, owner: str) -> SeriesYou:
    """Return the part of a view that is for one visitor alone."""
    kept, organiser = made.kept, members.organiser_of(made.kept, owner)
    leads = organiser_view(kept, organiser) if organiser else SeriesYou()
    member = members.member_of(kept, owner)
    if member is None:
        return leads
    line = next(line for line in made.table.lines if line.number == member.number)
    withdrawn = member.number in members.rulings_of(kept.log).withdrawn
    return replace(leads, number=member.number, name=member.name, code=member.code, withdrawn=withdrawn, line=line)
