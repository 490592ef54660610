"""Rounds of Muckell played by bots: simulations, and the others who play a person's cards."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from muckle.engine.compile import compiling
from muckle.engine.manner import RANDOM, Manner
from muckle.games.mickell.muckell import MUCKELL, Options, Standings, Worth, read_options, standings, worth
from muckle.lab.cluster import open_pool
from muckle.lab.plan import Plan, make_plan, match_seed, read_players
from muckle.lab.pool import FEW, Concurrency, WorkerProcess
from muckle.lab.questions.simulate import headline, work_line
from muckle.lab.record import Recorder
from muckle.lab.report import Results
from muckle.lab.simulate import Clock, Interrupted, Writable, uninterrupted
from muckle.lab.summary import DIGITS
from muckle.match.log import after_draws
from muckle.match.match import Match
from muckle.scene.tell import counted
from muckle.terminal.standings import OtherBoard

FEW_SEATS = 12
"""Seats that have a line of their own in a report."""


class RoundsReport(Results, frozen=True, kw_only=True):
    """The results of simulated rounds; each game is a round with a board for each seat."""

    mean_score: float
    """Mean score of all boards."""
    spread: float
    """Standard deviation of the scores within a round, whose boards all have the same cards."""
    winning_score: float
    """Mean of the best scores of each round."""
    best_score: int
    """Best score of all boards."""
    shared_places: float
    """Share of boards that share their place with another board."""
    shared_firsts: float
    """Share of rounds in which the first place is shared."""

    def lines(self) -> list[str]:
        """Return the report as lines to print."""
        return [
            headline(self),
            *(self._by_seat() if self.seats <= FEW_SEATS else self._by_player()),
            f"  All boards: mean {self.mean_score:.3f}, spread {self.spread:.3f} (standard deviation with the same cards),"
            f" winner {self.winning_score:.3f}, best {self.best_score}",
            f"  {self.shared_places:.2%} of boards share their place; {self.shared_firsts:.2%} of games have several winners",
            "  All boards of a game have the same cards in the same order; each player's own chance is its own.",
            f"  {work_line(self)}",
        ]

    def _by_seat(self) -> list[str]:
        each = zip(self.players, self.mean_scores, self.win_shares, strict=True)
        return [
            f"  Seat {seat}  {player:<10} mean score {mean:10.3f}   wins {share:7.2%}"
            for seat, (player, mean, share) in enumerate(each, 1)
        ]

    def _by_player(self) -> list[str]:
        """Return a line for each player with the wins of all seats that it fills."""
        lines: list[str] = []
        for player in dict.fromkeys(self.players):
            seats = [seat for seat, other in enumerate(self.players) if other == player]
            mean = statistics.fmean(self.mean_scores[seat] for seat in seats)
            share = sum(self.win_shares[seat] for seat in seats)
            lines.append(f"  {counted(len(seats), 'seat'):>12}  {player:<10} mean score {mean:10.3f}   wins {share:7.2%}")
        return lines


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


def simulate_rounds(
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
    **options: int | str,
) -> RoundsReport:
    """Play many rounds of Muckell, and report scores, wins and how far boards lie apart.

    Args:
        preset, options: of Muckell; presets of Mickell work as well.
        games: number of rounds, at least 1. None: 1.
        players, seed, transcripts, compiles, cores, cluster: as for `muckle.simulate`.
        progress: called with the number of boards that were finished since the last call.

    Raises:
        OptionsError, Interrupted: as for `muckle.simulate`.

    >>> simulate_rounds("tiny", games=10, seats=3).games
    10
    """
    pool, chosen = open_pool(cores, cluster), read_options(preset, options)
    names = read_players(MUCKELL.name, players, chosen.seats)
    with compiling(compiles):
        work = BoardWork(chosen, names, seed, 1 if games is None else games, with_text=transcripts is not None)
        for plan in work.plans.values():
            Recorder(replace(plan, manners=(Manner(RANDOM),))).play_match(0, with_text=False)
    rounds, waiting, decisions, clock = list[Standings](), list[PlayedBoard](), 0, Clock()
    try:
        with closing(pool.in_order(work, range(work.games * chosen.seats))) as played:
            for boards, seconds in played:
                with uninterrupted():
                    waiting += boards
                    for at in range(0, len(waiting) - chosen.seats + 1, chosen.seats):
                        done = waiting[at : at + chosen.seats]
                        rounds.append(standings(chosen, [board.worth for board in done]))
                        decisions += sum(board.decisions for board in done)
                        if transcripts is not None:
                            transcripts.write("".join([rounds[-1].line(), *(board.text for board in done)]))
                    del waiting[: len(waiting) // chosen.seats * chosen.seats]
                    clock.worker_seconds += seconds
                progress(len(boards))
    except KeyboardInterrupt:
        if not rounds:
            raise
        raise Interrupted(_report(work, rounds, decisions, clock.seconds)) from None
    return _report(work, rounds, decisions, clock.seconds)


def play_others(match: Match, options: Options, level: str) -> Iterator[OtherBoard]:
    """Yield the boards of all seats but the first in a round, played by players of one level.

    They are played in another process, compiled, because strong players need that.

    Args:
        match: the board of the first seat, dealt from a seed.

    Raises:
        OptionsError: there is no such player. MuckleError: the process has died.
    """
    work = BoardWork(options, [level] * options.seats, 0, 1, with_text=True, deal=match.header.seed)
    worker = WorkerProcess(work, compiled=True)
    try:
        for seat in range(1, options.seats):
            (board,) = worker.ask(range(seat, seat + 1)).boards
            played = Match.from_transcript(board.text, narrate=False)
            yield OtherBoard(board.worth, tuple(action for _, action in after_draws(played.decisions)))
    finally:
        worker.end()


class BoardWork:
    """Work for a pool: the boards of rounds, numbered round by round.

    Args:
        names: name of the player in each seat.
        with_text: return the transcripts of the boards, too.
        deal: seed of the deal, if there is one round only and its cards are given.

    Raises:
        OptionsError: there is no such player, or values do not fit.
    """

    few = FEW

    def __init__(
        self, options: Options, names: Sequence[str], seed: int, games: int, *, with_text: bool, deal: int | None = None
    ) -> None:
        alone = options.alone()
        values = {**alone.public(), "cards": " ".join(alone.own_cards() or ())}
        self.options, self.names, self.with_text, self.deal = options, names, with_text, deal
        self.plans: Mapping[str, Plan] = {
            name: make_plan(alone.game, None, values, name, seed, games) for name in dict.fromkeys(names)
        }
        self.games = self.plans[names[0]].games

    @property
    def concurrency(self) -> Concurrency:
        """Processes if texts are written, by Python; else threads of compiled code. Custom players allow neither."""
        if any(plan.has_custom_players for plan in self.plans.values()):
            return "alone"
        return "processes" if self.with_text else "threads"

    def begin(self) -> Callable[[range], Boards]:
        """Return a function that plays a range of boards."""
        if not self.with_text:
            return lambda part: Boards([*self._play(self._recorders(), part)])  # threads cannot share recorders
        recorders = self._recorders()
        return lambda part: Boards([*self._play(recorders, part)])

    def _recorders(self) -> Mapping[str, BoardRecorder]:
        return {name: BoardRecorder(plan, self.options.seats, self.deal) for name, plan in self.plans.items()}

    def _play(self, recorders: Mapping[str, BoardRecorder], numbers: range) -> Iterator[PlayedBoard]:
        for number in numbers:
            recorder = recorders[self.names[number % self.options.seats]]
            decisions, result, text = recorder.play_match(number, with_text=self.with_text)
            yield PlayedBoard(decisions, worth(self.options, result.scores[0], recorder.position.plain_state), text)


class BoardRecorder(Recorder):
    """Plays boards of rounds: as many consecutive numbers as there are seats have the same deal (Muckell 1)."""

    def __init__(self, plan: Plan, seats: int, deal: int | None) -> None:
        super().__init__(plan)
        self._seats, self._deal = seats, deal

    def seeds(self, number: int) -> tuple[int, int]:
        """Return the seed of a board's deal, and the seed of the player's own chance."""
        game, seat = divmod(number, self._seats)
        deal = super().seeds(game)[0] if self._deal is None else self._deal
        return deal, match_seed(deal, seat)


def _report(work: BoardWork, rounds: Sequence[Standings], decisions: int, seconds: float) -> RoundsReport:
    scores, first = np.array([each.scores for each in rounds]), np.array([each.places for each in rounds]) == 1
    plan = work.plans[work.names[0]]
    shared = sum(number for each in rounds for number in Counter(each.places).values() if number > 1)
    return RoundsReport(
        game=MUCKELL.name,
        version=plan.header.version,
        options=work.options.public(),
        seats=work.options.seats,
        players=tuple(work.plans[name].players[0] for name in work.names),
        seed=plan.seed,
        starter=None,
        games=len(rounds),
        asked=work.games,
        decisions=decisions,
        cpu_seconds=round(seconds, DIGITS),
        decisions_per_cpu_second=round(decisions / max(seconds, 1e-9)),
        mean_scores=tuple(scores.mean(0).round(DIGITS).tolist()),
        win_shares=tuple((first / first.sum(1, keepdims=True)).mean(0).round(DIGITS).tolist()),
        mean_score=round(float(scores.mean()), DIGITS),
        spread=round(float(scores.var(1).mean()) ** 0.5, DIGITS),
        winning_score=round(float(scores.max(1).mean()), DIGITS),
        best_score=int(scores.max()),
        shared_places=round(shared / scores.size, DIGITS),
        shared_firsts=round(statistics.fmean(first.sum(1) > 1), DIGITS),
    )
