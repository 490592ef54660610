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
LEAST = -(1 << 62)
"""Less than any score."""
ALWAYS = ("seed", "starter", "decisions", "turns", "rounds", "lead_changes", "margin", "winners")


class Layout(NamedTuple):
    """The meaning of the columns of a row."""

    seats: int
    kinds: tuple[str, ...]
    """Kinds of decisions that are counted."""

    @property
    def first_kind(self) -> int:
        """The column with the decisions of the first kind; the other kinds stand behind it."""
        return FIRST + 2 * self.seats

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
    """Begin the row of a match, all zeros so far, after its deal.

    Until the end WINNERS holds 1 + the seat that led alone last, and ROUNDS the stage it is in.
    """
    row[SEED], row[STARTER], row[ROUNDS] = seed, state.turn, stage(setup, state)


@compiled
def follow(setup, state, seat, action, turns, scores, row):
    """Count turns and changes of the lead: a seat has taken an action.

    Args:
        state: after it.
        turns: effect of each action on the turn (`muckle.engine.kinds`). None: the kinds of all decisions tell the turns.
        scores: scratch, one a seat.
    """
    now, ended = stage(setup, state), False
    if turns is not None:
        ended = ends_turn(state, seat, turns[from_start(action)], len(scores))
        row[TURNS] += ended
    if now != row[ROUNDS] or (now == ONE_STAGE and ended and len(scores) > 1):
        row[ROUNDS] = now
        note_lead(setup, state, scores, row)


@compiled
def ends_turn(state, seat, turn, seats):
    """Return whether a decision with this effect has ended the turn of a seat; `state` is the one after it."""
    return turn == ENDS or (turn == PASSES and (state.turn != seat or seats == 1))


@compiled
def note_lead(setup, state, scores, row):
    """Note the margin, and a change of the lead if another seat leads alone than before; a shared lead changes nothing."""
    returns(setup, state, scores)
    leader, best, second = 0, scores[0], LEAST
    for seat in range(1, len(scores)):
        score = scores[from_start(seat)]
        second = max(second, min(best, score))
        leader = seat if score > best else leader
        best = max(best, score)
    row[MARGIN] = best - second if len(scores) > 1 else 0
    before, now = row[WINNERS], leader + 1
    alone = row[MARGIN] > 0
    row[LEAD_CHANGES] += alone & (before != 0) & (before != now)
    row[WINNERS] = now if alone else before


@compiled
def end_row(setup, state, scores, row):
    """Fill in the decisions, scores, places (General 12), rounds and margin of a match that is over."""
    note_lead(setup, state, scores, row)
    seats, winners = len(scores), 0
    for seat in range(seats):
        place = 1
        for other in range(seats):
            place += ahead(setup, state, scores, other, seat)
        row[from_start(FIRST + seat)], row[from_start(FIRST + seats + seat)] = scores[from_start(seat)], place
        winners += place == 1
    for kind in range(FIRST + 2 * seats, len(row)):
        row[DECISIONS] += row[kind]
    row[ROUNDS], row[WINNERS] = rounds(setup, state), winners


@compiled
def row_of(options, words, trail, taken, kinds, turns, seed, scores, row):
    """Fill in the row of a match from its recorded states and actions.

    Args:
        trail: the states before each decision, and behind them the last one. taken: the actions. scores: scratch.
        kinds, turns: of each action (`muckle.engine.kinds.tables`).
        row: all zeros.
    """
    setup, trail = Setup(options[0], lent(words)), lent(trail)
    begin_row(setup, trail[0], seed, row)
    for at in range(len(taken)):
        row[FIRST + 2 * len(scores) + kinds[taken[at]]] += 1
        follow(setup, trail[at + 1], trail[at].turn, taken[at], turns, scores, row)
    end_row(setup, trail[len(taken)], scores, row)
