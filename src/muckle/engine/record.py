"""Record types: the flat blocks of memory that states and options are."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np

INT = np.int64
"""The type of every field: smaller ones wrap in plain mode and widen in compiled code."""


def record(**fields: Any) -> np.dtype[Any]:
    """A record type: each field is a scalar type, another record type, or (either of these, length).

    Its records have the fields as attributes, as NumPy's own `record` has; but that one looks each name up in Python,
    which takes eight times as long, and plain rules do little else.

    Raises:
        TypeError: a field is called like something every NumPy record has; plain mode would read that instead.
    """
    for name in fields:
        if hasattr(np.record, name):
            raise TypeError(f"a field cannot be called {name!r}: every NumPy record has an attribute of that name")
    layout = [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in fields.items()]
    attributes = {name: property(itemgetter(name), _setter(name)) for name in fields}
    return np.dtype((type("Record", (np.void,), {"__slots__": (), **attributes}), np.dtype(layout, align=True)))


def _setter(name: str) -> Any:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return put


def new(kind: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """One zeroed record as an array of length 1; ``new(kind)[0]`` is the record itself, ``copy[0] = it[0]`` copies it."""
    return np.zeros(1, kind)
