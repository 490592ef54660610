"""Carries out the operator's orders from the command line, in a running room or in its place."""

from __future__ import annotations

import hmac
import secrets
from collections import deque
from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from muckle.errors import OptionsError
from muckle.server.errors import HttpError
from muckle.server.http.requests import answer, body
from muckle.server.names import clean
from muckle.server.operations.orders import (
    ADDRESS,
    Ban,
    DeleteTable,
    Find,
    FindDesk,
    Forget,
    FoundPerson,
    ListBans,
    Nonce,
    Order,
    Rename,
    Report,
    Signed,
    Unban,
    signature_of,
)
from muckle.server.room import Room

MOST_NONCES = 1000
"""Number of unused nonces that are remembered; older ones are no longer valid."""
SHORTEST = 6
"""Minimum number of first characters of an id that an order may give instead of the whole id."""
ORDER: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)  # pyright: ignore[reportArgumentType]  # a union


class Operator:
    """Carries out orders.

    Args:
        room: a room that runs or not.
        key: key that signs orders; empty: no orders are accepted over HTTP.
    """

    def __init__(self, room: Room, key: str = "") -> None:
        self._room, self._key = room, key
        self._people = room.store.people
        self._nonces: deque[str] = deque(maxlen=MOST_NONCES)

    def routes(self) -> Sequence[BaseRoute]:
        """Return the routes for orders, see `orders`."""
        return (Route("/api/operator", self._give_nonce), Route("/api/operator", self._obey, methods=["POST"]))

    async def _give_nonce(self, request: Request) -> Response:
        self._nonces.append(secrets.token_hex(16))
        return answer(Nonce(self._nonces[-1]))

    async def _obey(self, request: Request) -> Response:
        signed = await body(request, Signed)
        known = signed.nonce in self._nonces
        if not self._key or not hmac.compare_digest(
            signature_of(self._key, signed.nonce, signed.order).encode(), signed.signature.encode()
        ):
            raise HttpError(403, "this order is not signed with the key that stands in the room's database")
        if not known:
            raise HttpError(409, "this order was given before, or waited too long; give it again")
        self._nonces.remove(signed.nonce)
        return answer(await self.carry_out(ORDER.decode(signed.order)))

    async def carry_out(self, order: Order) -> Report:
        """Carry out an order and return the result.

        Raises:
            OptionsError: the order names nobody, or more than one person.
            HttpError: there is no such table.
        """
        match order:
            case Find(name):
                return await self._find(name)
            case ListBans():
                return await self._list_bans()
            case Rename(person, name):
                return await self._rename(await self._identity(person), name)
            case Ban(person, reason):
                return await self._ban(await self._identity(person), reason)
            case Unban(person):
                return await self._unban(await self._identity(person))
            case Forget(person):
                return await self._forget(await self._identity(person))
            case DeleteTable(match_id):
                await self._room.delete(match_id)
                return Report(f"Table {match_id} is deleted.")
            case FindDesk(code):
                return await self._find_desk(code)

    async def _identity(self, person: str) -> str:
        """Return the one identity whose id starts with `person`. Raises OptionsError if there is none, or more than one."""
        if len(person) < SHORTEST or not person.isalnum():
            raise OptionsError(
                f"a person is named by an id that `muckle people find` lists, or by its first {SHORTEST} characters or more"
            )
        found = await self._people.beginning_with(person)
        if len(found) != 1:
            raise OptionsError(f"{len(found) or 'no'} ids begin with {person}; `muckle people find` lists them by name")
        return found[0]

    async def _find(self, name: str) -> Report:
        found = await self._described(await self._people.named(name))
        return Report(f"{people_count(len(found))} found.", found)

    async def _list_bans(self) -> Report:
        found = await self._described(list(await self._people.bans()))
        return Report(f"{people_count(len(found))} banned.", found)

    async def _described(self, owners: Sequence[str]) -> tuple[FoundPerson, ...]:
        bans = await self._people.bans()
        people = [FoundPerson(owner, *(await self._people.summary(owner)), bans.get(owner)) for owner in owners]
        return tuple(sorted(people, key=lambda person: -person.seen))

    async def _rename(self, owner: str, name: str) -> Report:
        if not (name := clean(name)):
            raise OptionsError("a name has at least one character that can be seen")
        await self._room.records.rename(owner, name)
        return Report(f"{owner} is called {name} now.")

    async def _ban(self, owner: str, reason: str) -> Report:
        await self._people.ban(owner, clean(reason, 200))
        await self._room.bans.load()
        return Report(f"{owner} is banned. A bot plays on in their seats after the time that each table gives.")

    async def _unban(self, owner: str) -> Report:
        await self._people.unban(owner)
        await self._room.bans.load()
        return Report(f"{owner} may come in again.")

    async def _find_desk(self, code: str) -> Report:
        event = (await self._room.events.find(code)).state
        address = await self._room.store.setting(ADDRESS, "")
        return Report(f"Whoever opens {address}/e/{event.code}?call={event.word} calls the cards of {event.code}.")

    async def _forget(self, owner: str) -> Report:
        await self._room.records.forget(owner)
        return Report(f"{owner} is forgotten: no name of theirs is left in the database.")


def people_count(people: int) -> str:
    """Return a number of people in words.

    >>> people_count(1), people_count(0)
    ('1 person', '0 people')
    """
    return f"{people} person" if people == 1 else f"{people} people"
