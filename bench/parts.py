"""Measure the parts of an act's CPU time in the game room, without network.

``uv run --group bench python bench/parts.py [GAME …]`` has a room play matches of two people in this process: any acts
that come along, their messages read and answered, new scenes patched and encoded for both, everything written to an SQLite
file; only what sockets cost is missing (``room.py`` has that). Each part is without the parts inside it. The calibration
loop runs beside them.
"""
# pyright: basic
# (the parts are replaced by such as count)

from __future__ import annotations

import os
import sys

os.environ["NUMBA_DISABLE_JIT"] = "1"

import asyncio
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
from room import ELSE
from speed import best, calibration

from muckle import games
from muckle.match.fold import Fold
from muckle.match.match import Match
from muckle.match.story import Story
from muckle.server.bots.bots import Bots
from muckle.server.http import websocket
from muckle.server.messages import Done, Join, NewMatch
from muckle.server.operations.run import hold_nobody_up
from muckle.server.room import Room
from muckle.server.tables import push
from muckle.server.tables.table import Table
from muckle.store.urls import open_store

ACTS = 3000
PARTS: list[tuple[Any, str, str]] = [
    (websocket, "read", "reading the message"),
    (Fold, "apply", "the rules"),
    (Match, "scene", "scenes: the match's part"),
    (Story, "news", "scenes: what happened since"),
    (Story, "words", "scenes: words that were named"),
    (Story, "reckoning", "scenes: reckonings"),
    (Story, "revocable", "scenes: takebacks"),
    (Story, "saw", "remembering faces"),
    (Table, "_scene", "scenes: the room's part"),
    (Table, "actions", "scenes: what may be done about the table"),
    (push, "diff", "patches"),
    (push, "change", "encoding patches"),
    (push.Client, "push", "sending to nobody"),
]

spent: defaultdict[str, float] = defaultdict(float)
inside: list[float] = [0.0]
"""For every part that is under way, the time of the parts in it."""


def count(owner: Any, name: str, part: str) -> None:
    """Have a function add the CPU time of its thread to a part."""
    work: Callable[..., Any] = getattr(owner, name)

    def counted(*given: Any, **named: Any) -> Any:
        began = time.thread_time()
        inside.append(0.0)
        try:
            return work(*given, **named)
        finally:
            took = time.thread_time() - began
            spent[part] += took - inside.pop()
            inside[-1] += took

    setattr(owner, name, counted)


class Nobody:
    """A socket that takes everything."""

    async def send_text(self, text: str) -> None:
        pass


async def play(room: Room, game: str, chance: random.Random, most: int) -> int:
    """Play a match, or so many acts of it; how many there were."""
    people = ["ann"] if game == "mickell" else ["ann", "bob"]
    match = (await room.open("ann", NewMatch(game, seats=("open",) * (len(people) - 1)))).match
    for person in people:
        await room.join(person, match, Join(salt=f"{chance.getrandbits(256):064x}"))
    table = await room.visit(match)
    clients = [push.Client(Nobody(), person, table.newest) for person in people]  # pyright: ignore[reportArgumentType]
    for client in clients:
        await table.watch(client)
        await client.resend()
    for done in range(most):
        offered = [(client, act) for client in clients for act in client.scene.acts.items()]
        asked = [(client, name, act.ask) for client, (name, act) in offered if name not in ELSE]
        acts = [(client, name) for client, name, ask in asked if not ask]
        acts += [(client, f"{name} E") for client, name, ask in asked if ask and ask.kind == "letter"]  # blanks, see acts_of
        if not acts:
            return done
        client, act = chance.choice(acts)
        message = {"type": "act", "act": act, "seq": client.scene.seq, "cid": f"{chance.getrandbits(64):x}"}
        visitor: Any = SimpleNamespace(forged=False, owner=client.owner)
        answer = await websocket.reply(room, table, visitor, client, msgspec.json.encode(message))
        assert answer is None or isinstance(answer, Done), answer
        if answer:
            await client.send(answer)
    return most


async def measure(game: str) -> None:
    """Print the parts of a game."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"{folder}/room.db")
        room, chance = Room(store, Bots(1)), random.Random(1)
        await play(room, game, chance, 50)
        writer = time.pthread_getcpuclockid(store._worker.thread.ident)  # pyright: ignore
        spent.clear()
        began, wrote, whole, done = time.thread_time(), time.clock_gettime(writer), time.process_time(), 0
        while done < ACTS:
            done += await play(room, game, chance, ACTS - done)
        here, there, whole = time.thread_time() - began, time.clock_gettime(writer) - wrote, time.process_time() - whole
        spent["the rest: the loop, its tasks, the table's opening"] = here - sum(spent.values())
        spent["writing to the database"] = there
        spent["other threads: what stays of a match"] = whole - here - there
        await room.close()
    print(f"\n{game}: {1000 * whole / done:.3f} CPU ms an act ({done} acts)")
    for part, took in sorted(spent.items(), key=lambda each: -each[1]):
        print(f"  {1000 * took / done:.3f} {part}")


def main(names: list[str]) -> None:
    hold_nobody_up()
    print(f"calibration loop: {best(calibration) / 1e6:.2f} M/s")
    for part in PARTS:
        count(*part)
    for game in names or list(games.GAMES):
        count(games.find(game).scene, "build", "scenes: the game's part")
        asyncio.run(measure(game))


if __name__ == "__main__":
    main(sys.argv[1:])
