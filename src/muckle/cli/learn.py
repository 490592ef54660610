"""The command `muckle learn`: learn a game by playing, in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from muckle import games
from muckle.cli.arguments import Spoken, disable_compilation


def learn(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game, such as mitch.", show_default=False, autocompletion=lambda: list(games.GAMES)
        ),
    ],
    spoken: Spoken = False,
) -> None:
    """Learn a game by playing a short match with a coach."""
    disable_compilation()
    from muckle.terminal import lesson

    lesson.learn(game, plain=spoken)
