"""The options of Tideline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from muckle.engine.game import Preset
from muckle.engine.options import GameOptions, between
from muckle.errors import OptionsError


class Options(GameOptions, frozen=True, kw_only=True):
    """Tideline. The defaults are the recommended game."""

    game: ClassVar[str] = "tideline"
    said: ClassVar[Mapping[str, str]] = {"hand_size": "Cards in hand"}

    seats: Annotated[int, between(2, 5)] = 3
    """Players (Tideline 1)."""
    cards: Annotated[int, between(4, 60)] = 30
    """Cards, numbered from 1 (Tideline 1)."""
    hand_size: Annotated[int, between(1, 5)] = 3
    """Cards each player holds (Tideline 1)."""

    def problems(self) -> Iterator[OptionsError]:
        """The hands must be there to be dealt."""
        if self.seats * self.hand_size > self.cards:
            needed = self.seats * self.hand_size
            yield self.refuse(f"{self.seats} hands of {self.hand_size} need {needed} cards, got {self.cards}", "Tideline 1")

    def settings(self) -> dict[str, Any]:
        """Values for the record OPTIONS of `state.py`."""
        return {"seats": self.seats, "cards": self.cards, "hand_size": self.hand_size}

    def max_decisions(self) -> int:
        """Every card is laid once."""
        return self.cards


PRESETS = {
    "tideline": Preset({}, "The recommended game."),
    "long": Preset({"cards": 60, "hand_size": 5}, "Twice the cards, and five in hand."),
    "tiny": Preset({"seats": 2, "cards": 5, "hand_size": 1}, "Five cards, one in hand: for tests.", small=True),
}
