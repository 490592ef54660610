"""Records: the flat blocks of memory that states and options are, and the plain trees that text and scenes read.

A game declares its state once, as named tuples of whole numbers (`State` in its `state.py`). From that follow the record
type that compiled rules work on (`record`), the reader that makes a plain tree of such a record (`reader`), and a copy of
a tree that rules may change (`loose`). Nothing here needs Numba.
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np

INT = np.int64
"""Type of every field. Smaller types would overflow in plain mode and widen in compiled code."""

Ints = tuple[int, ...]
"""A field of several numbers; its length stands beside it: ``Annotated[Ints, 52]``."""

Tree = TypeVar("Tree", bound=tuple[Any, ...])

DRAWS = "drew"
"""Field that stands last in a state and is empty in its plain tree: text and scenes never read draws, and a step of Mitch may
make so many that they take more memory than all other fields."""


class Shape(NamedTuple):
    """A field of a record: numbers or records, alone or several of them in a row."""

    name: str
    inner: type[tuple[Any, ...]] | None
    """Type of each entry if they are records; None for numbers."""
    length: int | None
    """Number of entries; None for a single one."""


@functools.cache
def shapes(kind: type[tuple[Any, ...]]) -> tuple[Shape, ...]:
    """Return the fields of a named tuple, in order.

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
    """Return the record type of a named tuple: every number an INT, everything in one block of memory.

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
    """Return one zeroed record as an array of length 1: ``new(kind)[0]`` is the record, ``copy[0] = it[0]`` copies it."""
    return np.zeros(1, kind)


@functools.cache
def reader(kind: type[Tree]) -> Callable[[np.ndarray[Any, Any]], Tree]:
    """Return a function that makes a plain tree of the record in an array of one: named tuples, tuples, Python's integers.

    Reading a field of the tree takes a twentieth of the time that reading one of the record takes.
    """
    read, last = _tree_of(kind), shapes(kind)[-1]
    count = record_size(kind) - (last.length or 0 if last.name == DRAWS else 0)
    return lambda array: read(array.view(INT)[:count].tolist())


@functools.cache
def _tree_of(kind: type[Tree]) -> Callable[[Sequence[int]], Tree]:
    """Return a function that makes the tree of a record from its numbers; neighbouring numbers are copied together."""
    put = functools.partial(tuple.__new__, kind)
    pieces: list[_Piece] = []
    at = 0
    for _, inner, length in shapes(kind):
        size = record_size(inner) * (length or 1)
        if inner is None and length is None and pieces and pieces[-1].make is None:
            pieces[-1] = pieces[-1]._replace(stop=at + size)
        elif inner is None:
            pieces.append(_Piece(at, at + size, None if length is None else tuple))
        else:
            make, step = _tree_of(inner), record_size(inner)
            pieces.append(_Piece(at, at + size, make, step, make([0] * step)) if length else _Piece(at, at + size, make))
        at += size
    if all(piece.make is None for piece in pieces):
        return put

    def read(numbers: Sequence[int]) -> Tree:
        parts: list[Any] = []
        for start, stop, make, step, zeros in pieces:
            if make is None:
                parts += numbers[start:stop]
            elif step:
                rows = zip(*[iter(numbers[start:stop])] * step, strict=True)
                parts.append(tuple([make(row) if any(row) else zeros for row in rows]))
            else:
                parts.append(make(numbers[start:stop]))
        return put(parts)

    return read


class _Piece(NamedTuple):
    """Neighbouring numbers of a record, with the function that converts them."""

    start: int
    stop: int
    make: Callable[[Sequence[int]], Any] | None
    """Function that converts the numbers; None if each is a field of its own."""
    step: int = 0
    """Length of each entry if the piece has several; 0 for one entry."""
    zeros: Any = None
    """The entry all of whose numbers are 0, which many entries share; None for one entry."""


@functools.cache
def record_size(kind: type[tuple[Any, ...]] | None) -> int:
    """Return how many numbers a record holds; 1 for None, a number alone."""
    return 1 if kind is None else sum(record_size(inner) * (length or 1) for _, inner, length in shapes(kind))


def loose(tree: Any) -> Any:
    """Return a copy of a plain tree, or of a part of one, that plain rules may change."""
    kind = type(tree)
    if hasattr(kind, "_fields"):
        return _loosener(kind)(tree)
    return [loose(part) if isinstance(part, tuple) else part for part in tree]


@functools.cache
def _loosener(kind: type[tuple[Any, ...]]) -> Callable[[Any], SimpleNamespace]:
    """Return a function that copies plain trees of a kind: which fields to look into is found out once."""
    names = [shape.name for shape in shapes(kind)]
    copies = [(shape.name, _copier(shape)) for shape in shapes(kind) if (shape.inner, shape.length) != (None, None)]

    def copy(tree: Any) -> SimpleNamespace:
        made = SimpleNamespace()
        fields = vars(made)
        fields.update(zip(names, tree, strict=True))
        for name, copied in copies:
            fields[name] = copied(fields[name])
        return made

    return copy


def _copier(shape: Shape) -> Callable[[Any], Any]:
    """Return what copies a field of several numbers, of a record, or of several records."""
    if shape.name == DRAWS:
        return lambda row: [0] * (shape.length or 0)  # rules write there
    if shape.inner is None:
        return list
    one = _loosener(shape.inner)
    return one if shape.length is None else lambda rows: _Rows(rows, one)


class _Rows(list[Any]):
    """The records of a field, each made loose when it is first read: a step reads few of them.

    Args:
        rows: plain or loose records.
        one: makes a plain record loose.
    """

    def __init__(self, rows: Iterable[Any], one: Callable[[Any], SimpleNamespace]) -> None:
        super().__init__(rows)
        self._one = one

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        row = super().__getitem__(place)
        if isinstance(row, tuple):
            row = self._one(row)
            self[place] = row
        return row

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and [*self] == [*other]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def duplicate(self) -> _Rows:
        """Return a copy that shares the records that are still plain."""
        return _Rows((row if isinstance(row, tuple) else duplicate(row) for row in super().__iter__()), self._one)


def duplicate(tree: Any) -> Any:
    """Return a copy of a loose tree, or of a part of one."""
    if isinstance(tree, SimpleNamespace):
        return SimpleNamespace(**{name: duplicate(part) for name, part in vars(tree).items()})
    if isinstance(tree, _Rows):
        return tree.duplicate()
    return tree.copy() if isinstance(tree, list) else tree
