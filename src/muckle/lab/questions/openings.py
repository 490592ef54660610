"""Openings: how much better the seats do that begin with an act than those that do not."""

from __future__ import annotations

from functools import partial

from muckle.lab.answer import Answer
from muckle.lab.decisions import MATCH, SEAT
from muckle.lab.plan import Plan
from muckle.lab.questions.pieces import Wording, effects_answer, measure
from muckle.lab.record import Recorded, RecordingWork

Work = partial(RecordingWork, decisions=True)
ACTS = Wording(
    "Seats that begin with an act, against those that do not:",
    "Seats that begin with these score more",
    "Seats that begin with these score less",
    "No first act",
)


def ask(played: Recorded, plan: Plan) -> Answer:
    """Return what each first act of a seat does to its score and wins."""
    assert played.decisions
    numbers, actions = played.decisions
    seen, named = set[tuple[int, int]](), dict[str, list[tuple[int, int]]]()
    for match, seat, action in zip(numbers[:, MATCH].tolist(), numbers[:, SEAT].tolist(), actions, strict=True):
        if (match, seat) not in seen:
            seen.add((match, seat))
            named.setdefault(action, []).append((match, seat))
    return effects_answer(measure(plan, played.rows, named, {}), ACTS)
