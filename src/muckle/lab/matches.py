"""The matches of a plan as rows of numbers: read from a folder as far as it has them, and played otherwise."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from muckle.games import find
from muckle.lab.decisions import COLUMNS, NUMBERS
from muckle.lab.plan import Plan
from muckle.lab.pool import FEW, Concurrency, Pool, Work
from muckle.lab.record import Recorded, RecordingWork
from muckle.lab.seeds import match_seeds
from muckle.lab.stored_table import StoredTable
from muckle.players.contest import play_rows
from muckle.players.match_row import Layout


class PlayingWork:
    """Work for a pool: the games of a plan, played by compiled code, without transcripts."""

    few = FEW

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    @property
    def concurrency(self) -> Concurrency:
        """Threads, because compiled code plays; custom players are asked one question at a time."""
        return "alone" if self._plan.has_custom_players else "threads"

    def begin(self) -> Callable[[range], Recorded]:
        """Return a function that plays a range of games."""
        plan, game, custom_players = self._plan, find(self._plan.game), self._plan.load_custom_players()
        seeds_of = match_seeds(plan)

        def play(part: range) -> Recorded:
            return Recorded(play_rows(game, plan.options, plan.manners, seeds_of(part), plan.graph, plan.known, custom_players))

        return play


class MatchRows:
    """The matches of a plan, one row of numbers each.

    Args:
        out: folder that stores the rows; None: they are not stored.
        decisions: also store one row per decision.

    Raises:
        MuckleError: the folder cannot be used, see `StoredTable`.
    """

    def __init__(self, plan: Plan, out: Path | None = None, *, decisions: bool = False) -> None:
        self.plan, self.layout = plan, plan.layout
        self._work: Work = RecordingWork(plan, decisions=True) if decisions else PlayingWork(plan)
        self._tables = list[_Table]()
        if out is not None:
            self._rows = _MatchTable(out, self.layout, identity(plan))
            self._tables = [self._rows, *([_DecisionTable(out, self.layout, identity(plan))] if decisions else [])]

    def rows(self, numbers: range, pool: Pool) -> Generator[Recorded]:
        """Yield the matches of these numbers in order. Each call must continue where the one before ended."""
        if not self._tables:
            yield from pool.in_order(self._work, numbers)
            return
        stored = range(numbers.start, min(numbers.stop, *(table.matches for table in self._tables)))
        if stored:
            yield from self._rows.read(stored)
        number = max(stored.start, stored.stop)
        try:
            for part in pool.in_order(self._work, range(number, numbers.stop)):
                for table in self._tables:
                    table.add(number, part)
                number += len(part.rows)
                yield part
        except BaseException:
            for table in self._tables:
                table.stored.flush()
            raise

    def finish(self) -> None:
        """Write the complete tables, if a folder stores them."""
        for table in self._tables:
            table.stored.finish()


class _Table(Protocol):
    """A stored table about matches."""

    stored: StoredTable
    matches: int
    """Number of the first match that the table does not have."""

    def add(self, first: int, part: Recorded) -> None:
        """Store those recorded matches that the table does not have yet. `first` is the number of the first match in `part`."""
        ...


class _MatchTable:
    """A stored table with one row per match."""

    def __init__(self, folder: Path, form: Layout, identity: dict[str, Any]) -> None:
        self.stored = StoredTable(folder, "rows", dict.fromkeys(form.columns, int), identity)
        self.matches = self.stored.size

    def read(self, numbers: range) -> Iterator[Recorded]:
        """Yield the matches of these numbers."""
        for table in self.stored.read(numbers):
            yield Recorded(np.stack([column.to_numpy() for column in table.columns], axis=1))

    def add(self, first: int, part: Recorded) -> None:
        """Store those of some matches that are missing."""
        new = part.rows[max(0, self.matches - first) :]
        if len(new):
            self.stored.add([*new.T])
            self.matches = first + len(part.rows)


class _DecisionTable:
    """A stored table with one row per decision."""

    def __init__(self, folder: Path, form: Layout, identity: dict[str, Any]) -> None:
        self._kinds = np.array(form.kinds)
        columns = {name: str if name in ("kind", "action") else int for name in COLUMNS}
        self.stored = StoredTable(folder, "decisions", columns, identity)
        last = [*self.stored.read(range(self.stored.size - 1, self.stored.size))]
        self.matches = last[0]["match"][0].as_py() + 1 if last else 0

    def add(self, first: int, part: Recorded) -> None:
        """Store those of some matches that are missing."""
        assert part.decisions
        numbers, actions = part.decisions
        columns: dict[str, Any] = {**dict(zip(NUMBERS, numbers.T, strict=True)), "action": actions}
        begin = int(np.searchsorted(columns["match"], self.matches))
        if begin < len(numbers):
            columns["kind"] = self._kinds[columns["kind"]]
            self.stored.add([columns[name][begin:] for name in COLUMNS])
            self.matches = first + len(part.rows)


def identity(plan: Plan) -> dict[str, Any]:
    """Return, as JSON values, everything that decides the rows of a plan; their number is not part of it."""
    header = {name: value for name, value in msgspec.to_builtins(plan.header).items() if value not in (None, [])}
    return {**header, "players": [*plan.players], "seed": plan.seed, "starter": plan.starter}
