"""The row of a match: whole numbers filled in while it is played, which simulations report, compare and store."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from typing import Any, NamedTuple

from muckle.engine.bits import from_start
from muckle.engine.compile import compiled
from muckle.engine.contract import ONE_STAGE, Setup, ahead, lent, returns, rounds, stage
from muckle.engine.game import Game
from muckle.engine.kinds import ENDS, PASSES, names

SEED, STARTER, DECISIONS, TURNS, ROUNDS, LEAD_CHANGES, MARGIN, WINNERS, FIRST = range(9)
"""Columns of a row. Behind them, from FIRST: each seat's score, each seat's place, the decisions of each kind."""
ALWAYS = ("seed", "starter", "decisions", "turns", "rounds", "lead_changes", "margin", "winners")


class Layout(NamedTuple):
    """The meaning of the columns of a row."""

    seats: int
    kinds: tuple[str, ...]
    """Kinds of decisions that are counted."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns; seats count from 0. `docs/laboratory.md` describes each."""
        seats = range(self.seats)
        scores, places = [f"score_{seat}" for seat in seats], [f"place_{seat}" for seat in seats]
        return (*ALWAYS, *scores, *places, *(f"decisions_{kind}" for kind in self.kinds))

    def scores(self, rows: Any) -> Any:
        """Return the scores of each seat, a row for each match."""
        return rows[:, FIRST : FIRST + self.seats]

    def places(self, rows: Any) -> Any:
        """Return the places of each seat, a row for each match; winners have place 1, and behind two of them comes place 3."""
        return rows[:, FIRST + self.seats : FIRST + 2 * self.seats]


def layout(game: Game, seats: int) -> Layout:
    """Return the layout of the rows of a game."""
    return Layout(seats, names(game.text.kinds()))


@compiled
def begin_row(setup, state, seed, row):
    """Begin the row of a match after its deal.

    Until the end WINNERS holds 1 + the seat that led alone last, and ROUNDS the stage it is in.
    """
    row[:] = 0
    row[SEED], row[STARTER], row[ROUNDS] = seed, state.turn, stage(setup, state)


@compiled
def add_decision(setup, state, seat, action, kinds, scores, row):
    """Add a decision to a row: a seat has taken an action.

    Args:
        state: after it. kinds: `muckle.engine.kinds.table`. scores: scratch, one a seat.
    """
    kind, turn, now = kinds[from_start(action), 0], kinds[from_start(action), 1], stage(setup, state)
    row[from_start(FIRST + 2 * len(scores) + kind)] += 1
    ended = turn == ENDS or (turn == PASSES and (state.turn != seat or len(scores) == 1))
    row[TURNS] += ended
    if now != row[ROUNDS] or (now == ONE_STAGE and ended and len(scores) > 1):
        row[ROUNDS] = now
        note_lead(setup, state, scores, row)


@compiled
def note_lead(setup, state, scores, row):
    """Count a change of the lead if another seat leads alone than before; a shared lead changes nothing."""
    returns(setup, state, scores)
    leader, alone = 0, True
    for seat in range(1, len(scores)):
        if scores[seat] > scores[leader]:
            leader, alone = seat, True
        elif scores[seat] == scores[leader]:
            alone = False
    if alone and row[WINNERS] != leader + 1:
        row[LEAD_CHANGES] += row[WINNERS] != 0
        row[WINNERS] = leader + 1


@compiled
def end_row(setup, state, scores, row):
    """Fill in the decisions, scores, places (General 12), rounds and margin of a match that is over."""
    note_lead(setup, state, scores, row)
    seats, winner, winners = len(scores), 0, 0
    for seat in range(seats):
        place = 1
        for other in range(seats):
            place += ahead(setup, state, scores, other, seat)
        row[FIRST + seat], row[FIRST + seats + seat] = scores[seat], place
        if place == 1:
            winner, winners = seat, winners + 1
    for kind in range(FIRST + 2 * seats, len(row)):
        row[DECISIONS] += row[kind]
    row[ROUNDS], row[WINNERS], row[MARGIN] = rounds(setup, state), winners, margin(scores, winner)


@compiled
def margin(scores, winner):
    """Return the winner's lead over the best other seat in points; 0 if the win is shared or there is one seat."""
    best, others = 0, 0
    for seat in range(len(scores)):
        if seat != winner:
            best = scores[seat] if others == 0 else max(best, scores[seat])
            others += 1
    return scores[winner] - best if others else 0


@compiled
def row_of(options, words, trail, taken, kinds, seed, scores, row):
    """Fill in the row of a match from its recorded states and actions.

    Args:
        trail: the states before each decision, and behind them the last one. taken: the actions. scores: scratch.
    """
    setup, trail = Setup(options[0], lent(words)), lent(trail)
    begin_row(setup, trail[0], seed, row)
    for at in range(len(taken)):
        add_decision(setup, trail[at + 1], trail[at].turn, taken[at], kinds, scores, row)
    end_row(setup, trail[len(taken)], scores, row)
