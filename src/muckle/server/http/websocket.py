"""The WebSocket of a table: the client's messages are answered in its own task, and scenes are sent as `push` does."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket

from muckle.errors import DamageError, MuckleError, StaleError
from muckle.server.door.identity import Visitor
from muckle.server.door.rate_limits import RateLimits
from muckle.server.errors import HttpError, problem
from muckle.server.http.requests import LARGEST, recognised, seat_named
from muckle.server.messages import ClientMessage, Command, Ping, Pong, ServerMessage, encode
from muckle.server.room import Room
from muckle.server.tables.push import GONE, NO_SUCH_MATCH, TRY_AGAIN_LATER, Client
from muckle.server.tables.table import Table

DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)  # pyright: ignore[reportArgumentType]  # a union


async def serve_socket(socket: WebSocket) -> None:
    """Accept a WebSocket and serve it until it closes."""
    room: Room = socket.app.state.room
    visitor: Visitor = socket.state.visitor
    await socket.accept()
    with suppress(*GONE):
        try:
            table = await room.visit(socket.path_params["match"])
            async with room.presence.of(visitor.owner, table):
                client = Client(socket, visitor.owner, table.newest, seat=seat_named(socket))
                await follow(room, table, visitor, client)
        except MuckleError as error:
            await socket.send_text(encode(problem(error)).decode())
            await socket.close(NO_SUCH_MATCH if isinstance(error, HttpError | DamageError) else TRY_AGAIN_LATER)


async def follow(room: Room, table: Table, visitor: Visitor, client: Client) -> None:
    """Send the client every scene, and answer what it says, until it goes or does not keep up."""
    try:
        async with client.kept_up():
            await table.watch(client)
            await client.resend()
            rate_limits: RateLimits = client.socket.app.state.rate_limits
            while (message := await client.socket.receive())["type"] != "websocket.disconnect":
                await rate_limits.wait_for_message(visitor.payer)
                if answer := await reply(room, table, visitor, client, message.get("text") or message.get("bytes") or b""):
                    await client.send(answer)
    finally:
        table.clients.discard(client)


async def reply(room: Room, table: Table, visitor: Visitor, client: Client, raw: str | bytes) -> ServerMessage | None:
    """Return the answer to one message of the client; None if it went out with the scene that the message led to."""
    cid = ""
    try:
        message = read(raw)
        if isinstance(message, Ping):
            if client.scene is None or message.seq != client.scene.seq:
                await client.resend()
            return Pong(client.scene.seq if client.scene else 0)
        cid = client.awaits = message.cid
        recognised(visitor)
        done = await room.act(visitor.owner, table, message, client.seat)
        return done if client.awaits else None
    except StaleError as error:
        await client.resend()
        return problem(error, cid)
    except MuckleError as error:
        return problem(error, cid)
    finally:
        client.awaits = ""


def read(raw: str | bytes) -> Command | Ping:
    """Return a client's message.

    Raises:
        HttpError: the message is too large or malformed.
    """
    if len(raw) > LARGEST:
        raise HttpError(413, f"a message has at most {LARGEST} bytes")
    try:
        return DECODER.decode(raw)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise HttpError(400, f"this is no message of a client: {error}") from None
