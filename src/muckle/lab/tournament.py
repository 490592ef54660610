"""Tournaments: everybody plays everybody, in every seat and with the same deals; ratings from who ended before whom."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from muckle.engine.compiling import compiling
from muckle.errors import OptionsError, lacking
from muckle.games import find
from muckle.lab.matches import MatchRows
from muckle.lab.measures import measures
from muckle.lab.plan import make_plan
from muckle.lab.pool import Pool, open_pool
from muckle.lab.simulate import Interrupted, compile_players
from muckle.lab.summary import DIGITS, Sample, Share, Summary

ELO = 400 / math.log(10)
"""Points of a rating: who has 400 more is ahead ten times as often as behind."""
PRIOR = 0.01
"""Keeps ratings finite where somebody always or never wins (`alpha` of choix)."""
GROUPS, DRAWS = 200, 400
"""Deals are put into so many groups, and groups drawn anew so often, to see how far ratings could be otherwise."""
MOST = 40
"""Players in a tournament."""


class PlayerStanding(Struct, frozen=True):
    """What a player came to."""

    player: str
    rating: float
    """In Elo's points; all players have 0 on average."""
    low: float
    """From here to `high`: the 95 % interval of the rating, from deals drawn anew."""
    high: float
    games: int
    wins: Share
    """A shared win counts as its share."""
    score: Summary


class TournamentReport(Struct, frozen=True):
    """What a tournament came to. The best player stands first."""

    game: str
    version: int
    """Of the rules."""
    options: dict[str, int | str]
    seats: int
    seed: int
    deals: int
    """Each of which every line-up has played."""
    lineups: int
    standings: tuple[PlayerStanding, ...]
    against: tuple[tuple[float | None, ...], ...]
    """For each player, in the same order, the share of games in which it ended before each other; a tie counts half."""
    interrupted: bool = False
    """Whether not all games were played; `lineups` are those that had begun."""


class Lineup(NamedTuple):
    """Who sits where."""

    seated: tuple[int, ...]
    """By seat: the number of a player."""


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
    """Let players meet in every seat, with the same deals.

    With as many players as seats or more, all groups that fill the table meet; with fewer all sit, in turn, until the seats are
    filled. Each group plays every deal once for every seat: between two games everybody moves one seat on.

    Args:
        game, preset, options, seed, cores, cluster, out: as for `muckle.simulate`.
        players: from 2 to 40 different ones: levels, birds, ``package.module:function``, ``program:COMMAND``.
        games: deals, which every line-up plays.
        progress: is told how many games were finished since it was last told.

    Raises:
        OptionsError: no such game, option or player, or values that do not fit. MuckleError: choix is not installed.
        Interrupted: a KeyboardInterrupt with the standings so far, once everybody has played.
    """
    pool, kind = open_pool(cores, cluster), find(game)
    _choix()  # who is to wait for ratings that cannot be made is told at once
    asked = kind.read_options(preset, options)
    tables = lineups(read_entrants(players), asked.seats)
    with compiling(compiles):
        plans = [make_plan(game, preset, options, [players[at] for at in table.seated], seed, games) for table in tables]
        folders = [None if out is None else Path(out, f"lineup-{number:04d}") for number in range(len(plans))]
        tables_of = [MatchRows(plan, folder) for plan, folder in zip(plans, folders, strict=True)]
        compile_players(plans[0])
    results = Results(len(players))
    try:
        for table, matches in zip(tables, tables_of, strict=True):
            results.add(table, played(matches, pool, progress), matches)
            matches.finish()
    except KeyboardInterrupt:
        if not results.everybody:
            raise
        raise Interrupted(replace(results.standings(plans[0], players), interrupted=True)) from None
    return results.standings(plans[0], players)


def read_entrants(players: Sequence[str]) -> int:
    """How many they are.

    Raises:
        OptionsError: too few or too many, or one of them twice.
    """
    if not 2 <= len(players) <= MOST or len(set(players)) < len(players):
        raise OptionsError(f"from 2 to {MOST} different players meet, got {', '.join(players) or 'none'}")
    return len(players)


def lineups(players: int, seats: int) -> list[Lineup]:
    """Who sits where: every group, in every turn of the table.

    Raises:
        OptionsError: it is a game alone.
    """
    if seats == 1:
        raise OptionsError("a game alone has no tournament; seats=2 or more has one, where the game can be played so")
    groups = combinations(range(players), seats) if players >= seats else [[seat % players for seat in range(seats)]]
    turned = ((*group[by:], *group[:by]) for group in map(tuple, groups) for by in range(seats))
    return [Lineup(seated) for seated in dict.fromkeys(turned)]


def played(matches: MatchRows, pool: Pool, progress: Callable[[int], None]) -> Iterator[Any]:
    """The rows of a line-up's games."""
    for part in matches.rows(range(matches.plan.games), pool):
        progress(len(part.rows))
        yield part.rows


class Results:
    """Who ended before whom, deal by deal."""

    def __init__(self, players: int) -> None:
        self.before = np.zeros((GROUPS, players, players))
        """By group of deals: how often one ended before another; a tie counts half for both."""
        self.lineups = 0
        """That have begun."""
        self._scores, self._wins = [Sample() for _ in range(players)], [Sample() for _ in range(players)]

    def add(self, lineup: Lineup, parts: Iterator[Any], matches: MatchRows) -> None:
        """Count the games of a line-up, from deal 0 on."""
        self.lineups, first = self.lineups + 1, 0
        for rows in parts:
            measured, places = measures(rows, matches.layout), matches.layout.places(rows)
            groups = np.arange(first, first + len(rows)) % GROUPS
            for seat, player in enumerate(lineup.seated):
                self._scores[player].add(measured[f"score_{seat}"])
                self._wins[player].add(measured[f"win_{seat}"])
                for other, opponent in enumerate(lineup.seated):
                    if opponent != player:
                        points = (np.sign(places[:, other] - places[:, seat]) + 1) / 2
                        np.add.at(self.before[:, player, opponent], groups, points)
            first += len(rows)

    @property
    def everybody(self) -> bool:
        """Whether each player has played."""
        return all(sample.size for sample in self._scores)

    def standings(self, plan: Any, players: Sequence[str]) -> TournamentReport:
        """What it all came to."""
        together, ratings, (low, high) = self.before.sum(0), rate(self.before.sum(0)), intervals(self.before)
        met = together + together.T
        order = sorted(range(len(players)), key=lambda at: -ratings[at])
        each = [
            PlayerStanding(
                players[at],
                round(float(ratings[at]), 1),
                round(float(low[at]), 1),
                round(float(high[at]), 1),
                self._scores[at].size,
                self._wins[at].share(),
                self._scores[at].summary(),
            )
            for at in order
        ]
        against = [[round(float(together[a, b] / met[a, b]), DIGITS) if met[a, b] else None for b in order] for a in order]
        return TournamentReport(
            plan.game,
            plan.header.version,
            plan.options.public(),
            plan.options.seats,
            plan.seed,
            plan.games,
            self.lineups,
            tuple(each),
            tuple(map(tuple, against)),
        )


def rate(before: Any) -> Any:
    """Ratings by the model of Bradley and Terry, all 0 on average.

    Args:
        before: how often each player, a row, ended before each other, a column.
    """
    strengths = _choix().ilsr_pairwise_dense(before, alpha=PRIOR, max_iter=1000)
    return (strengths - strengths.mean()) * ELO


def _choix() -> Any:
    try:
        import choix
    except ModuleNotFoundError:
        raise lacking("ratings need choix", "lab") from None
    return choix


def intervals(before: Any) -> Any:
    """The 2.5th and 97.5th percentiles of ratings, were other deals played: groups of deals drawn anew (bootstrap)."""
    there = before[before.sum((1, 2)) > 0]
    draw = np.random.default_rng(0)
    ratings = [rate(there[draw.integers(0, len(there), len(there))].sum(0)) for _ in range(DRAWS)]
    return np.percentile(ratings, [2.5, 97.5], axis=0)
