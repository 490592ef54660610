"""The record of an event's round: the transcripts of all its boards, so that anybody can check them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from msgspec.structs import replace

from muckle.engine.crowd import Worth
from muckle.errors import ActionError, TurnError
from muckle.match import crowd
from muckle.match.match import Match
from muckle.match.transcript import write_standings
from muckle.server.events.state import EventState
from muckle.server.fair import in_thread
from muckle.server.tables.matches import Matches
from muckle.store.gatherings import BoardResult


def record(event: EventState, matches: Matches, number: int) -> AsyncGenerator[str]:
    """Return the record of a finished round as a stream of texts; number 0 means the newest round.

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
    if number not in event.course.dealt:
        raise TurnError("the record of this round is there when a caller has typed in the order of the cards")
    return card_record(event, number) if event.real_cards else board_records(event, matches, number, results)


async def board_records(
    event: EventState, matches: Matches, number: int, results: Sequence[BoardResult]
) -> AsyncGenerator[str]:
    """Yield the transcript of each board, and the standings after them if there are several boards."""
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


async def card_record(event: EventState, number: int) -> AsyncGenerator[str]:
    """Yield the transcript of a board whose player placed no card: it shows the order of the cards, which can be checked."""
    header, secret = event.course.dealt[number]
    board = Match(header, secret=secret, narrate=False)
    await in_thread(crowd.play_timeouts, event.crowd, board, event.turns + 1)
    yield board.transcript()
