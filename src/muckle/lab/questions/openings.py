"""Openings: how much better the seats do that begin with an act than those that do not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from muckle.lab.answer import Answer
from muckle.lab.decisions import MATCH, SEAT, DecisionRows
from muckle.lab.plan import Plan
from muckle.lab.questions.pieces import Wording, effects_answer, measure
from muckle.lab.record import Recorded, Recorder, RecordingWork

ACTS = Wording(
    "Seats that begin with an act, against those that do not:",
    "Seats that begin with these score more",
    "Seats that begin with these score less",
    "No first act",
)


class Work(RecordingWork):
    """Work for a pool: the games of a plan, with the first decision of each seat."""

    def begin(self) -> Callable[[range], Recorded]:
        """Return a function that plays a range of games."""
        recorder = Recorder(self.plan)

        def play(numbers: range) -> Recorded:
            played = recorder.record_decisions(numbers)
            return played._replace(decisions=played.decisions and first_decisions(played.decisions))

        return play


def first_decisions(found: DecisionRows) -> DecisionRows:
    """Return the first decision of each seat in each match."""
    _, first = np.unique(found.numbers[:, [MATCH, SEAT]], axis=0, return_index=True)
    return DecisionRows(found.numbers[first], [found.actions[at] for at in first])


def ask(played: Recorded, plan: Plan) -> Answer:
    """Return what each first act of a seat does to its score and wins."""
    assert played.decisions
    numbers, actions = played.decisions
    named = dict[str, list[tuple[int, int]]]()
    for match, seat, action in zip(numbers[:, MATCH].tolist(), numbers[:, SEAT].tolist(), actions, strict=True):
        named.setdefault(action, []).append((match, seat))
    return effects_answer(measure(plan, played.rows, named, {}), ACTS)
