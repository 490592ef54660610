"""The Starlette application: addresses, and how messages get in and out. What they do is in `room`."""

from __future__ import annotations

import asyncio
import functools
import zlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from muckle import games, players
from muckle.engine.game import Game
from muckle.errors import MuckleError
from muckle.games.about import about, minutes, read_source
from muckle.match.lesson import lessons
from muckle.server.bots.question import Unanswered
from muckle.server.door.door import Door
from muckle.server.door.hosts import Hosts
from muckle.server.door.identity import Passport
from muckle.server.door.rate_limits import RateLimits
from muckle.server.encoded import encoded_lines
from muckle.server.errors import TooMuch, problem, status
from muckle.server.fair import in_thread, turn
from muckle.server.http import event_pages, lesson_pages, pages, record_pages, series_pages
from muckle.server.http.link_pictures import picture_of
from muckle.server.http.pages import Files, documentation, has_documentation, rules_html
from muckle.server.http.previews import PAGES, preview
from muckle.server.http.requests import (
    LONGEST_WAIT,
    Handler,
    accepts,
    answer,
    answered,
    body,
    number,
    post,
    public,
    rate_limits,
    seat_named,
    visitor,
)
from muckle.server.http.websocket import serve_socket
from muckle.server.messages import (
    Arrange,
    BirdInfo,
    Catalogue,
    Command,
    ForkFrom,
    GameInfo,
    Hint,
    Join,
    NewMatch,
    NextGame,
    PresetInfo,
    Problem,
    Rename,
    Rules,
    SetPace,
    Why,
    encode,
)
from muckle.server.people.daily import Dailies
from muckle.server.people.record_messages import PlayDaily
from muckle.server.room import Room
from muckle.server.tables.options import options_at
from muckle.server.tables.seats import OPEN
from muckle.words.vocabulary import VOCABULARIES

QUICK, GZIP = 3, 31
"""Compression level of streamed lines, and zlib's `wbits` for the gzip format."""


def make_app(room: Room, passport: Passport, rate_limits: RateLimits, hosts: Hosts, more: Sequence[BaseRoute] = ()) -> Door:
    """Return the application that serves a room.

    Args:
        room: not yet started; it is started and closed with the application.
        passport: who signs identities.
        rate_limits: what each may ask for.
        hosts: by which names the room is known.
        more: further addresses.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        room.start()
        yield
        await room.close()

    routes = [
        Route("/api/games", list_games),
        Route("/api/rules/{game}", show_rules),
        Route("/api/about/{game}", show_about),
        Route("/api/tables", open_tables),
        Route("/api/daily", answered(dailies, Dailies.view)),
        Route("/api/daily/{game}", answered(dailies, Dailies.view)),
        post("/api/daily", "open", play_daily),
        Route("/daily/{game}/{day}.jpg", daily_picture),
        Route("/api/words", word_lists),
        Route("/api/words/{word}", word),
        post("/api/matches", "open", open_table),
        post("/api/matches/{match}/join", "act", answered(room_of, Room.join, Join)),
        Route("/api/matches/{match}/setup", answered(room_of, Room.setup)),
        post("/api/matches/{match}/arrange", "act", arrange),
        post("/api/matches/{match}/name", "act", answered(room_of, Room.rename, Rename)),
        Route("/api/matches/{match}/scene", scene),
        post("/api/matches/{match}/act", "act", act),
        post("/api/matches/{match}/hint", "act", answered(room_of, Room.hint, Hint)),
        post("/api/matches/{match}/advice", "act", advice),
        post("/api/matches/{match}/pace", "act", answered(room_of, Room.pace, SetPace)),
        post("/api/matches/{match}/why", "act", answered(room_of, Room.why, Why)),
        Route("/api/matches/{match}/analysis", analysis),
        Route("/api/matches/{match}/replay", replay),
        Route("/api/matches/{match}/transcript", transcript),
        post("/api/matches/{match}/again", "open", answered(room_of, Room.again, NextGame)),
        Route("/api/matches/{match}/evening", answered(room_of, Room.evening)),
        post("/api/matches/{match}/fork", "open", fork),
        WebSocketRoute("/api/matches/{match}/live", serve_socket),
        *lesson_pages.routes(),
        *event_pages.routes(),
        *record_pages.routes(),
        *series_pages.routes(),
        *more,
        *(Route(address, page_at(address)) for address in PAGES),
        *documentation(),
        Mount("/", Files(pages.STATIC)),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={MuckleError: refuse, HTTPException: refuse_http, ClientDisconnect: let_go, Exception: fail},
        lifespan=lifespan,
    )
    app.state.room, app.state.rate_limits, app.state.passport = room, rate_limits, passport
    return Door(app, passport, rate_limits, hosts, room.bans)


def page_at(address: str) -> Handler:
    """Return the handler of one of the client's pages."""

    async def page(request: Request) -> Response:
        if elsewhere := pages.corrected(request):
            return elsewhere
        return pages.client(request.url.path, await preview(request, address), str(request.base_url))

    return page


async def daily_picture(request: Request) -> Response:
    """Answer with the picture of a link to a game's daily, with the day on it."""
    game, day = request.path_params["game"], request.path_params["day"]
    picture = await in_thread(picture_of, pages.STATIC, game, day, dailies(request).today())
    return Response(picture, media_type="image/jpeg", headers={"cache-control": "no-cache"})


async def list_games(request: Request) -> Response:
    bots = room_of(request).bots
    return public(
        request, catalogue(frozenset(bots.ready), bots.step, has_documentation(), room_of(request).keep, bots.own.infos())
    )


@functools.lru_cache(maxsize=2)
def catalogue(
    ready: frozenset[str], progress: str, docs: bool, keep: tuple[int, int], own_players: tuple[BirdInfo, ...]
) -> bytes:
    """Return the encoded catalogue; it changes only while bots are being compiled."""
    return encode(
        Catalogue(
            games=tuple(described(game, game.name in ready) for game in games.GAMES.values()),
            birds=tuple(
                BirdInfo(name, players.find(name).title, bird.level, bird.help) for name, bird in players.BIRDS.items()
            ),
            own_players=own_players,
            usual=players.DEFAULT_LEVEL,
            vocabularies=tuple(VOCABULARIES),
            lessons=tuple(sorted(lessons())),
            progress=progress,
            docs=docs,
            keep_unplayed=keep[0],
            keep_matches=keep[1],
        )
    )


async def show_rules(request: Request) -> Response:
    game = games.find(request.path_params["game"])
    table = request.query_params.get("match", "")
    holds = options_at((await room_of(request).matches.find(table)).seating.header, game) if table else ()
    rules = {id: picture for id, picture in game.scene.pictures().items() if id not in game.presets}
    return public(request, encode(Rules(game.name, game.title, rules_html(game.name), rules, holds)))


async def show_about(request: Request) -> Response:
    return public(request, encode(about(request.path_params["game"])))


async def open_tables(request: Request) -> Response:
    return answer(room_of(request).open_tables())


async def play_daily(request: Request) -> Response:
    wish = await body(request, PlayDaily)
    return answer(await dailies(request).play(visitor(request).owner, wish.name, wish.game))


async def word_lists(request: Request) -> Response:
    return public(request, encode(await room_of(request).word_lists()))


async def word(request: Request) -> Response:
    return answer(await room_of(request).word(request.path_params["word"], request.query_params.get("match")))


async def open_table(request: Request) -> Response:
    wish = await body(request, NewMatch)
    bots = sum(who != OPEN for who in wish.seats)
    rate_limits(request).bots(room_of(request).bots_of(visitor(request).owner) + bots if bots else 0)
    return answer(await room_of(request).open(visitor(request).owner, wish), 201)


async def arrange(request: Request) -> Response:
    wish, owner = await body(request, Arrange), visitor(request).owner
    bots = sum(who != OPEN and not who.startswith("@") for who in wish.seats)
    if bots:
        rate_limits(request).bots(room_of(request).bots_of(owner) + bots)
    return answer(await room_of(request).arrange(owner, match(request), wish))


async def scene(request: Request) -> Response:
    """Answer with the scene: at once if it is newer than the client's, else as soon as something changes."""
    have, wait = number(request, "have", -1), min(number(request, "wait", 0), LONGEST_WAIT)
    table = await room_of(request).visit(match(request))
    owner, seat = visitor(request).owner, seat_named(request)
    async with room_of(request).presence.of(owner, table):
        changed = table.changed
        newest = await table.scene(table.state.sight(owner, seat))
        if newest.seq <= have and wait > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), wait)
            newest = await table.scene(table.state.sight(owner, seat))
    return answer(newest)


async def act(request: Request) -> Response:
    wish = await body(request, Command)
    table = await room_of(request).matches.find(match(request))
    try:
        return answer(await room_of(request).act(visitor(request).owner, table, wish, seat_named(request)))
    except MuckleError as error:
        return answer(problem(error, wish.cid), status(error))


async def advice(request: Request) -> Response:
    wish = await body(request, Hint)
    return stream(encoded_lines(await room_of(request).advice(visitor(request).owner, match(request), wish)))


async def analysis(request: Request) -> Response:
    return stream(await room_of(request).analysis(visitor(request).owner, match(request)), await if_open(request))


async def replay(request: Request) -> Response:
    seat = number(request, "seat", 0) if request.query_params.get("seat") else None
    shown = await room_of(request).replay(visitor(request).owner, match(request), seat, number(request, "hands", 1) != 0)
    return stream(shown, await if_open(request))


async def if_open(request: Request) -> Request | None:
    """Return the request if the record of its match is open to all when the match is over, and hides nothing (General 11)."""
    table = await room_of(request).matches.find(match(request))
    return None if table.seating.header.options.get("reveal_after_match") == "none" else request


async def fork(request: Request) -> Response:
    wish = await body(request, ForkFrom)
    table = await room_of(request).matches.find(match(request))
    rate_limits(request).bots(room_of(request).bots_of(visitor(request).owner) + len(table.seating.sitters) - 1)
    return answer(await room_of(request).fork(visitor(request).owner, match(request), wish))


async def transcript(request: Request) -> Response:
    record = await room_of(request).transcript(match(request))
    headers = {"content-disposition": f'attachment; filename="muckle-{match(request)}.jsonl"'}
    return public(request, record, "application/jsonl", **headers)


def described(game: Game, ready: bool) -> GameInfo:
    """Return a game as the lobby shows it."""
    options = game.options.fields()
    presets = tuple(preset_of(game, name) for name in game.presets)
    source = read_source(game.folder)
    least, most = game.options.seat_limits()
    needed = {count: game.options.for_seats(count) for count in range(least, most + 1)}
    return GameInfo(
        name=game.name,
        title=game.title,
        tagline=game.tagline,
        version=game.version,
        seats=(least, most),
        best=source and source.best,
        minutes=minutes(source),
        for_seats={count: values for count, values in needed.items() if values},
        options=options,
        presets=presets,
        emblem=game.scene.emblem(),
        ready=ready,
    )


def preset_of(game: Game, name: str) -> PresetInfo:
    """Return a preset as the lobby shows it; the first one has the name of its game."""
    preset = game.presets[name]
    usual = game.title if name == next(iter(game.presets)) else name.replace("_", " ").capitalize()
    picture = game.scene.pictures().get(name, ())
    return PresetInfo(
        name=name,
        title=preset.title or usual,
        help=preset.help,
        values=dict(preset.values),
        small=preset.small,
        picture=picture,
    )


def room_of(request: Request) -> Room:
    return request.app.state.room


def dailies(request: Request) -> Dailies:
    return room_of(request).daily


def match(request: Request) -> str:
    return request.path_params["match"]


def stream(lines: AsyncGenerator[bytes], public_to: Request | None = None) -> Response:
    """Return lines of JSON as they come, each in its turn; what fails on the way is the last of them.

    Args:
        public_to: the request, if nothing of one person is in the lines: then they are compressed, see `requests.public`.
    """
    packer = zlib.compressobj(QUICK, wbits=GZIP) if public_to and accepts(public_to.headers, "gzip") else None
    headers = {"cache-control": "no-store"} | ({"vary": "accept-encoding"} if public_to else {})
    if packer:
        headers["content-encoding"] = "gzip"

    def packed(line: bytes) -> bytes:
        return packer.compress(line) + packer.flush(zlib.Z_SYNC_FLUSH) if packer else line

    async def next_line() -> bytes:
        await turn()
        return packed(line) if (line := await anext(lines, b"")) else b""

    async def sent() -> AsyncGenerator[bytes]:
        try:
            while line := await next_line():
                yield line
        except Unanswered as error:
            yield packed(encode(Problem("http.503", str(error))) + b"\n")
        else:
            if packer:
                yield packer.flush()
        finally:
            await lines.aclose()

    return StreamingResponse(sent(), media_type="application/jsonl", headers=headers)


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, MuckleError)
    refusal = answer(problem(error), status(error))
    if isinstance(error, TooMuch):
        refusal.headers.update(error.headers)
    return refusal


async def refuse_http(request: Request, error: Exception) -> Response:
    """Answer an HTTP error; a browser that asked for a page gets a page that says so."""
    assert isinstance(error, HTTPException)
    reads = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if error.status_code == 404 and reads:
        return pages.corrected(request) or pages.client(request.url.path, status=404)
    return answer(Problem(f"http.{error.status_code}", error.detail), error.status_code)


async def let_go(request: Request, error: Exception) -> Response:
    """Answer a client that left before its request was complete; nobody hears this."""
    return Response(status_code=400)


async def fail(request: Request, error: Exception) -> Response:
    return answer(Problem("http.500", "The game room made a mistake; nothing that was acknowledged is lost."), 500)
