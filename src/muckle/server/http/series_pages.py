"""HTTP routes of series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from muckle.server.events.events import Events
from muckle.server.events.messages import NewEvent
from muckle.server.http.requests import answer, answered, post
from muckle.server.http.spreadsheet import download
from muckle.server.series.messages import NewSeries, SeriesTable
from muckle.server.series.series import ManySeries
from muckle.store.series import Claim, Organise, Rule, TakePart


def routes() -> Sequence[BaseRoute]:
    """Return the routes listed in `series/messages.py`."""
    return (
        post("/api/series", "open", answered(series, ManySeries.open, NewSeries, 201)),
        Route("/api/series/{code}", answered(series, ManySeries.view)),
        Route("/api/series/{code}/table", show_table),
        Route("/api/series/{code}/table.csv", save_table),
        Route("/api/series/{code}/codes", answered(series, ManySeries.codes)),
        post("/api/series/{code}/enter", "act", answered(series, ManySeries.rule, TakePart)),
        post("/api/series/{code}/claim", "guess", answered(series, ManySeries.rule, Claim)),
        post("/api/series/{code}/organise", "guess", answered(series, ManySeries.rule, Organise)),
        post("/api/series/{code}/rule", "act", answered(series, ManySeries.rule, Rule)),
        post("/api/series/{code}/events", "open", answered(events, Events.open_in_series, NewEvent, 201)),
    )


async def show_table(request: Request) -> Response:
    return answer(await series(request).table(code(request)))


async def save_table(request: Request) -> Response:
    found = await series(request).table(code(request))
    return download(f"muckell-{found.code}", rows_of(found))


def rows_of(table: SeriesTable) -> Iterator[Sequence[str | int]]:
    """Yield a table row by row, one per member, with score, place and points for each event."""
    events = [event for event in table.events if event.counts]
    heads = [f"{event.title or event.code} {what}" for event in events for what in ("score", "place", "points")]
    yield "place", "member", "name", "points", "longest", *heads
    for line in table.lines:
        own = {result.event: (result.score, result.place, result.points) for result in line.results}
        cells = [cell for event in events for cell in own.get(event.code, ("", "", ""))]
        yield line.place or "withdrawn", line.number, line.name, line.points, line.longest, *cells


def series(request: Request) -> ManySeries:
    return events(request).series


def events(request: Request) -> Events:
    return request.app.state.room.events


def code(request: Request) -> str:
    return request.path_params["code"]
