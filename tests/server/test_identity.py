"""Identities: a signature alone says who somebody is, whatever the clocks of rooms say."""

import asyncio
import time

import httpx
import pytest
from itsdangerous import BadSignature
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from muckle.server.door.door import Door
from muckle.server.door.hosts import Hosts
from muckle.server.door.identity import YEAR, Passport, Visitor
from muckle.server.door.rate_limits import Limits, RateLimits

HOUR = 3600
DAY = 24 * HOUR


class ClockBound(Passport):
    """The break: a passport that believes a cookie only if its time lies within the last year."""

    def read(self, value: str | None) -> Visitor:
        try:
            self._signer.unsign(value or "", max_age=YEAR)
        except BadSignature:
            return super().read(None)
        return super().read(value)


def identities(kind: type[Passport], monkeypatch: pytest.MonkeyPatch, *clocks: float) -> list[str]:
    """Return the identity of one browser at each of its requests, to rooms on one database with these clocks."""

    async def whoami(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(scope["state"]["visitor"].owner)(scope, receive, send)

    cookie, seen = "", list[str]()
    for clock in clocks:
        monkeypatch.setattr(time, "time", lambda clock=clock: clock)
        door = Door(whoami, kind("key"), RateLimits(Limits()), Hosts(""))
        answer = asyncio.run(visit(door, cookie))
        seen.append(answer.text)
        cookie = answer.headers.get("set-cookie", cookie).partition(";")[0]
    return seen


async def visit(door: Door, cookie: str) -> httpx.Response:
    """Return the answer to a browser with this cookie."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://localhost") as client:
        return await client.get("/", headers={"cookie": cookie})


@pytest.mark.parametrize(
    "steps",
    [(0, -1), (0, -HOUR), (0, HOUR, 0, HOUR, -HOUR), (0, 366 * DAY, 800 * DAY), (800 * DAY, 0), (40 * DAY, 0, 40 * DAY)],
)
def test_a_clock_that_is_set_back_or_differs_between_rooms_makes_nobody_somebody_else(
    monkeypatch: pytest.MonkeyPatch, steps: tuple[float, ...]
):
    now = time.time()
    assert len(set(identities(Passport, monkeypatch, *(now + step for step in steps)))) == 1


def test_its_break_a_cookie_bound_to_the_clock_is_lost(monkeypatch: pytest.MonkeyPatch):
    now = time.time()
    assert len(set(identities(ClockBound, monkeypatch, now, now - 1))) == 2
    assert len(set(identities(ClockBound, monkeypatch, now, now + HOUR, now, now + HOUR))) == 1
    assert len(set(identities(ClockBound, monkeypatch, now + HOUR, now))) == 2


def test_a_cookie_is_renewed_after_a_month(monkeypatch: pytest.MonkeyPatch):
    passport = Passport("key")
    cookie, issued = passport.issue("ann"), time.time()
    for days, stale in ((1, False), (-1, False), (40, True), (-40, True), (366, True)):
        monkeypatch.setattr(time, "time", lambda days=days: issued + days * DAY)
        assert passport.read(cookie)[:3] == ("ann", False, stale)
