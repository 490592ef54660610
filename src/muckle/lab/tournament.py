"""Tournaments: players meet in every seat and circular order with the same deals, and are rated by who ended before whom."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from muckle.custom.players import is_custom, load_custom_player
from muckle.engine.compile import compiling
from muckle.errors import OptionsError, missing_extra
from muckle.games import find
from muckle.lab.cluster import open_pool
from muckle.lab.matches import identity
from muckle.lab.measures import measures
from muckle.lab.plan import Plan, make_plan
from muckle.lab.pool import Concurrency, Pool
from muckle.lab.schedule import Schedule, Seating, read_schedule
from muckle.lab.seat_test import BY_SEAT, BY_TURN, SeatTest, seat_test
from muckle.lab.seeds import match_seeds
from muckle.lab.simulate import Interrupted, compile_players
from muckle.lab.stored_table import StoredTable
from muckle.lab.summary import DIGITS, Sample, Share, Summary, clustered_share, clustered_summary, t_quantile
from muckle.players.contest import play_rows
from muckle.players.match_row import Layout, layout

ELO = 400 / math.log(10)
"""Factor from a Bradley-Terry log strength to rating points: 400 points more mean odds of ten to one."""
PRIOR = 0.01
"""Regularisation (`alpha` of choix) that keeps the rating of a player finite who always or never wins."""
GROUPS = 200
"""Number of clusters of deals, which intervals take as the independent observations."""
MAX_PLAYERS = 40
"""Maximum number of players in a tournament."""
READ_DEALS = 1000
"""Number of stored deals that are read at a time."""


class PlayerStanding(Struct, frozen=True):
    """The results of one player. Intervals treat all games of a deal as one observation (cluster)."""

    player: str
    rating: float
    """Elo points; the mean of all players is 0."""
    low: float | None
    """Lower end of the rating's 95 % confidence interval (cluster-robust, Student's t); None after a single deal."""
    high: float | None
    """Upper end of the rating's 95 % confidence interval."""
    games: int
    """Number of games, counted once for each seat that the player filled."""
    wins: Share
    """Share of games won; a shared win counts as its share. Wilson's interval with the effective number of games."""
    score: Summary
    """Summary of the player's scores. The interval of the mean is cluster-robust (clusters are deals)."""


class TournamentReport(Struct, frozen=True):
    """The results of a tournament, the best player first."""

    game: str
    version: int
    """Version of the rules."""
    options: dict[str, int | str]
    seats: int
    seed: int
    deals: int
    """Number of deals played in all their games."""
    asked: int
    """Number of deals asked for; fewer were played only if the tournament was interrupted."""
    games_per_deal: int
    """Number of games in which each deal is played: every group of players from every seat."""
    standings: tuple[PlayerStanding, ...]
    against: tuple[tuple[float | None, ...], ...]
    """For each player, in the order of the standings, the share of games in which it ended before each other; a tie is half."""
    seat_test: SeatTest | None
    """Do wins depend on the seat? Every player sits in every seat of every deal, so players do not matter here."""
    turn_test: SeatTest | None
    """Do wins depend on the place in turn order, counted from who takes the first decision?"""

    @property
    def interrupted(self) -> bool:
        """Return whether fewer deals were played than were asked for."""
        return self.deals < self.asked


class PlayedDeals(NamedTuple):
    """The games of consecutive deals, deal by deal."""

    rows: Any
    """One row per game (`muckle.players.match_row`)."""
    seated: Any
    """For each game, the number of the player in each seat."""
    cpu_seconds: float = 0.0
    """CPU time spent in worker processes, in seconds."""


def tournament(
    game: str,
    preset: str | None = None,
    *,
    players: Sequence[str],
    games: int = 100,
    seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
    compiles: Callable[[str], None] = lambda _: None,
    cores: int | None = None,
    cluster: str | None = None,
    out: Path | str | None = None,
    **options: int | str,
) -> TournamentReport:
    """Let players meet in every seat with the same deals, and rate them.

    With as many players as seats or more, all groups that fill the table meet; with fewer, all sit down and fill the table
    evenly. Each group plays every deal once from every seat, in a circular order that is drawn for the deal, so that over all
    deals everybody sits to the left of everybody equally often. The result does not depend on the order of `players`.

    Args:
        game, preset, options, seed, cores, cluster: as for `muckle.simulate`.
        players: from 2 to 40 different ones: levels, birds, ``package.module:function``, ``program:COMMAND``.
        games: number of deals; each is played in several games (`TournamentReport.games_per_deal`).
        progress: called with the number of games that were finished since the last call.
        out: folder that stores one row per game, with the deal and the player in each seat; otherwise as for `muckle.simulate`.

    Raises:
        OptionsError: there is no such game, option or player, or values do not fit together.
        MuckleError: choix is not installed.
        Interrupted: Ctrl-C was pressed; its `report` covers the deals played so far.
    """
    pool, kind = open_pool(cores, cluster), find(game)
    _choix()  # if it is missing, fail before the games
    names = read_entrants(players)
    schedule = read_schedule(len(names), kind.read_options(preset, options).seats, seed)
    with compiling(compiles):
        entrants = [make_plan(game, preset, options, name, seed, games) for name in names]
        table = None if out is None else _StoredGames(Path(out), entrants, schedule)
        for entrant in entrants:
            compile_players(entrant)
    results = Results(names, layout(kind, schedule.seats))
    try:
        for part in _play(TournamentWork(entrants, schedule), pool, table):
            results.add(part, schedule.games_per_deal)
            progress(len(part.rows))
    except KeyboardInterrupt:
        if not results.deals:
            raise
        raise Interrupted(results.report(entrants[0], schedule)) from None
    return results.report(entrants[0], schedule)


def read_entrants(players: Sequence[str]) -> list[str]:
    """Return the names of the players in alphabetical order, so that nothing depends on the order in which they were given.

    Raises:
        OptionsError: there are too few or too many players, or one comes twice.
    """
    names = sorted(name.strip() for name in players)
    if not 2 <= len(names) <= MAX_PLAYERS or len(set(names)) < len(names):
        raise OptionsError(f"from 2 to {MAX_PLAYERS} different players meet, got {', '.join(players) or 'none'}")
    return names


class TournamentWork:
    """Work for a pool: the deals of a tournament, each played in all its games.

    Args:
        entrants: one plan per player, in which that player fills all seats.
    """

    few = 0

    def __init__(self, entrants: Sequence[Plan], schedule: Schedule) -> None:
        self._entrants, self._schedule = entrants, schedule
        self.deals = range(entrants[0].games)

    @property
    def concurrency(self) -> Concurrency:
        """Threads, because compiled code plays; custom players are asked one question at a time."""
        return "alone" if any(entrant.has_custom_players for entrant in self._entrants) else "threads"

    def begin(self) -> Callable[[range], PlayedDeals]:
        """Return a function that plays consecutive deals."""
        plan, kind = self._entrants[0], find(self._entrants[0].game)
        manners, known = ([getattr(entrant, name)[0] for entrant in self._entrants] for name in ("manners", "known"))
        names = [entrant.players[0] for entrant in self._entrants]
        custom = {number: load_custom_player(name, plan.graph) for number, name in enumerate(names) if is_custom(name)}
        seeds_of, columns = match_seeds(plan), len(layout(kind, plan.options.seats).columns)

        def play(deals: range) -> PlayedDeals:
            seated, seeds = self._schedule.seatings(deals), seeds_of(deals).repeat(self._schedule.games_per_deal)
            places: dict[Seating, list[int]] = {}
            for place, seating in enumerate(seated):
                places.setdefault(seating, []).append(place)
            rows = np.zeros((len(seated), columns), np.int64)
            for seating, at in places.items():
                manner, words = ([of[player] for player in seating] for of in (manners, known))
                others = {seat: custom[player] for seat, player in enumerate(seating) if player in custom}
                rows[at] = play_rows(kind, plan.options, manner, seeds[at], plan.graph, words, others)
            return PlayedDeals(rows, np.array(seated))

        return play


def _play(work: TournamentWork, pool: Pool, table: _StoredGames | None) -> Iterator[PlayedDeals]:
    """Yield all deals in order: read from the folder as far as it has them, and played otherwise."""
    if table is None:
        yield from pool.in_order(work, work.deals)
        return
    stored = work.deals[: table.deals]
    yield from table.read(stored)
    try:
        for part in pool.in_order(work, work.deals[len(stored) :]):
            table.add(part)
            yield part
    except BaseException:
        table.stored.flush()
        raise
    table.stored.finish()


class _StoredGames:
    """A stored table with one row per game."""

    def __init__(self, folder: Path, entrants: Sequence[Plan], schedule: Schedule) -> None:
        plan, self._schedule = entrants[0], schedule
        self._names = np.array([entrant.players[0] for entrant in entrants])
        form = layout(find(plan.game), schedule.seats)
        self._players = [f"player_{seat}" for seat in range(schedule.seats)]
        columns = {"deal": int, **dict.fromkeys(self._players, str), **dict.fromkeys(form.columns, int)}
        self.stored = StoredTable(folder, "rows", columns, {**identity(plan), "players": self._names.tolist()})
        self.deals = self._next = self.stored.size // schedule.games_per_deal
        """Number of deals that were stored when the run began."""

    def read(self, deals: range) -> Iterator[PlayedDeals]:
        """Yield the games of consecutive deals, from deal 0 on."""
        size = self._schedule.games_per_deal
        for first in range(0, len(deals), READ_DEALS):
            part = deals[first : first + READ_DEALS]
            tables = [*self.stored.read(range(part.start * size, part.stop * size))]
            columns = [np.concatenate([table[name].to_numpy() for table in tables]) for name in tables[0].column_names]
            seats = 1 + self._schedule.seats
            seated = np.searchsorted(self._names, np.stack(columns[1:seats], axis=1).astype(self._names.dtype))
            yield PlayedDeals(np.stack(columns[seats:], axis=1), seated)

    def add(self, part: PlayedDeals) -> None:
        """Store the games of the next deals."""
        deals = self._next + np.arange(len(part.rows)) // self._schedule.games_per_deal
        self._next = int(deals[-1]) + 1
        self.stored.add([deals, *self._names[part.seated].T, *part.rows.T])


class Results:
    """The counts of a tournament by cluster of deals."""

    def __init__(self, players: Sequence[str], form: Layout) -> None:
        size = len(players)
        self.before = np.zeros((GROUPS, size, size))
        """Number of games by cluster, player and opponent in which the player ended before the opponent; a tie counts half."""
        self.games, self.wins, self.scores = (np.zeros((GROUPS, size)) for _ in range(3))
        """Number of games, sum of win shares and sum of scores, by cluster and player."""
        self.by_seat, self.by_turn = (np.zeros((GROUPS, form.seats)) for _ in range(2))
        """Sums of win shares by cluster, and by seat or place in turn order."""
        self.deals = 0
        self._players, self._form = players, form
        self._samples = [Sample() for _ in players]

    def add(self, part: PlayedDeals, games_per_deal: int) -> None:
        """Add the games of the next deals."""
        measured, places = measures(part.rows, self._form), self._form.places(part.rows)
        deals = self.deals + np.arange(len(part.rows)) // games_per_deal
        clusters = deals % GROUPS
        for seat, player in enumerate(part.seated.T):
            score = measured[f"score_{seat}"]
            np.add.at(self.games, (clusters, player), 1)
            np.add.at(self.scores, (clusters, player), score)
            np.add.at(self.wins, (clusters, player), measured[BY_SEAT.format(seat)])
            np.add.at(self.by_seat[:, seat], clusters, measured[BY_SEAT.format(seat)])
            np.add.at(self.by_turn[:, seat], clusters, measured[BY_TURN.format(seat)])
            for number, sample in enumerate(self._samples):
                sample.add(score[player == number])
            for other, opponent in enumerate(part.seated.T):
                points = np.where(player == opponent, 0, (np.sign(places[:, other] - places[:, seat]) + 1) / 2)
                np.add.at(self.before, (clusters, player, opponent), points)
        self.deals = int(deals[-1]) + 1

    def report(self, plan: Plan, schedule: Schedule) -> TournamentReport:
        """Return the standings, the best player first; players with equal ratings stand in alphabetical order."""
        together, ratings, (low, high) = self.before.sum(0), rate(self.before.sum(0)), intervals(self.before, self.deals)
        met = together + together.T
        order = sorted(range(len(ratings)), key=lambda at: -round(float(ratings[at]), 1))
        each = [
            PlayerStanding(
                self._players[at],
                round(float(ratings[at]), 1),
                None if self.deals == 1 else round(float(low[at]), 1),
                None if self.deals == 1 else round(float(high[at]), 1),
                self._samples[at].size,
                clustered_share(self.wins[:, at], self.games[:, at]),
                clustered_summary(self._samples[at], self.scores[:, at], self.games[:, at]),
            )
            for at in order
        ]
        games = self.games.sum(1) / schedule.seats
        there = (games > 0).astype(int)
        against = [[round(float(together[a, b] / met[a, b]), DIGITS) if met[a, b] else None for b in order] for a in order]
        return TournamentReport(
            plan.game,
            plan.header.version,
            plan.options.public(),
            plan.options.seats,
            plan.seed,
            self.deals,
            plan.games,
            schedule.games_per_deal,
            tuple(each),
            tuple(map(tuple, against)),
            seat_test(self.by_seat, games, there),
            seat_test(self.by_turn, games, there),
        )


def rate(before: Any) -> Any:
    """Return Elo ratings from a Bradley-Terry model, with a mean of 0.

    Args:
        before: number of games in which the player of the row ended before the player of the column.
    """
    strengths = _choix().ilsr_pairwise_dense(before, alpha=PRIOR, max_iter=1000)
    return (strengths - strengths.mean()) * ELO


def _choix() -> Any:
    try:
        import choix
    except ModuleNotFoundError:
        raise missing_extra("ratings need choix", "lab") from None
    return choix


def intervals(before: Any, deals: int) -> Any:
    """Return the lower and upper ends of the ratings' 95 % confidence intervals.

    The standard errors are cluster-robust (sandwich estimator). Half a deal won and half a deal lost against each opponent
    (Jeffreys' prior) are added, so that who wins everything has an interval with a width.

    Args:
        before: for each cluster of deals, what `rate` takes.
        deals: number of deals in all clusters.
    """
    from scipy.sparse.csgraph import laplacian

    there, together = before[before.sum((1, 2)) > 0], before.sum(0)
    met, size = together + together.T, len(there)
    ratings, known = rate(together + met / (2 * deals)), rate(together)
    ahead = 1 / (1 + np.exp((ratings - ratings[:, None]) / ELO))
    off = (there * (1 - ahead) - there.transpose(0, 2, 1) * ahead).sum(2)
    added = laplacian((met / deals) ** 2 * (ahead**2 + (1 - ahead) ** 2) / 2)
    bread = np.linalg.pinv(laplacian((met + met / deals) * ahead * (1 - ahead)), hermitian=True)
    errors = np.sqrt(np.diag(bread @ (off.T @ off * size / max(1, size - 1) + added) @ bread))
    reach = t_quantile(size - 1) * ELO * errors
    return np.minimum(known, ratings - reach), np.maximum(known, ratings + reach)
