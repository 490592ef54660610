"""Many games, counted; and compiling beforehand what that needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muckle import games as catalogue
from muckle.cli.files import writing
from muckle.cli.given import Cards, GameName, Json, Preset, Seats, Set, Words, given, print_json


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seats: Seats = None,
    players: Annotated[
        str, typer.Option(help="A player for each seat, separated by commas, or one for all: random, greedy, greedy:common …")
    ] = "random",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 0,
    as_json: Json = False,
    transcripts: Annotated[Path | None, typer.Option(help="Write every match to this file.", show_default=False)] = None,
) -> None:
    """Play many games and count."""
    from muckle.lab.simulate import simulate as run
    from muckle.terminal import page

    levels = [name.strip() for name in players.split(",")]
    with writing(transcripts) as file, page.progress("games", games) as advance:
        report = run(
            game,
            preset,
            games=games,
            levels=levels,
            seed=seed,
            transcripts=file,
            progress=advance,
            **given(game, seats, options, cards, words),
        )
    if as_json:
        print_json(report)
    else:
        page.show_report(report)


def warm(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.", show_default=False)] = None,
) -> None:
    """Compile everything now, so that nothing waits for it later."""
    from muckle.players import warm as compile_game
    from muckle.terminal import page

    chosen = [catalogue.find(game)] if game else list(catalogue.GAMES.values())
    with page.steps() as report:
        for one in chosen:
            compile_game(one, report)
    print(f"compiled: {', '.join(one.title for one in chosen)}")
