"""The commands that serve the game room: `muckle` without a command on the desktop, `muckle serve` on a server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from muckle.cli.arguments import disable_compilation, flag, number, whole
from muckle.cli.store import Database, setting


def room(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, number("The port to listen on. If it is taken, the next free port is used.")] = 8000,
    database: Annotated[Path | None, typer.Option(help="The database file.", show_default="a file in your data folder")] = None,
    browser: Annotated[bool, flag("--browser/--no-browser", "Open the room in the browser.")] = True,
    workers: Annotated[
        int | None, number("Number of processes that compute the bots' moves.", whole(1), show_default="cores less one")
    ] = None,
    version: Annotated[bool, flag("--version", "Print the version and exit.")] = False,
) -> None:
    """Serve the game room and open it in the browser, if no command is given."""
    if version:
        from muckle.version import VERSION  # reading a package's metadata takes a tenth of what `muckle --help` does

        print(VERSION)
        raise typer.Exit
    if context.invoked_subcommand is None:
        path = None if database is None else str(database)
        serve_room(host=host, port=port, next_port=True, database=path, browser=browser, workers=workers)


def whole_setting(name: str, help: str) -> Any:
    """Return an option that is a whole number from 0, and that the environment can set."""
    return number(help, whole(0), envvar=f"MUCKLE_{name.upper()}")


Host = Annotated[str, setting("host", "The address to listen on.")]
Port = Annotated[int, whole_setting("port", "The port to listen on. If it is taken, the room does not open.")]
PublicUrl = Annotated[
    str, setting("public_url", "The address that people use if it differs, such as https://games.example.", show_default=False)
]
Proxy = Annotated[
    str,
    setting("proxy", "Trusted proxies that forward visitors: addresses and networks, separated by commas.", show_default=False),
]
Pace = Annotated[str, setting("pace", "Pace of the bots' moves: slow, normal, fast or off.")]
Workers = Annotated[int, whole_setting("workers", "Number of processes that compute the bots' moves; 0: cores less one.")]
Preload = Annotated[
    str,
    setting(
        "preload", "Games whose bots are made ready when the room opens: all, or none; others when they are first asked for."
    ),
]
Players = Annotated[
    str,
    setting(
        "player",
        "Players of your own that can sit at tables: package.module:function or program:COMMAND, separated by semicolons.",
        show_default=False,
    ),
]
LimitsGiven = Annotated[str, setting("limits", 'Rate limits per visitor, such as "requests=40 bots=100".', show_default=False)]
Log = Annotated[str, setting("log", "Format of the log on standard error: text or json.")]
Metrics = Annotated[
    str, setting("metrics", "Address that serves metrics to Prometheus, such as 127.0.0.1:9464.", show_default=False)
]
Unplayed = Annotated[int, whole_setting("keep_unplayed", "Days to keep a table whose match never began; 0: for ever.")]
Matches = Annotated[int, whole_setting("keep_matches", "Days to keep a match after its last action; 0: for ever.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = None,
    public_url: PublicUrl = "",
    proxy: Proxy = "",
    pace: Pace = "normal",
    workers: Workers = 0,
    preload: Preload = "all",
    player: Players = "",
    limits: LimitsGiven = "",
    log: Log = "text",
    metrics: Metrics = "",
    keep_unplayed: Unplayed = 14,
    keep_matches: Matches = 0,
) -> None:
    """Serve the game room on a server.

    docs/hosting.md explains the settings.
    """
    serve_room(**{name: value for name, value in locals().items() if value is not None})


def serve_room(**settings: Any) -> None:
    """Serve a game room until it is stopped. The environment gives the settings that are left out."""
    disable_compilation()
    from muckle.server.operations.run import serve
    from muckle.server.operations.settings import read_settings

    serve(read_settings(os.environ, **settings))
