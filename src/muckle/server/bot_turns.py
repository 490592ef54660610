"""The turns of bots: whoever changes a match wakes those that sit at it."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from typing import NamedTuple

from muckle.errors import StaleError, StoreError
from muckle.server.background import Background
from muckle.server.bots import Bots, Unanswered
from muckle.server.hosted import Hosted
from muckle.server.messages import Command
from muckle.server.turns import carry_out

log = logging.getLogger("muckle.room")


class Pace(NamedTuple):
    """How long things take that could take no time, in seconds."""

    least: float = 0.4
    """A bot's pause before its action: between this"""
    most: float = 0.9
    """and this."""
    grace: float = 5.0
    """Somebody whose last socket closed is here for so long; a page being reloaded is no departure."""


class BotTurns:
    """Has bots act.

    Args:
        bots: who thinks for them.
        pace: their pauses.
        background: where they act.
    """

    def __init__(self, bots: Bots, pace: Pace, background: Background) -> None:
        self._bots, self._pace, self._background = bots, pace, background

    def wake(self, hosted: Hosted) -> None:
        """Have the bots of a match act, if it is their turn and they are not at it already."""
        seating, busy = hosted.seating, hosted.bots is not None and not hosted.bots.done()
        if seating.begun and not busy and any(sitter.level for sitter in seating.sitters):
            hosted.bots = self._background.spawn(self._act(hosted))

    async def _act(self, hosted: Hosted) -> None:
        """Act for every bot whose turn it is, until it is a person's."""
        while True:
            async with hosted.lock:
                match = await hosted.load()
                level = "" if match.over else hosted.seating.sitters[match.turn].level
                seat, seq = match.turn, match.seq
            if not level:
                return
            await asyncio.sleep(random.uniform(self._pace.least, self._pace.most))
            try:
                action = await self._bots.choose(hosted.id, match, level)
            except Unanswered as reason:
                log.error("match %s: the timeout action is played for a bot: %s", hosted.id, reason)
                action = match.timeout()
            try:
                await carry_out(hosted, seat, Command(action, seq, secrets.token_hex(8)))
            except StaleError:
                continue  # something was taken back meanwhile
            except StoreError as error:
                log.error("match %s: %s", hosted.id, error)
                await asyncio.sleep(5)
