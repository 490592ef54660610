"""Tables: opening one, sitting down, dealing, and the next game of the same people.

The room commits to its secret when a table is opened, and everybody who sits down may bring a salt. The cards are dealt when
every seat is taken, or when the host has bots take the free ones. Nobody sees a card before that.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any

import msgspec

from muckle import games
from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.errors import OptionsError, TurnError
from muckle.match.header import new_header, promised_header
from muckle.match.match import Match
from muckle.match.secret import SIZE, new_secret, well_formed
from muckle.server.errors import HttpError
from muckle.server.fair import in_thread
from muckle.server.messages import Arrange as ArrangeWish
from muckle.server.messages import Join, Joined, NewMatch, NextGame
from muckle.server.messages import Rename as RenameWish
from muckle.server.names import clean, unlike
from muckle.server.tables.matches import Matches
from muckle.server.tables.options import changed_options, options_of
from muckle.server.tables.seats import anew, at_another_game, seated, wanted_seats, with_bots
from muckle.server.tables.steps import Arrange, Attended, PlayLine, Rename, Touched
from muckle.server.tables.table import Services, Table
from muckle.store.matches import Sitter, Terms, Timing

LETTERS, ID = "23456789abcdefghjkmnpqrstuvwxyz", 10
"""Letters of a match id, without those that look alike, and their number."""
DAY = 24 * 3600
SHORTEST = 5
"""Seconds of the shortest clock."""


class Tables:
    """Seats at tables, from the opening of a table to the end of its match.

    Args:
        services: the parts that all tables share.
        matches: the matches in memory.
    """

    def __init__(self, services: Services, matches: Matches) -> None:
        self._store, self._matches, self._own_players = services.store, matches, services.own_players
        services.proceed = self.proceed

    async def open(self, owner: str, wish: NewMatch) -> Joined:
        """Open a table; seat 0 is kept for the owner.

        Raises:
            OptionsError: there is no such game, preset, option or level, or values do not fit together.
        """
        if "seats" in wish.options:
            raise OptionsError("say who sits at the table; the number of seats follows from it")
        given: dict[str, Any] = {**wish.options, "seats": len(wish.seats) + 1}
        options = games.find(wish.game).read_options(wish.preset or None, given)
        if not 0 <= wish.away <= DAY:
            raise OptionsError(f"a bot stands in after 0 (never) to {DAY} seconds, got {wish.away}")
        terms = Terms(wish.away, wish.listed, talk=wish.talk, timing=timed(wish.timing))
        return await self._open(owner, wish.game, options, seated(owner, wish, self._own_players), terms)

    async def again(self, owner: str, match: str, wish: NextGame) -> Joined:
        """Open the next game of the people of a match, or return it if it exists. Everybody moves on by one seat.

        Raises:
            TurnError: the match is not over, or the owner did not play in it.
            OptionsError: there is no such game, or it does not take so many players.
        """
        table = await self._matches.find(match)
        ended, terms = await table.ended(), table.seating.terms
        if table.state.acting_seat(owner) is None:
            raise TurnError("only those who played may ask for a rematch")
        if terms.event:
            raise TurnError("this was a board of an event; its callers say when there is another round")
        if terms.daily:
            raise TurnError("there is one deal a day, and the first attempt counts")
        if not ended and not (await table.load()).over:
            raise TurnError("the match is not over")
        sitters, header = [anew(sitter) for sitter in table.seating.sitters], table.seating.header
        rotated, terms = (*sitters[1:], sitters[0]), msgspec.structs.replace(terms, forked="")
        options = options_of(header)
        if wish.game and not table.seating.rematch:
            rotated = at_another_game(rotated, games.find(wish.game))
            options = await self._remembered_options(match, games.find(wish.game), len(rotated))
        joined = await self._open(owner, options.game, options, rotated, terms, after=match)
        if not table.seating.rematch:
            await table.do(table.reread_seating)
            await table.send(Touched())
        return joined

    async def join(self, owner: str, match: str, wish: Join) -> Joined:
        """Sit down at a table if a seat is free or kept for the owner; otherwise only watch. The last one starts the deal.

        Raises:
            HttpError: the named seat is taken, the host sent the owner away, or the salt is malformed.
        """
        table = await self._matches.find(match)

        async def sit_down() -> None:
            free = wanted_seats(table.seating, owner, wish)
            for seat in free:
                await self._sit(table, owner, seat, wish if len(free) == 1 else msgspec.structs.replace(wish, name=""))
            if free:
                await self.proceed(table)
                await table.send(Touched())

        await table.do(sit_down)
        await table.send(Attended())
        return joined(table, owner)

    async def arrange(self, owner: str, match: str, wish: ArrangeWish) -> Joined:
        """Change the seats and options of a table before the deal.

        Raises:
            TurnError: the owner is not the host, or it is too late.
            OptionsError: such a table cannot be, or somebody would lose their seat.
        """
        table = await self._matches.find(match)
        before = table.seating.header
        options = changed_options(before, wish.options, len(wish.seats))
        header = await in_thread(new_header, games.find(before.game), options)
        header = msgspec.structs.replace(header, match=match, commitment=before.commitment)
        await table.send(Arrange(owner, wish.was, wish.seats, header))
        await table.send(Attended())
        return joined(table, owner)

    async def rename(self, owner: str, match: str, wish: RenameWish) -> Joined:
        """Give somebody another name on a seat of theirs, before the deal.

        Raises:
            TurnError: the seat is not theirs, or the cards are dealt.
        """
        table = await self._matches.find(match)
        await table.send(Rename(owner, wish.seat, wish.name))
        return joined(table, owner)

    async def resume(self, table: Table) -> None:
        """Deal the cards if every seat is taken: the room at which the last one was may have been killed before it dealt."""

        async def deal() -> None:
            await self.proceed(table)
            await table.send(Touched())

        await table.do(deal)

    async def proceed(self, table: Table) -> None:
        """Deal the cards if every seat is taken; part of some work, see `Table.do`."""
        if table.seating.full:
            sitters = table.seating.sitters
            await self._begin(table, sitters, tuple(sitter.salt for sitter in sitters))

    async def start(self, owner: str, table: Table) -> None:
        """Begin the match now: bots take the seats that nobody has taken.

        Raises:
            TurnError: the owner is not the host, or has not sat down.
        """

        async def begin() -> None:
            seating = table.seating
            if seating.begun:
                return
            seat = table.state.acting_seat(owner)
            if owner != seating.host or seat is None or not seating.sitters[seat].ready:
                raise TurnError("only who opened the table may start the match before every seat is taken")
            await table.rearrange(with_bots(seating))
            await self.proceed(table)
            await table.send(Touched())

        await table.do(begin)
        await table.send(Attended())

    async def deal(
        self, id: str, secret: str, options: GameOptions, sitters: tuple[Sitter, ...], terms: Terms, past: Match | None = None
    ) -> Table:
        """Open a table for people who are here with a secret that is given, and begin at once.

        Args:
            sitters: the sitters; the first person among them, if any, is the host.
            past: a match with the same secret, whose salts hold here, too, and whose decisions are repeated first.
        """
        header = await in_thread(promised_header, games.find(options.game), options, id, secret)
        host = next((sitter.owner for sitter in sitters if sitter.owner), "")
        await self._store.open_table(id, header, secret, sitters, host, terms=terms)
        table = await self._matches.find(id)
        salts = (past and past.header.salts) or tuple(sitter.salt for sitter in sitters)
        await table.do(lambda: self._begin(table, sitters, salts))
        if past and past.decisions:
            await table.send(PlayLine(past.decisions, f"past:{id}"))
        await table.send(Attended())
        return table

    async def prepare(self) -> None:
        """Load what the first match of each game would wait for: its rules and its word list."""
        for game in games.GAMES.values():
            await in_thread(promised_header, game, game.read_options(), "", new_secret())

    async def _open(
        self, owner: str, game: str, options: GameOptions, sitters: tuple[Sitter, ...], terms: Terms, after: str = ""
    ) -> Joined:
        id, secret = new_id(), new_secret()
        header = await in_thread(promised_header, games.find(game), options, id, secret)
        seating = await self._store.open_table(id, header, secret, sitters, owner, after, terms)
        return joined(await self._matches.find(seating.match), owner)

    async def _remembered_options(self, match: str, game: Game, seats: int) -> GameOptions:
        """Return the options with which a game was last played in an evening, or its usual ones, for some number of seats."""
        played = [seating.header for seating, _ in await self._store.evening(match) if seating.header.game == game.name]
        with suppress(OptionsError):
            if played:
                return changed_options(played[-1], {}, seats)
        return game.read_options(None, {**game.options.for_seats(seats), "seats": seats})

    async def _sit(self, table: Table, owner: str, seat: int, wish: Join) -> None:
        if owner in table.seating.barred:
            raise HttpError(403, "the host has sent you away from this table; you may watch")
        check_salt(wish.salt)
        sitters = table.seating.sitters
        others = [sitter.name for number, sitter in enumerate(sitters) if number != seat]
        name = unlike(clean(wish.name) or sitters[seat].name or f"Player {seat + 1}", others)
        await self._store.sit(table.id, Sitter(name, owner=owner, salt=wish.salt, seated=True), seat)
        await table.reread_seating()

    async def _begin(self, table: Table, sitters: tuple[Sitter, ...], salts: tuple[str, ...]) -> None:
        header = msgspec.structs.replace(table.seating.header, salts=salts)
        secret, names = await self._store.secret(table.id), [sitter.name for sitter in sitters]
        match: Match = await in_thread(Match, header, secret=secret, names=names)
        await table.begin(match, sitters)


def check_salt(salt: str) -> None:
    """Check the form of a salt; an empty text is none.

    Raises:
        HttpError: the salt is malformed.
    """
    if salt and not well_formed(salt):
        raise HttpError(400, f"a salt is {2 * SIZE} hexadecimal digits in lower case, got {salt!r:.80}")


def new_id() -> str:
    """Return a new match id."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID))


def timed(timing: Timing) -> Timing:
    """Return the clocks of a new table after checking them.

    Raises:
        OptionsError: there is no such clock.
    """
    if timing.turn and (timing.match or timing.more):
        raise OptionsError("clocks run for each turn or for the whole match, not for both")
    for name, seconds, most in (("turn", timing.turn, 7 * DAY), ("match", timing.match, 7 * DAY), ("more", timing.more, 3600)):
        if not 0 <= seconds <= most or (0 < seconds < SHORTEST and name != "more"):
            raise OptionsError(f"the clock's {name} is 0 (none) or from {SHORTEST} to {most} seconds, got {seconds}")
    return timing


def joined(table: Table, owner: str) -> Joined:
    """Return where somebody goes now."""
    commitment = table.seating.header.commitment or ""
    return Joined(table.id, table.state.acting_seat(owner), f"/m/{table.id}", commitment, tuple(table.state.seats_of(owner)))
