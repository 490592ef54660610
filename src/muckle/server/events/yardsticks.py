"""Yardsticks for a finished round: par, played by the strongest bot, and the best result with hindsight.

Both are played out as matches of their own, so that anybody can step through them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from muckle.errors import ActionError, TurnError
from muckle.games.mickell import text
from muckle.match.match import Match
from muckle.players.par import Hindsight
from muckle.server.background import Background, insist
from muckle.server.bots.question import Unanswered
from muckle.server.events.messages import OwnWord, RoundBest, RoundPar
from muckle.server.events.state import EventState
from muckle.server.tables.matches import Matches
from muckle.server.tables.steps import Attended, PlayLine, UseExactBots
from muckle.server.tables.table import Table
from muckle.store.events import NewBoard
from muckle.store.matches import Sitter, Terms
from muckle.store.sql import Store

LEVEL = "expert"
BEST = {True: "best", False: "found"}
"""Last part of the id of the match with the best line, by whether that line is proven to be the best."""
log = logging.getLogger("muckle.room")


class Yardsticks:
    """Par and best result of finished rounds, worked out while somebody asks for them.

    Args:
        store, matches: where the matches are kept in which it is played out.
        background: where the best line is sought.
        seek: finds the best line, see `Bots.seek`.
    """

    def __init__(
        self,
        store: Store,
        matches: Matches,
        background: Background,
        seek: Callable[[str, Match], Awaitable[Hindsight]],
    ) -> None:
        self._store, self._matches, self._background, self._seek = store, matches, background, seek
        self._seeking: dict[str, asyncio.Task[None]] = {}

    async def of(self, event: EventState, number: int) -> RoundPar:
        """Return the par of a round and, once par is known, the best possible result; number 0 means the newest round.

        Raises:
            TurnError: the round is not over.
            ActionError: the event's options keep the cards closed.
        """
        number = number or event.course.round
        if number not in event.course.results:
            raise TurnError("par is played when a round is over")
        if number not in event.course.dealt:
            raise TurnError("par is played when a caller has typed in the order of the cards")
        if event.options.reveal_after_match == "none":
            raise ActionError("this event keeps hidden what was hidden: nobody plays its cards again", "General 11")
        match = f"{deal_id(event, number)}.par"
        score = await self._score(match)
        if score is None:
            table = await self._dealt(event, number, match, Sitter(LEVEL.title(), level=LEVEL))
            await table.send(UseExactBots())
            await table.send(Attended())
            return RoundPar(match, None)
        return RoundPar(match, score, await self._best(event, number), await self._words_of(event, match))

    async def _words_of(self, event: EventState, match: str) -> tuple[OwnWord, ...]:
        """Return the words of a match that is over; none if it was played by other rules."""
        table = await self._matches.find(match)
        if await table.ended():
            return ()
        position = (await table.load()).position
        return tuple(OwnWord(*each) for each in text.words_claimed(position.plain_setup, position.plain_state))

    async def _score(self, match: str) -> int | None:
        """Return the score of a finished match; None while it goes on or if it does not exist."""
        ended = await self._store.ending(match)
        return int(ended.result.standings[0].score) if ended else None

    async def _dealt(self, event: EventState, number: int, match: str, sitter: Sitter) -> Table:
        """Return the table of a match with the cards of a round. Deals the match if it does not exist."""
        if self._matches.in_memory(match) is None:
            header, secret = event.course.dealt[number]
            await self._store.events.deal([NewBoard(match, header, secret, sitter, Terms(away=0))])
        return await self._matches.find(match)

    async def _best(self, event: EventState, number: int) -> RoundBest | None:
        """Return the best possible result; None while the search runs."""
        name = deal_id(event, number)
        seeking = self._seeking.get(name)
        if seeking and not seeking.done():
            return None
        for proven, kind in BEST.items():
            score = await self._score(f"{name}.{kind}")
            if score is not None:
                self._seeking.pop(name, None)
                return RoundBest(f"{name}.{kind}", score, proven, await self._words_of(event, f"{name}.{kind}"))
        if self._seeking.get(name) is seeking:  # otherwise another request has started the search meanwhile
            self._seeking[name] = self._background.spawn(self._find(event, number))
        return None

    async def _find(self, event: EventState, number: int) -> None:
        """Seek the best line and play it."""
        header, secret = event.course.dealt[number]
        name = deal_id(event, number)
        deal = await asyncio.to_thread(Match, header, secret=secret, narrate=False)
        try:
            found = await self._seek(f"{name} with hindsight", deal)
        except Unanswered as error:
            log.info("event %s: no hindsight yet, %s", name, error)  # the next request starts the search again
            return
        line = await self._at_least(f"{name}.par", found)
        table = await self._dealt(event, number, f"{name}.{BEST[found.proven]}", Sitter("Hindsight"))
        await insist(lambda: play(table, line))

    async def _at_least(self, par: str, found: Hindsight) -> Sequence[str]:
        """Return the line that the search found, or the line of par if that scores more."""
        made = await (await self._matches.find(par)).load()
        if found.score >= made.scores[0]:
            return found.actions
        return tuple(decision.action for decision in made.decisions)


def deal_id(event: EventState, number: int) -> str:
    """Return the common prefix of the ids of all matches with a round's cards. Correcting the order of the cards changes it."""
    corrected = event.course.own_deck.get(number, 1) - 1
    return f"{event.code}.{number}" + (f".{corrected}" if corrected else "")


async def play(table: Table, line: Sequence[str]) -> None:
    """Play the remaining actions of a line, which holds all actions of a match in order."""
    await table.send(PlayLine(tuple(line), secrets.token_hex(8)))
