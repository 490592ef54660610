"""The record of an event's round: every board of it, for anybody to check."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from msgspec.structs import replace

from muckle.engine.crowd import Worth
from muckle.errors import ActionError, TurnError
from muckle.match import crowd
from muckle.match.match import Match
from muckle.match.transcript import write_standings
from muckle.server.events.event import HostedEvent
from muckle.server.tables.matches import Matches
from muckle.server.turnstile import in_thread
from muckle.store.gatherings import BoardResult


def record(event: HostedEvent, matches: Matches, number: int) -> AsyncGenerator[str]:
    """A round that is over, as the record of a crowd; 0: the newest.

    Raises:
        TurnError: it is not over. ActionError: its options keep the record from everybody.
    """
    number = number or event.course.round
    results = event.course.results.get(number)
    if results is None:
        raise TurnError("the record of a round is open to all once it is over")
    if event.options.reveal_after_match == "none":
        raise ActionError("this event keeps hidden what was hidden: nobody gets its record", "General 11")
    return called(event, number) if event.real_cards else played(event, matches, number, results)


async def played(event: HostedEvent, matches: Matches, number: int, results: Sequence[BoardResult]) -> AsyncGenerator[str]:
    """Every board, one after the other, and the standings behind them if there are several."""
    crowd_id, options = f"{event.code}.{number}", replace(event.options, seats=len(results))
    for seat, result in enumerate(results):
        board = await matches.find(f"{crowd_id}.{result.number}")
        async with board.lock:
            match = (await board.load()).copy()
        if len(results) > 1:
            match.header = replace(match.header, crowd=crowd.seat_in(options, crowd_id, seat))
        yield await in_thread(match.transcript)
    if len(results) > 1:
        worths = [Worth(result.score, result.tiebreak) for result in results]
        yield write_standings(crowd.standings(crowd_id, worths))


async def called(event: HostedEvent, number: int) -> AsyncGenerator[str]:
    """With real cards: the cards in their order, as a board whose player placed none; the chance can be checked by it."""
    header, secret = event.course.dealt[number]
    board = Match(header, secret=secret, narrate=False)
    await in_thread(crowd.keep_up, event.crowd, board, event.turns + 1)
    yield board.transcript()
