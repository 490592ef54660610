"""Following a record: a step whose draws come to what is written there."""

from __future__ import annotations

from collections.abc import Sequence

from muckle.engine.game import Game
from muckle.engine.position import Draw, Position
from muckle.errors import TranscriptError


def follow(before: Position, action: int | None, chance: Sequence[str], game: Game) -> Position:
    """The position after an action (None: the deal) whose draws come to these texts.

    Raises:
        TranscriptError: they cannot.
    """
    picks: list[int] = []
    while isinstance(after := before.ask(action, picks), Draw):
        if len(picks) == len(chance):
            raise TranscriptError("more is drawn here than is recorded")
        wanted = chance[len(picks)]
        outcomes = before.outcomes(action, picks)
        found = [each.pick for each in outcomes if game.text.chance_text(before.plain_setup, each.code) == wanted]
        if not found:
            raise TranscriptError(f"{wanted!r} cannot come up here")
        picks.append(found[0])
    if len(picks) < len(chance):
        raise TranscriptError(f"nothing is drawn here, but {chance[len(picks)]!r} is recorded")
    return after
