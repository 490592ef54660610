"""`Crowd`: the form of a game for many at once, each on a board of their own, all with the same chance in the same order.

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
    """Options of a crowd: those of the game for one seat, and its own, such as how cards are called."""

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
        """Whether seats that have not ended the turn lose it when the next card comes; else missed cards wait."""
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
        """Return the options of the match that each seat plays for itself."""
        raise NotImplementedError

    def led(self) -> dict[str, int | str]:
        """Return the crowd's own options by name: those that a match for one seat does not have."""
        alone = self.alone().public()
        return {name: value for name, value in self.public().items() if name not in alone}

    def waits(self) -> bool:
        """Return whether missed cards wait for a player, so that a board may be unfinished at the end."""
        raise NotImplementedError

    def turns(self) -> int:
        """Return the number of turns everybody has, the one after the last card included."""
        raise NotImplementedError


class Worth(NamedTuple):
    """The result of a board."""

    score: int
    tiebreak: int
    """Number that decides between equal scores; the larger one is ahead."""


@dataclass(frozen=True)
class Crowd:
    """The crowd form of a game, in `Game.crowd`."""

    title: str
    options: type[CrowdOptions]
    presets: Mapping[str, Preset]
    turn: Callable[[Any], int]
    """Function that returns a board's turn, from 1, by the plain tree of its state."""
    tiebreak: Callable[[CrowdOptions, Any], int]
    """Function that returns the tiebreak of a board's `Worth`, by the plain tree of its state; 0 where ties are shared."""
    tiebreak_unit: str
    """Name of the thing that `tiebreak` counts, for tables."""
    words: Callable[[Any, Any], list[tuple[str, int]]]
    """Function that returns the words of a board with the points of each, by its setup and plain state."""
    cards: Callable[[Any, Any], list[list[tuple[str, str, str]]]]
    """Function that returns the cards of the same words: the upper letter, the lower one, and the one the card stands for."""
    rating: Callable[[int], str]
    """Function that returns what the designer calls a score; an empty text if nothing."""
    to_come: Callable[[Any, Any], list[str]]
    """Function that returns the cards still to come, by a board's setup and plain state, in an order that means nothing."""


def places(boards: Sequence[Worth]) -> list[int]:
    """Return the place of each board, from 1; equal boards share the best of their places (Muckell 6).

    >>> places([Worth(21, 0), Worth(25, 0), Worth(25, 0)])
    [3, 1, 1]
    """
    ranked = sorted(boards, reverse=True)
    first = {worth: place for place, worth in reversed([*enumerate(ranked, 1)])}
    return [first[worth] for worth in boards]
