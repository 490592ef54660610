"""Previews of links: the title and the description of each page, for browsers and for chats."""

from __future__ import annotations

import html
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from starlette.requests import Request

from muckle import games, players
from muckle.errors import MuckleError
from muckle.games.about import about
from muckle.match.lesson import find_lesson
from muckle.scene.tell import count, listed
from muckle.server.http.link_pictures import day_text
from muckle.server.people import daily
from muckle.server.room import Room
from muckle.server.tables.matches import described


class Preview(NamedTuple):
    """Title and description of a page."""

    title: str
    text: str
    picture: str = ""
    """Name of a game, or of a form of one, whose picture is shown; empty for none."""
    day: date | None = None
    """The day that is written on the picture of a daily."""


MUCKELL = "muckell"
ROOM = Preview(
    "muckle", "Word and card games in your browser: with friends by a link, or at once against bots. Nothing to install."
)
"""The preview of the lobby, and of whatever is not there."""


async def _table(request: Request) -> Preview:
    """Return the preview of a table: who invites to it, or who plays there."""
    table = await _room(request).matches.find(request.path_params["match"])
    shown = described(table)
    if table.over:
        return Preview(f"{shown.title}: {listed(shown.names)}", "The match is over. See how it went.", shown.game)
    if shown.free:
        free = f"{count(shown.free, 'seat')} free. Open the link to sit down."
        return Preview(f"{shown.names[0]} invites you to {shown.title}", free, shown.game)
    return Preview(f"{shown.title}: {listed(shown.names)}", "A match under way. Open the link to watch.", shown.game)


async def _replay(request: Request) -> Preview:
    shown = described(await _room(request).matches.find(request.path_params["match"]))
    return Preview(f"Replay of {shown.title}: {listed(shown.names)}", "The whole match, step by step.", shown.game)


async def _evening(request: Request) -> Preview:
    evening = await _room(request).evening("", request.path_params["match"])
    names = [player.name for player in evening.players]
    return Preview(
        f"An evening of {listed(names)}", f"{count(len(evening.games), 'game')}, and who won what.", evening.games[-1].game
    )


async def _event(request: Request) -> Preview:
    event = (await _room(request).events.find(request.path_params["code"])).state
    return Preview(event.setup.title or "Muckell", "One deck of letters for everybody at once. Open the link to join.", MUCKELL)


async def _rules(request: Request) -> Preview:
    game = games.find(request.path_params["game"])
    return Preview(f"The rules of {game.title}", f"How {game.title} is played, with every variant.", game.name)


async def _daily(request: Request) -> Preview:
    """Return an invitation to the daily of a game, which tells nothing of its deal."""
    game, declared = daily.find(request.path_params.get("game", ""))
    others = listed(players.find(level, game).title for level in declared.bots)
    question = f"Can you beat {others}?" if others else "Can you beat par?"
    day = _room(request).daily.today()
    text = f"{day_text(day)}: one deal for everybody, a new one each day. {question}"
    return Preview(f"Today's {game.title}", text, game.name, day)


async def _about(request: Request) -> Preview:
    page = about(request.path_params["game"])
    return Preview(page.title, page.sentence, request.path_params["game"])


async def _learn(request: Request) -> Preview:
    lesson = find_lesson(request.path_params["game"])
    text = "A short match with a word of advice at each step. No rules to read first."
    return Preview(f"Learn {lesson.title} by playing", text, request.path_params["game"])


def _fixed(title: str, text: str, picture: str = "") -> Callable[[Request], Awaitable[Preview]]:
    async def preview(request: Request) -> Preview:
        return Preview(title, text, picture)

    return preview


PAGES: dict[str, Callable[[Request], Awaitable[Preview]]] = {
    "/": _fixed(ROOM.title, ROOM.text),
    "/about": _fixed("About muckle", "What this game room is, and who made the games."),
    "/about/{game}": _about,
    "/m/{match}": _table,
    "/replay/{match}": _replay,
    "/evening/{match}": _evening,
    "/learn/{game}": _learn,
    "/rules/{game}": _rules,
    "/host": _fixed(
        "Host a Muckell evening", "Hundreds play the same deck at once: one screen for the hall, a phone for everybody."
    ),
    "/code": _fixed("Join with a code", "Enter the code that the organiser shows."),
    "/e/{code}": _event,
    "/s/{code}": _fixed("A series of Muckell", "Several evenings, one table of results.", MUCKELL),
    "/series": _fixed("Series of Muckell", "Several evenings, one table of results.", MUCKELL),
    "/daily": _daily,
    "/daily/{game}": _daily,
    "/you": _fixed("Your matches", "What you have played here."),
    "/privacy": _fixed("Privacy", "What this room stores, for how long, and how to have it forgotten."),
}
"""The addresses at which the browser's program is served, each with what finds its preview."""


async def preview(request: Request, address: str) -> Preview:
    """Return the preview of the page at an address of `PAGES`; of the lobby if what it is about is not there."""
    with suppress(MuckleError):
        return await PAGES[address](request)
    return ROOM


def with_preview(page: str, shown: Preview, picture: str) -> str:
    """Return the client's page with a preview in its head.

    Args:
        picture: the whole address of the preview's picture; empty for none.
    """
    title, text, picture = map(html.escape, (shown.title, shown.text, picture))
    tags = {"og:site_name": "muckle", "og:type": "website", "og:title": title, "og:description": text, "og:image": picture}
    head = [
        f"<title>{title}</title>",
        f'<meta name="description" content="{text}" />',
        *(f'<meta property="{name}" content="{value}" />' for name, value in tags.items() if value),
        f'<meta name="twitter:card" content="{"summary_large_image" if picture else "summary"}" />',
    ]
    return page.replace("<title>muckle</title>", "\n    ".join(head))


def _room(request: Request) -> Room:
    return request.app.state.room
