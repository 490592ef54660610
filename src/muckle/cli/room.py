"""Without a command: the game room."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from muckle.cli.given import plain
from muckle.cli.numbers import number, whole
from muckle.version import VERSION


def room(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, number("The port; if it is taken, the next free one.")] = 8000,
    database: Annotated[
        Path | None, typer.Option(help="Where matches are kept.", show_default="the user's data folder")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser, when there is one.")] = True,
    workers: Annotated[
        int | None, number("Processes in which bots think.", whole(1), show_default="one for each core but one")
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: serve the game room and open it in the browser."""
    if version:
        print(VERSION)
        raise typer.Exit
    if context.invoked_subcommand is None:
        plain()
        from muckle.server.operations.run import serve
        from muckle.server.operations.settings import read_settings

        path = None if database is None else str(database)
        given = {"host": host, "port": port, "next_port": True, "database": path, "browser": browser, "workers": workers}
        serve(read_settings(os.environ, **given))
