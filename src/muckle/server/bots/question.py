"""A question to a worker: a position of a match, what is asked about it, and the future that receives the answer."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from muckle import players
from muckle.match.log import LogEntry
from muckle.match.match import Match
from muckle.players.advice import Advice
from muckle.server.bots.protocol import Advise, Choose, Judge, Seek
from muckle.server.fair import Client

HINDSIGHT = "hindsight"
"""Name of the level that knows the cards to come."""
THINKS = {"easy": 0.05, "fair": 0.1, "medium": 0.1, "good": 0.2, "hard": 0.3, "expert": 1.0, HINDSIGHT: 10.0}
"""Maximum CPU seconds of a decision by level; the other levels take next to none."""
LEARNS = 0.2
"""Weight of the newest answer in the expected duration of the next (exponential smoothing)."""
PROMISE = 0.5
"""Seconds in which every question should be answered, or as many as its level thinks if that is more. If there are too many
questions, bots think less. A person may wait for several questions in a row."""
LEAST = 0.01
"""Smallest fraction of its normal thinking that a bot does."""


class Unanswered(Exception):
    """Raised for a question that no worker could answer."""


class Question:
    """A question about one position. If a worker dies of it or is silent, another one is asked.

    Args:
        client: who waits for the answer.
        match: the match at present; it may go on meanwhile.
        level: name of the level that is to think.
        ask: makes the request to the worker; None: a request for the action of a bot of that level.
        hear: called with each report that precedes the answer.
        exact: whether only a worker that can think in full may answer.
        stops_early: whether a worker that is told to stop answers with what it has found so far.
        alike: whether everybody in the same position is to get the same answer: the seed follows from the match's secret and
            decisions, and the thinking is never cut short.
    """

    def __init__(
        self,
        client: Client,
        match_id: str,
        match: Match,
        level: str,
        ask: Callable[..., Choose | Advise | Judge | Seek] | None = None,
        hear: Callable[[Advice], object] = lambda advice: None,
        exact: bool = False,
        stops_early: bool = False,
        alike: bool = False,
    ) -> None:
        self.id = secrets.randbelow(2**62)
        self.client, self.match_id, self.level = client, match_id, level
        self.game, self.log = match.game.name, match.log
        self.kind = self.game, level, ask is None, exact
        """Kind of the question. Questions of one kind take about equally long."""
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.thinks = thinks(level)
        """Maximum thinking time of the answer, in seconds."""
        self.since = asyncio.get_running_loop().time()
        self.effort = 1.0
        """Fraction of the normal search budget in the last request to a worker."""
        self.asked = self.since
        """Time of the last request to a worker, by the event loop's clock."""
        self.deaths = 0
        """Number of workers that have died of this question."""
        self.hear, self.exact, self.stops_early, self.alike = hear, exact, stops_early, alike
        self._match, self._seed = match, seed_of(match) if alike else secrets.randbelow(2**62)
        self._ask = ask or functools.partial(Choose, level=level)

    def request(self, told: tuple[LogEntry, ...] | None, effort: float) -> Choose | Advise | Judge | Seek:
        """Return the request for a worker.

        Args:
            told: the log as the worker knows it; None if it does not know the match. The worker is sent the whole match if it
                has taken another course since, as a board does when a call is taken back.
        """
        match = self._match
        after = len(told) if told is not None and told == self.log[: len(told)] else None
        return self._ask(
            id=self.id,
            match=self.match_id,
            header=match.header if after is None else None,
            after=after or 0,
            log=self.log[after:],
            secret=match.secret or "",  # the order of the cards is in the header instead
            seed=self._seed,
            effort=effort,
        )

    def refuse(self, error: str) -> None:
        """Let the asker's call raise `Unanswered`."""
        if not self.answer.done():
            self.answer.set_exception(Unanswered(error))


class Questions(list[Question]):
    """Questions that wait. Addresses take turns, and so do the identities of each address."""

    def __init__(self, questions: Iterable[Question] = ()) -> None:
        super().__init__(questions)
        self._turn, self._last = 0, Counter[object]()  # number of the turn in which an address or client was last served

    def take(self, fits: Callable[[Question], bool]) -> Question | None:
        """Remove and return the next question that fits; None if there is none."""

        def order(question: Question) -> tuple[int, int]:
            return self._last[question.client.address], self._last[question.client]

        question = min(filter(fits, self), key=order, default=None)
        if question:
            self.remove(question)
            self._turn += 1
            self._last[question.client.address] = self._last[question.client] = self._turn
        if not self:
            self._last.clear()
        return question

    def drop(self, question: Question) -> None:
        """Remove a question, if it is there."""
        if question in self:
            self.remove(question)

    def of(self, client: Client) -> list[Question]:
        """Return what a client waits for, the oldest first."""
        return [question for question in self if question.client == client]

    def rivals(self, client: Client) -> int:
        """Return n where a client, waiting or about to, gets one n-th of all turns."""
        clients = {client, *(question.client for question in self)}
        addresses = {each.address for each in clients}
        return len(addresses) * sum(each.address == client.address for each in clients)


def seed_of(match: Match) -> int:
    """Return the seed of all matches with the same secret and decisions. Nobody who lacks the secret knows it."""
    played = "\n".join([match.secret or "", *(decision.action for decision in match.decisions)])
    return int.from_bytes(hashlib.blake2b(played.encode(), digest_size=8).digest()) >> 2


def thinks(name: str) -> float:
    """Return the maximum thinking time in seconds of the player with a name; 0 if there is no such player."""
    who = name.partition(":")[0]
    return THINKS.get(players.BIRDS[who].level if who in players.BIRDS else who, 0.0)


class Expectation:
    """Expected duration of answers by kind of question, learned from answers at full effort."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, str, bool, bool], float] = {}

    def of(self, question: Question) -> float:
        """Return the expected duration of an answer at full effort, in seconds."""
        return min(question.thinks, self._seconds.get(question.kind, question.thinks))

    def learn(self, question: Question, now: float) -> None:
        """Update the average duration of this kind of question, unless the answer may be cut short as its asker had left."""
        if question.effort == 1 and not question.answer.done():
            took = now - question.asked
            self._seconds[question.kind] = self._seconds.get(question.kind, took) * (1 - LEARNS) + took * LEARNS


def effort(line: Sequence[Question], seconds: Sequence[float], rivals: int, workers: int, now: float) -> float:
    """Return the fraction of its normal thinking that a visitor's next question may do so that all are answered in time.

    Each waiting address gets an equal part of the workers, and each of its visitors an equal part of that. The fraction fills
    the time that is left of what the visitor's oldest question was promised.

    Args:
        line: all waiting questions of the visitor.
        seconds: expected duration of each at full effort.
        rivals: number n such that the visitor gets one n-th of the workers.
        now: time by the clock of `Question.since`.
    """
    promised = min(question.since for question in line) + max(PROMISE, *seconds)
    left = max(0.0, promised - now) * workers / rivals
    needed = sum(seconds)
    return max(LEAST, min(1.0, left / needed)) if needed else 1.0
