"""Games counted: played by compiled code, a row each."""

from __future__ import annotations

from collections.abc import Callable

from muckle.games import find
from muckle.lab.plan import Plan
from muckle.lab.record import Recorded
from muckle.lab.starter import match_seeds
from muckle.lab.work import FEW, Concurrency
from muckle.players.contest import play_rows


class CountingWork:
    """The games of a plan, without transcripts: work for a pool."""

    few = FEW

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    @property
    def concurrency(self) -> Concurrency:
        """Who comes from outside is asked one thing at a time."""
        return "alone" if self._plan.asks_outsiders else "threads"

    def begin(self) -> Callable[[range], Recorded]:
        """What plays the games of these numbers."""
        plan, kind, outside = self._plan, find(self._plan.game), self._plan.outside()
        seeds_of = match_seeds(plan)

        def play(part: range) -> Recorded:
            return Recorded(play_rows(kind, plan.options, plan.manners, seeds_of(part), plan.graph, plan.known, outside))

        return play
