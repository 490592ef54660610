"""The record of an event's round: the transcripts of all its boards, so that anybody can check them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from msgspec.structs import replace

from muckle.engine.crowd import Worth
from muckle.errors import ActionError, TurnError
from muckle.match import crowd
from muckle.match.match import Match
from muckle.match.transcript import write_standings
from muckle.server.events.event import LiveEvent
from muckle.server.tables.matches import Matches
from muckle.server.turnstile import in_thread
from muckle.store.gatherings import BoardResult


def record(event: LiveEvent, matches: Matches, number: int) -> AsyncGenerator[str]:
    """A round that is over, as the record of a crowd; 0: the newest.

    Raises:
        TurnError: the round is not over.
        ActionError: the event's options keep records closed.
    """
    number = number or event.course.round
    results = event.course.results.get(number)
    if results is None:
        raise TurnError("the record of a round is open to all once it is over")
    if event.options.reveal_after_match == "none":
        raise ActionError("this event keeps hidden what was hidden: nobody gets its record", "General 11")
    return called(event, number) if event.real_cards else played(event, matches, number, results)


async def played(event: LiveEvent, matches: Matches, number: int, results: Sequence[BoardResult]) -> AsyncGenerator[str]:
    """Every board, one after the other, and the standings behind them if there are several."""
    crowd_id, options = f"{event.code}.{number}", replace(event.options, seats=len(results))
    for seat, result in enumerate(results):
        board = await matches.find(f"{crowd_id}.{result.number}")
        match = (await board.load()).copy()
        if len(results) > 1:
            match.header = replace(match.header, crowd=crowd.crowd_seat(options, crowd_id, seat))
        yield await in_thread(match.transcript)
    if len(results) > 1:
        worths = [Worth(result.score, result.tiebreak) for result in results]
        yield write_standings(crowd.standings(crowd_id, worths))


async def called(event: LiveEvent, number: int) -> AsyncGenerator[str]:
    """With real cards: the cards in their order, as a board whose player placed none; the chance can be checked by it."""
    header, secret = event.course.dealt[number]
    board = Match(header, secret=secret, narrate=False)
    await in_thread(crowd.play_timeouts, event.crowd, board, event.turns + 1)
    yield board.transcript()
