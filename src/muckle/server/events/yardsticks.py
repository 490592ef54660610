"""What can be made of the cards of an event's round that is over: par by the strongest bot, and the best with hindsight.

Both are played out as matches of their own, so that anybody can step through them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from muckle.errors import ActionError, TurnError
from muckle.match.log import Decision
from muckle.match.match import Match
from muckle.players.par import Hindsight
from muckle.server.background import Background, insist
from muckle.server.bots.question import Unanswered
from muckle.server.events.event import HostedEvent
from muckle.server.events.event_messages import RoundBest, RoundPar
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.matches import Matches
from muckle.server.tables.turns import write
from muckle.store.contract import Sitter, Store, Terms
from muckle.store.gatherings import NewBoard

LEVEL = "expert"
BEST = {True: "best", False: "found"}
"""How the match is called in which the best line is played, proven or not."""
log = logging.getLogger("muckle.room")


class Yardsticks:
    """What rounds that are over could have come to; it is worked out while somebody asks.

    Args:
        store, matches: where the matches are kept in which it is played out.
        background: where the best line is sought.
        wake: has the bot of a match act.
        seek: finds the best line, see `Bots.seek`.
    """

    def __init__(
        self,
        store: Store,
        matches: Matches,
        background: Background,
        wake: Callable[[Hosted], object],
        seek: Callable[[str, Match], Awaitable[Hindsight]],
    ) -> None:
        self._store, self._matches, self._background = store, matches, background
        self._wake, self._seek = wake, seek
        self._seeking: dict[str, asyncio.Task[None]] = {}

    async def of(self, event: HostedEvent, number: int) -> RoundPar:
        """The par of a round, 0: of the newest; when that is known, the best that was possible.

        Raises:
            TurnError: it is not over. ActionError: its options keep the cards from everybody.
        """
        number = number or event.course.round
        if number not in event.course.results:
            raise TurnError("par is played when a round is over")
        if event.options.reveal_after_match == "none":
            raise ActionError("this event keeps hidden what was hidden: nobody plays its cards again", "General 11")
        match = f"{event.code}.{number}.par"
        score = await self._score(match)
        if score is None:
            hosted = await self._dealt(event, number, match, Sitter(LEVEL.title(), level=LEVEL))
            hosted.exact = True
            self._wake(hosted)
            return RoundPar(match, None)
        return RoundPar(match, score, await self._best(event, number))

    async def _score(self, match: str) -> int | None:
        """What has come of a match; None while it goes on, or if there is none."""
        ended = await self._store.ending(match)
        return int(ended.result.standings[0].score) if ended else None

    async def _dealt(self, event: HostedEvent, number: int, match: str, sitter: Sitter) -> Hosted:
        """A match with the cards of a round, dealt if it is not there."""
        if self._matches.held(match) is None:
            header, secret = event.course.dealt[number]
            await self._store.gatherings.deal([NewBoard(match, header, secret, sitter, Terms(away=0))])
        hosted = await self._matches.find(match)
        hosted.pace = "off"
        return hosted

    async def _best(self, event: HostedEvent, number: int) -> RoundBest | None:
        """The best that was possible; None while it is sought."""
        name = f"{event.code}.{number}"
        seeking = self._seeking.get(name)
        if seeking and not seeking.done():
            return None
        for proven, kind in BEST.items():
            score = await self._score(f"{name}.{kind}")
            if score is not None:
                self._seeking.pop(name, None)
                return RoundBest(f"{name}.{kind}", score, proven)
        if self._seeking.get(name) is seeking:  # else another who asked has begun meanwhile
            self._seeking[name] = self._background.spawn(self._find(event, number))
        return None

    async def _find(self, event: HostedEvent, number: int) -> None:
        """Seek the best line and play it."""
        header, secret = event.course.dealt[number]
        name = f"{event.code}.{number}"
        deal = await asyncio.to_thread(Match, header, secret=secret, narrate=False)
        try:
            found = await self._seek(f"{name} with hindsight", deal)
        except Unanswered as error:
            log.info("event %s: no hindsight yet, %s", name, error)  # who asks next has it sought again
            return
        line = await self._at_least(f"{name}.par", found)
        hosted = await self._dealt(event, number, f"{name}.{BEST[found.proven]}", Sitter("Hindsight"))
        await insist(lambda: play(hosted, line))

    async def _at_least(self, par: str, found: Hindsight) -> Sequence[str]:
        """The line that was found; that of par, where less was found in time."""
        hosted = await self._matches.find(par)
        async with hosted.lock:
            made = await hosted.load()
        if found.score >= made.scores[0]:
            return found.actions
        return tuple(decision.action for decision in made.decisions)


async def play(hosted: Hosted, line: Sequence[str]) -> None:
    """Play a line to its end, from wherever the match is."""

    def happen(match: Match) -> Sequence[Decision]:
        return [match.apply(action) for action in line[match.count :]]

    async with hosted.lock:
        if not (await hosted.load()).over:
            await write(hosted, secrets.token_hex(8), happen)
