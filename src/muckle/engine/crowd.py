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

    @property
    def seconds(self) -> int:
        """Seconds for a card; 0 where no clock decides."""
        raise NotImplementedError

    @property
    def waits_for_all(self) -> bool:
        """Whether the next card comes as soon as everybody has ended the turn."""
        raise NotImplementedError

    @property
    def late_discards(self) -> bool:
        """Whether who has not ended the turn when the next card comes loses this one; else it waits for them."""
        raise NotImplementedError

    @property
    def open_boards(self) -> bool:
        """Whether others see a board before the end."""
        raise NotImplementedError

    @property
    def gives_advice(self) -> bool:
        """Whether players may ask for hints and advice before the end."""
        raise NotImplementedError

    def alone(self) -> GameOptions:
        """The options of the match that each seat plays for itself."""
        raise NotImplementedError

    def led(self) -> dict[str, int | str]:
        """The options that the matches for one do not have, by name: how the crowd is led."""
        alone = self.alone().public()
        return {name: value for name, value in self.public().items() if name not in alone}

    def waits(self) -> bool:
        """Whether what somebody missed waits for them, so that a board may still not be over at the end."""
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
    tiebreak_unit: str
    """What that number counts, for tables."""
    words: Callable[[Any, Any], list[tuple[str, int]]]
    """The words of a board with the points of each, by its setup and plain state."""
    to_come: Callable[[Any, Any], list[str]]
    """The cards that are still to come, by a board's setup and plain state; in no order that means anything."""


def places(boards: Sequence[Worth]) -> list[int]:
    """The place of each board, from 1: equal ones share the best of theirs (Muckell 6).

    >>> places([Worth(21, 0), Worth(25, 0), Worth(25, 0)])
    [3, 1, 1]
    """
    ranked = sorted(boards, reverse=True)
    first = {worth: place for place, worth in reversed([*enumerate(ranked, 1)])}
    return [first[worth] for worth in boards]
