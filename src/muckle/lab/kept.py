"""Tables kept in a folder while their rows are played, so that a run can end at any moment and go on.

The folder holds ``asked.json`` (what was asked for), parts of each table, each written whole or not at all, and in the end
``rows.parquet`` and ``rows.csv``, or another table's name. They depend on nothing but what was asked for: not on where a run
was interrupted.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from muckle.errors import MuckleError, lacking

SECONDS, MOST_ROWS = 5.0, 1_000_000
"""What is played is written when it is so old or so much."""
GROUP = 100_000
"""Rows of a row group of the whole table."""
ASKED = "asked.json"
DRAFT = "draft-"
Table = Any
"""PyArrow's; it is not imported before a run keeps rows."""


class Group(NamedTuple):
    """Rows that lie together in a file."""

    first: int
    """The number of the first one."""
    size: int
    path: Path
    place: int
    """Which of the file's row groups they are."""


class KeptTable:
    """A table of one run.

    Args:
        folder: made if it is not there.
        name: the table's.
        columns: the names of its columns, each with the type of what stands there, int or str.
        asked: what decides what the rows are, as JSON has it.

    Raises:
        MuckleError: PyArrow is not installed, or the folder holds something else, or cannot be written.
    """

    def __init__(self, folder: Path, name: str, columns: Mapping[str, type], asked: dict[str, Any]) -> None:
        pyarrow = _pyarrow()
        self._folder, self._name, self._asked = folder, name, json.loads(json.dumps(asked))
        self._table, self._csv = folder / f"{name}.parquet", folder / f"{name}.csv"
        types = {int: pyarrow.int64(), str: pyarrow.string()}
        self._schema = pyarrow.schema(
            [(column, types[kind]) for column, kind in columns.items()], {"muckle": json.dumps(self._asked)}
        )
        self._waiting, self._since = list[Table](), time.monotonic()
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

    def read(self, numbers: range) -> Iterator[Table]:
        """The rows of these numbers that were there when the run began."""
        for group in self._groups:
            start, stop = max(numbers.start, group.first), min(numbers.stop, group.first + group.size)
            if start < stop:
                yield self._read(group).slice(start - group.first, stop - start)

    def add(self, columns: Sequence[Any]) -> None:
        """Keep the rows that come next; columns are arrays or lists."""
        pyarrow = _pyarrow()
        arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._waiting.append(pyarrow.Table.from_arrays(arrays, schema=self._schema))
        waiting = sum(map(len, self._waiting))
        if waiting >= MOST_ROWS or time.monotonic() - self._since > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            rows, path = _pyarrow().concat_tables(self._waiting), self._folder / f"{self._parts}{self.size:012d}.parquet"
            whole(path, lambda draft: self._write(draft, [rows]))
            self._groups.append(Group(self.size, len(rows), path, 0))
            self.size += len(rows)
        self._waiting, self._since = [], time.monotonic()

    def finish(self) -> None:
        """Put the parts together to the whole table."""
        self.flush()
        parts = [*self._folder.glob(f"{self._parts}*.parquet")]
        if parts or not self._table.exists():
            whole(self._table, lambda path: self._write(path, self._even()))
        whole(self._csv, self._write_csv)
        for part in parts:
            part.unlink()

    @property
    def _parts(self) -> str:
        """How the names of parts begin; behind it stands the number of the first row."""
        return f"part-{self._name}-"

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
        table = [self._table] if self._table.exists() else []
        for path in (*table, *sorted(self._folder.glob(f"{self._parts}*.parquet"))):
            if path not in table and int(path.stem.removeprefix(self._parts)) < size:
                path.unlink()
                continue
            meta = ParquetFile(path).metadata
            for place in range(meta.num_row_groups):
                groups.append(Group(size, meta.row_group(place).num_rows, path, place))
                size += groups[-1].size
        return groups

    def _read(self, group: Group) -> Table:
        from pyarrow.parquet import ParquetFile

        return ParquetFile(group.path).read_row_group(group.place, columns=self._schema.names)

    def _even(self) -> Iterator[Table]:
        """All rows, GROUP by GROUP."""
        pyarrow, waiting = _pyarrow(), self._schema.empty_table()
        for group in self._groups:
            waiting = pyarrow.concat_tables([waiting, self._read(group).cast(self._schema)])
            while len(waiting) >= GROUP:
                yield waiting.slice(0, GROUP)
                waiting = waiting.slice(GROUP)
        if len(waiting) or not self._groups:
            yield waiting

    def _write(self, path: Path, parts: Iterable[Table]) -> None:
        """A Parquet file, a row group a part."""
        from pyarrow.parquet import ParquetWriter

        with ParquetWriter(path, self._schema, compression="zstd") as writer:
            for rows in parts:
                writer.write_table(rows.combine_chunks(), row_group_size=len(rows) or None)

    def _write_csv(self, path: Path) -> None:
        """The whole table as CSV."""
        from pyarrow.csv import CSVWriter, WriteOptions
        from pyarrow.parquet import ParquetFile

        file, numbers = ParquetFile(self._table), all(kind == _pyarrow().int64() for kind in self._schema.types)
        options = WriteOptions(quoting_style="none" if numbers else "needed")
        with CSVWriter(path, file.schema_arrow, write_options=options) as writer:
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
        raise lacking("to keep rows, PyArrow is needed", "lab") from None
    return pyarrow
