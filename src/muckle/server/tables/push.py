"""Sends scenes to many sockets without waiting for any of them.

A socket whose client does not read stops accepting data, and whoever awaits it waits, too. So a broadcast tries each socket
once. A socket that would have to wait is *behind*: it gets nothing until a task of its own has sent it the newest scene as a
whole. That scene says everything, so nothing in between is missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from muckle.scene.contract import Scene
from muckle.scene.diff import diff
from muckle.server.messages import Done, PatchMessage, SceneMessage, encode

PATIENCE = 10.0
"""Seconds that a client which is behind gets to accept one scene. Then it is dropped, and may reconnect."""
TRY_AGAIN_LATER = 1013
POLICY_VIOLATION = 1008
NO_SUCH_MATCH = 4404
"""WebSocket close code for a match that does not exist or is damaged, so that trying again is useless."""
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""Exceptions that sending raises when the client has left; a time-out is an OSError, too."""


class Client:
    """A socket that is sent scenes, or pictures of an event. It must be created in the task that reads from the socket.

    Args:
        socket: an accepted socket.
        owner: the identity behind it.
        newest: returns the newest scene for this client, always the same object until there is a newer one.
        whole: makes the message that contains a whole scene.
        seat: the seat whose view is wanted, for an identity with several seats.
    """

    def __init__(
        self,
        socket: WebSocket,
        owner: str,
        newest: Callable[[Client], Any],
        whole: Callable[[Any], msgspec.Struct] = SceneMessage,
        seat: int | None = None,
    ) -> None:
        self.socket, self.owner, self.seat = socket, owner, seat
        self.scene: Any = None
        """The scene that the client has; None if it has none or that is unknown."""
        self.awaits = ""
        """Id of the command whose answer the client waits for; empty if there is none."""
        self.behind = False
        self.dropped = False
        self._newest, self._whole = newest, whole
        self._reader = asyncio.current_task()
        self._task: asyncio.Task[None] | None = None

    def push(self, text: str, scene: object, answer: Done | None = None) -> None:
        """Send a patch that leads to a scene, if the socket accepts it at once; an answer goes with it."""
        if self.behind:
            return
        sending = self.socket.send_text(with_answer(text, answer) if answer else text)
        try:
            sending.send(None)
        except StopIteration:
            self.scene = scene
            if answer:
                self.awaits = ""
        except GONE:
            pass  # the task that reads will notice
        else:
            sending.close()
            self.behind = True
            self._task = asyncio.create_task(self._follow())

    async def resend(self) -> None:
        """Send the newest scene as a whole, whatever the client has."""
        if not self.behind:
            self.scene = None
            await self.catch_up()

    async def catch_up(self) -> None:
        """Send the newest scene as a whole until the client has the one that is newest."""
        self.behind = True
        while self.scene is not (scene := self._newest(self)):
            await asyncio.wait_for(self.send(self._whole(scene)), PATIENCE)
            self.scene = scene
        self.behind = False

    async def send(self, message: msgspec.Struct) -> None:
        """Send one message, waiting for the socket: only for the task of this client."""
        await self.socket.send_text(encode(message).decode())

    async def leave(self, code: int) -> None:
        """Close the socket, whatever is still to be sent."""
        with suppress(*GONE):
            await asyncio.wait_for(self.socket.close(code), PATIENCE)

    @asynccontextmanager
    async def kept_up(self) -> AsyncGenerator[None]:
        """Catch the cancelling of a client that is too far behind, and close its socket with "try again later"."""
        try:
            yield
        except asyncio.CancelledError:
            if not self.dropped:
                raise
            with suppress(*GONE):
                await asyncio.wait_for(self.socket.close(TRY_AGAIN_LATER), 1)

    async def _follow(self) -> None:
        try:
            await self.catch_up()
        except GONE:
            self.dropped = True
            if self._reader:
                self._reader.cancel()


def change(old: Scene, new: Scene) -> str:
    """Return the message that turns the old scene into the new one; "" if nothing changed.

    A viewer who can do nothing is not told that only the sequence number changed, because only those who act need it.
    """
    changes = diff(old, new)
    if not new.acts and changes.keys() == {"seq"}:
        return ""
    return encode(PatchMessage(old.seq, new.seq, changes)).decode() if changes else ""


def with_answer(text: str, answer: Done) -> str:
    """Return an encoded patch with its `done` filled in: everybody else gets the same text without it."""
    return f'{text[:-1]},"done":{encode(answer).decode()}}}'
