"""Many games, counted; and compiling beforehand what that needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from muckle import games as catalogue
from muckle.cli.files import foresee, save, writing
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
from muckle.cli.numbers import number
from muckle.engine.crowd import CrowdOptions
from muckle.errors import OptionsError


def simulate(
    game: GameName,
    games: Annotated[
        int | None,
        number("How many games, such as 1000 or 1e6.", show_default="1000; of Muckell, where each seat plays its own board, 1"),
    ] = None,
    seats: Seats = None,
    players: Annotated[
        str, typer.Option(help="A player for each seat, separated by commas, or one for all: random, hard, owl, hard:common …")
    ] = "random",
    preset: Preset = None,
    options: Set = None,
    cards: Cards = None,
    words: Words = None,
    seed: Seed = 0,
    starter: Starter = None,
    out: Out = None,
    decisions: Annotated[bool, typer.Option("--decisions", help="Keep a row a decision there, too; slower.")] = False,
    report_to: Page = None,
    as_json: Json = False,
    transcripts: Annotated[
        Path | None, typer.Option(help="Write every match to this new file; - is the standard output.", show_default=False)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file of --transcripts.")] = False,
    cores: Cores = None,
    cluster: Cluster = None,
) -> None:
    """Play many games and count. Ctrl-C ends it early, with what was counted so far.

    Where many play at once, each on a board of their own (Muckell), nobody waits for anybody: pace and lateness change nothing.
    """
    from muckle.lab.plan import GAMES
    from muckle.lab.simulate import Interrupted
    from muckle.lab.simulate import simulate as run
    from muckle.terminal import page
    from muckle.terminal.report import show_report

    code, shown = 0, sys.stderr if str(transcripts) == "-" else sys.stdout
    values = given(game, seats, options, cards, words)
    asked = catalogue.find(game).read_options(preset, values)
    if report_to and isinstance(asked, CrowdOptions):
        raise OptionsError(f"{game}: where each seat plays its own board there is no page with pictures")
    foresee(report_to)
    what, total = ("boards", asked.seats * (games or 1)) if isinstance(asked, CrowdOptions) else ("games", games or GAMES)
    with writing(transcripts, force) as file, page.progress(what, total) as progress:
        try:
            report = run(
                game,
                preset,
                games=games,
                players=[name.strip() for name in players.split(",")],
                seed=seed,
                transcripts=file,
                progress=progress.advance,
                compiles=progress.compiles,
                cores=cores,
                cluster=cluster,
                starter=starter and starter - 1,
                out=out,
                decisions=decisions,
                **values,
            )
        except Interrupted as stop:
            report, code = stop.report, 130
    if as_json:
        print_json({**msgspec.structs.asdict(report), "interrupted": report.interrupted}, shown)
    else:
        show_report(report, shown)
    if report_to:
        from muckle.terminal.report_page import report_page

        save(report_to, report_page(report).encode(), force=True)
    raise typer.Exit(code)


def warm(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.", show_default=False)] = None,
) -> None:
    """Compile everything now, so that nothing waits for it later."""
    if not game:
        for name in catalogue.GAMES:  # each in a process of its own: the compiler keeps the memory it has taken
            if code := subprocess.run([sys.executable, "-m", "muckle", "warm", name], check=False).returncode:
                raise typer.Exit(code)
        return
    from muckle.players import warm as compile_game
    from muckle.terminal import page

    chosen = catalogue.find(game)
    with page.steps() as report:
        compile_game(chosen, report)
    print(f"compiled: {chosen.title}")
