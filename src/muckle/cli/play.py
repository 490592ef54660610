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
    find_game,
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
    from muckle.games.mickell import muckell
    from muckle.match.match import load
    from muckle.muckell_rounds import play_others
    from muckle.terminal import play as table
    from muckle.terminal.standings import Round

    many = game is not None and find_game(game).name == "muckell"
    if resume is not None:
        fixed: dict[str, object] = {"--preset": preset, "--cards": cards, "--seed": seed}
        if not many:
            fixed |= {"GAME": game, "--seats": seats, "--set": options}
        if extra := [name for name, value in fixed.items() if value is not None]:
            raise OptionsError(f"--resume goes on with the match as it was begun, so it takes no {' or '.join(extra)}")
        if words is not None:
            read_words(words)
        round_ = None
        if many:
            header = load(resume).header
            values = header.options | read_options(game or "", seats, options, None, None)
            round_ = Round(muckell.Options.recorded(values, header.cards), play_others)
        table.resume(resume, against, names=name or (), plain=spoken, round_=round_)
        return
    if game is None:
        raise OptionsError("play needs a game, such as: muckle play mitch; or a saved match: muckle play --resume FILE")
    values = read_options(game, seats, options, cards, words)
    round_ = Round(muckell.read_options(preset, values), play_others) if many else None
    table.play("mickell" if many else game, preset, values, against, seed, names=name or (), plain=spoken, round_=round_)


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
