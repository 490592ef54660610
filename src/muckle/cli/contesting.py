"""Players against each other: `muckle tournament`."""

from __future__ import annotations

from typing import Annotated

import typer

from muckle.cli.files import foresee, save
from muckle.cli.given import (
    Cards,
    Cluster,
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
)
from muckle.cli.numbers import number


def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(help="Who meets, separated by commas: owl, hard:common, package.module:function, program:COMMAND …"),
    ],
    games: Annotated[int, number("How many deals; each is played from every seat, in changing circular orders.")] = 100,
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
    cluster: Cluster = None,
) -> None:
    """Let players meet in every seat and circular order with the same deals, and rate them.

    Ctrl-C ends it early, with what was counted so far.
    """
    from muckle import games as catalogue
    from muckle.lab.schedule import read_schedule
    from muckle.lab.simulate import Interrupted
    from muckle.lab.tournament import read_entrants
    from muckle.lab.tournament import tournament as run
    from muckle.terminal.page import progress
    from muckle.terminal.tournament import show_standings

    values, entrants = given(game, seats, options, cards, words), [name.strip() for name in players.split(",")]
    seated = catalogue.find(game).read_options(preset, values).seats
    schedule = read_schedule(len(read_entrants(entrants)), seated, 0)
    foresee(report_to)
    code = 0
    with progress("games", games * schedule.games_per_deal) as bar:
        try:
            found = run(
                game,
                preset,
                players=entrants,
                games=games,
                seed=seed,
                progress=bar.advance,
                compiles=bar.compiles,
                cores=cores,
                cluster=cluster,
                out=out,
                **values,
            )
        except Interrupted as stop:
            found, code = stop.report, 130
    if as_json:
        print_json(found)
    else:
        show_standings(found)
    if report_to:
        from muckle.terminal.report_page import tournament_page

        save(report_to, tournament_page(found).encode(), force=True)
    raise typer.Exit(code)
