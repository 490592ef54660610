"""Crowds in simulations: games in which every seat plays a board of its own with the same cards (Muckell).

Boards are played one by one, on all cores, and then joined to games with places.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from muckle.engine.crowd import Worth
from muckle.games import find
from muckle.lab.plan import Plan, make_plan
from muckle.lab.pool import FEW, Concurrency, WorkerProcess
from muckle.lab.record import Recorder
from muckle.match.crowd import FieldBoard, first_decisions, standings
from muckle.match.match import Match
from muckle.match.transcript import write_standings
from muckle.players.contest import Tally


class PlayedBoard(NamedTuple):
    """The result of one seat's match."""

    decisions: int
    worth: Worth
    text: str
    """Transcript of the match; empty if none was asked for."""


class Boards(NamedTuple):
    """The results of boards with consecutive numbers."""

    boards: list[PlayedBoard]
    cpu_seconds: float = 0.0
    """CPU time spent in worker processes, in seconds."""


class Spread(NamedTuple):
    """Sums over crowds that describe how far their boards lie apart."""

    variance: float = 0.0
    """Sum of the variances of the scores within each crowd."""
    winning: int = 0
    """Sum over all crowds of the crowd's best score."""
    best: int = 0
    """Best score of all boards."""
    shared: int = 0
    """Number of boards that share their place."""
    shared_firsts: int = 0
    """Number of crowds in which the first place is shared."""

    def __add__(self, other: Spread) -> Spread:  # pyright: ignore[reportIncompatibleMethodOverride]  # a sum, as in Tally
        return Spread(
            self.variance + other.variance,
            self.winning + other.winning,
            max(self.best, other.best),
            self.shared + other.shared,
            self.shared_firsts + other.shared_firsts,
        )


class CrowdReport(Struct, frozen=True):
    """The figures of a report that only crowds have."""

    mean_score: float
    """Mean score of all boards."""
    spread: float
    """Standard deviation of the scores within a crowd, whose boards all have the same cards."""
    winning_score: float
    """Mean of the best scores of each crowd."""
    best_score: int
    """Best score of all boards."""
    shared_places: float
    """Share of boards that share their place with another board."""
    shared_firsts: float
    """Share of crowds in which the first place is shared."""


class CompletedCrowds(NamedTuple):
    """The crowds that were completed by some boards."""

    tally: Tally
    spread: Spread = Spread()
    text: str = ""
    cpu_seconds: float = 0.0
    boards: int = 0
    """Number of boards played, also those of unfinished crowds."""


def play_boards(recorder: Recorder, numbers: Sequence[int], *, with_text: bool = True) -> Boards:
    """Play the boards of these numbers, `with_text` including their transcripts."""
    crowd, options = find(recorder.plan.game).crowd, recorder.plan.crowd
    assert crowd and options
    found: list[PlayedBoard] = []
    for number in numbers:
        decisions, result, text = recorder.play_match(number, with_text=with_text)
        tiebreak = crowd.tiebreak(options, recorder.position.plain_state)
        found.append(PlayedBoard(decisions, Worth(result.scores[0], tiebreak), text))
    return Boards(found)


class BoardWork:
    """Work for a pool: the boards of all crowds of a plan, `with_text` including their transcripts."""

    few = FEW

    def __init__(self, plan: Plan, *, with_text: bool) -> None:
        self._plan, self._with_text = plan, with_text

    @property
    def concurrency(self) -> Concurrency:
        """Processes if texts are written, by Python; else threads of compiled code. Custom players allow neither."""
        return "alone" if self._plan.has_custom_players else "processes" if self._with_text else "threads"

    def begin(self) -> Callable[[range], Boards]:
        """Return a function that plays a range of boards."""
        if not self._with_text:
            return lambda part: play_boards(Recorder(self._plan), part, with_text=False)  # threads cannot share one
        recorder = Recorder(self._plan)
        return lambda part: play_boards(recorder, part)


def join_crowds(plan: Plan, played: Iterable[Boards]) -> Iterator[CompletedCrowds]:
    """Join consecutive boards to crowds, and yield for each batch of boards the crowds that it completes."""
    seats, waiting, game = len(plan.players), list[PlayedBoard](), 0
    for more, cpu_seconds in played:
        waiting += more
        part = CompletedCrowds(Tally(0, 0, np.zeros(seats), np.zeros(seats)), cpu_seconds=cpu_seconds, boards=len(more))
        while len(waiting) >= seats:
            part, game = add_crowd(part, waiting[:seats], plan.crowd_id(game)), game + 1
            del waiting[:seats]
        yield part


def add_crowd(part: CompletedCrowds, crowd: Sequence[PlayedBoard], name: str) -> CompletedCrowds:
    """Return completed crowds with one more, whose id is `name`."""
    ranked = standings(name, [board.worth for board in crowd])
    scores, first, sharing = ranked.scores, np.array(ranked.places) == 1, Counter(ranked.places)
    tally = Tally(1, sum(board.decisions for board in crowd), np.array(scores, float), first / first.sum())
    shared = sum(number for number in sharing.values() if number > 1)
    spread = Spread(statistics.pvariance(scores), max(scores), max(scores), shared, int(sharing[1] > 1))
    texts = [board.text for board in crowd]
    text = "".join([*texts, write_standings(ranked)]) if texts[0] else ""
    return part._replace(tally=part.tally + tally, spread=part.spread + spread, text=part.text + text)


def crowd_report(spread: Spread, tally: Tally) -> CrowdReport:
    """Return the figures of a report that only crowds have."""
    games, seats = tally.games, len(tally.scores)
    return CrowdReport(
        mean_score=round(float(tally.scores.sum()) / games / seats, 6),
        spread=round((spread.variance / games) ** 0.5, 6),
        winning_score=round(spread.winning / games, 6),
        best_score=spread.best,
        shared_places=round(spread.shared / games / seats, 6),
        shared_firsts=round(spread.shared_firsts / games, 6),
    )


def play_field(match: Match, level: str) -> Iterator[FieldBoard]:
    """Yield the boards of the other seats of a crowd, played by players of one level.

    They are played in another process, compiled, because strong players need that.

    Args:
        match: the board of one seat, dealt from a seed; its header names the crowd.

    Raises:
        OptionsError: there is no such player. MuckleError: the process has died.
    """
    header, own = match.header, match.header.crowd
    assert own and header.seed is not None
    options: dict[str, Any] = {**header.options, **own.options, "seats": own.seats}
    if header.cards:
        options["cards"] = " ".join(header.cards)
    plan = replace(make_plan(header.game, None, options, level, 0, 1), deal_seed=header.seed)
    worker = WorkerProcess(BoardWork(plan, with_text=True), compiled=True)
    try:
        for seat in range(own.seats):
            if seat != own.seat:
                (board,) = worker.ask(range(seat, seat + 1)).boards
                played = Match.from_transcript(board.text, narrate=False)
                yield FieldBoard(board.worth, tuple(action for _, action in first_decisions(played)))
    finally:
        worker.end()
