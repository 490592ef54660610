"""HTTP routes of a person's own record. A request that changes the visitor's identity is answered with a new cookie."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from muckle.server.door.identity import Passport, Visitor
from muckle.server.errors import HttpError
from muckle.server.http.requests import answer, answered, body, post, visitor
from muckle.server.messages import Done
from muckle.server.people.record import Records, is_code
from muckle.server.people.record_messages import Code, NoPush, PushTo, Token
from muckle.server.people.reminders import Reminders


def routes() -> Sequence[BaseRoute]:
    """Return the routes of /api/me that are listed in `record_messages`."""
    return (
        Route("/api/me", answered(records, Records.of)),
        Route("/api/me/tables", answered(records, Records.tables)),
        Route("/api/me/save", save),
        post("/api/me/code", "act", make_code),
        post("/api/me/token", "act", make_token, known=False),
        post("/api/me/keep", "act", make_personal_code),
        post("/api/me/become", "guess", become),
        post("/api/me/elsewhere", "act", leave_elsewhere),
        post("/api/me/forget", "act", forget),
        Route("/api/me/push", answered(reminders, Reminders.key)),
        post("/api/me/push", "act", answered(reminders, Reminders.subscribe, PushTo)),
        post("/api/me/push/off", "act", answered(reminders, Reminders.unsubscribe, NoPush)),
    )


async def save(request: Request) -> Response:
    saved = answer(await records(request).save(visitor(request).owner))
    saved.headers["content-disposition"] = 'attachment; filename="muckle-record.json"'
    return saved


async def make_code(request: Request) -> Response:
    return answer(Code(passport(request).ticket(visitor(request).owner)))


async def make_token(request: Request) -> Response:
    return answer(Token(passport(request).issue(visitor(request).owner)))


async def make_personal_code(request: Request) -> Response:
    return answer(Code(await records(request).new_code(visitor(request).owner)))


async def become(request: Request) -> Response:
    """Make this device another identity, by a link from another device or by a personal code."""
    wish = await body(request, Code)
    if not is_code(wish.code):
        return known_as(request, passport(request).owner_of(wish.code))
    owner = await records(request).owner_of(wish.code)
    if not owner:
        raise HttpError(410, "nobody here has this personal code; check its 20 letters, or whether you made a newer one")
    return known_as(request, owner)


async def leave_elsewhere(request: Request) -> Response:
    return known_as(request, await records(request).leave_elsewhere(visitor(request).owner))


async def forget(request: Request) -> Response:
    await records(request).forget(visitor(request).owner)
    return known_as(request, passport(request).read(None).owner)


def known_as(request: Request, owner: str) -> Response:
    """Return an answer whose cookie makes the visitor another identity."""
    done = answer(Done("", 0))
    cookie = passport(request).cookie_for(Visitor(owner), secure=request.url.scheme == "https")
    done.headers.append("set-cookie", cookie)
    return done


def records(request: Request) -> Records:
    return request.app.state.room.records


def reminders(request: Request) -> Reminders:
    return request.app.state.room.reminders


def passport(request: Request) -> Passport:
    return request.app.state.passport
