"""Yardsticks for a finished round: par, played by the strongest bot, and the best result with hindsight.

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
"""Last part of the id of the match with the best line, by whether that line is proven to be the best."""
log = logging.getLogger("muckle.room")


class Yardsticks:
    """Par and best result of finished rounds, worked out while somebody asks for them.

    Args:
        store, matches: hold the matches in which the lines are played.
        background: runs the search for the best line.
        wake: makes the bot of a match act.
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
        """Return the par of a round and, once par is known, the best possible result.

        Args:
            number: the round; 0 for the newest.

        Raises:
            TurnError: the round is not over.
            ActionError: the event's options keep the cards closed.
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
        """Return the score of a finished match; None while it goes on or if it does not exist."""
        ended = await self._store.ending(match)
        return int(ended.result.standings[0].score) if ended else None

    async def _dealt(self, event: HostedEvent, number: int, match: str, sitter: Sitter) -> Hosted:
        """Return the match with the cards of a round, dealt now if it does not exist."""
        if self._matches.held(match) is None:
            header, secret = event.course.dealt[number]
            await self._store.gatherings.deal([NewBoard(match, header, secret, sitter, Terms(away=0))])
        hosted = await self._matches.find(match)
        hosted.pace = "off"
        return hosted

    async def _best(self, event: HostedEvent, number: int) -> RoundBest | None:
        """Return the best possible result; None while the search for it runs."""
        name = f"{event.code}.{number}"
        seeking = self._seeking.get(name)
        if seeking and not seeking.done():
            return None
        for proven, kind in BEST.items():
            score = await self._score(f"{name}.{kind}")
            if score is not None:
                self._seeking.pop(name, None)
                return RoundBest(f"{name}.{kind}", score, proven)
        if self._seeking.get(name) is seeking:  # otherwise another request has started the search meanwhile
            self._seeking[name] = self._background.spawn(self._find(event, number))
        return None

    async def _find(self, event: HostedEvent, number: int) -> None:
        """Search for the best line and play it."""
        header, secret = event.course.dealt[number]
        name = f"{event.code}.{number}"
        deal = await asyncio.to_thread(Match, header, secret=secret, narrate=False)
        try:
            found = await self._seek(f"{name} with hindsight", deal)
        except Unanswered as error:
            log.info("event %s: no hindsight yet, %s", name, error)  # the next request starts the search again
            return
        line = await self._at_least(f"{name}.par", found)
        hosted = await self._dealt(event, number, f"{name}.{BEST[found.proven]}", Sitter("Hindsight"))
        await insist(lambda: play(hosted, line))

    async def _at_least(self, par: str, found: Hindsight) -> Sequence[str]:
        """Return the line that was found, or the line of par if that scored more."""
        hosted = await self._matches.find(par)
        async with hosted.lock:
            made = await hosted.load()
        if found.score >= made.scores[0]:
            return found.actions
        return tuple(decision.action for decision in made.decisions)


async def play(hosted: Hosted, line: Sequence[str]) -> None:
    """Play a line from wherever the match stands to its end."""

    def happen(match: Match) -> Sequence[Decision]:
        return [match.apply(action) for action in line[match.count :]]

    async with hosted.lock:
        if not (await hosted.load()).over:
            await write(hosted, secrets.token_hex(8), happen)
