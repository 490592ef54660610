"""Crowds in simulations: boards are played one by one, on all cores, and put together to games with places."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from muckle.engine.crowd import Worth
from muckle.games import find
from muckle.lab.plan import Plan
from muckle.lab.record import Recorder
from muckle.lab.work import FEW, Concurrency
from muckle.match.crowd import standings
from muckle.match.transcript import write_standings
from muckle.players.contest import Tally


class PlayedBoard(NamedTuple):
    """What one seat's match came to."""

    decisions: int
    worth: Worth
    text: str
    """Its transcript; empty where none is wanted."""


class Boards(NamedTuple):
    """Some that follow each other."""

    boards: list[PlayedBoard]
    cpu_seconds: float = 0.0
    """That another process than the asking one spent."""


class Spread(NamedTuple):
    """How the boards of a number of crowds lie apart."""

    variance: float = 0.0
    """The sum over the crowds of the variance of the scores within each."""
    winning: int = 0
    """The sum of the best score of each."""
    best: int = 0
    """The best score of all."""
    shared: int = 0
    """Boards that share their place."""
    shared_firsts: int = 0
    """Crowds with more than one on the first place."""

    def __add__(self, other: Spread) -> Spread:  # pyright: ignore[reportIncompatibleMethodOverride]  # sums, as of Tally
        return Spread(
            self.variance + other.variance,
            self.winning + other.winning,
            max(self.best, other.best),
            self.shared + other.shared,
            self.shared_firsts + other.shared_firsts,
        )


class CrowdReport(Struct, frozen=True):
    """What is told of crowds besides scores and wins of each seat."""

    mean_score: float
    """Of all boards."""
    spread: float
    """Standard deviation of the scores within a crowd, all of which have the same cards."""
    winning_score: float
    """The mean of the best score of each crowd."""
    best_score: int
    """Of all boards of all crowds."""
    shared_places: float
    """The share of boards that share their place with another."""
    shared_firsts: float
    """The share of crowds in which the first place is shared."""


class CompletedCrowds(NamedTuple):
    """What some matches came to: the crowds that were completed by them."""

    tally: Tally
    spread: Spread = Spread()
    text: str = ""
    cpu_seconds: float = 0.0
    matches: int = 0
    """How many they were, those of unfinished crowds included."""


def boards(recorder: Recorder, numbers: Sequence[int], *, told: bool = True) -> Boards:
    """The boards of these numbers.

    Args:
        told: whether their texts are wanted.
    """
    crowd, options = find(recorder.plan.game).crowd, recorder.plan.crowd
    assert crowd and options
    found: list[PlayedBoard] = []
    for number in numbers:
        decisions, result, text = recorder.match(number, told=told)
        tiebreak = crowd.tiebreak(options, recorder.position.plain_state)
        found.append(PlayedBoard(decisions, Worth(result.scores[0], tiebreak), text))
    return Boards(found)


class Boarding:
    """The boards of all crowds of a plan: work for a pool.

    Args:
        told: whether their texts are wanted.
    """

    few = FEW

    def __init__(self, plan: Plan, *, told: bool) -> None:
        self._plan, self._told = plan, told

    @property
    def concurrency(self) -> Concurrency:
        """Texts are written by Python."""
        return "alone" if self._plan.asks_outsiders else "processes" if self._told else "threads"

    def begin(self) -> Callable[[range], Boards]:
        """What plays the boards of these numbers; threads share nothing."""
        if not self._told:
            return lambda part: boards(Recorder(self._plan), part, told=False)
        recorder = Recorder(self._plan)
        return lambda part: boards(recorder, part)


def crowds(plan: Plan, played: Iterable[Boards]) -> Iterator[CompletedCrowds]:
    """Boards put together to crowds; a part for each that comes in, with the crowds that are complete by then."""
    seats, waiting, game = len(plan.players), list[PlayedBoard](), 0
    for more, elsewhere in played:
        waiting += more
        part = CompletedCrowds(Tally(0, 0, np.zeros(seats), np.zeros(seats)), cpu_seconds=elsewhere, matches=len(more))
        while len(waiting) >= seats:
            part, game = joined(part, waiting[:seats], plan.crowd_id(game)), game + 1
            del waiting[:seats]
        yield part


def joined(part: CompletedCrowds, crowd: Sequence[PlayedBoard], name: str) -> CompletedCrowds:
    """A part with one crowd more, which has that id."""
    ranked = standings(name, [board.worth for board in crowd])
    scores, first, sharing = ranked.scores, np.array(ranked.places) == 1, Counter(ranked.places)
    tally = Tally(1, sum(board.decisions for board in crowd), np.array(scores, float), first / first.sum())
    shared = sum(number for number in sharing.values() if number > 1)
    spread = Spread(statistics.pvariance(scores), max(scores), max(scores), shared, int(sharing[1] > 1))
    texts = [board.text for board in crowd]
    text = "".join([*texts, write_standings(ranked)]) if texts[0] else ""
    return part._replace(tally=part.tally + tally, spread=part.spread + spread, text=part.text + text)


def report_of(spread: Spread, tally: Tally) -> CrowdReport:
    """The numbers of a report."""
    games, seats = tally.games, len(tally.scores)
    return CrowdReport(
        mean_score=round(float(tally.scores.sum()) / games / seats, 6),
        spread=round((spread.variance / games) ** 0.5, 6),
        winning_score=round(spread.winning / games, 6),
        best_score=spread.best,
        shared_places=round(spread.shared / games / seats, 6),
        shared_firsts=round(spread.shared_firsts / games, 6),
    )
