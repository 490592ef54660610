"""Send an operator's order to the room that runs on a database, or carry the order out here if no room runs."""

from __future__ import annotations

import asyncio
import secrets
import urllib.error
import urllib.request
from typing import TypeVar

import msgspec

from muckle.errors import MuckleError, StoreError
from muckle.server.messages import Problem
from muckle.server.operations.orders import ADDRESS, KEY, Nonce, Order, Report, Signed, sign
from muckle.store.urls import open_store, sqlite_file

PATIENCE = 60
"""Timeout of an answer in seconds, long because the name of a frequent player stands in many matches."""
Message = TypeVar("Message")


def give(order: Order, database: str) -> Report:
    """Have an order carried out by the room that runs on a database, or carry it out here if none runs.

    Raises:
        MuckleError: the order is refused, the database cannot be used, or its room does not answer.
    """
    key, address = contact(database)
    if key and address:
        try:
            nonce = ask(f"{address}/api/operator", Nonce).nonce
        except OSError:
            pass  # no room is there any more
        else:
            return send(f"{address}/api/operator", sign(key, nonce, order))
    return asyncio.run(carry_out(order, database))


def send(url: str, signed: Signed) -> Report:
    """Send an order to the room that has just given out a nonce for it, and return the answer.

    Raises:
        MuckleError: the room refuses, or does not answer in time.
    """
    try:
        return ask(url, Report, msgspec.json.encode(signed))
    except OSError as error:
        raise MuckleError(f"the room took the order and did not answer ({error}); it may yet carry it out") from None


def contact(database: str) -> tuple[str, str]:
    """Return the key that signs orders, and the address of the room that opened the database last; both empty if none has."""
    if not database.startswith(("postgresql://", "postgres://")):
        from muckle.store.sqlite_maintenance import reading

        with reading(sqlite_file(database)) as file:
            found = dict(file.execute("SELECT name, value FROM setting WHERE name IN (?, ?)", (KEY, ADDRESS)).fetchall())
        return found.get(KEY, ""), found.get(ADDRESS, "")

    async def read() -> tuple[str, str]:
        store = open_store(database)
        try:
            return await store.setting(KEY, secrets.token_hex(32)), await store.setting(ADDRESS, "")
        finally:
            await store.close()

    return asyncio.run(read())


def ask(url: str, kind: type[Message], body: bytes | None = None) -> Message:
    """Send a request to the room and return its answer.

    Raises:
        MuckleError: the room refuses.
        OSError: no room answers there.
    """
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, body), timeout=PATIENCE) as answer:
            return msgspec.json.decode(answer.read(), type=kind)
    except urllib.error.HTTPError as error:
        try:
            problem = msgspec.json.decode(error.read(), type=Problem)
        except msgspec.MsgspecError:
            raise OSError("what answers is no game room") from None
        raise MuckleError(problem.message) from None
    except msgspec.MsgspecError:
        raise OSError("what answers is no game room") from None


async def carry_out(order: Order, database: str) -> Report:
    """Carry out an order if no room runs.

    Raises:
        StoreError: a room has the database but does not answer.
    """
    from muckle.server.bots.bots import Bots
    from muckle.server.operations.operator import Operator
    from muckle.server.room import Room

    try:
        store = open_store(database)
    except StoreError as error:
        raise StoreError(f"{error}; the room that has it does not answer at its own address") from None
    room = Room(store, Bots(1))
    try:
        return await Operator(room).carry_out(order)
    finally:
        await room.close()
