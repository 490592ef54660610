"""Table with a row per decision: the seat, the action taken, the number of legal actions, and the scores before and after."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, lent, returns, rounds
from muckle.players.match_row import ends_turn

NUMBERS = (
    *("match", "step", "turn", "round", "seat", "kind", "legal"),
    *("score_before", "score_after", "lead_before", "lead_after"),
)
"""Numeric columns; `kind` is an index into `Layout.kinds`."""
COLUMNS = (*NUMBERS[:6], "action", *NUMBERS[6:])
"""Columns of the stored table, which `docs/laboratory.md` describes."""
MATCH, STEP, TURN, ROUND, SEAT, KIND, LEGAL, BEFORE, AFTER = range(9)


class DecisionRows(NamedTuple):
    """The decisions of some matches."""

    numbers: Any
    """int64 array with one row per decision and the columns `NUMBERS`."""
    actions: list[str]
    """Texts of the actions taken, as in transcripts."""


@compiled
def fill_decisions(options, words, trail, taken, ends, kinds, turns, match, scores, decided):
    """Fill in the numbers of a recorded match.

    Args:
        trail: the state before each decision, and the last state.
        taken: the action of each decision.
        ends: cumulative number of legal actions after each decision.
        kinds, turns: of each action (`muckle.engine.kinds.tables`).
        match: number of the match.
        scores: scratch, one number per seat.
        decided: filled in, one row per decision.
    """
    setup, trail = Setup(options[0], lent(words)), lent(trail)
    turn, begun, first = 1, 0, rounds(setup, trail[0])
    for at in range(len(taken)):
        seat, into = trail[at].turn, decided[at]
        into[MATCH], into[STEP], into[TURN], into[SEAT] = match, at + 1, turn, seat
        into[ROUND] = rounds(setup, trail[at]) - first + 1
        into[KIND], into[LEGAL], begun = kinds[taken[at]], ends[at] - begun, ends[at]
        fill_scores(setup, trail[at], seat, scores, into[BEFORE::2])
        fill_scores(setup, trail[at + 1], seat, scores, into[AFTER::2])
        turn += ends_turn(trail[at + 1], seat, turns[taken[at]], len(scores))


@compiled
def fill_scores(setup, state, seat, scores, into):
    """Fill in a seat's score and its lead over the best of the other seats; the lead is 0 if there are none."""
    returns(setup, state, scores)
    others, best = 0, 0
    for other in range(len(scores)):
        if other != seat:
            best = scores[other] if others == 0 else max(best, scores[other])
            others += 1
    into[0], into[1] = scores[seat], scores[seat] - best if others else 0


def join(parts: list[DecisionRows]) -> DecisionRows:
    """Concatenate the decisions of several matches."""
    numbers = np.concatenate([part.numbers for part in parts])
    return DecisionRows(numbers, [action for part in parts for action in part.actions])
