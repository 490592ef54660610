"""HTTP routes of series."""

from __future__ import annotations

import csv
import io
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from muckle.server.events.event_messages import NewEvent
from muckle.server.http.event_pages import harmless
from muckle.server.http.requests import Handler, answer, body, command, opening, visitor
from muckle.server.series.series import ManySeries
from muckle.server.series.series_messages import Claim, Enter, NewSeries, Organise, Rule, SeriesTable


def routes() -> Sequence[BaseRoute]:
    """Return the routes listed in `series_messages`."""
    return (
        Route("/api/series", command(opening(open_series)), methods=["POST"]),
        Route("/api/series/{code}", view),
        Route("/api/series/{code}/table", show_table),
        Route("/api/series/{code}/table.csv", save_table),
        Route("/api/series/{code}/codes", show_codes),
        Route("/api/series/{code}/enter", command(answered(Enter, ManySeries.enter)), methods=["POST"]),
        Route("/api/series/{code}/claim", command(opening(answered(Claim, ManySeries.claim))), methods=["POST"]),
        Route("/api/series/{code}/organise", command(opening(answered(Organise, ManySeries.organise))), methods=["POST"]),
        Route("/api/series/{code}/rule", command(answered(Rule, ManySeries.rule)), methods=["POST"]),
        Route("/api/series/{code}/events", command(opening(open_event)), methods=["POST"]),
    )


def answered(kind: type[Any], do: Callable[..., Awaitable[Any]]) -> Handler:
    """Return a handler that reads a message for a series, carries it out and answers with the series' view."""

    async def handler(request: Request) -> Response:
        return answer(await do(series(request), visitor(request).owner, code(request), await body(request, kind)))

    return handler


async def open_series(request: Request) -> Response:
    return answer(await series(request).open(visitor(request).owner, await body(request, NewSeries)), 201)


async def open_event(request: Request) -> Response:
    wish = await body(request, NewEvent)
    return answer(await series(request).open_event(visitor(request).owner, code(request), wish), 201)


async def view(request: Request) -> Response:
    return answer(await series(request).view(visitor(request).owner, code(request)))


async def show_table(request: Request) -> Response:
    return answer(await series(request).table(code(request)))


async def save_table(request: Request) -> Response:
    found = await series(request).table(code(request))
    headers = {"content-disposition": f'attachment; filename="muckell-{found.code}.csv"'}
    return Response(written(found), media_type="text/csv", headers=headers)


async def show_codes(request: Request) -> Response:
    return answer(await series(request).codes(visitor(request).owner, code(request)))


def written(table: SeriesTable) -> str:
    """Return a table as CSV: one row per member, with score, place and points for each event."""
    file = io.StringIO()
    lines = csv.writer(file)
    events = [event for event in table.events if event.counts]
    heads = [f"{event.title or event.code} {what}" for event in events for what in ("score", "place", "points")]
    lines.writerow(("place", "member", "name", "points", "longest", *map(harmless, heads)))
    for line in table.lines:
        own = {result.event: (result.score, result.place, result.points) for result in line.results}
        cells = [cell for event in events for cell in own.get(event.code, ("", "", ""))]
        lines.writerow((line.place or "withdrawn", line.number, harmless(line.name), line.points, line.longest, *cells))
    return file.getvalue()


def series(request: Request) -> ManySeries:
    return request.app.state.room.series


def code(request: Request) -> str:
    return request.path_params["code"]
