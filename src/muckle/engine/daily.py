"""`Daily`: a game's declaration of its daily, one deal a day that everybody plays once."""

from __future__ import annotations

from typing import NamedTuple


class Daily(NamedTuple):
    """The daily of a game, in `Game.daily`: its recommended game, played by one person from seat 0.

    In a game for one, the strongest bot plays the same deal for comparison. In a game for several, bots have the other seats.
    The game's `scored_lines` in scene.py returns the lines that each step of an attempt brought.
    """

    line: str
    """Word for what a line of `scored_lines` stands for: "word", "round", "play"."""
    blocks: str
    """Sentence that tells players what the blocks of a shared line mean. Blocks give nothing of the deal away."""
    bots: tuple[str, ...] = ()
    """Names of the bots in the other seats, from seat 1."""
