"""The command `muckle event`: play a whole event of Muckell with bots, as a load test or a rehearsal, or find a lost desk."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from muckle.cli.arguments import Json, decimal, disable_compilation, number, print_json, whole
from muckle.cli.store import Database
from muckle.errors import MuckleError

DEFAULT_ADDRESS = "127.0.0.1:8000"
"""Host and port of a room that was given no others."""


commands = typer.Typer(help="Play an event of Muckell with bots.", invoke_without_command=True)


@commands.callback()
def event(
    context: typer.Context,
    bots: Annotated[int, number("Number of bots.", whole(1, 10_000))] = 20,
    seconds_per_card: Annotated[float, number("Time between two cards, in seconds.", decimal(0, 3600))] = 1.0,
    address: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="Use the room at this address instead of starting one.", show_default=False)
    ] = "",
    code: Annotated[
        str,
        typer.Option(
            metavar="CODE", help="Have the bots join this event, which somebody calls, at --address.", show_default=False
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Play a whole event of Muckell with bots, measure the room's response times, and check that no action was lost.

    With `--code` the bots join an event that stands on a screen already, as a rehearsal, and play until its round is over.
    """
    if context.invoked_subcommand:
        return
    disable_compilation()
    import asyncio

    from muckle.lab.event import fill_event, play_event
    from muckle.server.door.guard import files_allowed
    from muckle.terminal.report import counted

    files_allowed()  # a bot has two sockets
    if code:
        there = (address or DEFAULT_ADDRESS).removeprefix("http://").rstrip("/")
        moves = asyncio.run(fill_event(there, code.upper(), bots, seconds_per_card))
        print(f"{counted(bots, 'bot')} played a round of {code.upper()}: {counted(moves, 'act')}.")
        return
    with open_room(bots) if not address else nullcontext(address.removeprefix("http://").rstrip("/")) as place:
        found = asyncio.run(play_event(place, bots=bots, seconds=seconds_per_card))
    if as_json:
        print_json(found)
        return
    held = f"{counted(found.players, 'bot')}, {counted(found.cards, 'card')}, {counted(found.moves, 'act')}"
    print(f"{held}: {found.lost} lost, {found.doubled} doubled.")
    print(f"A card was seen after {found.call_p50_ms} ms (one in a hundred after {found.call_p99_ms} ms or more),")
    print(f"an act acknowledged after {found.ack_p50_ms} ms ({found.ack_p99_ms} ms).")
    print(f"{found.winner} wins with {found.winning_score}.")


@commands.command()
def desk(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Code of the event.", show_default=False)],
    database: Database = None,
) -> None:
    """Print the link with which somebody calls at an event whose callers have lost their devices."""
    from muckle.cli.people import give_order
    from muckle.server.operations.orders import FindDesk

    give_order(FindDesk(code), database)


@contextmanager
def open_room(bots: int) -> Generator[str]:
    """Run a room that admits many visitors from one address, and yield its host and port."""
    limits = f"--limits=strangers_burst={1000 + bots} address_connections={1000 + 3 * bots} arrivals_burst={1000 + 5 * bots}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "muckle.server", "--port=0", f"--database={Path(folder) / 'room.db'}", "--no-browser"]
        with subprocess.Popen([*command, "--workers=1", limits], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            try:
                for line in process.stdout:
                    if " is open at http://" in line:
                        yield line.partition("http://")[2].split()[0]
                        return
                raise MuckleError("the game room could not be opened")
            finally:
                process.terminate()
