"""Analyses of recorded matches: every decision is rated on its own, on all cores or on a cluster, with the same results."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, islice
from typing import NamedTuple

from muckle.engine.compile import compiling
from muckle.games import find
from muckle.lab.cluster import open_pool
from muckle.lab.pool import Concurrency, Pool
from muckle.match.match import Match
from muckle.match.transcript import Transcript
from muckle.players.advice import unit_of
from muckle.players.analysis import Analysis, Judge, JudgedDecision, ends_of, read_manner, turn_numbers
from muckle.words import lists


class JudgedDecisions(NamedTuple):
    """The ratings of consecutive decisions."""

    judged: list[JudgedDecision]
    cpu_seconds: float = 0.0
    """CPU time spent in worker processes, in seconds."""


class TimeLimit:
    """A stopping rule for a search: it ends after some seconds.

    Args:
        seconds: time limit per decision; None: no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds, self._since = seconds, 0.0

    def __call__(self, done: int) -> bool:
        """Return whether the search must stop after `done` rounds; the first round starts the clock."""
        if self._seconds is None:
            return False
        now = time.monotonic()
        self._since = now if done == 1 else self._since
        return now - self._since > self._seconds


class AnalysisWork:
    """Work for a pool: the decisions of some matches, numbered from 0 across the matches.

    Args:
        recorded: the matches.
        level, effort, seed: as for `analyse_matches`.
        seconds: time limit per decision; None: no limit.

    Raises:
        OptionsError: the level does not search in one of the games.
    """

    concurrency: Concurrency = "processes"
    few = 2

    def __init__(self, recorded: Sequence[Transcript], level: str, effort: float, seed: int, seconds: float | None) -> None:
        self._recorded, self._manners = recorded, [read_manner(each, level) for each in recorded]
        self._effort, self._seed, self._seconds = effort, seed, seconds
        self._words = lists.added()
        self._begins = [0, *accumulate(len(each.lines) for each in recorded)]

    @property
    def numbers(self) -> range:
        """Numbers of all decisions."""
        return range(self._begins[-1])

    def begin(self) -> Callable[[range], JudgedDecisions]:
        """Return a function that rates a range of decisions."""
        for words in self._words:
            lists.add(words)
        walk = RecordedWalk()

        def judge(numbers: range) -> JudgedDecisions:
            return JudgedDecisions([self._judged(walk, number) for number in numbers])

        return judge

    def _judged(self, walk: RecordedWalk, number: int) -> JudgedDecision:
        at = bisect_right(self._begins, number) - 1
        recorded, line = self._recorded[at], number - self._begins[at]
        match = walk.to(recorded, line)
        if walk.judge is None:
            walk.judge = Judge(match, self._manners[at], self._effort, self._seed, TimeLimit(self._seconds))
        return walk.judge.decision(match, recorded.lines[line].action, line + 1, turn_numbers(recorded)[line])


class RecordedWalk:
    """A cursor over recorded matches, which replays a match from its beginning only if it has to move back."""

    def __init__(self) -> None:
        self._recorded: Transcript | None = None
        self._line = 0
        self.judge: Judge | None = None
        """Judge of the current match; None until its first decision is judged."""

    def to(self, recorded: Transcript, line: int) -> Match:
        """Return the match as it stood before decision `line`, counted from 0."""
        if recorded is not self._recorded or line < self._line:
            self._recorded, self._states, self.judge = recorded, Match.replay(recorded, narrate=False), None
            self._match, self._line = next(self._states), 0
        while self._line < line:
            self._match, self._line = next(self._states), self._line + 1
        return self._match


def analyse_matches(
    recorded: Sequence[Transcript],
    *,
    level: str = "expert",
    effort: float = 1.0,
    seed: int = 0,
    seconds: float | None = None,
    cores: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    compiles: Callable[[str], None] = lambda _: None,
) -> Iterator[Analysis]:
    """Rate all decisions of recorded matches, each by what its seat knew at the time, and yield one analysis per match.

    Args:
        recorded: the matches (`muckle.match.transcript`). All are checked before the first is analysed, and matches without
            decisions are left out.
        level: player whose search rates the decisions.
        effort: search budget as a multiple of the level's own.
        seed: seed of the search; the same seed gives the same ratings on any number of cores.
        seconds: time limit per decision; with a limit, ratings can differ from run to run.
        cores, cluster, progress, compiles: as for `muckle.simulate`; progress counts decisions.

    Raises:
        OptionsError: there is no such level, or it does not search. TranscriptError: a match breaks the rules.

    >>> from muckle.match import transcript
    >>> from muckle.match.match import new_match
    >>> match = new_match("mitch", "tiny")
    >>> _ = match.apply(match.legal()[0])
    >>> [analysis] = analyse_matches([transcript.read_one(match.transcript())], effort=0.01)
    >>> len(analysis.decisions)
    1
    """
    work, pool = AnalysisWork(recorded, level, effort, seed, seconds), open_pool(cores, cluster)
    with compiling(compiles):
        ends = [_final_values(each) for each in recorded]
        decisions = _decisions(work, pool)
        first = [*islice(decisions, 1)]  # in this process, so that code is compiled once
    decisions = chain(first, decisions)
    for each, end in zip(recorded, ends, strict=True):
        judged = list[JudgedDecision]()
        for decision in islice(decisions, len(each.lines)):
            judged.append(decision)
            progress(1)
        if judged:
            game = find(each.header.game)
            yield Analysis(game.name, unit_of(game), level, effort, seed, tuple(judged), end)


def _decisions(work: AnalysisWork, pool: Pool) -> Iterator[JudgedDecision]:
    """Yield the ratings of all decisions in order. This process rates the first one."""
    first, rest = work.numbers[:1], work.numbers[1:]
    yield from work.begin()(first).judged
    for part in pool.in_order(work, rest):
        yield from part.judged


def _final_values(recorded: Transcript) -> tuple[float, ...]:
    """Check a match against the rules, and return the value of its last position for each seat.

    Raises:
        TranscriptError: the match breaks the rules.
    """
    match, *_ = deque(Match.replay(recorded, narrate=False), maxlen=1)
    return ends_of(match.position)
