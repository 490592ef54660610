"""The turns of bots: whoever changes a match wakes those that sit at it."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from typing import NamedTuple

from muckle.errors import StaleError, StoreError
from muckle.match.match import Match
from muckle.server.background import Background
from muckle.server.bots import Bots
from muckle.server.hosted import Asked, Hosted
from muckle.server.messages import Command
from muckle.server.question import Unanswered
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


class Turn(NamedTuple):
    """A position in which a bot is to act."""

    match: Match
    """It may go on meanwhile."""
    seat: int
    seq: int
    level: str


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
        if hosted.bots is None or hosted.bots.done():
            if hosted.seating.begun and any(sitter.level for sitter in hosted.seating.sitters):
                hosted.bots = self._background.spawn(self._act(hosted))
        elif hosted.asked and hosted.seq not in (None, hosted.asked.seq):
            hosted.asked.answer.cancel()

    async def _act(self, hosted: Hosted) -> None:
        """Act for every bot whose turn it is, until it is a person's."""
        while turn := await next_turn(hosted):
            action = await self._choose(hosted, turn)
            try:
                if action is not None:
                    await carry_out(hosted, turn.seat, Command(action, turn.seq, secrets.token_hex(8)))
            except StaleError:
                continue  # something was taken back meanwhile
            except StoreError as error:
                log.error("match %s: %s", hosted.id, error)
                await asyncio.sleep(5)

    async def _choose(self, hosted: Hosted, turn: Turn) -> str | None:
        """What a bot does, after a pause; None if the match has gone elsewhere meanwhile."""
        clock = asyncio.get_running_loop().time
        until = clock() + random.uniform(self._pace.least, self._pace.most)
        answer = asyncio.create_task(self._bots.choose(hosted.seating.host, hosted.id, turn.match, turn.level))
        hosted.asked = Asked(turn.seq, answer)
        try:
            await asyncio.wait({answer})
        finally:
            answer.cancel()
            hosted.asked = None
        if answer.cancelled():
            return None
        await asyncio.sleep(max(0, until - clock()))
        return allowed(hosted, turn, answer)


async def next_turn(hosted: Hosted) -> Turn | None:
    """The turn of the bot that is to act, None if it is a person's or the match is over."""
    async with hosted.lock:
        match = await hosted.load()
        level = "" if match.over else hosted.seating.sitters[match.turn].level
        return Turn(match, match.turn, match.seq, level) if level else None


def allowed(hosted: Hosted, turn: Turn, answer: asyncio.Task[str]) -> str | None:
    """What a bot has answered, or the timeout action if that cannot be done; None if it is another's turn by now."""
    if turn.match.seq != turn.seq:
        return None
    try:
        refusal = turn.match.explain(answer.result())
        if refusal is None:
            return answer.result()
        reason = refusal.message
    except Unanswered as error:
        reason = str(error)
    log.error("match %s: the timeout action is played for a bot: %s", hosted.id, reason)
    return turn.match.timeout()
