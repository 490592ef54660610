"""Record types: the flat blocks of memory that states and options are."""

from __future__ import annotations

from typing import Any

import numpy as np

INT = np.int64
"""The type of every field: smaller ones wrap in plain mode and widen in compiled code."""


def record(**fields: Any) -> np.dtype[Any]:
    """A record type: each field is a scalar type, another record type, or (either of these, length).

    Raises:
        TypeError: a field is called like something every NumPy record has; plain mode would read that instead.
    """
    for name in fields:
        if hasattr(np.record, name):
            raise TypeError(f"a field cannot be called {name!r}: every NumPy record has an attribute of that name")
    layout = [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in fields.items()]
    return np.dtype((np.record, np.dtype(layout, align=True)))


def new(kind: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """One zeroed record as an array of length 1; ``new(kind)[0]`` is the record itself, ``copy[0] = it[0]`` copies it."""
    return np.zeros(1, kind)
