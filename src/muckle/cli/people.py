"""Commands for the operator of a room about people and tables, whether or not the room runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from muckle.cli.given import plain
from muckle.cli.serving import Database

if TYPE_CHECKING:
    from muckle.server.operations.orders import FoundPerson, Order

people = typer.Typer(help="The people of a game room: find them by name, rename, ban or forget them.")
tables = typer.Typer(help="The tables of a game room.")

Person = Annotated[str, typer.Argument(help="An id as `people find` lists it, or its first characters.", show_default=False)]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask whether it is meant.")]


@people.command()
def find(
    name: Annotated[str, typer.Argument(help="Any part of the name, whatever its case.", show_default=False)],
    database: Database = None,
) -> None:
    """List the people whose name contains a text: id, names, number of tables, the newest table, when it was opened."""
    from muckle.server.operations.orders import Find

    obey(Find(name), database)


@people.command()
def rename(
    person: Person,
    name: Annotated[str, typer.Argument(help="The new name.", show_default=False)],
    database: Database = None,
) -> None:
    """Give a person another name, at all tables, events and series, and in how matches ended."""
    from muckle.server.operations.orders import Rename

    obey(Rename(person, name), database)


@people.command()
def ban(
    person: Person,
    reason: Annotated[str, typer.Option(help="What the person reads.")] = "",
    database: Database = None,
) -> None:
    """Let a person in no more. Whoever deletes their cookie is a new person."""
    from muckle.server.operations.orders import Ban

    obey(Ban(person, reason), database)


@people.command()
def unban(person: Person, database: Database = None) -> None:
    """Let a banned person in again."""
    from muckle.server.operations.orders import Unban

    obey(Unban(person), database)


@people.command()
def bans(database: Database = None) -> None:
    """List the people who are banned."""
    from muckle.server.operations.orders import ListBans

    obey(ListBans(), database)


@people.command()
def forget(person: Person, yes: Sure = False, database: Database = None) -> None:
    """Remove a person's name from the database and from everybody's screen; what was played stays valid."""
    from muckle.server.operations.orders import Forget

    confirm(f"Forget {person} for good?", yes)
    obey(Forget(person), database)


@tables.command()
def delete(
    match: Annotated[str, typer.Argument(help="The last part of the table's address, behind /m/.", show_default=False)],
    yes: Sure = False,
    database: Database = None,
) -> None:
    """Delete a table with its match, and send away whoever is there."""
    from muckle.server.operations.orders import DeleteTable

    confirm(f"Delete table {match} for good?", yes)
    obey(DeleteTable(match), database)


def confirm(question: str, yes: bool) -> None:
    """Ask, unless that was answered on the command line."""
    if not yes:
        typer.confirm(question, abort=True)


def obey(order: Order, database: str | None) -> None:
    """Have an order carried out and print the answer."""
    plain()
    from muckle.server.operations.operate import give

    report = give(order, database or "")
    for person in report.people:
        print(line(person))
    print(report.said)


def line(person: FoundPerson) -> str:
    """Return one person as a line."""
    day = datetime.fromtimestamp(person.seen, UTC).date().isoformat() if person.seen else ""
    table = f"newest /m/{person.newest}" if person.newest else ""
    banned = "" if person.ban is None else f"banned {person.ban}".strip()
    parts = (person.person, ", ".join(person.names), f"{person.tables} tables", table, day, banned)
    return "  ".join(part for part in parts if part)
