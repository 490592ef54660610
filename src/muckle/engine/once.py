"""What all viewers of a position ask for is made once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def once(work: Callable[[*Given], Answer]) -> Callable[[*Given], Answer]:
    """A function that remembers what it came to for the very things it was given last: setup, plain state, names.

    They are the same objects for all viewers of a position, and nobody may change them. Only what holds for every viewer is
    made so: what one of them alone may know depends on the viewer.
    """
    last: tuple[tuple[Any, ...], Any] = (), None

    @functools.wraps(work)
    def remembered(*given: *Given) -> Answer:
        nonlocal last
        known = last
        if len(known[0]) != len(given) or not all(map(is_, known[0], given)):
            known = last = given, work(*given)
        return known[1]

    return remembered
