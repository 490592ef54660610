"""The pool of worker processes in which bots think; the room's own process never does.

Questions wait in a fair queue. The longer the queue, the less time each question gets. Compiling a game takes a while: until
its players are compiled, a worker that runs as plain Python answers with players that do not search, so that somebody who has
just installed muckle can play at once.
"""

from __future__ import annotations

import asyncio
import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from muckle import games, players
from muckle.custom.players import is_custom
from muckle.match.match import Match
from muckle.players.advice import Advice
from muckle.players.analysis import JudgedDecision
from muckle.players.par import Hindsight
from muckle.server.bots.helper import Helper
from muckle.server.bots.own import OwnPlayers
from muckle.server.bots.protocol import (
    Advise,
    Advised,
    Chosen,
    Failed,
    Forgotten,
    Judge,
    Judged,
    Preparing,
    Report,
    Seek,
    Sought,
    Warmed,
)
from muckle.server.bots.question import HINDSIGHT, PROMISE, Expectation, Question, Questions, Unanswered, effort
from muckle.server.fair import CLIENT, Client

WORKER = (sys.executable, "-m", "muckle.server.bots.worker")
TRIES = 3
"""Number of workers that may die of one question, or of compiling one game, before it is given up."""
POLL = 0.2
"""Seconds between two looks whether a game is compiled."""
GETTING_READY = "getting the bots ready"
MOST_ASKED = 4
"""Maximum number of pieces of advice and judgements that one identity may wait for. Bots are limited elsewhere."""


class Bots:
    """The pool of worker processes and the queue of questions for them.

    Args:
        workers: number of processes; None: one per core, minus one for the room.
        command: command line that starts a worker.
        changed: called whenever `step`, `ready` or a fault of `own` has changed.
        own: names of custom players that may fill seats.
        preload: games whose players are compiled at once, None: all; those of other games when they are first asked for.
    """

    def __init__(
        self,
        workers: int | None = None,
        command: Sequence[str] = WORKER,
        changed: Callable[[], object] = lambda: None,
        own: Sequence[str] = (),
        preload: Iterable[str] | None = None,
    ) -> None:
        self._wanted = set(games.GAMES if preload is None else preload)
        """Games whose players are to be compiled."""
        self.step = GETTING_READY if self._wanted else ""
        """The step of compiling that is under way, in words for people; empty when everything is compiled."""
        self.ready: set[str] = set()
        """Games whose players are compiled."""
        self.changed = changed
        self.own = OwnPlayers(own, lambda: self.changed())
        count = workers or max(1, (os.cpu_count() or 1) - 1)
        self._command = command
        self.helpers = [self._new_helper() for _ in range(count)]
        self._successors: dict[Helper, Helper] = {}
        """The replacement of each worker that uses too much memory, which takes over once it has loaded all games."""
        self.plain = Helper(command, self._hear, self._lose, plain=True)
        """The worker that answers for games not yet compiled; ends when all are compiled."""
        self._queue = Questions()
        self._leisure = Questions()
        """Queue of long questions that no table waits for. They are answered while there are no others."""
        self._asked: Counter[str] = Counter()
        """Number of pieces of advice and judgements that each identity waits for."""
        self._way: asyncio.TimerHandle | None = None
        """Timer that ends advice when others wait."""
        self._expected = Expectation()
        self._failures: Counter[str] = Counter()
        """Number of failed attempts to compile each game."""
        self._retiring: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        """Tasks that end replaced workers."""

    @property
    def waiting(self) -> int:
        """Number of questions that no worker has taken."""
        return len(self._queue)

    @property
    def running(self) -> list[Helper]:
        """All running worker processes, with replacements and the plain one."""
        return [helper for helper in (self.plain, *self.helpers, *self._successors.values()) if helper.running]

    def start(self) -> None:
        """Start the workers and keep them running."""
        for helper in (self.plain, *self.helpers):
            helper.start()

    async def close(self) -> None:
        """End the workers."""
        if self._way:
            self._way.cancel()
        if self._retiring:
            await self._retiring
        self.own.close()
        every = (self.plain, *self.helpers, *self._successors.values())
        await asyncio.gather(*self._closing, *(helper.close() for helper in every))

    async def choose(
        self, visitor: str, match_id: str, match: Match, level: str, *, exact: bool = False, alike: bool = False
    ) -> str:
        """Return the action, as text, that a player of a level, or a custom one, takes for the seat to act.

        Args:
            visitor: identity in whose queue the question waits: the one who opened the table.
            exact: whether to wait until this player is compiled, instead of letting a simpler one stand in.
            alike: whether everybody in the same position is to get the same action, see `Question`.

        Raises:
            Unanswered: a worker failed, or several died of the question.
        """
        if is_custom(level):
            if self.own.plays(match_id, level):
                await self._compiled(match.game.name)
                if (action := await self.own.choose(match_id, match, level)) is not None:
                    return action
            level = players.DEFAULT_LEVEL
        return await self._ask(Question(client_of(visitor), match_id, match, level, exact=exact, alike=alike))

    async def _compiled(self, game: str) -> None:
        """Wait until a game is compiled: a custom player's process would compile it at the same time, into the same files."""
        self._want(game)
        while game not in self.ready and self._failures[game] < TRIES:
            await asyncio.sleep(POLL)

    async def advise(self, visitor: str, match_id: str, match: Match, words: str, hear: Callable[[Advice], object]) -> None:
        """Report advice for the seat to act until this call is cancelled or nothing more is to be found.

        Args:
            visitor: identity in whose queue the question waits: the one who asks.
            words: the vocabulary to advise with.
            hear: called with each piece of advice, each better than the one before.

        Raises:
            Unanswered: a worker failed, or several died of the question.
        """
        ask = functools.partial(Advise, words=words)
        await self._ask_for_person(
            Question(
                client=client_of(visitor), match_id=match_id, match=match, level="expert", ask=ask, hear=hear, stops_early=True
            )
        )

    async def judge(self, visitor: str, match_id: str, match: Match, action: str, number: int, turn: int) -> JudgedDecision:
        """Judge a decision by what its seat knew at the time.

        Args:
            visitor: identity in whose queue the question waits: the one who asks.
            match: the match before the decision.
            number, turn: number of the decision and of its turn, from 1.

        Raises:
            Unanswered: a worker failed, or several died of the question.
        """
        ask = functools.partial(Judge, action=action, number=number, turn=turn)
        return await self._ask_for_person(Question(client_of(visitor), f"{match_id} judged", match, "expert", ask, exact=True))

    async def seek(self, match_id: str, match: Match) -> Hindsight:
        """Return the best result of a deal for a player who knows all cards to come, as found by a search of ten seconds.

        The search gives way to all other questions.

        Raises:
            Unanswered: the search had to give way, a worker failed, or several died of the question.
        """
        return await self._ask(Question(Client("", match_id), match_id, match, HINDSIGHT, Seek, exact=True, stops_early=True))

    async def _ask_for_person(self, question: Question) -> Any:
        """Ask a question for a person, unless too many of that person's questions wait already.

        Raises:
            Unanswered: as in `_ask`, or the person has too many questions open.
        """
        who = question.client.identity
        if self._asked[who] >= MOST_ASKED:
            raise Unanswered(f"you wait for {MOST_ASKED} pieces of advice or analyses already; close one of them")
        self._asked[who] += 1
        try:
            return await self._ask(question)
        finally:
            self._asked[who] -= 1
            self._asked = +self._asked

    async def _ask(self, question: Question) -> Any:
        self._line(question).append(question)
        self._want(question.game)
        try:
            return await question.answer
        finally:
            self._drop(question)

    def _want(self, game: str) -> None:
        """Have a game compiled, if that was left until somebody asks for it, and give every idle worker a job."""
        if game not in self._wanted:
            self._wanted.add(game)
            if not self.step:
                self._tell(GETTING_READY)
        self._give_work()

    def _drop(self, question: Question) -> None:
        self._line(question).drop(question)
        for helper in (*self.helpers, self.plain):
            helper.drop(question)

    def _line(self, question: Question) -> Questions:
        return self._leisure if question.level == HINDSIGHT else self._queue

    def _effort(self, question: Question) -> float:
        """Return the fraction of the normal thinking time for a question that has just been taken from the queue."""
        if question.alike:
            return 1.0
        line, rivals = (question, *self._queue.of(question.client)), self._queue.rivals(question.client)
        seconds = [self._expected.of(each) for each in line]
        return effort(line, seconds, rivals, len(self.helpers), asyncio.get_running_loop().time())

    def _give_work(self) -> None:
        """Give every idle worker a job."""
        self._renew()
        for helper in (*self.helpers, self.plain):
            if not helper.idle:
                continue
            if game := self._to_load(helper):
                helper.warm(game, ready=True)
            elif question := self._next(helper):
                helper.ask(question, self._effort(question))
            elif game := self._to_compile(helper):
                helper.warm(game, ready=False)
        self._make_way()
        if self.plain.idle and self.ready.issuperset(games.GAMES) and not self._retiring:
            self._retiring = asyncio.create_task(self.plain.close())

    def _renew(self) -> None:
        """Replace each worker that uses too much memory, between two questions, once a new one has loaded all games."""
        for place, helper in enumerate(self.helpers):
            if helper.overgrown and helper not in self._successors:
                self._successors[helper] = self._new_helper()
                self._successors[helper].start()
            successor = self._successors.get(helper)
            if successor is None or not successor.idle:
                continue
            if game := self._to_load(successor):
                successor.warm(game, ready=True)
            elif helper.job is None:
                self.helpers[place] = self._successors.pop(helper)
                closing = asyncio.create_task(helper.close())
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)

    def _new_helper(self) -> Helper:
        return Helper(self._command, self._hear, self._lose)

    def _next(self, helper: Helper) -> Question | None:
        def fits(question: Question) -> bool:
            return self._fits(question, helper)

        return self._queue.take(fits) or self._leisure.take(fits)

    def _make_way(self) -> None:
        """Interrupt work that no table waits for if others wait: a search at once, advice after its promised time."""
        if self._way:
            self._way.cancel()
            self._way = None
        loop = asyncio.get_running_loop()
        for helper in self.helpers if self.waiting else ():
            job = helper.job
            if not isinstance(job, Question) or not job.stops_early:
                continue
            left = 0 if job.level == HINDSIGHT else job.asked + PROMISE - loop.time()
            if left <= 0:
                helper.drop(job)
            elif not self._way:
                self._way = loop.call_later(left, self._make_way)

    def _fits(self, question: Question, helper: Helper) -> bool:
        """Return whether a worker may answer a question. The plain one may only do so while the others cannot."""
        if not helper.plain:
            return question.game in helper.games
        return not question.exact and (
            question.game not in self.ready or all(isinstance(other.job, str) for other in self.helpers)
        )

    @property
    def _uncompiled(self) -> set[str]:
        """The games that are still to be compiled, without those given up."""
        return {game for game in self._wanted - self.ready if self._failures[game] < TRIES}

    def _to_load(self, helper: Helper) -> str:
        """Return a compiled game that a worker has not loaded yet; loading takes a tenth of a second."""
        return "" if helper.plain else self._most_wanted(self.ready - helper.games)

    def _to_compile(self, helper: Helper) -> str:
        """Return a game to compile, or "" while one is being compiled: two processes could spoil each other's files."""
        compiling = any(isinstance(other.job, str) and other.job not in self.ready for other in self.helpers)
        if helper.plain or helper.overgrown or compiling:
            return ""
        return self._most_wanted(self._uncompiled)

    def _most_wanted(self, choice: set[str]) -> str:
        """Return the game that most needs attention, one that somebody waits for if possible; "" if there is none."""
        asked = {question.game for question in (*self._queue, *self._leisure)} if choice else set[str]()
        return min((game for game in games.GAMES if game in choice), key=lambda game: game not in asked, default="")

    def _hear(self, helper: Helper, report: Report) -> None:
        if isinstance(report, Preparing):
            if helper.job not in self.ready:
                self._tell(report.step)
        elif isinstance(report, Warmed):
            helper.finish()
            self._warmed(helper, report)
        elif isinstance(report, Advised):
            assert isinstance(helper.job, Question)
            helper.job.hear(report.advice)
        elif isinstance(report, Chosen | Judged | Sought | Failed | Forgotten):
            question = helper.finish()
            assert isinstance(question, Question)
            self._settle(helper, question, report)
        self._give_work()

    def _warmed(self, helper: Helper, report: Warmed) -> None:
        if report.error:
            self._failures[report.game] = TRIES
        else:
            helper.games.add(report.game)
            self.ready.add(report.game)
        self._tell(GETTING_READY if self._uncompiled else "")

    def _settle(self, helper: Helper, question: Question, report: Chosen | Judged | Sought | Failed | Forgotten) -> None:
        if isinstance(report, Chosen | Judged | Sought):
            self._expected.learn(question, asyncio.get_running_loop().time())
            if not question.answer.done():
                question.answer.set_result(content(report))
            return
        helper.forget(question.match_id)
        if isinstance(report, Failed):
            question.refuse(report.error)
        else:
            self._ask_again(question)

    def _ask_again(self, question: Question) -> None:
        if not question.answer.done():
            self._line(question).insert(0, question)

    def _lose(self, job: Question | str | None) -> None:
        """Ask another worker after one died of its job, unless too many have died of it."""
        if isinstance(job, Question):
            job.deaths += 1
            if job.deaths < TRIES:
                self._ask_again(job)
            else:
                job.refuse("the players' process ended again and again")
        elif job:
            self._failures[job] += 1
        self._give_work()

    def _tell(self, step: str) -> None:
        self.step = step
        self.changed()


def client_of(visitor: str) -> Client:
    """Return a visitor at the address from which the present request came."""
    return Client(CLIENT.get().address, visitor)


def content(report: Chosen | Judged | Sought) -> str | JudgedDecision | Hindsight:
    """Return the content of a worker's answer."""
    match report:
        case Chosen():
            return report.action
        case Judged():
            return report.judged
        case Sought():
            return report.found
