"""Today's Mickell: one deck a day (UTC) for everybody, the first attempt counts, and no deck is chosen for its players.

The secrets of all days form a chain: each is the hash of the next day's. So a day's secret, told when the day is over, is
proved by hashing to the one before; from what has been told nobody can reckon forward. Whoever keeps the room could.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections import Counter
from datetime import date, timedelta

from muckle import games
from muckle.match.match import Match
from muckle.match.secret import SIZE, new_secret
from muckle.server.background import Background
from muckle.server.messages import Joined
from muckle.server.people.record_messages import Attempt, Daily, Told
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.matches import Matches
from muckle.server.tables.names import clean
from muckle.server.tables.tables import Tables, joined, new_id
from muckle.store.contract import Sitter, Store, Terms

GAME = "mickell"
LAST = date(2100, 1, 1)
"""The day whose secret all others are hashes of."""
NOBODY = ""
"""Whose attempt the par is: that of a bot, at the strongest level."""
PAR = "expert"


def hashed(secret: str) -> str:
    """The secret of the day before: BLAKE2b (32 bytes) of a secret's bytes."""
    return hashlib.blake2b(bytes.fromhex(secret), digest_size=SIZE).hexdigest()


@functools.lru_cache(maxsize=8)
def secret_of(root: str, day: date) -> str:
    """The secret of a day, from that of the last one."""
    for _ in range((LAST - day).days):
        root = hashed(root)
    return root


def salt_of(day: date) -> str:
    """What everybody's chance is mixed with on a day, so that all have one deck: anybody can reckon it."""
    return hashlib.blake2b(f"muckle daily {day}".encode(), digest_size=SIZE).hexdigest()


class Dailies:
    """The deck of each day, and what people made of it.

    Args:
        store: where attempts are kept. matches: those in memory. tables: where they are opened. background: whose day it is.
    """

    def __init__(self, store: Store, matches: Matches, tables: Tables, background: Background) -> None:
        self._store, self._matches, self._tables, self._time = store, matches, tables, background.time
        self._lock = asyncio.Lock()
        self._scores: dict[str, int] = {}
        """Of attempts that are over, by match."""

    async def play(self, owner: str, name: str) -> Joined:
        """Begin today's attempt of somebody, or go to it."""
        day = self._time.today()
        hosted = await self._attempt(day, owner, Sitter(clean(name) or "Player 1", owner=owner, salt=salt_of(day)))
        return joined(hosted, owner)

    async def view(self, owner: str) -> Daily:
        """Today as somebody sees it: the par and the others only when their own attempt is over."""
        day = self._time.today()
        told = tuple([await self._told(day - timedelta(days=ago)) for ago in (1, 2)])
        mine = await self._store.attempt(str(day), owner)
        score = await self._score(mine) if mine else None
        if score is None:
            return Daily(str(day), told, mine)
        par, scores = await self._par(day), Counter(await self._all(day))
        own = Attempt(score, await self._words(mine), sum(count for each, count in scores.items() if each < score))
        return Daily(str(day), told, mine, own, await self._score(par), par, tuple(sorted(scores.items())))

    async def _attempt(self, day: date, owner: str, sitter: Sitter) -> Hosted:
        """The first attempt of somebody at a day's deck, which begins now if there is none."""
        async with self._lock:  # one table for each
            match = await self._store.first_attempt(str(day), owner, new_id())
            if await self._store.seating(match) is None:
                root = await self._store.setting("daily secret", new_secret())
                options = games.find(GAME).read_options()
                terms = Terms(away=0, daily=str(day), advice=False)
                await self._tables.deal(match, secret_of(root, day), options, (sitter,), terms)
        return await self._matches.find(match)

    async def _par(self, day: date) -> str:
        """The match in which a bot plays the day's deck, as the strongest players do; it goes on while it is looked at."""
        hosted = await self._attempt(day, NOBODY, Sitter(PAR.title(), level=PAR, salt=salt_of(day)))
        hosted.pace, hosted.exact = "off", True
        if await self._score(hosted.id) is None:
            self._tables.wake(hosted)
        return hosted.id

    async def _all(self, day: date) -> list[int]:
        """What people have scored on a day, as far as their attempts are over."""
        matches = [match for owner, match in await self._store.attempts(str(day)) if owner != NOBODY]
        return [score for match in matches if (score := await self._score(match)) is not None]

    async def _score(self, match: str) -> int | None:
        """What an attempt has come to; None while it goes on."""
        if match not in self._scores:
            ended = await self._store.ending(match)
            if ended is None:
                return None
            self._scores[match] = int(ended.result.standings[0].score)
        return self._scores[match]

    async def _words(self, match: str) -> tuple[int, ...]:
        """How long the words of an attempt are, in the order in which they were claimed."""
        hosted = await self._matches.find(match)
        async with hosted.lock:
            if await hosted.ended():
                return ()
            played: Match = await hosted.load()
        crowd = games.find(GAME).crowd
        assert crowd
        return tuple(len(word) for word, _ in crowd.words(played.position.plain_setup, played.position.plain_state))

    async def _told(self, day: date) -> Told:
        """The secret of a day that is over."""
        root = await self._store.setting("daily secret", new_secret())
        return Told(str(day), secret_of(root, day))
