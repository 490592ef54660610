"""Sending scenes to many sockets without ever waiting for one of them.

A socket whose client does not read stops taking data, and whoever awaits it waits too. So a broadcast tries each socket
once; one that would have to wait is *behind*: it gets nothing more until a task of its own has sent it the newest scene,
whole. A scene says everything, so what it missed in between is not missed.
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
from muckle.server.messages import PatchMessage, SceneMessage, encode

PATIENCE = 10.0
"""Seconds a client that is behind gets to take one scene; then it is dropped, and may come back."""
TRY_AGAIN_LATER = 1013
POLICY_VIOLATION = 1008
NO_SUCH_MATCH = 4404
"""The code a socket is closed with that asks for a match there is not, or that is damaged: asking again is of no use."""
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a socket raises when nobody is there any more; a time-out is an OSError too."""


class Client:
    """A socket that is sent scenes, or pictures of an event. Made in the task that reads from it.

    Args:
        socket: accepted.
        owner: the identity behind it.
        newest: the newest scene for it, the same object as long as it is the newest.
        whole: the message that has all of a scene.
        seat: whose view is wanted, of somebody who has several.
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
        """What the client has; None: nothing, or nobody knows."""
        self.behind = False
        self.dropped = False
        self._newest, self._whole = newest, whole
        self._reader = asyncio.current_task()
        self._task: asyncio.Task[None] | None = None

    def push(self, text: str, scene: object) -> None:
        """Send a text that leads to a scene, if the socket takes it at once."""
        if self.behind:
            return
        sending = self.socket.send_text(text)
        try:
            sending.send(None)
        except StopIteration:
            self.scene = scene
        except GONE:
            pass  # the task that reads will notice
        else:
            sending.close()
            self.behind = True
            self._task = asyncio.create_task(self._follow())

    async def resend(self) -> None:
        """Send the newest scene, whole, whatever the client has."""
        if not self.behind:
            self.scene = None
            await self.catch_up()

    async def catch_up(self) -> None:
        """Send the newest scene until the client has what is still the newest when it is sent."""
        self.behind = True
        while self.scene is not (scene := self._newest(self)):
            await asyncio.wait_for(self.send(self._whole(scene)), PATIENCE)
            self.scene = scene
        self.behind = False

    async def send(self, message: msgspec.Struct) -> None:
        """Send one message, waiting for the socket: only for the task of this client."""
        await self.socket.send_text(encode(message).decode())

    async def leave(self, code: int) -> None:
        """Close the socket, whatever it still waits for."""
        with suppress(*GONE):
            await asyncio.wait_for(self.socket.close(code), PATIENCE)

    @asynccontextmanager
    async def kept_up(self) -> AsyncGenerator[None]:
        """The time in which the client is listened to; one that fell too far behind is told to try again later."""
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
    """The message that makes the new scene of the old one; nothing if they are the same.

    Nor for who can do nothing and would only learn that something was done: what seq it came to matters to those who act.
    """
    changes = diff(old, new)
    if not new.acts and changes.keys() == {"seq"}:
        return ""
    return encode(PatchMessage(old.seq, new.seq, changes)).decode() if changes else ""
