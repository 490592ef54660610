"""HTTP routes and WebSockets of events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from types import MappingProxyType
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from muckle.errors import MuckleError
from muckle.server.door.identity import Visitor
from muckle.server.door.rate_limits import RateLimits
from muckle.server.errors import HttpError, problem
from muckle.server.events.event import LiveEvent
from muckle.server.events.events import Events
from muckle.server.events.messages import Assist, JoinEvent, Lead, NewEvent, Order, Return, RoundPar, Score, Seen, Standings
from muckle.server.events.view import view_of, words_of
from muckle.server.http.requests import LONGEST_WAIT, Handler, answer, answered, number, post, visitor
from muckle.server.http.spreadsheet import download
from muckle.server.messages import Pong, encode
from muckle.server.tables.push import GONE, TRY_AGAIN_LATER, Client

NO_SUCH_EVENT = 4404
"""WebSocket close code for an event that does not exist."""


def routes() -> Sequence[BaseRoute]:
    """Return the routes listed in `events.messages`."""
    return (
        post("/api/events", "open", answered(events, Events.open, NewEvent, 201)),
        Route("/api/events/{code}", view),
        post("/api/events/{code}/join", "act", from_address(answered(events, Events.join, JoinEvent))),
        post("/api/events/{code}/return", "guess", answered(events, Events.come_back, Return)),
        post("/api/events/{code}/assist", "guess", answered(events, Events.assist, Assist)),
        post("/api/events/{code}/lead", "act", answered(events, Events.lead, Lead)),
        post("/api/events/{code}/score", "act", answered(events, Events.score, Score)),
        post("/api/events/{code}/order", "act", answered(events, Events.order, Order)),
        Route("/api/events/{code}/standings", of_round(Events.standings)),
        Route("/api/events/{code}/standings.csv", save_standings),
        Route("/api/events/{code}/par", of_round(Events.par)),
        Route("/api/events/{code}/players", answered(events, Events.players)),
        Route("/api/events/{code}/salts", of_round(Events.salts)),
        Route("/api/events/{code}/record", save_record),
        WebSocketRoute("/api/events/{code}/live", serve_socket),
    )


def of_round(do: Callable[..., Awaitable[Any]]) -> Handler:
    """Return a handler that answers about the round that the query names, or the newest."""

    async def handler(request: Request) -> Response:
        return answer(await do(events(request), code(request), number(request, "round", 0)))

    return handler


def from_address(handler: Handler) -> Handler:
    """Wrap an event's handler so that the visitor's address is recorded before the handler runs."""

    async def noting(request: Request) -> Response:
        event = await events(request).find(code(request))
        event.post(Seen(visitor(request).owner, visitor(request).address))
        return await handler(request)

    return noting


async def view(request: Request) -> Response:
    """Answer with the view: at once if it is newer than the client's, otherwise as soon as something changes."""
    have, wait = number(request, "have", -1), min(number(request, "wait", 0), LONGEST_WAIT)
    event, owner = await events(request).find(code(request)), visitor(request).owner
    async with here(event, visitor(request)):
        if event.audience.seq <= have and wait > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(event.audience.changed.wait(), wait)
        return answer(event.view_of(owner))


async def save_standings(request: Request) -> Response:
    only = number(request, "round", 0)
    found = await events(request).standings(code(request), only)
    event = (await events(request).find(code(request))).state
    words, yardsticks = words_of(event, only), await events(request).known_pars(event, only)
    return download(f"muckell-{code(request)}", rows_of(found, words, yardsticks))


async def save_record(request: Request) -> Response:
    texts = await events(request).record(code(request), number(request, "round", 0))
    headers = {"content-disposition": f'attachment; filename="muckell-{code(request)}.jsonl"'}
    return StreamingResponse(texts, media_type="application/jsonl", headers=headers)


def rows_of(
    found: Standings, words: Mapping[int, Sequence[str]], pars: Mapping[int, RoundPar] = MappingProxyType({})
) -> Iterator[Sequence[str | int]]:
    """Yield standings row by row, with the words of each player.

    The last rows are par and the best play of each round, without a place, as far as they are worked out.
    """
    yield "place", "player", "name", "score", "longest", "before", "words"
    for place in found.places:
        own = words.get(place.number, ())
        longest = max([place.longest, *map(len, own)])
        yield place.place, place.number, place.name, place.score, longest, place.before, " ".join(own)
    for round_, par in pars.items():
        for name, made in ((f"Par of round {round_}", par), (f"Best play of round {round_}", par.best)):
            if made:
                own = [each.word for each in made.words]
                yield (
                    "",
                    "",
                    name,
                    made.score if made.score is not None else "",
                    max(map(len, own), default=0),
                    0,
                    " ".join(own),
                )


async def serve_socket(socket: WebSocket) -> None:
    """Accept a WebSocket and send every view of the event over it."""
    found: Events = socket.app.state.room.events
    await socket.accept()
    with suppress(*GONE):
        try:
            event = await found.find(socket.path_params["code"])
        except MuckleError as error:
            await socket.send_text(encode(problem(error)).decode())
            await socket.close(NO_SUCH_EVENT if isinstance(error, HttpError) else TRY_AGAIN_LATER)
            return
        owner: str = socket.state.visitor.owner
        async with here(event, socket.state.visitor):
            client = Client(socket, owner, event.newest, lambda newest: view_of(event.state, newest, owner))
            await follow(event, client, socket.app.state.rate_limits, socket.state.visitor.payer)


async def follow(event: LiveEvent, client: Client, rate_limits: RateLimits, payer: str) -> None:
    """Send the client every view until it goes or does not keep up."""
    event.audience.clients.add(client)
    try:
        async with client.kept_up():
            await client.resend()
            while (await client.socket.receive())["type"] != "websocket.disconnect":
                await rate_limits.wait_for_message(payer)
                await client.send(Pong(event.audience.seq))  # every message is a ping
    finally:
        event.audience.clients.discard(client)


@asynccontextmanager
async def here(event: LiveEvent, visitor: Visitor) -> AsyncGenerator[None]:
    """Count a visitor as present at an event."""
    event.post(Seen(visitor.owner, visitor.address))
    async with event.visit(visitor.owner):
        yield


def events(request: Request) -> Events:
    return request.app.state.room.events


def code(request: Request) -> str:
    return request.path_params["code"]
