"""Following a record: a step whose draws come to what is written there."""

from __future__ import annotations

from collections.abc import Sequence

from muckle.engine.game import Game
from muckle.engine.position import Position
from muckle.errors import TranscriptError


def follow(before: Position, action: int | None, chance: Sequence[str], game: Game) -> Position:
    """The position after an action (None: the deal) whose draws come to these texts.

    Raises:
        TranscriptError: they cannot.
    """
    picks: list[int] = []
    for place, wanted in enumerate(chance):
        for pick in range(2**31):
            after = before.scripted(action, [*picks, pick])
            if after is None:
                raise TranscriptError(f"{wanted!r} cannot come up here")
            drew = after.drew()
            if place < len(drew) and game.text.chance_text(after.plain_setup, drew[place]) == wanted:
                picks.append(pick)
                break
            if place >= len(drew):
                raise TranscriptError(f"nothing is drawn here, but {wanted!r} is recorded")
    after = before.scripted(action, picks)
    if after is None or len(after.drew()) != len(chance):
        raise TranscriptError("more is drawn here than is recorded")
    return after
