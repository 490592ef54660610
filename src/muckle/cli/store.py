"""The commands `muckle store`: back up, restore, check and vacuum the database of the game room."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from muckle.cli.arguments import disable_compilation, flag

if TYPE_CHECKING:
    from muckle.store.faults import Findings


def setting(name: str, help: str, **more: Any) -> Any:
    """Return an option that the environment can set."""
    return typer.Option(envvar=f"MUCKLE_{name.upper()}", help=help, **more)


Database = Annotated[
    str | None,
    setting(
        "database",
        "The database: a file, or a URL (sqlite:///… or postgresql://…).",
        show_default="a file in your data folder",
    ),
]
Quick = Annotated[bool, flag("--quick", "Skip playing every match again.")]

commands = typer.Typer(help="Back up, restore, check or shrink the database of the game room.")


@commands.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to write; must not exist.", show_default=False)],
    database: Database = None,
    quick: Quick = False,
) -> None:
    """Copy the database, also while a room uses it, and check the copy.

    If the copy has faults, it is kept, the faults are listed, and the exit code is 1.
    """
    disable_compilation()
    from muckle.store import sqlite_maintenance
    from muckle.store.urls import sqlite_file

    print_findings(file, sqlite_maintenance.backup(sqlite_file(database or ""), file, replay=not quick))


@commands.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by `muckle store backup`.", show_default=False)],
    database: Database = None,
) -> None:
    """Replace the database by a backup. The old database is kept beside it. No room may be using the database."""
    disable_compilation()
    from muckle.store import sqlite_maintenance
    from muckle.store.urls import sqlite_file

    path = sqlite_file(database or "")
    print_findings(path, sqlite_maintenance.restore(file, path))


@commands.command()
def check(database: Database = None, quick: Quick = False) -> None:
    """Read the whole database, also while a room uses it, and play every match again.

    Faults are counted by kind; the exit code is 1 if there are any.
    """
    disable_compilation()
    from muckle.store import sqlite_maintenance
    from muckle.store.urls import sqlite_file

    path = sqlite_file(database or "")
    print_findings(path, sqlite_maintenance.check(path, replay=not quick))


@commands.command()
def vacuum(database: Database = None) -> None:
    """Shrink the database by writing it anew, without a trace of deleted data. No room may be using the database."""
    from muckle.store import sqlite_maintenance
    from muckle.store.urls import sqlite_file

    path = sqlite_file(database or "")
    before, after = sqlite_maintenance.vacuum(path)
    print(f"{path}: {before:,} bytes before, {after:,} after")


def print_findings(path: Path, findings: Findings) -> None:
    """Print the findings of a database check, and end the command with exit code 1 if there are faults."""
    print(f"{path}: {findings}")
    if findings.faults:
        raise typer.Exit(1)
