"""`Daily`: what a game offers as its game of the day, which everybody plays once from the same deal."""

from __future__ import annotations

from typing import NamedTuple


class Daily(NamedTuple):
    """The daily of a game, in `Game.daily`: its recommended game, played by one person from seat 0.

    A game for one is compared with what the strongest level makes of the same deal; a game for several has bots in the other
    seats. `daily_lines` in scene.py tells what came of an attempt.
    """

    line: str
    """Name of the thing that a line of `daily_lines` stands for: "word", "round"."""
    blocks: str
    """Meaning of a line's blocks, in a sentence: a line is shared as blocks, which give nothing of the deal away."""
    bots: tuple[str, ...] = ()
    """Names of the bots in the other seats, from seat 1."""
