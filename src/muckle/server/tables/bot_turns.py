"""The turns of bots. Whatever changes a match wakes the bots at its table."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from muckle.errors import StaleError, StoreError
from muckle.match.match import Match
from muckle.server.background import Background
from muckle.server.bots.bots import Bots
from muckle.server.bots.question import Unanswered
from muckle.server.messages import Command, Pace
from muckle.server.tables.hosted import Asked, Hosted
from muckle.server.tables.petition import pending
from muckle.server.tables.turns import carry_out
from muckle.server.turnstile import run_in_turn

log = logging.getLogger("muckle.room")


PACES: dict[Pace, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""Factor by which each pace multiplies the pauses of bots."""


class Beat(NamedTuple):
    """Durations in seconds of the parts of a bot's turn, chosen so that a person can follow."""

    think: float
    move: float
    """Seconds in which the bot's pieces travel."""
    rest: float
    """Seconds in which the pieces rest, so that they can be seen, before the next bot begins to think."""


USUAL, BRISK = Beat(0.5, 0.32, 0.4), Beat(0.3, 0.22, 0.2)
"""The beat of the first two bots in a row, and the faster one of all bots after them."""


class Turn(NamedTuple):
    """A position at which a bot is to act."""

    match: Match
    """The match itself, which may go on while the bot thinks."""
    seat: int
    seq: int
    level: str


class BotTurns:
    """Makes bots act.

    Args:
        bots: the workers that choose their actions.
        pace: the pace at tables whose host has not chosen one.
        background: runs their turns.
        done: called when it is a person's turn again.
    """

    def __init__(self, bots: Bots, pace: Pace, background: Background, done: Callable[[Hosted], object]) -> None:
        self._bots, self._background, self._done = bots, background, done
        self._pace: Pace = pace

    def set_pace(self, owner: str, hosted: Hosted, pace: Pace) -> Pace:
        """Set the pace of a table's bots if its host asks, and return the pace at which they play."""
        if owner == hosted.seating.host:
            hosted.pace = pace
        return hosted.pace or self._pace

    def wake(self, hosted: Hosted) -> None:
        """Make the bots of a match act if it is their turn, unless they are acting already."""
        if hosted.bots is None or hosted.bots.done():
            if hosted.seating.begun and any(sitter.level for sitter in hosted.seating.sitters):
                hosted.bots = self._background.spawn(self._act(hosted))
        elif hosted.asked and hosted.seq not in (None, hosted.asked.seq):
            hosted.asked.answer.cancel()

    async def _act(self, hosted: Hosted) -> None:
        """Act for bots, turn after turn, until it is a person's turn."""
        row: list[int] = []
        while turn := await next_turn(hosted):
            action = await self._choose(hosted, turn, pause(row, turn.seat))
            if row[-1:] != [turn.seat]:
                row.append(turn.seat)
            try:
                if action is not None and hosted.seating.sitters[turn.seat].level and not pending(hosted.petition, turn.match):
                    await run_in_turn(carry_out(hosted, turn.seat, Command(action, turn.seq, secrets.token_hex(8))))
            except StaleError:
                continue  # the match has changed meanwhile
            except StoreError as error:
                log.error("match %s: %s", hosted.id, error)
                await asyncio.sleep(5)
        self._done(hosted)

    async def _choose(self, hosted: Hosted, turn: Turn, after: float) -> str | None:
        """Return the action a bot chooses, no sooner than its pause allows; None if the match has changed meanwhile.

        Args:
            after: the pause in seconds at the normal pace.
        """
        clock = asyncio.get_running_loop().time
        until = clock() + after * PACES[hosted.pace or self._pace]
        asking = self._bots.choose(hosted.seating.host, hosted.id, turn.match, turn.level, exact=hosted.exact)
        answer = asyncio.create_task(asking)
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


def pause(row: Sequence[int], seat: int) -> float:
    """Return the seconds between the last act and a bot's, at the normal pace.

    Args:
        row: the seats of the bots that have played since a person did, the last one also if it goes on.
    """
    again = row[-1:] == [seat]
    beat = USUAL if len(row) - again < 2 else BRISK
    if again:
        return beat.move
    return beat.think + (beat.move + beat.rest if row else 0)


async def next_turn(hosted: Hosted) -> Turn | None:
    """Return the turn of the bot that is to act; None if a person is to act or the match is over."""
    async with hosted.lock:
        match = await hosted.load()
        level = (
            "" if match.over or hosted.waits or pending(hosted.petition, match) else hosted.seating.sitters[match.turn].level
        )
        return Turn(match, match.turn, match.seq, level) if level else None


def allowed(hosted: Hosted, turn: Turn, answer: asyncio.Task[str]) -> str | None:
    """Return the action a bot has chosen, or the timeout action if that one is illegal; None if the match has gone on."""
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
