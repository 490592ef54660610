"""The options of Hearts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from muckle.engine.game import Preset
from muckle.engine.options import GameOptions, between
from muckle.errors import OptionsError


class Options(GameOptions, frozen=True, kw_only=True):
    """Hearts. The defaults are the recommended game."""

    game: ClassVar[str] = "hearts"
    said: ClassVar[Mapping[str, str]] = {"hand_size": "Cards in hand", "ranks": "Cards of a suit", "gifts": "Cards given away"}

    seats: Annotated[int, between(2, 5)] = 4
    """Players (Hearts 1)."""
    ranks: Annotated[int, between(3, 13)] = 13
    """Cards of each suit, from the Ace downwards (Hearts 1)."""
    hand_size: Annotated[int, between(1, 17)] = 13
    """Cards each player is dealt (Hearts 1)."""
    gifts: Annotated[int, between(0, 3)] = 3
    """Cards each player gives to the left before play (Hearts 3)."""

    def problems(self) -> Iterator[OptionsError]:
        """The hands and the gifts must be there."""
        if self.seats * self.hand_size > 4 * self.ranks:
            needed = self.seats * self.hand_size
            yield self.refuse(f"{self.seats} hands of {self.hand_size} need {needed} cards, got {4 * self.ranks}", "Hearts 1")
        if self.gifts > self.hand_size:
            yield self.refuse(f"a hand of {self.hand_size} cannot give {self.gifts} cards", "Hearts 3")

    def settings(self) -> dict[str, Any]:
        """Values for the record OPTIONS of `state.py`."""
        return {"seats": self.seats, "ranks": self.ranks, "hand_size": self.hand_size, "gifts": self.gifts}

    def max_decisions(self) -> int:
        """Every gift and every card played."""
        return self.seats * (self.gifts + self.hand_size)


PRESETS = {
    "hearts": Preset({}, "The recommended game."),
    "three": Preset({"seats": 3, "hand_size": 17}, "For three: one card stays out."),
    "straight": Preset({"gifts": 0}, "Nobody gives cards away."),
    "tiny": Preset({"seats": 2, "ranks": 3, "hand_size": 2, "gifts": 1}, "Two cards in hand: for tests.", small=True),
}
