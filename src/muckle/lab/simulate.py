"""Simulation: many games of one kind between given players, and what they came to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from muckle.engine.compiling import compiling
from muckle.engine.manner import RANDOM, Manner
from muckle.games import find
from muckle.lab.count import count
from muckle.lab.crowd import CrowdReport, Part, Spread, count_boards, crowds, report_of
from muckle.lab.plan import Plan, make_plan, match_seed, read_cores
from muckle.lab.record import Recorder
from muckle.players.contest import Tally, play

__all__ = ["Interrupted", "Report", "match_seed", "simulate"]


class Writable(Protocol):
    """What transcripts can be written to, such as a text file."""

    def write(self, text: str, /) -> int: ...


class Report(Struct, frozen=True):
    """What a simulation came to. Lists have an entry a seat, seat 0 first; a shared win counts as its share."""

    game: str
    version: int
    """Of the rules."""
    options: dict[str, int | str]
    seats: int
    players: tuple[str, ...]
    seed: int
    games: int
    """How many were counted."""
    asked: int
    """How many were asked for; fewer are counted only if the simulation was interrupted."""
    decisions: int
    cpu_seconds: float
    decisions_per_cpu_second: float
    mean_scores: tuple[float, ...]
    win_shares: tuple[float, ...]
    crowd: CrowdReport | None = None
    """Of a game for one that many play at once."""

    @property
    def interrupted(self) -> bool:
        """Whether fewer games were counted than were asked for."""
        return self.games < self.asked


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a simulation; `report` is what was counted so far."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"interrupted after {report.games} of {report.asked} games")
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

    Raises:
        OptionsError: no such game, option or player, or values that do not fit.
        Interrupted: a KeyboardInterrupt with the report of what was counted so far.

    >>> simulate("mitch", games=10, seats=3).games
    10
    """
    cores = read_cores(cores)
    with compiling(compiles):
        plan = make_plan(game, preset, options, players, seed, games)
        compile_players(plan)  # before the clock starts
    seats = len(plan.players)
    total, spread, spent, began = Tally(0, 0, np.zeros(seats), np.zeros(seats)), Spread(), 0.0, time.process_time()
    try:
        for part in _played(plan, cores, transcripts):
            total, spread, spent = total + part.tally, spread + part.spread, spent + part.cpu_seconds
            progress(part.matches)
    except KeyboardInterrupt:
        if not total.games:
            raise
        raise Interrupted(report(plan, total, spread, spent + time.process_time() - began)) from None
    return report(plan, total, spread, spent + time.process_time() - began)


def compile_players(plan: Plan) -> None:
    """Compile what the games of a plan need, searches left out."""
    if plan.crowd is None:
        play(find(plan.game), plan.options, plan.manners, [], plan.graph, plan.known)
    else:
        Recorder(replace(plan, manners=(Manner(RANDOM),) * len(plan.manners))).match(0, told=False)


def _played(plan: Plan, cores: int, transcripts: Writable | None) -> Iterator[Part]:
    if transcripts is not None:
        return _recorded(plan, cores, transcripts)
    if plan.crowd:
        return crowds(plan, count_boards(plan, cores))
    return (Part(tally, matches=tally.games) for tally in count(plan, cores))


def _recorded(plan: Plan, cores: int, transcripts: Writable) -> Iterator[Part]:
    from muckle.lab.workers import record

    recorded = record(plan, cores)
    alone = (Part(tally, Spread(), text, spent, tally.games) for tally, text, spent in recorded)
    for part in crowds(plan, recorded) if plan.crowd else alone:
        transcripts.write(part.text)
        yield part


def report(plan: Plan, tally: Tally, spread: Spread, cpu_seconds: float) -> Report:
    """What the games of a plan that were played came to."""
    return Report(
        plan.game,
        plan.header.version,
        (plan.crowd or plan.options).public(),
        len(plan.players),
        plan.players,
        plan.seed,
        tally.games,
        plan.games,
        tally.decisions,
        round(cpu_seconds, 6),
        round(tally.decisions / max(cpu_seconds, 1e-9)),
        tuple(round(score / tally.games, 6) for score in tally.scores.tolist()),
        tuple(round(share / tally.games, 6) for share in tally.wins.tolist()),
        report_of(spread, tally) if plan.crowd else None,
    )
