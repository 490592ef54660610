"""Players against each other: `muckle tournament`."""

from __future__ import annotations

from typing import Annotated

import typer

from muckle.cli.files import save
from muckle.cli.given import (
    Cards,
    Cores,
    GameName,
    Json,
    Out,
    Page,
    Preset,
    Seats,
    Seed,
    Set,
    Words,
    given,
    print_json,
    read_whole,
)


def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(help="Who meets, separated by commas: owl, hard:common, package.module:function, program:COMMAND …"),
    ],
    games: Annotated[
        int,
        typer.Option(
            parser=read_whole, metavar="NUMBER", help="How many deals; each is played once in every turn of the table."
        ),
    ] = 100,
    seats: Seats = None,
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Seed = 0,
    out: Out = None,
    report_to: Page = None,
    as_json: Json = False,
    cores: Cores = None,
) -> None:
    """Let players meet in every seat with the same deals, and rate them."""
    from muckle import games as catalogue
    from muckle.lab.tournament import lineups, read_entrants
    from muckle.lab.tournament import tournament as run
    from muckle.terminal.page import progress
    from muckle.terminal.tournament import show_standings

    values, entrants = given(game, seats, options, cards, words), [name.strip() for name in players.split(",")]
    tables = lineups(read_entrants(entrants), catalogue.find(game).read_options(preset, values).seats)
    with progress("games", games * len(tables)) as bar:
        found = run(
            game,
            preset,
            players=entrants,
            games=games,
            seed=seed,
            progress=bar.advance,
            compiles=bar.compiles,
            cores=cores,
            out=out,
            **values,
        )
    if as_json:
        print_json(found)
    else:
        show_standings(found)
    if report_to:
        from muckle.terminal.report_page import tournament_page

        save(report_to, tournament_page(found).encode(), force=True)
