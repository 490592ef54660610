"""Tables that are stored in a folder while their rows are played, so that a run can be interrupted and resumed.

The folder holds ``asked.json`` (what decides the rows), parts of each table, each written atomically, and in the end
``rows.parquet`` and ``rows.csv``, or the name of another table. The files do not depend on where a run was interrupted.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from muckle.errors import MuckleError, missing_extra

MAX_AGE_SECONDS, MAX_ROWS = 5.0, 1_000_000
"""Age and number of the rows in memory at which they are written to a part."""
GROUP = 100_000
"""Number of rows in a row group of the complete table."""
ASKED = "asked.json"
DRAFT = "draft-"
Table = Any
"""A table of PyArrow, which is imported only when rows are stored."""


class RowGroup(NamedTuple):
    """A row group of a Parquet file."""

    first: int
    """Number of the first row."""
    size: int
    path: Path
    place: int
    """Index of the row group in its file."""


class StoredTable:
    """A stored table of one run.

    Args:
        folder: created if it does not exist.
        name: name of the table's files.
        columns: names of the columns, each with the type of its values, int or str.
        identity: JSON values that decide the rows. A folder with another identity is refused.

    Raises:
        MuckleError: PyArrow is not installed, or the folder holds something else, or cannot be written.
    """

    def __init__(self, folder: Path, name: str, columns: Mapping[str, type], identity: dict[str, Any]) -> None:
        pyarrow = _pyarrow()
        self._folder, self._name, self._identity = folder, name, json.loads(json.dumps(identity))
        self._table, self._csv = folder / f"{name}.parquet", folder / f"{name}.csv"
        types = {int: pyarrow.int64(), str: pyarrow.string()}
        self._schema = pyarrow.schema(
            [(column, types[kind]) for column, kind in columns.items()], {"muckle": json.dumps(self._identity)}
        )
        self._buffer, self._since = list[Table](), time.monotonic()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for draft in folder.glob(f"{DRAFT}*"):
                draft.unlink()
            self._check_identity()
            self._groups = self._find_groups()
        except OSError as error:
            raise MuckleError(f"{folder} cannot be written: {error.strerror}") from None
        self.size = sum(group.size for group in self._groups)
        """Number of rows that have been written."""

    def read(self, numbers: range) -> Iterator[Table]:
        """Yield the rows of these numbers, as far as they have been written."""
        for group in self._groups:
            start, stop = max(numbers.start, group.first), min(numbers.stop, group.first + group.size)
            if start < stop:
                yield self._read(group).slice(start - group.first, stop - start)

    def add(self, columns: Sequence[Any]) -> None:
        """Append rows, given as one array or list per column."""
        pyarrow = _pyarrow()
        arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        self._buffer.append(pyarrow.Table.from_arrays(arrays, schema=self._schema))
        if sum(map(len, self._buffer)) >= MAX_ROWS or time.monotonic() - self._since > MAX_AGE_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the rows in memory to a new part."""
        if self._buffer:
            rows, path = _pyarrow().concat_tables(self._buffer), self._folder / f"{self._parts}{self.size:012d}.parquet"
            write_atomically(path, lambda draft: self._write(draft, [rows]))
            self._groups.append(RowGroup(self.size, len(rows), path, 0))
            self.size += len(rows)
        self._buffer, self._since = [], time.monotonic()

    def finish(self) -> None:
        """Join the parts to the complete table, as Parquet and CSV."""
        self.flush()
        parts = [*self._folder.glob(f"{self._parts}*.parquet")]
        if parts or not self._table.exists():
            write_atomically(self._table, lambda path: self._write(path, self._even_groups()))
        write_atomically(self._csv, self._write_csv)
        for part in parts:
            part.unlink()

    @property
    def _parts(self) -> str:
        """Prefix of the file names of parts. The number of the part's first row follows it."""
        return f"part-{self._name}-"

    def _check_identity(self) -> None:
        """Create the file with the identity, or check that the folder has the same one."""
        file = self._folder / ASKED
        if not file.exists():
            if any(self._folder.iterdir()):
                raise MuckleError(f"{self._folder} holds other files; rows are kept in a folder of their own")
            write_atomically(file, lambda path: path.write_text(json.dumps(self._identity, indent=1) + "\n", encoding="utf-8"))
            return
        before = json.loads(file.read_text(encoding="utf-8"))
        for name, value in self._identity.items():
            if before.get(name) != value:
                raise MuckleError(f"{self._folder} holds a run with {name} {before.get(name)!r:.80}, not {value!r:.80}")

    def _find_groups(self) -> list[RowGroup]:
        """Return the row groups in the folder, in order. Parts that the complete table contains are deleted."""
        from pyarrow.parquet import ParquetFile

        groups, size = list[RowGroup](), 0
        table = [self._table] if self._table.exists() else []
        for path in (*table, *sorted(self._folder.glob(f"{self._parts}*.parquet"))):
            if path not in table and int(path.stem.removeprefix(self._parts)) < size:
                path.unlink()
                continue
            meta = ParquetFile(path).metadata
            for place in range(meta.num_row_groups):
                groups.append(RowGroup(size, meta.row_group(place).num_rows, path, place))
                size += groups[-1].size
        return groups

    def _read(self, group: RowGroup) -> Table:
        from pyarrow.parquet import ParquetFile

        return ParquetFile(group.path).read_row_group(group.place, columns=self._schema.names)

    def _even_groups(self) -> Iterator[Table]:
        """Yield all rows in tables of `GROUP` rows; the last one is shorter."""
        pyarrow, rest = _pyarrow(), self._schema.empty_table()
        for group in self._groups:
            rest = pyarrow.concat_tables([rest, self._read(group).cast(self._schema)])
            while len(rest) >= GROUP:
                yield rest.slice(0, GROUP)
                rest = rest.slice(GROUP)
        if len(rest) or not self._groups:
            yield rest

    def _write(self, path: Path, parts: Iterable[Table]) -> None:
        """Write a Parquet file with one row group per table."""
        from pyarrow.parquet import ParquetWriter

        with ParquetWriter(path, self._schema, compression="zstd") as writer:
            for rows in parts:
                writer.write_table(rows.combine_chunks(), row_group_size=len(rows) or None)

    def _write_csv(self, path: Path) -> None:
        """Write the complete table as CSV."""
        from pyarrow.csv import CSVWriter, WriteOptions
        from pyarrow.parquet import ParquetFile

        file, numbers = ParquetFile(self._table), all(kind == _pyarrow().int64() for kind in self._schema.types)
        options = WriteOptions(quoting_style="none" if numbers else "needed")
        with CSVWriter(path, file.schema_arrow, write_options=options) as writer:
            for batch in file.iter_batches(GROUP):
                writer.write_batch(batch)


def write_atomically(path: Path, write: Callable[[Path], Any]) -> None:
    """Write a file through a draft beside it, so that the file is complete or absent after a crash."""
    draft = path.with_name(DRAFT + path.name)
    write(draft)
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.replace(path)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise missing_extra("to keep rows, PyArrow is needed", "lab") from None
    return pyarrow
