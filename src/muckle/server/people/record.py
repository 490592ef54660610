"""The record of what a person has played in this room.

A person is the identity in their cookie. They can take it along to another device, save the record, or be forgotten.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import date

import msgspec

from muckle import games, players
from muckle.errors import DamageError, OptionsError
from muckle.match.ending import Ending, ending
from muckle.server.background import Time
from muckle.server.events.events import Events
from muckle.server.fair import in_thread
from muckle.server.people.daily import streaks
from muckle.server.people.record_messages import GameRecord, OwnRecord, OwnTable, OwnTables, PlayedMatch, Saved
from muckle.server.tables.matches import Matches
from muckle.server.tables.steps import Touched
from muckle.server.tables.table import Table
from muckle.store.matches import Seating, Sitter
from muckle.store.sql import Store
from muckle.store.sql_people import ALL

SOMEBODY = "Somebody"
"""Name that replaces the name of a person who wanted to be forgotten."""
MOST = 8
"""Maximum number of a visitor's own tables in the lobby."""
LETTERS, GROUP, GROUPS = "ABCDEFGHJKLMNPQRSTUVWXYZ", 5, 4
"""Letters of a personal code; letters in a group; groups, with a hyphen between them."""


class Records:
    """The records of all persons, and what they may do with them.

    Args:
        store: the database. matches, events: those in memory. proceed: see `Tables.proceed`. time: tells the date.
    """

    def __init__(
        self, store: Store, matches: Matches, events: Events, proceed: Callable[[Table], Awaitable[None]], time: Time
    ) -> None:
        self._store, self._matches, self._events, self._proceed, self._time = store, matches, events, proceed, time

    async def of(self, owner: str) -> OwnRecord:
        """Return what somebody has played, newest first."""
        found = await self._store.people.played(owner)
        played = tuple(described(owner, *each) for each in found if not each[0].terms.forked)
        days = {date.fromisoformat(each.daily) for each in played if each.daily and each.place}
        streak, _ = streaks(days, self._time.today())
        return OwnRecord(played, tuple(by_game(played)), streak)

    async def tables(self, owner: str) -> OwnTables:
        """Return the tables at which somebody may go on. Boards of events and decks of the day have their own pages."""
        found = await self._store.people.going(owner, MOST)
        going = [seating for seating in found if not (seating.terms.event or seating.terms.daily)]
        shown = [own_table(owner, seating, self._matches.in_memory(seating.match)) for seating in going]
        return OwnTables(tuple(sorted(filter(None, shown), key=lambda table: not table.waits)))

    async def save(self, owner: str) -> Saved:
        """Return everything that is stored about somebody: what they played, and those transcripts that are public."""
        found = await self._store.people.played(owner)
        records = {seating.match: ended.record for seating, ended in found if ended and ended.record}
        return Saved(await self.of(owner), records)

    async def leave_elsewhere(self, owner: str) -> str:
        """Move a person's seats and record to a new identity, which signs out their other devices, and return that identity."""
        new = secrets.token_hex(12)
        await self._store.people.rename(owner, new)
        await self.reread(owner)
        return new

    async def new_code(self, owner: str) -> str:
        """Return a new personal code of an identity. The one before it stops working."""
        code = "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
        await self._store.people.keep_code(owner, digest(code))
        return code

    async def owner_of(self, code: str) -> str:
        """Return the identity that a personal code belongs to, or an empty string."""
        return await self._store.people.owner_of_code(digest(code))

    async def forget(self, owner: str) -> None:
        """Remove somebody's name everywhere. A bot plays on in their seats, and transcripts stay valid."""
        found = await self._store.people.played(owner, most=ALL)
        for seating, ended in found:
            if ended is None:
                await self._give_up_seats(owner, seating)
        await self._store.people.forget(owner, SOMEBODY)
        await self.reread(owner)
        for seating, ended in found:
            if ended:
                await self._retell(seating, ended, [sitter.name for sitter in seating.sitters if sitter.owner == owner])
        await self._store.compact()

    async def rename(self, owner: str, name: str) -> None:
        """Change somebody's name at all tables, events and series, and in the endings of matches."""
        played = await self._store.people.played(owner, most=ALL)
        await self._store.people.call(owner, name)
        await self.reread(owner)
        for seating, ended in played:
            if ended:
                before = [sitter.name for sitter in seating.sitters if sitter.owner == owner]
                await self._retell(seating, ended, before, name)
        await self._store.compact()

    async def _give_up_seats(self, owner: str, seating: Seating) -> None:
        table = await self._matches.find(seating.match)

        async def give_up() -> None:
            for seat in table.state.seats_of(owner):
                was = table.seating.sitters[seat]
                going = msgspec.structs.replace(was, name=SOMEBODY, owner="", level=was.level or players.DEFAULT_LEVEL)
                await table.put(seat, was, going if table.seating.begun else Sitter())
            with suppress(OptionsError, DamageError):  # nobody is shown a match that cannot be played
                await self._proceed(table)
                await table.send(Touched())  # a free seat is nobody's, and would not be found by `reread`

        await table.do(give_up)

    async def _retell(self, seating: Seating, ended: Ending, names: Sequence[str], name: str = SOMEBODY) -> None:
        """Tell the end of a match with another name for somebody: from its log, or where other rules made it from its text."""
        table = await self._matches.find(seating.match)
        try:
            told = await in_thread(ending, await table.load())
        except (OptionsError, DamageError):
            told = without(ended, names, name)
        await self._store.people.retell(seating.match, told)

    async def reread(self, owner: str) -> None:
        """Read again who sits where, in matches that are in memory."""
        for table in self._matches:
            if table.state.seats_of(owner) or any(sitter.name == SOMEBODY for sitter in table.seating.sitters):
                with suppress(OptionsError, DamageError):
                    await table.do(table.reread)
        await self._events.reread(owner)


def is_code(text: str) -> bool:
    """Return whether a text can be a personal code, however it was typed."""
    return "." not in text and sum(map(str.isalpha, text)) == GROUPS * GROUP  # a link's code has full stops


def digest(code: str) -> str:
    """Return the SHA-256 of a personal code, whatever its case and hyphens.

    A code has 92 random bits, so its digest needs no salt and a stolen database gives no code away.
    """
    return hashlib.sha256("".join(filter(str.isalpha, code.upper())).encode()).hexdigest()


def described(owner: str, seating: Seating, ended: Ending | None) -> PlayedMatch:
    """Return a match as a row of its player's record."""
    game = games.find(seating.header.game)
    own = next(seat for seat, sitter in enumerate(seating.sitters) if sitter.owner == owner)
    others = tuple(sitter.name for seat, sitter in enumerate(seating.sitters) if seat != own and sitter.name)
    played = PlayedMatch(seating.match, game.name, game.title, seating.created, others, daily=seating.terms.daily)
    if ended is None:
        return played
    standing = next((row for row in ended.result.standings if row.seat == own), None)
    score, place = (standing.score, standing.place) if standing else ("", 0)
    return msgspec.structs.replace(played, title_of_end=ended.result.title, score=score, place=place)


def own_table(owner: str, seating: Seating, table: Table | None) -> OwnTable | None:
    """Return a table as the lobby shows it to a person who has a seat there; None if it is in memory and its match is over."""
    if table and table.over:
        return None
    names = tuple(sitter.name for sitter in seating.sitters if sitter.owner != owner and sitter.name)
    free = 0 if seating.begun else sum(sitter.open for sitter in seating.sitters)
    title = games.find(seating.header.game).title
    return OwnTable(
        match=seating.match,
        game=seating.header.game,
        title=title,
        names=names,
        free=free,
        waits=bool(table and table.state.awaits(owner)),
    )


def by_game(played: Sequence[PlayedMatch]) -> list[GameRecord]:
    """Return, for each game, the number of finished matches, the number of wins and the best score."""
    found: list[GameRecord] = []
    for name in dict.fromkeys(each.game for each in played):
        over = [each for each in played if each.game == name and each.place]
        scores = [int(each.score) for each in over if re.fullmatch(r"-?\d+", each.score)]
        won = sum(each.place == 1 for each in over if each.others)
        found.append(GameRecord(name, games.find(name).title, len(over), won, max(scores, default=None)))
    return found


def without(ended: Ending, names: Sequence[str], name: str = SOMEBODY) -> Ending:
    """Return an ending with some names replaced, except in its transcript, which contains no names."""
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names if name))
    text = msgspec.json.encode(msgspec.structs.replace(ended, record="")).decode()
    quoted = msgspec.json.encode(name).decode()[1:-1]
    told = msgspec.json.decode(pattern.sub(lambda _: quoted, text) if pattern.pattern else text, type=Ending)
    return msgspec.structs.replace(told, record=ended.record)
