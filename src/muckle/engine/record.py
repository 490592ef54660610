"""Records: the flat blocks of memory that states and options are, and the plain trees that people's side of the house reads.

A game declares its state once, as named tuples of whole numbers (`State` in its `state.py`). From that follow the record
type that compiled rules work on (`record`), the reader that makes a plain tree of such a record (`reader`), and a copy of
a tree that rules may change (`loose`). Nothing here needs Numba.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable
from operator import itemgetter
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np

INT = np.int64
"""The type of every field: smaller ones wrap in plain mode and widen in compiled code."""

Ints = tuple[int, ...]
"""A field of several numbers; its length stands beside it: ``Annotated[Ints, 52]``."""

Tree = TypeVar("Tree", bound=tuple[Any, ...])


class Shape(NamedTuple):
    """A field of a record: numbers or records, alone or several of them in a row."""

    name: str
    inner: type[tuple[Any, ...]] | None
    """The named tuple that each of them is; None for numbers."""
    length: int | None
    """How many; None for one alone."""


@functools.cache
def shapes(kind: type[tuple[Any, ...]]) -> tuple[Shape, ...]:
    """The fields of a named tuple, in order.

    Raises:
        TypeError: a field is no int, no ``Annotated[Ints, length]``, and nothing made of such named tuples; or it is
            called like something that every NumPy record or tuple has, which would be read instead.
    """
    return tuple(_shape(name, hint) for name, hint in typing.get_type_hints(kind, include_extras=True).items())


def _shape(name: str, hint: Any) -> Shape:
    for kind in (np.record, tuple):
        if name in dir(kind):
            raise TypeError(f"a field cannot be called {name!r}: every {kind.__name__} has an attribute of that name")
    length = None
    if typing.get_origin(hint) is Annotated:
        row, length = typing.get_args(hint)
        hint = typing.get_args(row)[0]
    if hint is int:
        return Shape(name, None, length)
    if isinstance(hint, type) and issubclass(hint, tuple):
        return Shape(name, hint, length)
    raise TypeError(f"field {name} is {hint}; a record holds int, Annotated[Ints, length] and named tuples of such")


@functools.cache
def record(kind: type[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record type of a named tuple: every number an INT, everything in one block of memory.

    Its records have the fields as attributes, as NumPy's own `record` has; but that one looks each name up in Python, which
    takes eight times as long, and plain rules do little else.
    """
    layout: list[tuple[Any, ...]] = []
    for name, inner, length in shapes(kind):
        element = INT if inner is None else record(inner)
        layout.append((name, element) if length is None else (name, element, length))
    attributes = {shape.name: property(itemgetter(shape.name), _setter(shape.name)) for shape in shapes(kind)}
    return np.dtype((type("Record", (np.void,), {"__slots__": (), **attributes}), np.dtype(layout, align=True)))


def _setter(name: str) -> Any:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return put


def new(kind: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """One zeroed record as an array of length 1; ``new(kind)[0]`` is the record itself, ``copy[0] = it[0]`` copies it."""
    return np.zeros(1, kind)


@functools.cache
def reader(kind: type[Tree]) -> Callable[[np.ndarray[Any, Any]], Tree]:
    """A function that makes a plain tree of the record in an array of one: named tuples, tuples and Python's whole numbers.

    It takes microseconds, and reading a field of the tree a twentieth of what reading one of the record takes.
    """
    names: dict[str, Any] = {"INT": INT, "put": tuple.__new__}
    _, made = _expression(kind, "0", names)
    return eval(f"lambda array: (lambda flat: {made})(array.view(INT).tolist())", names)


def _expression(kind: type[Any], at: str, names: dict[str, Any]) -> tuple[int, str]:
    """How many numbers a record takes, and the source of what makes its tree of those in `flat` behind the place `at`.

    Source that is compiled once, as for named tuples themselves: calling a function a field would take five times as long.
    `names` gets what the source speaks of.
    """
    own = f"kind{len(names)}"
    names[own] = kind
    parts: list[str] = []
    total = 0
    for field in shapes(kind):
        place, length = f"{at}+{total}", field.length
        if field.inner is None:
            size, part = 1, f"flat[{place}]" if length is None else f"tuple(flat[{place}:{place}+{length}])"
        elif length is None:
            size, part = _expression(field.inner, place, names)
        else:
            each = f"at{len(names)}"
            size, part = _expression(field.inner, each, names)
            part = f"tuple([{part} for {each} in range({place}, {place}+{size * length}, {size})])"
        parts.append(part)
        total += size * (length or 1)
    return total, f"put({own}, ({', '.join(parts)},))"


def loose(tree: Any) -> Any:
    """A copy of a plain tree, or of a part of it, that plain rules may change: to try an action out, or to lay a board anew."""
    kind = type(tree)
    if hasattr(kind, "_fields"):
        return _loosener(kind)(tree)
    return [loose(part) if isinstance(part, tuple) else part for part in tree]


@functools.cache
def _loosener(kind: type[tuple[Any, ...]]) -> Callable[[Any], SimpleNamespace]:
    """What copies a plain tree of a kind: source that is compiled once, as for `reader`; to look at each part takes longer."""
    names: dict[str, Any] = {"new": SimpleNamespace}
    parts: list[str] = []
    for name, inner, length in shapes(kind):
        if inner is None:
            part = f"tree.{name}" if length is None else f"list(tree.{name})"
        else:
            names[f"copy_{name}"] = _loosener(inner)
            part = f"copy_{name}(tree.{name})" if length is None else f"[*map(copy_{name}, tree.{name})]"
        parts.append(f"{name}={part}")
    return eval(f"lambda tree: new({', '.join(parts)})", names)
