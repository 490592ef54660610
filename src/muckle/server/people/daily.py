"""Today's Mickell: one deck a day (UTC) for everybody. Only the first attempt counts, and nobody can choose the deck.

The secrets of all days form a hash chain: each is the hash of the next day's secret. A day's secret is published when the day
is over, and hashing it gives the one before, which proves it. Nobody can compute a later secret from the published ones, except
whoever runs the room and so has the last one.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections import Counter
from datetime import date, timedelta

from muckle import games
from muckle.match.secret import SIZE, new_secret
from muckle.server.background import Background
from muckle.server.messages import Joined
from muckle.server.people.record_messages import Attempt, Daily, Told
from muckle.server.tables.matches import Matches
from muckle.server.tables.seats import clean
from muckle.server.tables.steps import Attended, UseExactBots
from muckle.server.tables.table import Table
from muckle.server.tables.tables import Tables, joined, new_id
from muckle.store.matches import Sitter, Terms
from muckle.store.sql import Store

GAME = "mickell"
LAST = date(2100, 1, 1)
"""The day whose secret is the root of the hash chain."""
NOBODY = ""
"""Owner of the attempt that gives the par, which a bot of the strongest level plays."""
PAR = "expert"


def hashed(secret: str) -> str:
    """Return the secret of the day before: the BLAKE2b hash (32 bytes) of a secret's bytes."""
    return hashlib.blake2b(bytes.fromhex(secret), digest_size=SIZE).hexdigest()


@functools.lru_cache(maxsize=8)
def secret_of(root: str, day: date) -> str:
    """Return the secret of a day, computed from the root of the chain."""
    for _ in range((LAST - day).days):
        root = hashed(root)
    return root


def salt_of(day: date) -> str:
    """Return the salt of a day: a public value, so that everybody gets the same deck."""
    return hashlib.blake2b(f"muckle daily {day}".encode(), digest_size=SIZE).hexdigest()


class Dailies:
    """The deck of each day, and the attempts at it.

    Args:
        store: the database.
        matches: the matches in memory.
        tables: opens attempts.
        background: has the clock that tells the date.
    """

    def __init__(self, store: Store, matches: Matches, tables: Tables, background: Background) -> None:
        self._store, self._matches, self._tables, self._time = store, matches, tables, background.time
        self._lock = asyncio.Lock()
        self._scores: dict[str, int] = {}
        """Scores of finished attempts, by match."""

    async def play(self, owner: str, name: str) -> Joined:
        """Start somebody's attempt at today's deck, or return the one they have."""
        day = self._time.today()
        table = await self._attempt(day, owner, Sitter(clean(name) or "Player 1", owner=owner, salt=salt_of(day)))
        return joined(table, owner)

    async def view(self, owner: str) -> Daily:
        """Return today's deck as one person sees it. Par and the others' scores are in it once their own attempt is over."""
        day = self._time.today()
        told = tuple([await self._told(day - timedelta(days=ago)) for ago in (1, 2)])
        mine = await self._store.attempt(str(day), owner)
        score = await self._score(mine) if mine else None
        if score is None:
            return Daily(str(day), told, mine)
        par, scores = await self._par(day), Counter(await self._all(day))
        own = Attempt(score, await self._words(mine), sum(count for each, count in scores.items() if each < score))
        return Daily(str(day), told, mine, own, await self._score(par), par, tuple(sorted(scores.items())))

    async def _attempt(self, day: date, owner: str, sitter: Sitter) -> Table:
        """Return somebody's first attempt at a day's deck, begun now if there is none."""
        async with self._lock:  # one table for each
            match = await self._store.first_attempt(str(day), owner, new_id())
            if await self._store.seating(match) is None:
                root = await self._store.setting("daily secret", new_secret())
                options = games.find(GAME).read_options()
                terms = Terms(away=0, daily=str(day), advice=False)
                await self._tables.deal(match, secret_of(root, day), options, (sitter,), terms)
        return await self._matches.find(match)

    async def _par(self, day: date) -> str:
        """Return the id of the match in which the strongest bot plays a day's deck, and have the bot go on."""
        table = await self._attempt(day, NOBODY, Sitter(PAR.title(), level=PAR, salt=salt_of(day)))
        if await self._score(table.id) is None:
            await table.send(UseExactBots())
            await table.send(Attended())
        return table.id

    async def _all(self, day: date) -> list[int]:
        """Return the scores of all finished attempts of people on a day."""
        matches = [match for owner, match in await self._store.attempts(str(day)) if owner != NOBODY]
        return [score for match in matches if (score := await self._score(match)) is not None]

    async def _score(self, match: str) -> int | None:
        """Return the score of an attempt; None while it goes on."""
        if match not in self._scores:
            ended = await self._store.ending(match)
            if ended is None:
                return None
            self._scores[match] = int(ended.result.standings[0].score)
        return self._scores[match]

    async def _words(self, match: str) -> tuple[int, ...]:
        """Return the number of letters of each word of an attempt, in the order in which the words were claimed."""
        table = await self._matches.find(match)
        if await table.ended():
            return ()
        played = await table.load()
        crowd = games.find(GAME).crowd
        assert crowd
        return tuple(len(word) for word, _ in crowd.words(played.position.plain_setup, played.position.plain_state))

    async def _told(self, day: date) -> Told:
        """Return the published secret of a day that is over."""
        root = await self._store.setting("daily secret", new_secret())
        return Told(str(day), secret_of(root, day))
