"""All events of a room: opening, joining, leading, and what happens at the end of a round."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from muckle import games, players
from muckle.engine.options import read_number
from muckle.errors import MuckleError, OptionsError, TurnError
from muckle.games.mickell import muckell
from muckle.match.header import promised_header
from muckle.match.log import Header
from muckle.match.match import Match
from muckle.match.secret import new_secret
from muckle.players.par import Hindsight
from muckle.server.background import insist
from muckle.server.errors import HttpError
from muckle.server.events.boards import forks
from muckle.server.events.event import LiveEvent, opened
from muckle.server.events.messages import (
    AnotherEvent,
    Assist,
    EventView,
    Joined,
    JoinEvent,
    Lead,
    NewEvent,
    NextRound,
    Order,
    Players,
    RelieveCallers,
    Return,
    RoundPar,
    Salts,
    Score,
    Standings,
    TakenUp,
)
from muckle.server.events.own_deck import ordered
from muckle.server.events.record import record
from muckle.server.events.reduce import MOST_ROUNDS, merger, new_name
from muckle.server.events.scores import check_real_cards, type_in
from muckle.server.events.state import EventState
from muckle.server.events.view import played, standings
from muckle.server.events.view import players as players_of
from muckle.server.events.yardsticks import Yardsticks
from muckle.server.messages import Fork
from muckle.server.names import LONGEST_TITLE, clean
from muckle.server.series.reduce import written
from muckle.server.series.series import LETTERS, ManySeries
from muckle.server.series.state import Played
from muckle.server.tables.matches import Matches
from muckle.server.tables.state import TurnLimit
from muckle.server.tables.steps import Report
from muckle.server.tables.table import Services
from muckle.server.tables.tables import check_salt
from muckle.store.events import Assisted, EventPlayer, EventSetup, Followed, Relieved, Round
from muckle.store.matches import Seating

GAME = "mickell"
"""The game that events are played with."""
CODE = 5
"""Length of an event's code."""
MOST_BOTS = 500
TITLE_NUMBER = re.compile(r"(.*?)(?: (\d{1,2}))?")
"""A title, with the number of the evening at its end if there is one."""


class Events:
    """All events in a store, those in use held in memory.

    Args:
        services: the parts that all tables share, boards included.
        seek: finds the best that can be made of a deal, see `Bots.seek`.
    """

    def __init__(
        self,
        services: Services,
        seek: Callable[[str, Match], Awaitable[Hindsight]],
    ) -> None:
        self._store, self._background = services.store, services.background
        self.matches = Matches(services, self.limit)
        services.report = self.report
        self._yardsticks = Yardsticks(self._store, self.matches, self._background, seek)
        self._events: dict[str, LiveEvent] = {}
        self.series = ManySeries(self._store, self._background, self._played, self.reread_event)
        """The series in which events count."""

    async def reread(self, owner: str) -> None:
        """Read all events in memory again after an identity has changed: it may have given the title of any."""
        for event in self:
            await self.reread_event(event.state.code)

    def __iter__(self) -> Iterator[LiveEvent]:
        return iter(list(self._events.values()))

    def in_memory(self, code: str) -> LiveEvent | None:
        """Return an event if it is in memory."""
        return self._events.get(code)

    async def reread_event(self, code: str) -> None:
        """Read the players and callers of an event again, if it is in memory."""
        if event := self._events.get(code):
            await event.catch_up()

    async def find(self, code: str) -> LiveEvent:
        """Return an event by its code, in upper or lower case.

        Raises:
            HttpError: there is no such event.
        """
        code = code.upper()
        if code not in self._events:
            kept = await self._store.events.find(code)
            if kept is None:
                raise HttpError(404, f"there is no event with the code {code:.12}")
            state = await asyncio.to_thread(opened, kept, shared=self._store.shared)
            event = LiveEvent(state, self._store, self.matches, self._background)
            if self._events.setdefault(code, event) is event:
                await event.send(TakenUp())
        return self._events[code]

    async def limit(self, seating: Seating) -> TurnLimit:
        """Return what an event has decided about one of its boards."""
        code, played, number = seating.match.split(".")
        return (await self.find(code)).state.limit(int(played), int(number))

    def report(self, report: Report) -> None:
        """Tell an event how far one of its boards has come."""
        event = self._events[report.board.partition(".")[0]]
        self._background.spawn(insist(lambda: event.send(report)))

    def forks(self, board: str, match: Match) -> Iterable[Fork]:
        """Return what all players did on each card of a board's round, once it is over; nothing for other matches."""
        code, *rest = board.split(".")
        event = self._events.get(code) if len(rest) == 2 else None
        return forks(event.state.course.fields.get(int(rest[0]), ()), match) if event else ()

    async def open(self, owner: str, wish: NewEvent, series: str = "", after: str = "") -> EventView:
        """Open an event, in a series if one is named. Its owner is the first caller.

        Args:
            after: code of the event whose people go on here.

        Raises:
            OptionsError: there is no such preset, option or level, or a value is out of range.
        """
        options = read_options(wish.preset, wish.options)
        if wish.real_cards:
            check_real_cards(options, wish)
        read_number(wish.bots, "the number of bots", 0, MOST_BOTS, str(MOST_BOTS))
        read_number(wish.rounds, "the number of rounds", 1, MOST_ROUNDS, str(MOST_ROUNDS))
        level = players.find(wish.level or players.DEFAULT_LEVEL, games.find(GAME)).name
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        title, word = clean(wish.title, LONGEST_TITLE), secrets.token_hex(8)
        setup = EventSetup(
            code=code,
            title=title,
            host=owner,
            game=GAME,
            preset=wish.preset,
            options=wish.options,
            rounds=wish.rounds,
            word=word,
            real_cards=wish.real_cards,
            series=series,
            names=wish.names,
            emoji=wish.emoji,
            after=after,
        )
        await self._store.events.open(setup, await new_round(options, code, 1))
        for number in range(wish.bots):
            name = f"{players.find(level).title} {number + 1}"
            await self._store.events.enter(code, EventPlayer(0, name, level=level))
        return (await self.find(code)).view_of(owner)

    async def open_in_series(self, owner: str, code: str, wish: NewEvent) -> EventView:
        """Open an event that counts in a series.

        Raises:
            HttpError: the owner does not organise the series.
            OptionsError: the event breaks ties in another way, or its options are invalid.
            TurnError: the series has the maximum number of events.
        """
        series = await self.series.check_room_for_event(owner, code)
        if wish.options.get("tie", series.tie) != series.tie:
            field = next(field for field in muckell.MUCKELL.options.fields() if field.name == "tie")
            said = field.said[field.choices.index(series.tie)]
            raise OptionsError(f"where scores are equal in this series, {said}; so it is in all of its events", "Muckell 6")
        return await self.open(owner, replace(wish, options={**wish.options, "tie": series.tie}), series.code)

    async def _played(self, code: str) -> Played:
        """Return the results of an event, for its series."""
        kept = await self._store.events.find(code)
        assert kept
        return played(kept)

    async def join(self, owner: str, code: str, wish: JoinEvent) -> EventView:
        """Let somebody play along, with a board at once if the round has begun. Nothing changes for those who play already.

        Raises:
            HttpError: a caller sent them away or keeps their address out, or the salt is malformed.
            TurnError: no newcomers are let in, or they cannot take part in the event's series.
        """
        event = await self.find(code)
        await event.do(lambda: self._let_in(event, owner, wish))
        return event.view_of(owner)

    async def _let_in(self, event: LiveEvent, owner: str, wish: JoinEvent) -> None:
        state = event.state
        refuse_removed(state, owner)
        if state.player(owner):
            return
        if not state.course.open:
            raise TurnError("the caller has closed the door: nobody new comes in")
        if state.addresses.get(owner) in state.course.kept_out:
            raise HttpError(403, "the caller lets nobody new in from your network: speak to the caller")
        if wish.member and state.real_cards and state.setup.series:
            await self.series.pick(owner, state.setup.series, wish.member)
            await event.catch_up()  # their score may have been typed in already
            if event.state.player(owner):
                return
        check_salt(wish.salt)
        name, member = await self._name_and_member(event.state, owner, wish.name)
        player = EventPlayer(0, name, owner, salt=wish.salt, member=member)
        await event.send(Joined(await self._store.events.enter(event.state.code, player), wish.novice))

    async def come_back(self, owner: str, code: str, wish: Return) -> EventView:
        """Let a device go on with the board of the player with a personal code.

        Raises:
            HttpError: nobody has this code, or a caller sent that player away.
        """
        event = await self.find(code)
        state = event.state
        codes = {state.personal_code(each.number): each for each in state.playing if not each.level}
        player = codes.get(written(wish.code))
        if player is None or state.setup.series:
            raise HttpError(403, "nobody at this event has that personal code")
        refuse_removed(state, owner)
        here = state.player(owner)
        if here is None or here.number != player.number:
            await event.send(merger(state, player, owner, here.number if here else 0))
        return event.view_of(owner)

    async def assist(self, owner: str, code: str, wish: Assist) -> EventView:
        """Make somebody a caller, too.

        Raises:
            HttpError: this is not the callers' password.
        """
        event = await self.find(code)
        if not secrets.compare_digest(wish.word.encode(), event.state.word.encode()):
            raise HttpError(403, "that is not the callers' word of this event")
        await event.send(Assisted(owner))
        return event.view_of(owner)

    async def lead(self, owner: str, code: str, wish: Lead) -> EventView:
        """Carry out a caller's action.

        Raises:
            HttpError: the owner is no caller.
            TurnError, StaleError: the action is not possible now.
        """
        event = await self._led(owner, code)
        message: object = wish
        match wish:
            case RelieveCallers():
                message = Relieved(owner, secrets.token_hex(8))
            case NextRound():
                message = await new_round(event.state.options, event.state.code, event.state.course.round + 1)
            case AnotherEvent():
                await event.do(lambda: self._open_again(event, owner))
                return event.view_of(owner)
            case _:
                pass
        return await event.lead(owner, message)

    async def standings(self, code: str, only: int) -> Standings:
        """Return the standings over all rounds or of one.

        Raises:
            TurnError: they are not public yet.
        """
        found = standings((await self.find(code)).state, only)
        if found is None:
            raise TurnError("the standings are shown when a round is over")
        return found

    async def players(self, owner: str, code: str) -> Players:
        """Return all players, for callers.

        Raises:
            HttpError: the owner is no caller.
        """
        return players_of((await self._led(owner, code)).state)

    async def score(self, owner: str, code: str, wish: Score) -> EventView:
        """Store a score made with real cards.

        Raises:
            OptionsError, TurnError, HttpError: see `scores.type_in`.
        """
        event = await self.find(code)
        await event.do(lambda: type_in(event, self._store, self.series, owner, wish))
        return event.view_of(owner)

    async def order(self, owner: str, code: str, wish: Order) -> EventView:
        """Store the order of the cards of a round that was called from a real deck.

        Raises:
            HttpError: the owner is no caller.
            OptionsError, TurnError: see `own_deck.ordered`.
        """
        event = await self._led(owner, code)
        await event.send(await asyncio.to_thread(ordered, event.state, wish))
        return event.view_of(owner)

    async def salts(self, code: str, number: int) -> Salts:
        """Return the salts of a round.

        Args:
            number: the round; 0 for the newest.

        Raises:
            TurnError: the round has not begun.
        """
        event = (await self.find(code)).state
        begun = event.course.mixed.get(number or event.course.round)
        if begun is None:
            raise TurnError("the salts are mixed when the first card is called")
        own = {player.number: player.salt for player in event.players}
        return Salts(begun.salt, tuple(own[number] for number in begun.numbers))

    async def par(self, code: str, number: int) -> RoundPar:
        """Return par and the best result of a finished round, see `Yardsticks.of`; number 0 means the newest round."""
        return await self._yardsticks.of((await self.find(code)).state, number)

    async def known_pars(self, event: EventState, only: int) -> dict[int, RoundPar]:
        """Return par and the best result of the finished rounds, or of one, as far as they are worked out; see `par`."""
        found: dict[int, RoundPar] = {}
        for number in event.course.results:
            if only in (0, number):
                with suppress(MuckleError):
                    par = await self._yardsticks.of(event, number)
                    if par.score is not None:
                        found[number] = par
        return found

    async def record(self, code: str, number: int) -> AsyncGenerator[str]:
        """Return the record of a finished round, see `record.record`; number 0 means the newest round."""
        return record((await self.find(code)).state, self.matches, number)

    # Internals

    async def _name_and_member(self, event: EventState, owner: str, name: str) -> tuple[str, int]:
        """Return the name of a new player, and their number as a member of the event's series (0: the event counts in none)."""
        series = event.setup.series
        member = await self.series.enter(owner, series, name) if series else None
        before = await self._name_before(event, owner)
        wished = member.name if member else name or before
        return new_name(event, wished) or f"Guest {len(event.players) + 1}", member.number if member else 0

    async def _open_again(self, event: LiveEvent, owner: str) -> None:
        """Open an event like another one, for its people; nothing changes if that has been done.

        Raises:
            TurnError: the round is not over, or the event's series has the maximum number of events.
            HttpError: the owner does not organise the event's series.
        """
        state = event.state
        if state.course.phase != "over":
            raise TurnError("the same people go on when the round is over")
        if state.course.next:
            return
        old, title = state.setup, state.setup.title
        if old.series:
            await self.series.check_room_for_event(owner, old.series)
            title = next_title(title)
        levels = [player.level for player in state.playing if player.level]
        options = {**old.options, "pace": state.options.public()["pace"]}
        wish = NewEvent(
            title=title,
            preset=old.preset,
            options=options,
            rounds=old.rounds,
            bots=len(levels),
            level=next(iter(levels), ""),
            real_cards=old.real_cards,
            names=old.names,
            emoji=old.emoji,
        )
        view = await self.open(owner, wish, old.series, after=old.code)
        await event.send(Followed(view.code))

    async def _name_before(self, event: EventState, owner: str) -> str:
        """Return the name that somebody had at the event whose people go on here, "" if they were not there.

        Raises:
            HttpError: a caller of that event sent them away.
        """
        if not event.setup.after:
            return ""
        before = (await self.find(event.setup.after)).state
        refuse_removed(before, owner)
        player = before.player(owner)
        return before.name_of(player) if player else ""

    async def _led(self, owner: str, code: str) -> LiveEvent:
        """Return an event, or raise HttpError if the owner is no caller of it."""
        event = await self.find(code)
        if owner not in event.state.callers:
            raise HttpError(403, "only the callers of this event may do that")
        return event


def refuse_removed(event: EventState, owner: str) -> None:
    """Raise HttpError if a caller has sent somebody away."""
    own = event.player(owner)
    if own and own.number in event.course.removed:
        raise HttpError(403, "the caller has sent you away from this event")


async def new_round(options: muckell.Options, code: str, number: int) -> Round:
    """Return a round with a new secret and the commitment to it; all boards of the round share the header."""
    secret = new_secret()
    header: Header = await asyncio.to_thread(promised_header, games.find(GAME), options.alone(), f"{code}.{number}", secret)
    return Round(header, secret)


def next_title(title: str) -> str:
    """Return the title of a series' next evening: "Week 4" after "Week 3", "Moor 2" after "Moor", none after none."""
    found = TITLE_NUMBER.fullmatch(title)
    name, number = found.groups() if found else ("", "")
    suffix = f" {int(number or 1) + 1}"
    return clean(name, LONGEST_TITLE - len(suffix)) + suffix if name else ""


def read_options(preset: str, given: dict[str, Any]) -> muckell.Options:
    """Return the options of an event.

    Raises:
        OptionsError: there is no such preset or option, or values do not fit together.
    """
    if "seats" in given:
        raise OptionsError("an event has as many seats as people come")
    return muckell.read_options(preset, given)
