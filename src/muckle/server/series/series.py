"""Series of events: one table of results over days. What is shown is made anew from what is kept, whenever that has changed."""

from __future__ import annotations

import secrets
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from muckle import games
from muckle.errors import OptionsError, TurnError
from muckle.match.begin import read_number
from muckle.server.errors import HttpError
from muckle.server.events import members
from muckle.server.events.event_messages import EventView, NewEvent
from muckle.server.events.events import CODE, GAME, LETTERS, Events
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
from muckle.server.tables.names import clean, unlike
from muckle.server.turnstile import in_thread
from muckle.store.contract import Store
from muckle.store.series import KeptSeries, OpenedEvent, Organiser, Series

MOST_PAID, MOST_PAY, MOST_EVENTS, MOST_ORGANISERS = 100, 1000, 100, 50
FIRST = 100
"""Lines of the table, and sentences of the history, in a view."""
KNOWN = 16
"""Series whose tables are kept in memory."""


class Made(NamedTuple):
    """A table, and all it was made from."""

    kept: KeptSeries
    events: dict[str, Played]
    table: SeriesTable


class ManySeries:
    """Every series of a store.

    Args:
        store: where they are kept. events: where their events are opened. records: shows boards to who has come with a code.
    """

    def __init__(self, store: Store, events: Events, records: Records) -> None:
        self._store, self._events, self._records = store, events, records
        self._made: dict[str, Made] = {}

    async def open(self, owner: str, wish: NewSeries) -> SeriesView:
        """Open a series; who asks organises it.

        Raises:
            OptionsError: places cannot pay so.
        """
        check_pay(wish.pays)
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE + 1))
        series = Series(code, clean(wish.title), wish.tie, wish.pays, secrets.token_hex(8))
        await self._store.series.open(series, Organiser(1, clean(wish.name) or "The organiser", owner))
        return await self.view(owner, code)

    async def view(self, owner: str, code: str) -> SeriesView:
        """A series as somebody sees it.

        Raises:
            HttpError: there is none.
        """
        made = await self._find(code)
        short = replace(made.table, lines=made.table.lines[:FIRST], history=made.table.history[:FIRST])
        return SeriesView(short, you(made, owner))

    async def table(self, code: str) -> SeriesTable:
        """The whole table, for all.

        Raises:
            HttpError: there is none.
        """
        return (await self._find(code)).table

    async def enter(self, owner: str, code: str, wish: Enter) -> SeriesView:
        """Take part.

        Raises:
            HttpError, TurnError: see `members.enter`.
        """
        await members.enter(self._store, code, owner, wish.name)
        return await self.view(owner, code)

    async def claim(self, owner: str, code: str, wish: Claim) -> SeriesView:
        """Be the member with a personal code, on this device from now on.

        Raises:
            HttpError: the code is nobody's. StaleError: who asks is another member.
        """
        kept = await members.find(self._store, code)
        was = await self._store.series.claim(kept.series.code, members.written(wish.code), owner)
        if was is None:
            raise HttpError(403, "nobody in this series has that personal code")
        await self._pass_on(kept, was.owner)
        return await self.view(owner, code)

    async def organise(self, owner: str, code: str, wish: Organise) -> SeriesView:
        """Become an organiser, too.

        Raises:
            HttpError: the word is not the organisers'. TurnError: there are enough.
        """
        kept = await members.find(self._store, code)
        if not secrets.compare_digest(wish.word.encode(), kept.series.word.encode()):
            raise HttpError(403, "that is not the organisers' word of this series")
        if len(kept.organisers) >= MOST_ORGANISERS:
            raise TurnError(f"a series has at most {MOST_ORGANISERS} organisers")
        name = unlike(clean(wish.name) or "An organiser", {organiser.name for organiser in kept.organisers})
        await self._store.series.organise(kept.series.code, Organiser(0, name, owner))
        return await self.view(owner, code)

    async def open_event(self, owner: str, code: str, wish: NewEvent) -> EventView:
        """Open an event that counts in a series.

        Raises:
            HttpError: who asks does not organise it. OptionsError: ties are parted otherwise, or no such event can be.
            TurnError: there are enough.
        """
        kept, _ = await self._organised(owner, code)
        if len(kept.parts) >= MOST_EVENTS:
            raise TurnError(f"a series has at most {MOST_EVENTS} events")
        if wish.options.get("tie", kept.series.tie) != kept.series.tie:
            field = next(field for field in games.find(GAME).all_options if field.name == "tie")
            said = field.said[field.choices.index(kept.series.tie)]
            raise OptionsError(f"where scores are equal in this series, {said}; so it is in all of its events", "Muckell 6")
        options = {**wish.options, "tie": kept.series.tie}
        return await self._events.open(owner, replace(wish, options=options), kept.series.code)

    async def codes(self, owner: str, code: str) -> Codes:
        """Personal codes that nobody has come with yet.

        Raises:
            HttpError: who asks does not organise it.
        """
        kept, _ = await self._organised(owner, code)
        unused = (member for member in kept.members if member.code and not member.owner)
        return Codes(tuple(Unused(member.number, member.name, member.code) for member in unused))

    async def rule(self, owner: str, code: str, wish: Rule) -> SeriesView:
        """Write down what an organiser decides, or that a member withdraws or is back.

        Raises:
            HttpError: it is not for them to say. And see `series_rulings.ruling_of`.
        """
        made = await self._find(code)
        kept, by, own = made.kept, organiser_of(made.kept, owner), members.member_of(made.kept, owner)
        if own and not by and wish.decision in ("withdraw", "return"):
            wish = replace(wish, member=own.number)
        elif not by:
            raise HttpError(403, "only the organisers of this series may do that")
        if wish.decision == "enter":
            await members.write_in(self._store, code, wish.name, by.number if by else 0)
            return await self.view(owner, code)
        ruling, changed = ruling_of(kept, made.events, by.number if by else 0, wish)
        await self._store.series.rule(kept.series.code, f"rule {wish.cid}", ruling, changed)
        if changed:
            await self._pass_on(kept, kept.members[changed.number - 1].owner)
        return await self.view(owner, code)

    async def _organised(self, owner: str, code: str) -> tuple[KeptSeries, Organiser]:
        """A series that who asks organises."""
        kept = await members.find(self._store, code)
        organiser = organiser_of(kept, owner)
        if organiser is None:
            raise HttpError(403, "only the organisers of this series may do that")
        return kept, organiser

    async def _pass_on(self, kept: KeptSeries, owner: str) -> None:
        """Events and boards in memory were an identity's and are another's."""
        for part in kept.parts:
            await self._events.reread_event(part.code)
        if owner:
            await self._records.reread(owner)

    async def _find(self, code: str) -> Made:
        """A series with its table, made anew if anything that it comes from has changed."""
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
        """What came of an event, as it is kept."""
        kept = await self._store.gatherings.find(part.code)
        assert kept
        return played(kept)


def check_pay(pays: tuple[int, ...]) -> None:
    """Whether places can pay so.

    Raises:
        OptionsError: too many do, or a place pays less than the next.
    """
    read_number(len(pays), "the number of places that pay", 0, MOST_PAID, str(MOST_PAID))
    for pay in pays:
        read_number(pay, "what a place pays", 0, MOST_PAY, str(MOST_PAY))
    if any(pay < after for pay, after in pairwise(pays)):
        raise OptionsError("a place pays no less than the next one")


def organiser_of(kept: KeptSeries, owner: str) -> Organiser | None:
    """Somebody as an organiser."""
    return next((organiser for organiser in kept.organisers if organiser.owner == owner), None)


def you(made: Made, owner: str) -> SeriesYou:
    """What is said to somebody alone."""
    kept, organiser = made.kept, organiser_of(made.kept, owner)
    leads = SeriesYou(organiser=organiser.name, word=kept.series.word) if organiser else SeriesYou()
    member = members.member_of(kept, owner)
    if member is None:
        return leads
    line = next(line for line in made.table.lines if line.number == member.number)
    withdrawn = member.number in members.rulings_of(kept.log).withdrawn
    return replace(leads, number=member.number, name=member.name, code=member.code, withdrawn=withdrawn, line=line)
