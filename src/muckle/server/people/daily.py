"""The dailies: one deal a day (UTC) of a game for everybody. Only the first attempt counts, and nobody can choose the deal.

Each game declares whether it has a daily and which bots play in it (`muckle.engine.daily`). Bots play alike for everybody who
plays alike: their chance follows from the day's secret and what has been played, so that results compare.

The secrets of all days of a game form a hash chain: each is the hash of the next day's secret. A day's secret is published when
the day is over. Its hash is the secret of the day before, which proves that it was not chosen later. Nobody can compute a later
secret from the published ones, except whoever runs the room and so has the last secret. Each game has a chain of its own, so
that a person who has played one game knows nothing of another game's deal.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections import Counter
from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from muckle import games, players
from muckle.engine.daily import Daily
from muckle.engine.game import Game
from muckle.engine.options import GameOptions
from muckle.match.match import Match
from muckle.match.secret import SIZE, new_secret
from muckle.scene.contract import ScoredLine
from muckle.scene.tell import listed
from muckle.server.background import Background
from muckle.server.errors import HttpError
from muckle.server.fair import in_thread
from muckle.server.messages import Joined
from muckle.server.names import clean
from muckle.server.people.record_messages import Attempt, DailyGame, DailyView, DayBefore, DayPlayed, Told
from muckle.server.tables.matches import Matches
from muckle.server.tables.seats import bot
from muckle.server.tables.steps import Attended, UseExactBots
from muckle.server.tables.table import Table
from muckle.server.tables.tables import Tables, joined, new_id
from muckle.store.matches import Sitter, Terms
from muckle.store.sql import Store

LAST = date(2100, 1, 1)
"""The day whose secret is the root of the hash chain."""
NOBODY = ""
"""Owner of the attempt from which par comes, which a bot plays for no person."""
PAR = "expert"
"""Level of the bot whose score is the par."""
SEAT = 0
"""Seat of the person who plays a daily; bots have the others."""
ONE_DAY = timedelta(days=1)
BEST = 3
"""Number of yesterday's lines that are shown, and number of best attempts from which these are taken."""
KEPT = 1000
"""Number of attempts whose outcomes are kept in memory."""


class End(NamedTuple):
    """The final score of an attempt at a daily, and whether the person won."""

    score: int
    won: bool


class Outcome(NamedTuple):
    """The outcome of a finished attempt, as its player is shown it."""

    lines: tuple[ScoredLine, ...] = ()
    own: str = ""
    """The result against the bots in words; empty in a game for one."""


@functools.cache
def offered() -> dict[str, Game]:
    """Return the games that have a daily, by name; games for one person come first."""
    return {
        game.name: game
        for game in sorted(games.GAMES.values(), key=lambda game: bool(game.daily and game.daily.bots))
        if game.daily
    }


def find(name: str) -> tuple[Game, Daily]:
    """Return a game with its daily, or the first game that has one if the name is empty.

    Raises:
        HttpError: no game of this name has a daily.
    """
    known = offered()
    game = known.get(name or next(iter(known), ""))
    if game is None or game.daily is None:
        raise HttpError(404, f"no game called {name!r:.60} has a daily; there are {listed(known)}")
    return game, game.daily


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
    """Return the salt of a day: a public value, so that everybody gets the same deal."""
    return hashlib.blake2b(f"muckle daily {day}".encode(), digest_size=SIZE).hexdigest()


def streaks(days: Collection[date], today: date) -> tuple[int, int]:
    """Return the lengths of a person's current and longest streaks: consecutive days on which they finished a daily.

    A streak that ends yesterday still counts: today's daily can still be played.

    >>> streaks([date(2026, 11, day) for day in (18, 19, 20, 23, 24)], date(2026, 11, 25))
    (2, 3)
    """
    rows: dict[date, int] = {}
    for day in sorted(days):
        rows[day] = rows.get(day - ONE_DAY, 0) + 1
    return rows.get(today) or rows.get(today - ONE_DAY, 0), max(rows.values(), default=0)


class Dailies:
    """The dailies of each game and day, and the attempts at them.

    Args:
        store: the database.
        matches: the matches in memory.
        tables: opens attempts.
        background: has the clock that tells the date.
    """

    def __init__(self, store: Store, matches: Matches, tables: Tables, background: Background) -> None:
        self._store, self._matches, self._tables, self._time = store, matches, tables, background.time
        self._lock = asyncio.Lock()
        self._ends: dict[str, End] = {}
        """Ends of finished attempts, by match."""
        self._outcomes: dict[str, Outcome] = {}
        """Outcomes of the attempts that were asked for last, by match."""

    def today(self) -> date:
        """Return the day whose deals are played now."""
        return self._time.today()

    async def play(self, owner: str, name: str, game: str = "") -> Joined:
        """Start somebody's attempt at today's deal of a game, or return the one they have.

        Raises:
            HttpError: the game has no daily.
        """
        kind, _ = find(game)
        day = self.today()
        sitter = Sitter(clean(name) or "Player 1", owner=owner, salt=salt_of(day), seated=True)
        table = await self._attempt(kind, day, owner, sitter)
        return joined(table, owner)

    async def view(self, owner: str, game: str = "") -> DailyView:
        """Return today's deal of a game as one person sees it. The others' scores are in it once their own attempt is over.

        Raises:
            HttpError: the game has no daily.
        """
        kind, declared = find(game)
        day = self.today()
        told = tuple([await self._told(kind, day - timedelta(days=ago)) for ago in (1, 2)])
        ends, played = await self._ends_of(kind, owner), await self._all(kind, day)
        mine, end = await self._store.people.attempt(kind.name, str(day), owner), ends.get(day)
        par = await self._par(kind, day) if end else await self._store.people.attempt(kind.name, str(day), NOBODY)
        scores = {day: end.score for day, end in ends.items()}
        streak, longest = streaks(set(ends), day)
        return DailyView(
            game=kind.name,
            title=kind.title,
            games=tuple([await self._offer(each, day, owner) for each in offered().values()]),
            bots=tuple(players.find(level, kind).title for level in declared.bots),
            line=declared.line,
            blocks=declared.blocks,
            words="dictionary" in _options(kind, declared).public(),
            day=str(day),
            left=self._time.left_of_today(),
            told=told,
            played=len(played),
            week=tuple(scores.get(day - timedelta(days=ago)) for ago in range(6, -1, -1)),
            streak=streak,
            longest=longest,
            match=mine,
            par=await self._score(par) if par else None,
            own=await self._own(mine, end, played) if end else None,
            results=await self._results(kind, day, played) if end else None,
            before=await self._before(kind, owner, day - ONE_DAY, scores),
        )

    async def _offer(self, game: Game, day: date, owner: str) -> DailyGame:
        mine = await self._store.people.attempt(game.name, str(day), owner)
        return DailyGame(game.name, game.title, await self._score(mine) if mine else None)

    async def _own(self, match: str, end: End, played: Mapping[str, End]) -> Attempt:
        """Return the result of a finished attempt of today."""
        beaten = sum(each.score < end.score for each in played.values())
        outcome, ended = await self._outcome(match), await self._store.ending(match)
        return Attempt(
            score=end.score,
            lines=outcome.lines,
            beaten=beaten,
            rating=ended.result.rating if ended else "",
            own=outcome.own,
            won=end.won,
        )

    async def _results(self, game: Game, day: date, played: Mapping[str, End]) -> DayPlayed:
        """Return the scores of a day's deal, with the bot's; `played` has the ends of the finished attempts."""
        par = await self._store.people.attempt(game.name, str(day), NOBODY)
        spread = tuple(sorted(Counter(end.score for end in played.values()).items()))
        return DayPlayed(spread, await self._score(par) if par else None, par, sum(end.won for end in played.values()))

    async def _before(self, game: Game, owner: str, day: date, scores: Mapping[date, int]) -> DayBefore | None:
        """Return the results of a day that is over, as one person sees them; None if nobody finished the daily."""
        played = await self._all(game, day)
        if not played:
            return None
        mine, results = await self._store.people.attempt(game.name, str(day), owner), await self._results(game, day, played)
        return DayBefore(str(day), results, scores.get(day), mine, await self._best_lines(played))

    async def _best_lines(self, played: Mapping[str, End]) -> tuple[ScoredLine, ...]:
        """Return the lines with the most points among those of the best of some finished attempts."""
        best = sorted(played, key=lambda match: -played[match].score)[:BEST]
        lines = [line for match in best for line in (await self._outcome(match)).lines]
        return tuple(sorted(lines, key=lambda line: -line.points)[:BEST])

    async def _ends_of(self, game: Game, owner: str) -> dict[date, End]:
        """Return the ends of all attempts that somebody has finished at a game's dailies, by day."""
        attempts = await self._store.people.attempts_of(game.name, owner)
        return {date.fromisoformat(day): end for day, match in attempts if (end := await self._end(match))}

    async def _attempt(self, game: Game, day: date, owner: str, sitter: Sitter) -> Table:
        """Return the table of a person's first attempt at a day's deal. Opens it if there is none."""
        async with self._lock:  # one table for each
            match = await self._store.people.first_attempt(game.name, str(day), owner, new_id())
            if await self._store.seating(match) is None:
                assert game.daily
                sitters = [sitter]
                for level in game.daily.bots:
                    sitters.append(bot(level, game.name, sitters))
                secret = secret_of(await self._root(game), day)
                terms = Terms(away=0, daily=str(day), advice=False)
                await self._tables.deal(match, secret, _options(game, game.daily), tuple(sitters), terms)
        return await self._matches.find(match)

    async def _par(self, game: Game, day: date) -> str:
        """Return the id of the match in which the strongest bot plays a day's deal, and have the bot go on.

        An empty text in a game for several: points against bots are no measure of a deal.
        """
        if game.daily and game.daily.bots:
            return ""
        table = await self._attempt(game, day, NOBODY, Sitter(PAR.title(), level=PAR, salt=salt_of(day)))
        if await self._score(table.id) is None:
            await table.send(UseExactBots())
            await table.send(Attended())
        return table.id

    async def _all(self, game: Game, day: date) -> dict[str, End]:
        """Return the ends of all attempts that people have finished at a day's deal, by match."""
        attempts = await self._store.people.attempts(game.name, str(day))
        return {match: end for owner, match in attempts if owner != NOBODY and (end := await self._end(match))}

    async def _score(self, match: str) -> int | None:
        """Return the score of an attempt; None while it goes on."""
        end = await self._end(match)
        return end.score if end else None

    async def _end(self, match: str) -> End | None:
        """Return the end of an attempt; None while it goes on."""
        if match not in self._ends:
            ended = await self._store.ending(match)
            if ended is None:
                return None
            first = (standing.seat for standing in ended.result.standings if standing.place == 1)
            self._ends[match] = End(ended.scores[SEAT], len(ended.seats) > 1 and SEAT in first)
        return self._ends[match]

    async def _outcome(self, match: str) -> Outcome:
        """Return the outcome of a finished attempt; an empty one if it was played by another version of the rules."""
        if match not in self._outcomes:
            table = await self._matches.find(match)
            old = await table.ended()
            self._outcomes[match] = Outcome() if old else await in_thread(_outcome_of, (await table.load()).copy())
            if len(self._outcomes) > KEPT:
                self._outcomes.pop(next(iter(self._outcomes)))
        return self._outcomes[match]

    async def _root(self, game: Game) -> str:
        """Return the last secret of a game's hash chain, from which the secret of each day follows."""
        return await self._store.setting(f"daily secret {game.name}", new_secret())

    async def _told(self, game: Game, day: date) -> Told:
        """Return the published secret of a day that is over."""
        return Told(str(day), secret_of(await self._root(game), day))


def _options(game: Game, declared: Daily) -> GameOptions:
    """Return the options of a game's daily: those of its recommended game."""
    seats = 1 + len(declared.bots)
    return game.read_options(None, {**game.options.for_seats(seats), "seats": seats})


def _outcome_of(match: Match) -> Outcome:
    """Return the outcome of a finished match for the person who played it."""
    shown = match.scene(SEAT).result
    return Outcome(match.scored_lines(SEAT), shown.own if shown else "")
