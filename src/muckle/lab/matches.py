"""The matches of a plan by their numbers: read where they are kept, played where they are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.count import play_plan
from muckle.lab.kept import Kept
from muckle.lab.plan import Plan
from muckle.lab.record import Recorded
from muckle.players.rows import layout


class Matches:
    """The matches of a plan, as rows.

    Args:
        out: the folder to keep them in; None: nowhere.

    Raises:
        MuckleError: the folder cannot be used, see `Kept`.
    """

    def __init__(self, plan: Plan, out: Path | None = None) -> None:
        if plan.crowd:
            raise OptionsError(f"{plan.game}: where each seat plays its own board there are no rows; seats=1 has some")
        self.plan, self.layout = plan, layout(find(plan.game), plan.options.seats)
        self._kept = None if out is None else Kept(out, self.layout.columns, asked(plan))

    def rows(self, numbers: range, cores: int) -> Iterator[Recorded]:
        """Those of these numbers, in order; whoever asks goes on where it ended the time before."""
        if self._kept is None:
            yield from play_plan(self.plan, numbers, cores)
            return
        there = self._kept.size
        yield from map(Recorded, self._kept.read(numbers))
        try:
            for part in play_plan(self.plan, range(max(numbers.start, there), numbers.stop), cores):
                self._kept.add(part.rows)
                yield part
        except BaseException:
            self._kept.flush()
            raise

    def finish(self) -> None:
        """Write the whole table, if they are kept."""
        if self._kept:
            self._kept.finish()


def asked(plan: Plan) -> dict[str, Any]:
    """What decides what the rows are, as JSON has it; how many there are does not."""
    header = {name: value for name, value in msgspec.to_builtins(plan.header).items() if value not in (None, [])}
    return {**header, "players": [*plan.players], "seed": plan.seed, "starter": plan.starter}
