"""Decisions as rows, one each: who decided what among how many, and how the scores stood."""

# pyright: basic
# (compiled functions have no annotations)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from muckle.engine.compile import compiled
from muckle.engine.contract import Setup, lent, returns, rounds
from muckle.players.rows import TURNS, add_decision

NUMBERS = (
    *("match", "step", "turn", "round", "seat", "kind", "legal"),
    *("score_before", "score_after", "lead_before", "lead_after"),
)
"""The columns that are filled in as numbers; a kind is one of `Layout.kinds`."""
COLUMNS = (*NUMBERS[:6], "action", *NUMBERS[6:])
"""Of the table that is kept; `docs/laboratory.md` says what each is."""
MATCH, STEP, TURN, ROUND, SEAT, KIND, LEGAL, BEFORE, AFTER = range(9)


class Decided(NamedTuple):
    """The decisions of some matches."""

    numbers: Any
    """int64, a row each: NUMBERS."""
    actions: list[str]
    """What was decided, as transcripts have it."""


@compiled
def number_decisions(options, words, trail, taken, ends, kinds, match, scores, row, decided):
    """Fill in the numbers of a match that was written down.

    Args:
        trail: the states before each decision, and behind them the last one. taken: the actions. match: its number.
        ends: how many actions were legal, summed up from the first decision on.
        scores, row: scratch, one a seat and a row as of `muckle.players.rows`. decided: filled in, a row a decision.
    """
    setup, trail = Setup(options[0], lent(words)), lent(trail)
    row[:], begun, first = 0, 0, rounds(setup, trail[0])
    for at in range(len(taken)):
        seat, into = trail[at].turn, decided[at]
        into[MATCH], into[STEP], into[TURN], into[SEAT] = match, at + 1, row[TURNS] + 1, seat
        into[ROUND] = rounds(setup, trail[at]) - first + 1
        into[KIND], into[LEGAL], begun = kinds[taken[at], 0], ends[at] - begun, ends[at]
        stand(setup, trail[at], seat, scores, into[BEFORE::2])
        stand(setup, trail[at + 1], seat, scores, into[AFTER::2])
        add_decision(setup, trail[at + 1], seat, taken[at], kinds, scores, row)


@compiled
def stand(setup, state, seat, scores, into):
    """Fill in a seat's score and its lead: by how much that is more than the best of the others has, 0 for one alone."""
    returns(setup, state, scores)
    others, best = 0, 0
    for other in range(len(scores)):
        if other != seat:
            best = scores[other] if others == 0 else max(best, scores[other])
            others += 1
    into[0], into[1] = scores[seat], scores[seat] - best if others else 0


def join(parts: list[Decided]) -> Decided:
    """Those of several matches, one behind the other."""
    numbers = np.concatenate([part.numbers for part in parts])
    return Decided(numbers, [action for part in parts for action in part.actions])
