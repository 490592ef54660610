"""Rows kept in a folder while they are played, so that a run can end at any moment and go on.

The folder holds ``asked.json`` (what was asked for), parts of the table, each written whole or not at all, and in the end
``rows.parquet`` and ``rows.csv``. Both depend on nothing but what was asked for: not on where a run was interrupted.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from muckle.errors import MuckleError

SECONDS, MOST_ROWS = 5.0, 1_000_000
"""What is played is written when it is so old or so much."""
GROUP = 100_000
"""Rows of a row group of the whole table."""
TABLE, CSV, ASKED = "rows.parquet", "rows.csv", "asked.json"
PART = "part-{:012d}.parquet"
"""A part, by the number of its first row."""
DRAFT = "draft-"
Rows = np.ndarray[Any, Any]


class Group(NamedTuple):
    """Rows that lie together in a file."""

    first: int
    """The number of the first one."""
    size: int
    path: Path
    place: int
    """Which of the file's row groups they are."""


class Kept:
    """The rows of one run.

    Args:
        folder: made if it is not there.
        columns: the names of the rows' columns.
        asked: what decides what the rows are, as JSON has it.

    Raises:
        MuckleError: PyArrow is not installed, or the folder holds something else, or cannot be written.
    """

    def __init__(self, folder: Path, columns: Sequence[str], asked: dict[str, Any]) -> None:
        _pyarrow()
        self._folder, self._columns, self._asked = folder, columns, json.loads(json.dumps(asked))
        self._waiting, self._since = list[Rows](), time.monotonic()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for draft in folder.glob(f"{DRAFT}*"):
                draft.unlink()
            self._check()
            self._groups = self._found()
        except OSError as error:
            raise MuckleError(f"{folder} cannot be written: {error.strerror}") from None
        self.size = sum(group.size for group in self._groups)
        """How many rows there are; numbered from 0."""

    def read(self, numbers: range) -> Iterator[Rows]:
        """The rows of these numbers that were there when the run began."""
        for group in self._groups:
            start, stop = max(numbers.start, group.first), min(numbers.stop, group.first + group.size)
            if start < stop:
                yield self._read(group)[start - group.first : stop - group.first]

    def add(self, rows: Rows) -> None:
        """Keep the rows that come next."""
        self._waiting.append(rows)
        waiting = sum(map(len, self._waiting))
        if waiting >= MOST_ROWS or time.monotonic() - self._since > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            rows = np.concatenate(self._waiting)
            whole(self._folder / PART.format(self.size), lambda path: self._write(path, [rows]))
            self._groups.append(Group(self.size, len(rows), self._folder / PART.format(self.size), 0))
            self.size += len(rows)
        self._waiting, self._since = [], time.monotonic()

    def finish(self) -> None:
        """Put the parts together to the whole table."""
        self.flush()
        parts = [*self._folder.glob("part-*.parquet")]
        if parts or not (self._folder / TABLE).exists():
            whole(self._folder / TABLE, lambda path: self._write(path, self._even()))
        whole(self._folder / CSV, self._write_csv)
        for part in parts:
            part.unlink()

    def _check(self) -> None:
        """See that the folder is of this run, or new."""
        file = self._folder / ASKED
        if not file.exists():
            if any(self._folder.iterdir()):
                raise MuckleError(f"{self._folder} holds other files; rows are kept in a folder of their own")
            whole(file, lambda path: path.write_text(json.dumps(self._asked, indent=1) + "\n", encoding="utf-8"))
            return
        before = json.loads(file.read_text(encoding="utf-8"))
        for name, value in self._asked.items():
            if before.get(name) != value:
                raise MuckleError(f"{self._folder} holds a run with {name} {before.get(name)!r:.80}, not {value!r:.80}")

    def _found(self) -> list[Group]:
        """What is there, in order; parts that the whole table has already are deleted."""
        from pyarrow.parquet import ParquetFile

        groups, size = list[Group](), 0
        table = [self._folder / TABLE] if (self._folder / TABLE).exists() else []
        for path in (*table, *sorted(self._folder.glob("part-*.parquet"))):
            if path not in table and int(path.stem.removeprefix("part-")) < size:
                path.unlink()
                continue
            meta = ParquetFile(path).metadata
            for place in range(meta.num_row_groups):
                groups.append(Group(size, meta.row_group(place).num_rows, path, place))
                size += groups[-1].size
        return groups

    def _read(self, group: Group) -> Rows:
        from pyarrow.parquet import ParquetFile

        table = ParquetFile(group.path).read_row_group(group.place, columns=[*self._columns])
        return np.stack([column.to_numpy() for column in table.columns], axis=1)

    def _even(self) -> Iterator[Rows]:
        """All rows, GROUP by GROUP."""
        waiting, size = list[Rows](), 0
        for group in self._groups:
            waiting.append(self._read(group))
            size += group.size
            while size >= GROUP:
                together = np.concatenate(waiting)
                yield together[:GROUP]
                waiting, size = [together[GROUP:]], size - GROUP
        if size or not self._groups:
            yield np.concatenate([np.zeros((0, len(self._columns)), np.int64), *waiting])

    def _write(self, path: Path, parts: Sequence[Rows] | Iterator[Rows]) -> None:
        """A Parquet file, a row group a part."""
        pyarrow = _pyarrow()
        from pyarrow.parquet import ParquetWriter

        about = {"muckle": json.dumps(self._asked)}
        schema = pyarrow.schema([(name, pyarrow.int64()) for name in self._columns], metadata=about)
        with ParquetWriter(path, schema, compression="zstd") as writer:
            for rows in parts:
                columns = [pyarrow.array(column) for column in rows.T]
                writer.write_table(pyarrow.Table.from_arrays(columns, schema=schema), row_group_size=len(rows) or None)

    def _write_csv(self, path: Path) -> None:
        """The whole table as CSV."""
        from pyarrow.csv import CSVWriter, WriteOptions
        from pyarrow.parquet import ParquetFile

        file = ParquetFile(self._folder / TABLE)
        with CSVWriter(path, file.schema_arrow, write_options=WriteOptions(quoting_style="none")) as writer:
            for batch in file.iter_batches(GROUP):
                writer.write_batch(batch)


def whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Write a file so that it is there whole or not at all, whatever happens meanwhile."""
    draft = path.with_name(DRAFT + path.name)
    write(draft)
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.replace(path)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise MuckleError("to keep rows, PyArrow is needed: install muckle[lab]") from None
    return pyarrow
