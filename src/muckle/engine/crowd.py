"""`Crowd`: how a game is played by many at once, each on a board of their own, all with the same chance in the same order.

Nobody affects anybody else, so there is no state of all: a crowd is as many matches for one as there are seats. What the
crowd shares is the chance, the pace at which turns come, and the comparison at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from muckle.engine.options import GameOptions

if TYPE_CHECKING:
    from muckle.engine.game import Preset


class CrowdOptions(GameOptions, frozen=True, kw_only=True):
    """Options of a crowd: those of the game for one, and how the crowd is led."""

    def alone(self) -> GameOptions:
        """The options of the match that each seat plays for itself."""
        raise NotImplementedError

    def turns(self) -> int:
        """How many turns everybody has, what follows the last card included."""
        raise NotImplementedError


class Worth(NamedTuple):
    """What a board came to."""

    score: int
    tiebreak: int
    """Between equal scores the larger number is ahead."""


@dataclass(frozen=True)
class Crowd:
    """A game's form for many; `Game.crowd`."""

    title: str
    options: type[CrowdOptions]
    presets: Mapping[str, Preset]
    turn: Callable[[Any], int]
    """Which turn a board is in, from 1, by the plain tree of its state."""
    tiebreak: Callable[[CrowdOptions, Any], int]
    """The second number of a board's `Worth`, by the plain tree of its state; 0 where ties are shared."""


def places(boards: Sequence[Worth]) -> list[int]:
    """The place of each board, from 1: equal ones share the best of theirs (Muckell 6).

    >>> places([Worth(21, 0), Worth(25, 0), Worth(25, 0)])
    [3, 1, 1]
    """
    ranked = sorted(boards, reverse=True)
    first = {worth: place for place, worth in reversed([*enumerate(ranked, 1)])}
    return [first[worth] for worth in boards]
