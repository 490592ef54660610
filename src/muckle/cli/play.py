"""The commands `muckle play` and `muckle score`: play in the terminal, and score what is played with real cards or tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muckle.cli.arguments import (
    Cards,
    GameName,
    OptionalGameName,
    Preset,
    Seats,
    Set,
    Spoken,
    Words,
    disable_compilation,
    number,
    read_options,
    read_words,
)
from muckle.errors import OptionsError


def play(
    game: OptionalGameName = None,
    seats: Seats = None,
    against: Annotated[
        str,
        typer.Option(
            help="Who fills the other seats: a level or bird such as easy, owl, hard:common …, people, or a player of your "
            "own: package.module:function or program:COMMAND."
        ),
    ] = "magpie",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Annotated[int | None, number("Seed of the deal: the same seed deals the same cards.", show_default="random")] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Name of a person. Can be repeated.", show_default=False)
    ] = None,
    spoken: Spoken = False,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Resume the match saved in this file, and save it there again.", show_default=False),
    ] = None,
) -> None:
    """Play a match in the terminal, or resume a saved one with --resume."""
    disable_compilation()
    from muckle.lab.crowd import play_field
    from muckle.terminal import play as table

    if resume is not None:
        fixed = {"GAME": game, "--seats": seats, "--preset": preset, "--set": options, "--cards": cards, "--seed": seed}
        if extra := [name for name, value in fixed.items() if value is not None]:
            raise OptionsError(f"--resume goes on with the match as it was begun, so it takes no {' or '.join(extra)}")
        if words is not None:
            read_words(words)
        table.resume(resume, against, names=name or (), plain=spoken, field=play_field)
        return
    if game is None:
        raise OptionsError("play needs a game, such as: muckle play mitch; or a saved match: muckle play --resume FILE")
    values = read_options(game, seats, options, cards, words)
    table.play(game, preset, values, against, seed, names=name or (), plain=spoken, field=play_field)


def score(
    game: GameName,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="The players, in turn order.", show_default=False)
    ] = None,
    seats: Seats = None,
    preset: Preset = None,
    options: Set = None,
    words: Words = None,
    spoken: Spoken = False,
) -> None:
    """Score a game that you play with real cards or tiles: type what lies there, and the rules say what it is worth."""
    disable_compilation()
    from muckle.terminal.scoring import Scoring
    from muckle.terminal.screen import Screen

    values = read_options(game, seats, options, None, words)
    Scoring(Screen.of_process(spoken), game, preset, values, names or ()).run()
