"""Rules compared with each other: `muckle compare`."""

from __future__ import annotations

from math import prod
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
    Starter,
    Words,
    given,
    print_json,
)
from muckle.cli.numbers import above, number
from muckle.errors import OptionsError


def compare(
    game: GameName,
    vary: Annotated[
        list[str], typer.Option(metavar="OPTION=A,B,…", help="An option and the values to compare; may be repeated.")
    ],
    games: Annotated[int, number("How many games of each variant, at most, such as 1e5.")] = 1000,
    metrics: Annotated[
        str,
        typer.Option(help="What to compare, separated by commas, such as score,turns.", show_default="what all variants have"),
    ] = "",
    until: Annotated[
        float | None, number("Stop when the first metric's differences are known so exactly.", above(0), show_default=False)
    ] = None,
    seats: Seats = None,
    players: Annotated[str, typer.Option(help="A player for each seat, separated by commas, or one for all.")] = "random",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Seed = 0,
    starter: Starter = None,
    out: Out = None,
    report_to: Page = None,
    as_json: Json = False,
    cores: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Play the same deals with different options, and say what differs. Ctrl-C ends it early, with what was counted so far."""
    from muckle.lab.compare import compare as run
    from muckle.lab.simulate import Interrupted
    from muckle.terminal.comparison import show_comparison
    from muckle.terminal.page import progress

    varied, code = read_vary(vary), 0
    foresee(report_to)
    with progress("games", games * prod(map(len, varied.values()))) as bar:
        try:
            found = run(
                game,
                preset,
                vary=varied,
                games=games,
                players=[name.strip() for name in players.split(",")],
                seed=seed,
                metrics=[name.strip() for name in metrics.split(",") if name.strip()],
                until=until,
                progress=bar.advance,
                compiles=bar.compiles,
                cores=cores,
                cluster=cluster,
                starter=starter and starter - 1,
                out=out,
                **given(game, seats, options, cards, words),
            )
        except Interrupted as stop:
            found, code = stop.report, 130
    if as_json:
        print_json(found)
    else:
        show_comparison(found)
    if report_to:
        from muckle.terminal.report_page import comparison_page

        save(report_to, comparison_page(found).encode(), force=True)
    raise typer.Exit(code)


def read_vary(pairs: list[str]) -> dict[str, list[int | str]]:
    """Options and their values as they were typed.

    Raises:
        OptionsError: one is not of the form OPTION=A,B, or stands twice.
    """
    varied: dict[str, list[int | str]] = {}
    for pair in pairs:
        name, sign, values = (part.strip() for part in pair.partition("="))
        if not sign or not name or not values:
            raise OptionsError(f"--vary takes an option and its values, such as hand_size=3,5,7, got {pair!r:.60}")
        if name in varied:
            raise OptionsError(f"--vary says {name} twice; write all its values behind one")
        varied[name] = [value.strip() for value in values.split(",")]
    return varied
