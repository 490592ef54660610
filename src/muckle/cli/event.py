"""An event of Muckell with bots alone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from muckle.cli.given import Json, plain, print_json
from muckle.cli.numbers import decimal, number, whole
from muckle.errors import MuckleError


def event(
    bots: Annotated[int, number("How many play.", whole(1, 10_000))] = 20,
    seconds_per_card: Annotated[float, number("From one call to the next.", decimal(0, 3600))] = 1.0,
    address: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="A room that is open; without it one is opened.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> None:
    """Play a whole event of Muckell with bots, over real sockets, and compare every record with what was acknowledged."""
    plain()
    from muckle.lab.event import play_event
    from muckle.server.door.shield import files_allowed

    files_allowed()  # a bot has two sockets
    with room(bots) if not address else given(address) as place:
        found = asyncio.run(play_event(place, bots, seconds_per_card))
    if as_json:
        print_json(found)
        return
    print(f"{found.players} bots, {found.cards} cards, {found.moves} acts: {found.lost} lost, {found.doubled} doubled.")
    print(f"A card was seen after {found.call_p50_ms} ms (one in a hundred after {found.call_p99_ms} ms or more),")
    print(f"an act acknowledged after {found.ack_p50_ms} ms ({found.ack_p99_ms} ms).")
    print(f"{found.winner} wins with {found.winning_score}.")


@contextmanager
def room(bots: int) -> Generator[str]:
    """Open a room that lets in many from one address, for as long as it is needed; yield its host and port."""
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


@contextmanager
def given(address: str) -> Generator[str]:
    """Yield the host and port of a room that is open already."""
    yield address.removeprefix("http://").rstrip("/")
