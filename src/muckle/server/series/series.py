"""Series of events: one table of results over several days.

The table is not stored. It is computed from the logs, again whenever they have changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from itertools import pairwise

from muckle.engine.options import read_number
from muckle.errors import OptionsError, StaleError, TurnError
from muckle.server.background import Background
from muckle.server.errors import HttpError
from muckle.server.fair import in_thread
from muckle.server.live import Live
from muckle.server.names import LONGEST_TITLE, clean
from muckle.server.series.messages import Codes, NewSeries, SeriesTable, SeriesView, Unused
from muckle.server.series.reduce import Append, Asked, named, new_code, reduce
from muckle.server.series.state import Played, SeriesState, state_of
from muckle.server.series.view import table, view_of
from muckle.store.series import Claim, Enter, Member, Organise, Organiser, Rule, Ruling, Series, TakePart
from muckle.store.sql import Store

CODE, LETTERS = 6, "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Length of a series' code, and its letters, without those that look alike."""
MOST_PAID, MOST_PAY, MOST_EVENTS = 100, 1000, 100
KNOWN = 16  # number of series kept in memory
ResultsOf = Callable[[str], Awaitable[Played]]


class LiveSeries(Live[SeriesState, Asked, Append]):
    """A series in memory. Everything that is stored of it is read again before it is shown or changed.

    Args:
        state: as read from the store.
        played: returns the results of an event.
    """

    def __init__(self, state: SeriesState, store: Store, background: Background, played: ResultsOf) -> None:
        super().__init__(f"series {state.series.code}", state, background)
        self._store, self._played = store, played
        self._shown: tuple[SeriesState, SeriesTable] | None = None

    async def ask(self, owner: str | None, message: Ruling) -> SeriesState:
        """Carry out a message, see `reduce`, and return the state after it."""
        while True:
            try:
                await self.send(Asked(owner, message, new_code()))
            except StaleError:  # another room was quicker
                continue
            return self.state

    async def current(self) -> SeriesState:
        """Return the state as stored."""
        await self.do(self._prepare)
        return self.state

    async def shown(self) -> tuple[SeriesState, SeriesTable]:
        """Return the state with the whole table, computed again if anything has changed."""
        state = await self.current()
        if self._shown is None or self._shown[0] is not state:
            self._shown = state, await in_thread(table, state)
        return self._shown

    async def _prepare(self) -> None:
        kept, before = await self._store.series.find(self.state.series.code), self.state
        assert kept
        known = {part: before.played.get(part.code) for part in before.kept.parts}
        if kept != before.kept or None in known.values():
            played = {part.code: known.get(part) or await self._played(part.code) for part in kept.parts}
            self.state = state_of(kept, played)
        self._stale, self._retry_at = False, None

    def _reduce(self, message: Asked) -> tuple[SeriesState, tuple[Append, ...]]:
        return reduce(self.state, message)

    def _is_stored(self, effect: Append) -> bool:
        return True

    async def _perform(self, effect: Append) -> None:
        code, expect = self.state.series.code, len(self.state.kept.log) - 1
        await self._store.series.append(code, expect, effect.cid, effect.entries, effect.members, effect.organisers)


class ManySeries:
    """All series in a store; the most recently used stay in memory.

    Args:
        played: returns the results of an event.
        moved: reads an event and its boards again: its players have other identities now.
    """

    def __init__(
        self, store: Store, background: Background, played: ResultsOf, moved: Callable[[str], Awaitable[None]]
    ) -> None:
        self._store, self._background, self._played, self._moved = store, background, played, moved
        self._live: dict[str, LiveSeries] = {}

    async def open(self, owner: str, wish: NewSeries) -> SeriesView:
        """Open a series. Its owner is the first organiser."""
        check_pay(wish.pays)
        series = Series(
            code="".join(secrets.choice(LETTERS) for _ in range(CODE)),
            title=clean(wish.title, LONGEST_TITLE),
            tie=wish.tie,
            pays=wish.pays,
            word=secrets.token_hex(8),
            key=secrets.token_hex(16),
        )
        await self._store.series.open(series, Organiser(1, clean(wish.name) or "The organiser", owner))
        return await self.view(owner, series.code)

    async def view(self, owner: str, code: str) -> SeriesView:
        """Return a series as one visitor sees it."""
        return view_of(*await (await self._find(code)).shown(), owner)

    async def table(self, code: str) -> SeriesTable:
        """Return the whole table of a series."""
        return (await (await self._find(code)).shown())[1]

    async def rule(self, owner: str, code: str, message: Rule | TakePart | Claim | Organise) -> SeriesView:
        """Carry out what a visitor decides or asks for. Without the personal code nobody claims a member here."""
        if isinstance(message, Claim):
            message = Claim(code=message.code)
        live = await self._find(code)
        before, after = live.state.kept, (await live.ask(owner, message)).kept
        if any(was.owner != member.owner for was, member in zip(before.members, after.members, strict=False)):
            for part in after.parts:
                await self._moved(part.code)
        return await self.view(owner, code)

    async def codes(self, owner: str, code: str) -> Codes:
        """Return the members' personal codes that nobody has used yet, for organisers."""
        members = (await self.organised(owner, code)).kept.members
        return Codes(tuple(Unused(each.number, each.name, each.code) for each in members if each.code and not each.owner))

    # What events ask for

    async def organised(self, owner: str, code: str) -> SeriesState:
        """Return a series, or raise HttpError if its visitor does not organise it."""
        state = await (await self._find(code)).current()
        if state.organiser(owner) is None:
            raise HttpError(403, "only the organisers of this series may do that")
        return state

    async def check_room_for_event(self, owner: str, code: str) -> Series:
        """Return a series in which an organiser may open another event, or raise HttpError or TurnError."""
        state = await self.organised(owner, code)
        if len(state.kept.parts) >= MOST_EVENTS:
            raise TurnError(f"a series has at most {MOST_EVENTS} events")
        return state.series

    async def enter(self, owner: str, code: str, name: str) -> Member:
        """Return somebody's membership in a series, added now if they have none."""
        member = (await (await self._find(code)).ask(owner, TakePart(name=name))).member(owner)
        assert member
        return member

    async def pick(self, owner: str, code: str, number: int) -> None:
        """Make an identity the member who was picked from the list, unless it is a member already."""
        await (await self._find(code)).ask(owner, Claim(member=number))

    async def write_in(self, code: str, name: str) -> tuple[Member, Mapping[int, int]]:
        """Return the member with a name, added now if there is none; and the merged members, see `SeriesState.same`."""
        state = await (await self._find(code)).ask(None, Enter(name=name))
        return named(state, name) or state.kept.members[-1], state.same

    async def _find(self, code: str) -> LiveSeries:
        """Return a series by its code, in upper or lower case, or raise HttpError if there is none."""
        code = code.upper()
        if code not in self._live:
            kept = await self._store.series.find(code)
            if kept is None:
                raise HttpError(404, f"there is no series with the code {code:.12}")
            state = state_of(kept, {part.code: await self._played(part.code) for part in kept.parts})
            self._live.setdefault(code, LiveSeries(state, self._store, self._background, self._played))
        self._live[code] = live = self._live.pop(code)
        if len(self._live) > KNOWN:
            del self._live[next(iter(self._live))]
        return live


def check_pay(pays: tuple[int, ...]) -> None:
    """Raise OptionsError if too many places get points, or a place gets fewer than the next."""
    read_number(len(pays), "the number of places that pay", 0, MOST_PAID, str(MOST_PAID))
    for pay in pays:
        read_number(pay, "what a place pays", 0, MOST_PAY, str(MOST_PAY))
    if any(pay < after for pay, after in pairwise(pays)):
        raise OptionsError("a place pays no less than the next one")
