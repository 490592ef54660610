"""A question: what is to be done at one position of a match, and where the answer goes."""

from __future__ import annotations

import asyncio
import functools
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from muckle import players
from muckle.match.match import Match
from muckle.players.advice import Advice
from muckle.server.bots.protocol import Advise, Choose, JudgeTask, SeekTask
from muckle.server.fair_queue import Payer

HINDSIGHT = "hindsight"
"""Name of the level that knows the cards to come."""
THINKS = {"easy": 0.05, "medium": 0.1, "hard": 0.3, "expert": 1.0, HINDSIGHT: 10.0}
"""Maximum CPU seconds of a decision by level; the other levels take next to none."""
LEARNS = 0.2
"""Weight of the newest answer in the expected duration of the next (exponential smoothing)."""
PROMISE = 0.5
"""Seconds in which a question is to be answered, or as many as its level takes if those are more: if there are too many
questions for that, bots think less. A person may wait for several, one after the other."""
LEAST = 0.01
"""The smallest share of its thinking that a bot takes."""


class Unanswered(Exception):
    """No worker could choose."""


class Question:
    """Asked of one worker, and of another one if that one dies or is silent.

    Args:
        payer: in whose line it waits: who opened the table.
        match: as it is now; it may go on meanwhile.
        level: of who thinks.
        ask: makes what a worker is asked; None: which action a bot of that level takes.
        hear: is given what comes before the answer.
        exact: whether it waits for a worker that can think in full.
        stops_early: whether a worker that is told to stop answers with what it has found so far.
    """

    def __init__(
        self,
        payer: Payer,
        match_id: str,
        match: Match,
        level: str,
        ask: Callable[..., Choose | Advise | JudgeTask | SeekTask] | None = None,
        hear: Callable[[Advice], object] = lambda advice: None,
        exact: bool = False,
        stops_early: bool = False,
    ) -> None:
        self.id = secrets.randbelow(2**62)
        self.payer, self.match_id, self.level = payer, match_id, level
        self.game, self.seq = match.game.name, match.seq
        self.kind = self.game, level, ask is None, exact
        """Questions of one kind take about as long."""
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.thinks = thinks(level)
        """Maximum thinking time of its answer, in seconds."""
        self.since = asyncio.get_running_loop().time()
        self.effort = 1.0
        """Fraction of its normal thinking that a worker was last asked for."""
        self.asked = self.since
        """Time of that request, by the event loop's clock."""
        self.charged = 0.0
        """Seconds of a worker that its payer has been charged for, before they are known."""
        self.deaths = 0
        """Number of workers that have died of it."""
        self.hear, self.exact, self.stops_early = hear, exact, stops_early
        self._match, self._seed = match, secrets.randbelow(2**62)
        self._ask = ask or functools.partial(Choose, level=level)

    def request(self, told: int | None, effort: float) -> Choose | Advise | JudgeTask | SeekTask:
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


class Expectation:
    """Expected duration of answers by kind of question, learned from those that were thought about in full."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, str, bool, bool], float] = {}

    def of(self, question: Question) -> float:
        """Seconds that an answer is likely to take, if there is the time."""
        return min(question.thinks, self._seconds.get(question.kind, question.thinks))

    def learn(self, question: Question, now: float) -> None:
        """Learn from an answer, unless nobody needed it any more: then it may have been cut short."""
        if question.effort == 1 and not question.answer.done():
            took = now - question.asked
            self._seconds[question.kind] = self._seconds.get(question.kind, took) * (1 - LEARNS) + took * LEARNS


def effort(line: Sequence[Question], seconds: Sequence[float], rivals: int, workers: int, now: float) -> float:
    """Return the fraction of its normal thinking that a visitor's next question may take, so that all are answered in time.

    Each address that waits gets an equal part of the workers, and each visitor an equal part of that. It thinks for the rest of
    the time that the oldest question was promised.

    Args:
        line: all questions of the visitor. seconds: what each is likely to take, if there is the time.
        rivals: n where the visitor gets one n-th of the workers.
        now: by the clock of `Question.since`.
    """
    promised = min(question.since for question in line) + max(PROMISE, *seconds)
    left = max(0.0, promised - now) * workers / rivals
    needed = sum(seconds)
    return max(LEAST, min(1.0, left / needed)) if needed else 1.0
