"""The matches of a plan by their numbers: read where they are kept, played where they are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from muckle.errors import OptionsError
from muckle.games import find
from muckle.lab.count import CountingWork
from muckle.lab.decisions import COLUMNS, NUMBERS
from muckle.lab.kept import KeptTable
from muckle.lab.plan import Plan
from muckle.lab.pool import Pool
from muckle.lab.record import Recorded, RecordingWork
from muckle.lab.work import Work
from muckle.players.rows import Layout, layout


class MatchRows:
    """The matches of a plan, as rows.

    Args:
        out: the folder to keep them in; None: nowhere.
        decisions: whether a row a decision is kept there, too.

    Raises:
        MuckleError: the folder cannot be used, see `KeptTable`.
    """

    def __init__(self, plan: Plan, out: Path | None = None, *, decisions: bool = False) -> None:
        if plan.crowd:
            raise OptionsError(f"{plan.game}: where each seat plays its own board there are no rows; seats=1 has some")
        self.plan, self.layout = plan, layout(find(plan.game), plan.options.seats)
        self._work: Work = RecordingWork(plan, decisions=True) if decisions else CountingWork(plan)
        self._tables = list[_Table]()
        if out is not None:
            self._rows = _MatchTable(out, self.layout, asked(plan))
            self._tables = [self._rows, *([_DecisionTable(out, self.layout, asked(plan))] if decisions else [])]

    def rows(self, numbers: range, pool: Pool) -> Iterator[Recorded]:
        """Those of these numbers, in order; whoever asks goes on where it ended the time before."""
        if not self._tables:
            yield from pool.in_order(self._work, numbers)
            return
        there = range(numbers.start, min(numbers.stop, *(table.matches for table in self._tables)))
        if there:
            yield from self._rows.read(there)
        number = max(there.start, there.stop)
        try:
            for part in pool.in_order(self._work, range(number, numbers.stop)):
                for table in self._tables:
                    table.add(number, part)
                number += len(part.rows)
                yield part
        except BaseException:
            for table in self._tables:
                table.kept.flush()
            raise

    def finish(self) -> None:
        """Write the whole tables, if they are kept."""
        for table in self._tables:
            table.kept.finish()


class _Table(Protocol):
    """What is kept of matches."""

    kept: KeptTable
    matches: int
    """It has all of those with smaller numbers."""

    def add(self, first: int, part: Recorded) -> None:
        """Keep what it has not of some matches; `first`: the number of the first of them."""
        ...


class _MatchTable:
    """A row a match."""

    def __init__(self, folder: Path, form: Layout, asked: dict[str, Any]) -> None:
        self.kept = KeptTable(folder, "rows", dict.fromkeys(form.columns, int), asked)
        self.matches = self.kept.size

    def read(self, numbers: range) -> Iterator[Recorded]:
        """The matches of these numbers."""
        for table in self.kept.read(numbers):
            yield Recorded(np.stack([column.to_numpy() for column in table.columns], axis=1))

    def add(self, first: int, part: Recorded) -> None:
        """As of `_Table`."""
        new = part.rows[max(0, self.matches - first) :]
        if len(new):
            self.kept.add([*new.T])
            self.matches = first + len(part.rows)


class _DecisionTable:
    """A row a decision."""

    def __init__(self, folder: Path, form: Layout, asked: dict[str, Any]) -> None:
        self._kinds = np.array(form.kinds)
        columns = {name: str if name in ("kind", "action") else int for name in COLUMNS}
        self.kept = KeptTable(folder, "decisions", columns, asked)
        last = [*self.kept.read(range(self.kept.size - 1, self.kept.size))]
        self.matches = last[0]["match"][0].as_py() + 1 if last else 0

    def add(self, first: int, part: Recorded) -> None:
        """As of `_Table`."""
        assert part.decided
        numbers, actions = part.decided
        columns: dict[str, Any] = {**dict(zip(NUMBERS, numbers.T, strict=True)), "action": actions}
        begin = int(np.searchsorted(columns["match"], self.matches))
        if begin < len(numbers):
            columns["kind"] = self._kinds[columns["kind"]]
            self.kept.add([columns[name][begin:] for name in COLUMNS])
            self.matches = first + len(part.rows)


def asked(plan: Plan) -> dict[str, Any]:
    """What decides what the rows are, as JSON has it; how many there are does not."""
    header = {name: value for name, value in msgspec.to_builtins(plan.header).items() if value not in (None, [])}
    return {**header, "players": [*plan.players], "seed": plan.seed, "starter": plan.starter}
