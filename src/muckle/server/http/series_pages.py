"""HTTP routes of series."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from muckle.server.events.event_messages import NewEvent
from muckle.server.http.event_pages import harmless
from muckle.server.http.requests import answer, answered, post
from muckle.server.series.series import ManySeries
from muckle.server.series.series_messages import Claim, Enter, NewSeries, Organise, Rule, SeriesTable


def routes() -> Sequence[BaseRoute]:
    """Return the routes listed in `series_messages`."""
    return (
        post("/api/series", "open", answered(series, ManySeries.open, NewSeries, 201)),
        Route("/api/series/{code}", answered(series, ManySeries.view)),
        Route("/api/series/{code}/table", show_table),
        Route("/api/series/{code}/table.csv", save_table),
        Route("/api/series/{code}/codes", answered(series, ManySeries.codes)),
        post("/api/series/{code}/enter", "act", answered(series, ManySeries.enter, Enter)),
        post("/api/series/{code}/claim", "guess", answered(series, ManySeries.claim, Claim)),
        post("/api/series/{code}/organise", "guess", answered(series, ManySeries.organise, Organise)),
        post("/api/series/{code}/rule", "act", answered(series, ManySeries.rule, Rule)),
        post("/api/series/{code}/events", "open", answered(series, ManySeries.open_event, NewEvent, 201)),
    )


async def show_table(request: Request) -> Response:
    return answer(await series(request).table(code(request)))


async def save_table(request: Request) -> Response:
    found = await series(request).table(code(request))
    headers = {"content-disposition": f'attachment; filename="muckell-{found.code}.csv"'}
    return Response(to_csv(found), media_type="text/csv", headers=headers)


def to_csv(table: SeriesTable) -> str:
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
