"""The commands `muckle people`, `muckle tables` and `muckle event`, which act on a database whether or not its room runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from muckle.cli.arguments import disable_compilation, flag
from muckle.cli.store import Database

if TYPE_CHECKING:
    from muckle.server.operations.orders import FoundPerson, Order

people = typer.Typer(help="Find, rename, ban or forget people of the game room.")
tables = typer.Typer(help="Delete tables of the game room.")
events = typer.Typer(help="Help the callers of an event.")

Person = Annotated[
    str,
    typer.Argument(
        metavar="PERSON", help="A person's id from `muckle people find`, or its first characters.", show_default=False
    ),
]
Sure = Annotated[bool, flag("--yes", "Do not ask for confirmation.")]


@people.command()
def find(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Any part of the name; case does not matter.", show_default=False)
    ],
    database: Database = None,
) -> None:
    """List people by a part of their name: id, names, number of tables, newest table and its date."""
    from muckle.server.operations.orders import Find

    give_order(Find(name), database)


@people.command()
def rename(
    person: Person,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.", show_default=False)],
    database: Database = None,
) -> None:
    """Rename a person at all tables, events and series, and in the results of matches."""
    from muckle.server.operations.orders import Rename

    give_order(Rename(person, name), database)


@people.command()
def ban(
    person: Person,
    reason: Annotated[str, typer.Option(help="Text that is shown to the person.", show_default=False)] = "",
    database: Database = None,
) -> None:
    """Keep a person out of the room. A person who deletes the cookie counts as a new person."""
    from muckle.server.operations.orders import Ban

    give_order(Ban(person, reason), database)


@people.command()
def unban(person: Person, database: Database = None) -> None:
    """Lift a ban."""
    from muckle.server.operations.orders import Unban

    give_order(Unban(person), database)


@people.command()
def bans(database: Database = None) -> None:
    """List the banned people."""
    from muckle.server.operations.orders import ListBans

    give_order(ListBans(), database)


@people.command()
def forget(person: Person, yes: Sure = False, database: Database = None) -> None:
    """Remove a person's name from the database and from all screens. Their matches stay."""
    from muckle.server.operations.orders import Forget

    confirm(f"Forget {person} for good?", yes)
    give_order(Forget(person), database)


@events.command()
def desk(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Code of the event.", show_default=False)],
    database: Database = None,
) -> None:
    """Print the callers' link of an event, for callers who have lost their devices."""
    from muckle.server.operations.orders import FindDesk

    give_order(FindDesk(code), database)


@tables.command()
def delete(
    match: Annotated[
        str, typer.Argument(metavar="TABLE", help="The last part of the table's address, after /m/.", show_default=False)
    ],
    yes: Sure = False,
    database: Database = None,
) -> None:
    """Delete a table with its match. Everybody at the table is sent away."""
    from muckle.server.operations.orders import DeleteTable

    confirm(f"Delete table {match} for good?", yes)
    give_order(DeleteTable(match), database)


def confirm(question: str, yes: bool) -> None:
    """Ask a question and end the command unless the answer is yes; `yes` answers it beforehand."""
    if not yes:
        typer.confirm(question, abort=True)


def give_order(order: Order, database: str | None) -> None:
    """Carry out an order on the database and print the answer."""
    disable_compilation()
    from muckle.server.operations.operate import give

    report = give(order, database or "")
    for person in report.people:
        print(person_line(person))
    print(report.said)


def person_line(person: FoundPerson) -> str:
    """Return one line of text about a person."""
    from muckle.scene.tell import count

    day = datetime.fromtimestamp(person.seen, UTC).date().isoformat() if person.seen else ""
    table = f"newest /m/{person.newest}" if person.newest else ""
    banned = "" if person.ban is None else f"banned {person.ban}".strip()
    parts = (person.person, ", ".join(person.names), count(person.tables, "table"), table, day, banned)
    return "  ".join(part for part in parts if part)
