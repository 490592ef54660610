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
from collections.abc import Collection, Mapping
from datetime import date, timedelta

from muckle import games
from muckle.match.secret import SIZE, new_secret
from muckle.scene.contract import Face
from muckle.server.background import Background
from muckle.server.messages import Joined
from muckle.server.people.record_messages import Attempt, ClaimedWord, Daily, DayBefore, DayPlayed, Told
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
ONE_DAY = timedelta(days=1)
BEST = 3
"""Number of words of the day before that are shown, and of the attempts that they are taken from."""
_crowd = games.find(GAME).crowd
assert _crowd
CROWD = _crowd


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


def streaks(days: Collection[date], today: date) -> tuple[int, int]:
    """Return on how many days in a row somebody finished a deck: up to now, and at most ever.

    A row goes on while today's deck is still to be played.

    >>> streaks([date(2026, 11, day) for day in (18, 19, 20, 23, 24)], date(2026, 11, 25))
    (2, 3)
    """
    rows: dict[date, int] = {}
    for day in sorted(days):
        rows[day] = rows.get(day - ONE_DAY, 0) + 1
    return rows.get(today) or rows.get(today - ONE_DAY, 0), max(rows.values(), default=0)


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
        self._best: dict[tuple[date, int], tuple[ClaimedWord, ...]] = {}
        """The best words of the day before, by the day and how many have finished it: some do so after midnight."""

    async def play(self, owner: str, name: str) -> Joined:
        """Start somebody's attempt at today's deck, or return the one they have."""
        day = self._time.today()
        table = await self._attempt(day, owner, Sitter(clean(name) or "Player 1", owner=owner, salt=salt_of(day)))
        return joined(table, owner)

    async def view(self, owner: str) -> Daily:
        """Return today's deck as one person sees it. The others' scores are in it once their own attempt is over."""
        day = self._time.today()
        told = tuple([await self._told(day - timedelta(days=ago)) for ago in (1, 2)])
        scores = await self._scores_of(owner)
        mine, score = await self._store.attempt(str(day), owner), scores.get(day)
        played = await self._all(day)
        par = await self._par(day) if score is not None else await self._store.attempt(str(day), NOBODY)
        results = own = None
        if score is not None:
            results = await self._results(day)
            beaten = sum(each < score for each in played.values())
            own = Attempt(score, await self._words(mine), beaten, CROWD.rating(score))
        return Daily(
            str(day),
            self._time.left_of_today(),
            told,
            len(played),
            tuple(scores.get(day - timedelta(days=ago)) for ago in range(6, -1, -1)),
            *streaks(set(scores), day),
            mine,
            await self._score(par) if par else None,
            own,
            results,
            await self._before(owner, day - ONE_DAY, scores),
        )

    async def _results(self, day: date) -> DayPlayed:
        """Return the scores of a day's deck, with the bot's."""
        par = await self._store.attempt(str(day), NOBODY)
        spread = tuple(sorted(Counter((await self._all(day)).values()).items()))
        return DayPlayed(spread, await self._score(par) if par else None, par)

    async def _before(self, owner: str, day: date, scores: Mapping[date, int]) -> DayBefore | None:
        """Return what became of the deck of a day that is over; None if nobody played it."""
        results = await self._results(day)
        if not results.spread:
            return None
        mine = await self._store.attempt(str(day), owner)
        return DayBefore(str(day), results, scores.get(day), mine, await self._best_words(day))

    async def _best_words(self, day: date) -> tuple[ClaimedWord, ...]:
        """Return the best words of the best attempts at a day's deck, which is over."""
        played = await self._all(day)
        if (day, len(played)) not in self._best:
            best = sorted(played, key=played.__getitem__, reverse=True)[:BEST]
            words = [word for match in best for word in await self._words(match)]
            self._best = {(day, len(played)): tuple(sorted(words, key=lambda word: -word.points)[:BEST])}
        return self._best[day, len(played)]

    async def _scores_of(self, owner: str) -> dict[date, int]:
        """Return the scores of all that somebody has finished, by day."""
        attempts = await self._store.attempts_of(owner)
        return {date.fromisoformat(day): score for day, match in attempts if (score := await self._score(match)) is not None}

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

    async def _all(self, day: date) -> dict[str, int]:
        """Return the scores of all finished attempts of people on a day, by match."""
        matches = [match for owner, match in await self._store.attempts(str(day)) if owner != NOBODY]
        return {match: score for match in matches if (score := await self._score(match)) is not None}

    async def _score(self, match: str) -> int | None:
        """Return the score of an attempt; None while it goes on."""
        if match not in self._scores:
            ended = await self._store.ending(match)
            if ended is None:
                return None
            self._scores[match] = int(ended.result.standings[0].score)
        return self._scores[match]

    async def _words(self, match: str) -> tuple[ClaimedWord, ...]:
        """Return the words of an attempt, in the order in which they were claimed."""
        table = await self._matches.find(match)
        if await table.ended():
            return ()
        played = (await table.load()).position
        setup, state = played.plain_setup, played.plain_state
        points = [points for _, points in CROWD.words(setup, state)]
        rows = [tuple(Face("letters", top, bottom, on=on) for top, bottom, on in row) for row in CROWD.cards(setup, state)]
        return tuple(ClaimedWord(worth, row) for worth, row in zip(points, rows, strict=True))

    async def _told(self, day: date) -> Told:
        """Return the published secret of a day that is over."""
        root = await self._store.setting("daily secret", new_secret())
        return Told(str(day), secret_of(root, day))
