"""Simulations: many games between given players, and a report about them."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msgspec.structs import replace

from muckle.engine.compile import compiling
from muckle.engine.position import Position
from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.cluster import open_pool
from muckle.lab.matches import MatchRows
from muckle.lab.measures import Samples, basic_measures, winner_sets
from muckle.lab.plan import Plan, make_plan, match_seed
from muckle.lab.pool import Pool
from muckle.lab.record import RecordingWork
from muckle.lab.report import Report, report, summarize
from muckle.lab.seat_test import WinCounts
from muckle.lab.seeds import match_seeds
from muckle.players.contest import kind_tables, play_rows
from muckle.players.match_row import DECISIONS, layout

TRIED_MATCHES = 20
"""Number of random matches that are searched for kinds of decisions that the rules allow but no player took."""
__all__ = ["Interrupted", "Report", "match_seed", "simulate"]


class Writable(Protocol):
    """A target for transcripts, such as a text file."""

    def write(self, text: str, /) -> int:
        """Write a text and return its length."""
        ...


class Interrupted(KeyboardInterrupt):
    """Ctrl-C was pressed. `report` holds the results so far, of the type that the interrupted function returns."""

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
    """Play many games, and report scores, wins and lengths.

    Args:
        game, preset, options: as for `muckle.new_match`.
        games: number of games, at least 1. None: 1000.
        players: one player for all seats, or one per seat: a level, or a level with a vocabulary (`muckle.players`).
        seed: whole number from 0 to 2**62. The same seed gives the same result on any number of cores.
        transcripts: file to which every match is written, complete matches only. Slower, as every decision becomes text.
        progress: called with the number of games that were finished since the last call.
        compiles: called with the name of what is being compiled, such as "Mitch: rules"; not called if nothing is.
        cores: number of cores to use; None: all.
        cluster: Ray cluster to use instead (with the extra ``ray``): the address of its head node, or "auto" for the cluster
            that this machine belongs to. The result is the same (`docs/cluster.md`).
        starter: seat that begins every game, from 0; deals that let another seat begin are skipped. None: the rules decide.
        out: folder that stores one row per match, in the end as ``rows.parquet`` and ``rows.csv`` (with the extra ``lab``). An
            interrupted run resumes when it is called again with the same arguments; more games can be asked for.
        decisions: also store one row per decision in that folder, as ``decisions.parquet`` and ``decisions.csv``. Slower, as
            every decision becomes text.

    Raises:
        OptionsError: there is no such game, option or player, or values do not fit together.
        Interrupted: Ctrl-C was pressed; its `report` covers the games played so far.

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
        running = _Games(plan, out, decisions)
        compile_players(plan)
    try:
        with closing(running.play(pool, transcripts)) as parts:  # so that no thread of the pool is left after Ctrl-C
            for matches in parts:
                progress(matches)
    except KeyboardInterrupt:
        if not running.games:
            raise
        raise Interrupted(running.report()) from None
    return running.report()


def compile_players(plan: Plan) -> None:
    """Compile the code that the games of a plan need, except searches."""
    match_seeds(plan)(range(1))
    play_rows(find(plan.game), plan.options, plan.manners, [], plan.graph, plan.known)


def allowed_kinds(plan: Plan, kinds: Collection[str]) -> tuple[str, ...]:
    """Return those of some kinds of decisions that are legal somewhere in `TRIED_MATCHES` random matches of a plan."""
    game, left = find(plan.game), set(kinds)
    if not left:
        return ()
    position, names = Position(game, plan.options, plan.graph), layout(game, plan.options.seats).kinds
    kind_of, _ = kind_tables(game)
    for number in range(TRIED_MATCHES):
        position.deal(match_seed(plan.seed, number))
        chance, seen = Random(number), set[int]()
        while left and not position.over:
            legal = position.legal()
            seen.update(legal)
            position.apply(chance.choice(legal))
        left -= {names[kind] for kind in kind_of[[*seen]]}
    return tuple(kind for kind in names if kind in kinds and kind not in left)


@contextmanager
def uninterrupted() -> Generator[None]:
    """Delay Ctrl-C until the body of the `with` statement is done. Only the main thread receives Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed.is_set():
        signal.raise_signal(signal.SIGINT)


class Clock:
    """Measures the CPU time that this process and its workers spend."""

    def __init__(self) -> None:
        self.worker_seconds, self._began = 0.0, time.process_time()

    @property
    def seconds(self) -> float:
        """CPU time spent since this clock was made, in seconds."""
        return self.worker_seconds + time.process_time() - self._began


class _Games:
    """The games of a plan with their results so far."""

    def __init__(self, plan: Plan, out: Path | str | None, decisions: bool) -> None:
        self._matches = MatchRows(plan, None if out is None else Path(out), decisions=decisions)
        self._plan, self._clock = plan, Clock()
        self.samples, self._decisions = Samples(), 0
        self._winners = WinCounts(plan.options.seats), WinCounts(plan.options.seats)  # by seat, by place in turn order

    @property
    def games(self) -> int:
        """Number of games played so far."""
        return self.samples.games

    def play(self, pool: Pool, transcripts: Writable | None) -> Generator[int]:
        """Play all games, and yield the number of games in each part."""
        self._clock = Clock()  # leaves out the time for compiling
        numbers = range(self._plan.games)
        played = self._matches.rows(numbers, pool) if transcripts is None else pool.in_order(RecordingWork(self._plan), numbers)
        with closing(played):
            for part in played:
                with uninterrupted():  # so that every match that is written is counted
                    if transcripts is not None:
                        transcripts.write(part.text)
                    self.samples.add(basic_measures(part.rows, self._matches.layout))
                    if self._plan.options.seats > 1:
                        for counts, sets in zip(self._winners, winner_sets(part.rows, self._matches.layout), strict=True):
                            counts.add(sets)
                    self._decisions += int(part.rows[:, DECISIONS].sum())
                    self._clock.worker_seconds += part.cpu_seconds
                yield len(part.rows)
        self._matches.finish()

    def report(self) -> Report:
        """Return the report about the games so far."""
        seconds = self._clock.seconds
        results = summarize(self.samples, self._matches.layout.seats, *self._winners, self._plan)
        if {*self._plan.players} != {"random"}:  # random players take whatever is allowed
            untaken = {kind for kind, one in results.decisions_by_kind.items() if not one.most}
            results = replace(results, never=allowed_kinds(self._plan, untaken))
        return report(self._plan, self.games, self._decisions, seconds, results)
