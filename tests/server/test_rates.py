"""Every command has a class by which it is rationed, and is done for known visitors only."""

import asyncio
import inspect
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from muckle.server.bots.bots import Bots
from muckle.server.door.door import Door
from muckle.server.door.hosts import Hosts
from muckle.server.door.identity import Passport
from muckle.server.door.rate_limits import Limits, RateLimits
from muckle.server.http.app import make_app
from muckle.server.room import Room
from muckle.store.sqlite import SqliteStore
from server.people import GameRoom, Person

OPENING = {"daily", "matches", "matches/{match}/again", "matches/{match}/fork", "events", "series", "series/{code}/events"}
GUESSING = {
    "events/{code}/return",
    "events/{code}/assist",
    "series/{code}/claim",
    "series/{code}/organise",
    "me/become",
}
"""Where a code or password is tried, which nobody may do in a hurry."""


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    store = SqliteStore(tmp_path / "room.db")
    yield make_app(Room(store, Bots()), Passport("key"), RateLimits(Limits()), Hosts("http://room"))
    asyncio.run(store.close())


@pytest.fixture
def routes(door: Door) -> list[Route]:
    return [route for route in door.app.routes if isinstance(route, Route)]


def rate_of(route: Route) -> str:
    """Return the class of a route's commands. A route that was not made by `post` has none: KeyError."""
    return inspect.getclosurevars(route.endpoint).nonlocals["rate"]


def commands(routes: list[Route]) -> dict[str, str]:
    found = [route for route in routes if (route.methods or set()) - {"GET", "HEAD"}]
    return {route.path.removeprefix("/api/"): rate_of(route) for route in found}


def test_each_command_is_in_its_class(routes: list[Route]) -> None:
    rates = commands(routes)
    assert {path for path, rate in rates.items() if rate == "open"} == OPENING
    assert {path for path, rate in rates.items() if rate == "guess"} == GUESSING
    assert {rates[path] for path in rates.keys() - OPENING - GUESSING} == {"act"} and len(rates) > 30


def test_a_command_without_a_class_is_noticed(routes: list[Route]) -> None:
    """Break: a route that goes past `post`."""

    async def careless(request: object) -> None: ...

    with pytest.raises(KeyError, match="rate"):
        commands([*routes, Route("/api/careless", careless, methods=["POST"])])


def test_nobody_tries_many_codes(rooms: Callable[..., GameRoom], person: Callable[..., Person]) -> None:
    room = rooms("--limits", "tables=0.01 tables_burst=4")
    for path, wish in [("return", {"code": "AAAAA-AAAAA"}), ("assist", {"word": "please"})]:
        host, thief = person(room), person(room)
        code = host.post("events", {}, 201)["code"]
        for _ in range(4):
            thief.post(f"events/{code}/{path}", wish, 403)
        thief.post(f"events/{code}/{path}", wish, 429)


async def open_to_strangers(door: Door, paths: Iterable[str]) -> set[str]:
    """Return the commands that a browser without this room's cookie isn't refused, or isn't given a cookie with the refusal."""
    found = set[str]()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://room") as browser:
        for path in paths:
            answer = await browser.post("/api/" + path.format(match="x", code="x"), json={})
            if answer.status_code != 401 or not browser.cookies:
                found.add(path)
            browser.cookies.clear()
    return found


def test_a_browser_that_keeps_no_cookie_changes_nothing(
    door: Door, routes: list[Route], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it opens a table for itself alone, and counts as one more player. A program asks for a token first."""
    paths = commands(routes)
    assert asyncio.run(open_to_strangers(door, paths)) == {"me/token"}
    monkeypatch.setattr("muckle.server.http.requests.recognised", lambda visitor: None)
    assert len(asyncio.run(open_to_strangers(door, ["me/code", "me/token"]))) == 2, "its break: a door that asks for no cookie"
