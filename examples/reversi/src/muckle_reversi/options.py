"""The options of Reversi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from muckle.engine.game import Preset
from muckle.engine.options import GameOptions, between


class Options(GameOptions, frozen=True, kw_only=True):
    """Reversi. The defaults are the recommended game."""

    game: ClassVar[str] = "reversi"
    said: ClassVar[Mapping[str, str]] = {f"board={n}x{n}": f"{n} by {n} squares" for n in (4, 6, 8)} | {"wanted": "Who wins"}

    seats: Annotated[int, between(2, 2)] = 2
    """Players (Reversi 1)."""
    board: Literal["4x4", "6x6", "8x8"] = "8x8"
    """Squares of the board (Reversi 1)."""
    wanted: Literal["most", "fewest"] = "most"
    """Whether the most discs win, or the fewest (Reversi 7)."""

    def settings(self) -> dict[str, Any]:
        """Values for the record OPTIONS of `state.py`."""
        return {"seats": self.seats, "side": int(self.board[0]), "sign": 1 if self.wanted == "most" else -1}

    def max_decisions(self) -> int:
        """Every square but the four in the middle is taken once."""
        return int(self.board[0]) ** 2 - 4


PRESETS = {
    "reversi": Preset({}, "The recommended game."),
    "small": Preset({"board": "6x6"}, "Six by six squares: ten minutes."),
    "misere": Preset({"board": "6x6", "wanted": "fewest"}, "Six by six squares, and the fewest discs win."),
    "tiny": Preset({"board": "4x4"}, "Four by four squares: for tests.", small=True),
}
