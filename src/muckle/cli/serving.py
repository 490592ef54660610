"""The game room as a server, and its database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from muckle.cli.given import plain
from muckle.cli.numbers import number, whole

if TYPE_CHECKING:
    from muckle.store.faults import Findings


def setting(name: str, help: str, **more: Any) -> Any:
    """Return an option that can be given in the environment, too."""
    return typer.Option(envvar=f"MUCKLE_{name.upper()}", help=help, **more)


def counted(name: str, help: str) -> Any:
    """Return an option that is a whole number, not below 0, and can be given in the environment."""
    return number(help, whole(0), envvar=f"MUCKLE_{name.upper()}")


_USUAL = "a file in the user's data folder"
Database = Annotated[str | None, setting("database", "A file, or a URL: sqlite:///… or postgresql://…", show_default=_USUAL)]
Host = Annotated[str, setting("host", "The address to listen on.")]
Port = Annotated[int, counted("port", "The port; if another program has it, the room does not open.")]
PublicUrl = Annotated[str, setting("public_url", "The address people use, if it is another, such as https://games.example.")]
Proxy = Annotated[str, setting("proxy", "Proxies that say for whom they ask: addresses and networks, with commas.")]
Pace = Annotated[str, setting("pace", "Of bots: slow, normal, fast or off.")]
Workers = Annotated[int, counted("workers", "Processes in which bots think; 0: one for each core but one.")]
LimitsGiven = Annotated[str, setting("limits", 'What one visitor may cost, as in "requests=40 bots=100".')]
Log = Annotated[str, setting("log", "text or json, on standard error.")]
Metrics = Annotated[str, setting("metrics", "Where figures are served to Prometheus, such as 127.0.0.1:9464.")]
Unplayed = Annotated[int, counted("keep_unplayed", "Days that a table is kept that never began; 0: always.")]
Matches = Annotated[int, counted("keep_matches", "Days that a match is kept after its last act; 0: always.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = None,
    public_url: PublicUrl = "",
    proxy: Proxy = "",
    pace: Pace = "normal",
    workers: Workers = 0,
    limits: LimitsGiven = "",
    log: Log = "text",
    metrics: Metrics = "",
    keep_unplayed: Unplayed = 14,
    keep_matches: Matches = 0,
) -> None:
    """Serve the game room, as on a server; see docs/hosting.md."""
    given = {name: value for name, value in locals().items() if value is not None}
    plain()
    from muckle.server.operations.run import serve
    from muckle.server.operations.settings import read_settings

    serve(read_settings(os.environ, **given))


commands = typer.Typer(help="The database of the game room: copy it while it is in use, check it, put a copy back, shrink it.")
Quick = Annotated[bool, typer.Option("--quick", help="Do not play every match again.")]


@commands.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes; it must not be there yet.", show_default=False)],
    database: Database = None,
    quick: Quick = False,
) -> None:
    """Copy the database as it is at one moment, whether or not a room has it open, and check the copy.

    A copy with faults is kept, the faults are listed, and the exit code is 1.
    """
    plain()
    from muckle.store import sqlite_care
    from muckle.store.urls import sqlite_file

    tell(file, sqlite_care.backup(sqlite_file(database or ""), file, replay=not quick))


@commands.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy that backup made.", show_default=False)],
    database: Database = None,
) -> None:
    """Put a copy in the database's place; what was there is kept beside it. No room may have it open."""
    plain()
    from muckle.store import sqlite_care
    from muckle.store.urls import sqlite_file

    path = sqlite_file(database or "")
    tell(path, sqlite_care.restore(file, path))


@commands.command()
def check(database: Database = None, quick: Quick = False) -> None:
    """Read all of the database, whether or not a room has it open, and play every match again.

    The exit code is 1 if anything is wrong; the faults are counted by their kind.
    """
    plain()
    from muckle.store import sqlite_care
    from muckle.store.urls import sqlite_file

    path = sqlite_file(database or "")
    tell(path, sqlite_care.check(path, replay=not quick))


@commands.command()
def vacuum(database: Database = None) -> None:
    """Write the database anew, without free space and without a trace of what was deleted. No room may have it open."""
    from muckle.store import sqlite_care
    from muckle.store.urls import sqlite_file

    path = sqlite_file(database or "")
    before, after = sqlite_care.vacuum(path)
    print(f"{path}: {before:,} bytes before, {after:,} after")


def tell(path: Path, findings: Findings) -> None:
    """Print what was found in a database, and end the command with 1 if there are faults in it."""
    print(f"{path}: {findings}")
    if findings.faults:
        raise typer.Exit(1)
