"""Simulation: many games of one kind between given players, and what they came to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from msgspec.structs import replace

from muckle.engine.compile import compiling
from muckle.engine.manner import RANDOM, Manner
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.crowd import Boarding, Spread, crowds, report_of
from muckle.lab.matches import MatchRows
from muckle.lab.measures import Samples, measures
from muckle.lab.plan import Plan, make_plan, match_seed
from muckle.lab.pool import Pool, open_pool
from muckle.lab.record import Recorder, RecordingWork
from muckle.lab.report import Report, figures, report
from muckle.lab.seat_test import BY_SEAT, BY_TURN, WinCounts, seats_compare
from muckle.lab.starter import match_seeds
from muckle.lab.whole import whole
from muckle.players.contest import Tally, play_rows

__all__ = ["Interrupted", "Report", "match_seed", "simulate"]


class Writable(Protocol):
    """What transcripts can be written to, such as a text file."""

    def write(self, text: str, /) -> int: ...


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; `report` is what was counted so far: what `simulate`, `compare` or `tournament` would have returned."""

    def __init__(self, report: Any) -> None:
        super().__init__("interrupted; report is what was counted so far")
        self.report = report


def simulate(
    game: str,
    preset: str | None = None,
    *,
    games: int | None = None,
    players: Sequence[str] | str = "random",
    seed: int = 0,
    transcripts: Writable | None = None,
    progress: Callable[[int], None] = lambda _: None,
    compiles: Callable[[str], None] = lambda _: None,
    cores: int | None = None,
    cluster: str | None = None,
    starter: int | None = None,
    out: Path | str | None = None,
    decisions: bool = False,
    **options: int | str,
) -> Report:
    """Play many games and count.

    Args:
        game, preset, options: as for `muckle.new_match`.
        games: how many, at least 1. None: 1000; of a game for one that many play at once, each on a board of their own, 1.
        players: a player for each seat, or one for all; its level, or level and vocabulary (`muckle.players`).
        seed: whole number from 0 to 2**62. Same seed, same result, whatever the number of cores.
        transcripts: where to write every match, in whole matches only; slower, as every decision becomes text.
        progress: is told how many games were finished since it was last told; where many play, how many boards.
        compiles: is told what is being compiled, such as "Mitch: rules"; nothing if it was compiled before.
        cores: how many to use; None for all.
        cluster: a Ray cluster to use instead (with the extra ``ray``): the address of its head, or "auto" for the one that this
            machine belongs to. The numbers are the same (`docs/cluster.md`).
        starter: the seat that begins each game, from 0: of each game the first deals are passed over that let another begin.
            None: as the rules have it.
        out: a folder that keeps a row a match, in the end as ``rows.parquet`` and ``rows.csv`` (with the extra ``lab``). A run
            that was interrupted, however that was, goes on when the same is asked for again, with more games too.
        decisions: whether that folder keeps a row a decision, too, as ``decisions.parquet`` and ``decisions.csv``; slower, as
            every decision becomes text.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.
        Interrupted: a KeyboardInterrupt with the report of what was counted so far.

    >>> simulate("mitch", games=10, seats=3).games
    10
    """
    pool = open_pool(cores, cluster)
    if out is not None and transcripts is not None:
        raise OptionsError("a run that can be resumed writes no transcripts; the seeds of its rows play every match again")
    if decisions and out is None:
        raise OptionsError("decisions are kept as rows: say in which folder, as in --out rows or out='rows'")
    with compiling(compiles):
        plan = make_plan(game, preset, options, players, seed, games, starter)
        counted = _Crowds(plan) if plan.crowd and out is None else _Games(plan, out, decisions)
        compile_players(plan)
    try:
        for matches in counted.play(pool, transcripts):
            progress(matches)
    except KeyboardInterrupt:
        if not counted.games:
            raise
        raise Interrupted(counted.report()) from None
    return counted.report()


def compile_players(plan: Plan) -> None:
    """Compile what the games of a plan need, searches left out."""
    if plan.crowd is None:
        match_seeds(plan)(range(1))
        play_rows(find(plan.game), plan.options, plan.manners, [], plan.graph, plan.known)
    else:
        Recorder(replace(plan, manners=(Manner(RANDOM),) * len(plan.manners))).match(0, told=False)


class _Clock:
    """CPU time that this process has spent, and others for it."""

    def __init__(self) -> None:
        self.elsewhere, self._began = 0.0, time.process_time()

    @property
    def seconds(self) -> float:
        return self.elsewhere + time.process_time() - self._began


class _Games:
    """The games of a plan, counted."""

    def __init__(self, plan: Plan, out: Path | str | None, decisions: bool) -> None:
        self._matches = MatchRows(plan, None if out is None else Path(out), decisions=decisions)
        self._plan, self._clock = plan, _Clock()
        self.samples, self._decisions = Samples(), 0
        tested = seats_compare(plan)
        self._by_turn = WinCounts(BY_TURN, len(plan.players)) if tested else None
        self._by_seat = WinCounts(BY_SEAT, len(plan.players)) if tested and plan.starter is None else None

    @property
    def games(self) -> int:
        """How many so far."""
        return self.samples.games

    def play(self, pool: Pool, transcripts: Writable | None) -> Iterator[int]:
        """Play them all; a number comes for every part, of the games in it."""
        self._clock = _Clock()  # what was compiled before does not count
        numbers = range(self._plan.games)
        played = self._matches.rows(numbers, pool) if transcripts is None else pool.in_order(RecordingWork(self._plan), numbers)
        for part in played:
            with whole():  # what is written is counted
                if transcripts is not None:
                    transcripts.write(part.text)
                measured = measures(part.rows, self._matches.layout)
                self.samples.add(measured)
                for counts in filter(None, (self._by_seat, self._by_turn)):
                    counts.add(measured)
                self._decisions += int(measured["decisions"].sum())
                self._clock.elsewhere += part.cpu_seconds
            yield len(part.rows)
        self._matches.finish()

    def report(self) -> Report:
        """What they came to."""
        told = figures(self.samples, self._matches.layout.seats, self._by_seat, self._by_turn)
        seconds = self._clock.seconds
        scores, wins = ([each.mean for each in them] for them in (told.scores, told.wins))
        return report(self._plan, self.games, self._decisions, scores, wins, seconds, told)


class _Crowds:
    """The same where many play a game for one at once."""

    def __init__(self, plan: Plan) -> None:
        seats = len(plan.players)
        self._plan, self._clock = plan, _Clock()
        self._tally, self._spread = Tally(0, 0, np.zeros(seats), np.zeros(seats)), Spread()

    @property
    def games(self) -> int:
        """How many so far."""
        return self._tally.games

    def play(self, pool: Pool, transcripts: Writable | None) -> Iterator[int]:
        """Play them all; a number comes for every part, of the boards in it."""
        plan, self._clock = self._plan, _Clock()
        played = pool.in_order(Boarding(plan, told=transcripts is not None), range(plan.matches))
        for part in crowds(plan, played):
            with whole():
                if transcripts is not None:
                    transcripts.write(part.text)
                self._tally, self._spread = self._tally + part.tally, self._spread + part.spread
                self._clock.elsewhere += part.cpu_seconds
            yield part.matches

    def report(self) -> Report:
        """What they came to."""
        tally, seconds, crowd = self._tally, self._clock.seconds, report_of(self._spread, self._tally)
        scores, wins = (tally.scores / tally.games).tolist(), (tally.wins / tally.games).tolist()
        return report(self._plan, tally.games, tally.decisions, scores, wins, seconds, crowd=crowd)
