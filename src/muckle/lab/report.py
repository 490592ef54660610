"""What a simulation came to, as it is printed and written as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from muckle.lab.crowd import CrowdReport
from muckle.lab.measures import LENGTH, Samples
from muckle.lab.plan import Plan
from muckle.lab.seat_test import SeatTest, WinCounts
from muckle.lab.summary import DIGITS, Share, Summary

DECIDED = "decisions_"


class Figures(Struct, frozen=True):
    """What the games were like. Tuples have an entry a seat, seat 0 first; those of wins are empty in a game alone."""

    scores: tuple[Summary, ...]
    wins: tuple[Share, ...]
    """A shared win counts as its share."""
    scores_from_starter: tuple[Summary, ...]
    """By place in turn order: first the seat that took the first decision, then the one to its left."""
    wins_from_starter: tuple[Share, ...]
    length: dict[str, Summary]
    """A game's decisions, turns and rounds."""
    decisions_by_kind: dict[str, Summary]
    """How many decisions of a kind a game has."""
    lead_changes: Summary | None
    """How often another seat led alone, at the end of a turn, than did before."""
    margin: Summary | None
    """By how many points a winner was before the best other seat."""
    ties: Share | None
    """In how many games several seats won."""
    seat_test: SeatTest | None
    """Do wins depend on the seat? None where different players fill the seats, or one seat begins every game."""
    turn_test: SeatTest | None
    """Do wins depend on the place in turn order? None where different players fill the seats."""


class Report(Struct, frozen=True):
    """What a simulation came to. Lists have an entry a seat, seat 0 first; a shared win counts as its share."""

    game: str
    version: int
    """Of the rules."""
    options: dict[str, int | str]
    seats: int
    players: tuple[str, ...]
    seed: int
    starter: int | None
    """The seat that began each game, where that was asked for."""
    games: int
    """How many were counted."""
    asked: int
    """How many were asked for; fewer are counted only if the simulation was interrupted."""
    decisions: int
    cpu_seconds: float
    decisions_per_cpu_second: float
    mean_scores: tuple[float, ...]
    win_shares: tuple[float, ...]
    """Empty in a game alone."""
    figures: Figures | None = None
    crowd: CrowdReport | None = None
    """Of a game for one that many play at once, which has no `figures`."""

    @property
    def interrupted(self) -> bool:
        """Whether fewer games were counted than were asked for."""
        return self.games < self.asked


def figures(samples: Samples, seats: int, by_seat: WinCounts | None, by_turn: WinCounts | None) -> Figures:
    """Return the figures of the games that were counted.

    Args:
        by_seat, by_turn: win shares to be tested; None: there is nothing to test.
    """

    def each(name: str, told: str) -> tuple[Any, ...]:
        return tuple(
            getattr(samples[name.format(seat)], told)() for seat in range(seats if seats > 1 or "win" not in name else 0)
        )

    alone = seats == 1
    return Figures(
        scores=each("score_{}", "summary"),
        wins=each("win_{}", "share"),
        scores_from_starter=() if alone else each("score_from_starter_{}", "summary"),
        wins_from_starter=each("win_from_starter_{}", "share"),
        length={name: samples[name].summary() for name in LENGTH},
        decisions_by_kind={name.removeprefix(DECIDED): samples[name].summary() for name in samples if name.startswith(DECIDED)},
        lead_changes=None if alone else samples["lead_changes"].summary(),
        margin=None if alone else samples["margin"].summary(),
        ties=None if alone else samples["tie"].share(),
        seat_test=by_seat and by_seat.test(),
        turn_test=by_turn and by_turn.test(),
    )


def report(
    plan: Plan,
    games: int,
    decisions: int,
    scores: Sequence[float],
    wins: Sequence[float],
    cpu_seconds: float,
    told: Figures | None = None,
    crowd: CrowdReport | None = None,
) -> Report:
    """What so many games of a plan came to.

    Args:
        decisions: in all. scores, wins: the mean of each seat.
    """
    return Report(
        plan.game,
        plan.header.version,
        (plan.crowd or plan.options).public(),
        len(plan.players),
        plan.players,
        plan.seed,
        plan.starter,
        games,
        plan.games,
        decisions,
        round(cpu_seconds, 6),
        round(decisions / max(cpu_seconds, 1e-9)),
        tuple(round(score, DIGITS) for score in scores),
        tuple(round(share, DIGITS) for share in wins),
        told,
        crowd,
    )
