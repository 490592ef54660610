"""The report of a simulation, which is printed and written as JSON."""

from __future__ import annotations

from msgspec import Struct

from muckle.lab.measures import LENGTH, Samples
from muckle.lab.plan import Plan
from muckle.lab.seat_test import SeatTest, WinCounts, has_equal_players
from muckle.lab.summary import DIGITS, Share, Summary

KIND_PREFIX = "decisions_"
"""Prefix of the measures that count the decisions of one kind."""


class Figures(Struct, frozen=True):
    """Statistics of the games. Tuples have one entry per seat; those about wins are empty in a game for one player."""

    scores: tuple[Summary, ...]
    wins: tuple[Share, ...]
    """Share of games won; a shared win counts as its share."""
    scores_from_starter: tuple[Summary, ...]
    """Scores by place in turn order: first the seat that took the first decision, then the seat to its left, and so on."""
    wins_from_starter: tuple[Share, ...]
    """Shares of wins by place in turn order; the first is that of the seat that begins."""
    length: dict[str, Summary]
    """Numbers of decisions, turns and rounds of a game."""
    decisions_by_kind: dict[str, Summary]
    """Number of decisions of each kind in a game."""
    lead_changes: Summary | None
    """Number of changes of the seat that leads alone at the end of a turn."""
    margin: Summary | None
    """Points by which a winner is ahead of the best other seat."""
    ties: Share | None
    """Share of games that several seats won."""
    seat_test: SeatTest | None
    """Do wins depend on the seat? None if different players fill the seats, or one seat begins every game."""
    turn_test: SeatTest | None
    """Do wins depend on the place in turn order? None if different players fill the seats."""
    points_per_turn: Summary
    """Points of all seats together for each turn of a game."""
    never: tuple[str, ...] = ()
    """Kinds of decisions that the rules allow but no player took."""


class Results(Struct, frozen=True, kw_only=True):
    """The report of a simulation. Tuples have one entry per seat; a shared win counts as its share."""

    game: str
    version: int
    """Version of the rules."""
    options: dict[str, int | str]
    seats: int
    players: tuple[str, ...]
    seed: int
    starter: int | None
    """Seat that began every game; None: the rules decided."""
    games: int
    """Number of games played."""
    asked: int
    """Number of games asked for; fewer were played only if the simulation was interrupted."""
    decisions: int
    cpu_seconds: float
    decisions_per_cpu_second: float
    mean_scores: tuple[float, ...]
    win_shares: tuple[float, ...]
    """Share of games won by each seat; empty in a game for one player."""

    @property
    def interrupted(self) -> bool:
        """True if fewer games were played than were asked for."""
        return self.games < self.asked


class Report(Results, frozen=True, kw_only=True):
    """The results of a simulation."""

    figures: Figures


def summarize(samples: Samples, seats: int, by_seat: WinCounts, by_turn: WinCounts, plan: Plan) -> Figures:
    """Return the statistics of the games of a plan.

    Args:
        samples: samples of the measures.
        seats: number of seats of a match.
        by_seat, by_turn: who won, by seat and by place in turn order; not used if there is one seat.
    """

    def each(name: str) -> tuple[Summary, ...]:
        return tuple(samples[name.format(seat)].summary() for seat in range(seats))

    alone, equal = seats == 1, has_equal_players(plan)
    return Figures(
        scores=each("score_{}"),
        wins=() if alone else by_seat.shares(),
        scores_from_starter=() if alone else each("score_from_starter_{}"),
        wins_from_starter=() if alone else by_turn.shares(),
        length={name: samples[name].summary() for name in LENGTH},
        decisions_by_kind={
            name.removeprefix(KIND_PREFIX): samples[name].summary() for name in samples if name.startswith(KIND_PREFIX)
        },
        lead_changes=None if alone else samples["lead_changes"].summary(),
        margin=None if alone else samples["margin"].summary(),
        ties=None if alone else by_seat.ties(),
        seat_test=by_seat.test() if equal and plan.starter is None else None,
        turn_test=by_turn.test() if equal else None,
        points_per_turn=samples["points_per_turn"].summary(),
    )


def report(plan: Plan, games: int, decisions: int, cpu_seconds: float, figures: Figures) -> Report:
    """Return the report about games of a plan, with the number of decisions in all of them."""
    return Report(
        game=plan.game,
        version=plan.header.version,
        options=plan.options.public(),
        seats=len(plan.players),
        players=plan.players,
        seed=plan.seed,
        starter=plan.starter,
        games=games,
        asked=plan.games,
        decisions=decisions,
        cpu_seconds=round(cpu_seconds, 6),
        decisions_per_cpu_second=round(decisions / max(cpu_seconds, 1e-9)),
        mean_scores=tuple(round(seat.mean, DIGITS) for seat in figures.scores),
        win_shares=tuple(round(seat.mean, DIGITS) for seat in figures.wins),
        figures=figures,
    )
