"""Recorded matches judged: each decision apart, on all cores or by a cluster, with the same numbers."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, islice
from typing import NamedTuple

from muckle.engine.compile import compiling
from muckle.games import find
from muckle.lab.pool import Pool, open_pool
from muckle.lab.work import Concurrency
from muckle.match.match import Match
from muckle.match.transcript import Transcript
from muckle.players.advice import unit_of
from muckle.players.analysis import Analysis, Judge, Judged, ends_of, read_manner, turns
from muckle.words import lists


class Judgements(NamedTuple):
    """What decisions that follow each other were worth."""

    judged: list[Judged]
    cpu_seconds: float = 0.0
    """That another process than the asking one spent."""


class TimeLimit:
    """Says when the thinking about a decision has taken long enough.

    Args:
        seconds: that it may take; None: as long as it likes.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds, self._since = seconds, 0.0

    def __call__(self, done: int) -> bool:
        """Whether it is enough, after so many rounds; the first begins anew."""
        if self._seconds is None:
            return False
        now = time.monotonic()
        self._since = now if done == 1 else self._since
        return now - self._since > self._seconds


class JudgingWork:
    """The decisions of some matches, numbered from 0, one match behind the other: work for a pool.

    Args:
        recorded: the matches. level, effort, seed: as for `muckle.players.analysis.analyse`.
        seconds: that a decision may take at most.

    Raises:
        OptionsError: the level does not search in one of their games.
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
        """Of all decisions."""
        return range(self._begins[-1])

    def begin(self) -> Callable[[range], Judgements]:
        """What judges the decisions of these numbers."""
        for words in self._words:
            lists.add(words)
        walk = RecordedWalk()

        def judge(numbers: range) -> Judgements:
            return Judgements([self._judged(walk, number) for number in numbers])

        return judge

    def _judged(self, walk: RecordedWalk, number: int) -> Judged:
        at = bisect_right(self._begins, number) - 1
        recorded, line = self._recorded[at], number - self._begins[at]
        match = walk.to(recorded, line)
        if walk.judge is None:
            walk.judge = Judge(match, self._manners[at], self._effort, self._seed, TimeLimit(self._seconds))
        return walk.judge.decision(match, recorded.lines[line].action, line + 1, turns(recorded)[line])


class RecordedWalk:
    """Goes through recorded matches; back to the beginning only where it has to."""

    def __init__(self) -> None:
        self._recorded: Transcript | None = None
        self._line = 0
        self.judge: Judge | None = None
        """Of the match it is in; None: it has just come to it."""

    def to(self, recorded: Transcript, line: int) -> Match:
        """The match before the decision of that line, from 0."""
        if recorded is not self._recorded or line < self._line:
            self._recorded, self._states, self.judge = recorded, Match.replay(recorded, narrate=False), None
            self._match, self._line = next(self._states), 0
        while self._line < line:
            self._match, self._line = next(self._states), self._line + 1
        return self._match


def judge(
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
    """Judge all decisions of some matches, each by what its seat knew then; a match comes when its last decision is judged.

    Args:
        recorded: the matches (`muckle.match.transcript`), all of which are checked before the first is judged; of one in
            which nothing was decided nothing comes.
        level: whose search judges. effort: how much it thinks, as a multiple of what the level takes for a decision.
        seed: of the judge's own chance; the same seed, the same numbers, wherever they are made.
        seconds: that a decision may take at most; then the numbers are not the same every time.
        cores, cluster, progress, compiles: as for `muckle.simulate`; progress counts decisions.

    Raises:
        OptionsError: there is no such level, or it does not search. TranscriptError: a match cannot have happened.

    >>> from muckle.match import transcript
    >>> from muckle.match.match import new_match
    >>> match = new_match("mitch", "tiny")
    >>> _ = match.apply(match.legal()[0])
    >>> [analysis] = judge([transcript.read_one(match.transcript())], effort=0.01)
    >>> len(analysis.decisions)
    1
    """
    work, pool = JudgingWork(recorded, level, effort, seed, seconds), open_pool(cores, cluster)
    with compiling(compiles):
        ends = [_ends(each) for each in recorded]
        decisions = _decisions(work, pool)
        first = [*islice(decisions, 1)]  # judged here, so that what has to be compiled is compiled once
    decisions = chain(first, decisions)
    for each, end in zip(recorded, ends, strict=True):
        judged = list[Judged]()
        for decision in islice(decisions, len(each.lines)):
            judged.append(decision)
            progress(1)
        if judged:
            game = find(each.header.game)
            yield Analysis(game.name, unit_of(game), level, effort, seed, tuple(judged), end)


def _decisions(work: JudgingWork, pool: Pool) -> Iterator[Judged]:
    """All decisions, in order; the first is judged by this process."""
    first, rest = work.numbers[:1], work.numbers[1:]
    yield from work.begin()(first).judged
    for part in pool.in_order(work, rest):
        yield from part.judged


def _ends(recorded: Transcript) -> tuple[float, ...]:
    """What the last position is worth to each seat; the match is compared with the rules on the way there.

    Raises:
        TranscriptError: it cannot have happened.
    """
    match, *_ = deque(Match.replay(recorded, narrate=False), maxlen=1)
    return ends_of(match.position)
