"""A question: what is to be done at one position of a match, and where the answer goes."""

from __future__ import annotations

import asyncio
import functools
import secrets
from collections.abc import Callable, Sequence

from muckle import players
from muckle.match.match import Match
from muckle.players.advice import Advice
from muckle.server.protocol import Advise, Choose

THINKS = {"easy": 0.05, "medium": 0.1, "hard": 0.3, "expert": 1.0}
"""Seconds of one core that a decision of a level takes at most; the others take next to none."""
PROMISE = 1.0
"""Seconds in which every question is to be answered: if there are too many for that, bots think less."""
LEAST = 0.01
"""The smallest share of its thinking that a bot takes."""


class Unanswered(Exception):
    """No worker could choose."""


class Question:
    """Asked of one worker, and of another one if that one dies or is silent.

    Args:
        visitor: in whose line it waits: who opened the table.
        match: as it is now; it may go on meanwhile.
        level: of who thinks.
        ask: makes what a worker is asked; None: which action a bot of that level takes.
        hear: is given what comes before the answer.
    """

    def __init__(
        self,
        visitor: str,
        match_id: str,
        match: Match,
        level: str,
        ask: Callable[..., Choose | Advise] | None = None,
        hear: Callable[[Advice], object] = lambda advice: None,
    ) -> None:
        self.id = secrets.randbelow(2**62)
        self.visitor, self.match_id, self.level = visitor, match_id, level
        self.game, self.seq = match.game.name, match.seq
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.thinks = thinks(level)
        """Seconds that its answer takes, if there is the time."""
        self.since = asyncio.get_running_loop().time()
        self.deaths = 0
        """Workers that have died of it."""
        self.hear = hear
        self._match, self._seed = match, secrets.randbelow(2**62)
        self._ask = ask or functools.partial(Choose, level=level)

    def request(self, told: int | None, effort: float) -> Choose | Advise:
        """As it is put to a worker that has been told of the match up to an entry; None: of nothing."""
        match = self._match
        assert match.secret
        header, after = (match.header, 0) if told is None or told > self.seq else (None, told)
        log = match.entries(after)[: self.seq - after]  # others may have come since
        return self._ask(
            id=self.id,
            match=self.match_id,
            header=header,
            after=after,
            log=log,
            secret=match.secret,
            seed=self._seed,
            effort=effort,
        )

    def refuse(self, error: str) -> None:
        """There will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(Unanswered(error))


def thinks(name: str) -> float:
    """Seconds that a player of that name may think; none if there is no such player."""
    who = name.partition(":")[0]
    return THINKS.get(players.BIRDS[who].level if who in players.BIRDS else who, 0.0)


def effort(line: Sequence[Question], visitors: int, workers: int, now: float) -> float:
    """The share of its thinking that the next question of a visitor may take, so that all that wait are answered in time.

    Each visitor who waits gets an equal part of the workers, and has that part think for the rest of the time that the
    oldest question was promised.

    Args:
        line: all questions of the visitor. now: seconds, by the clock of `Question.since`.
    """
    left = max(0.0, min(question.since for question in line) + PROMISE - now) * workers / visitors
    needed = sum(question.thinks for question in line)
    return max(LEAST, min(1.0, left / needed)) if needed else 1.0
