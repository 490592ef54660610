"""`remember_last`: a cache of one answer, for work that the scenes of all viewers of a position share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def remember_last(work: Callable[[*Given], Answer]) -> Callable[[*Given], Answer]:
    """Return a function that caches its last answer and repeats it for the very same arguments: setup, state, names.

    These objects are the same for all viewers of a position, and nobody may change them. Only an answer that holds for every
    viewer may be remembered.
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
