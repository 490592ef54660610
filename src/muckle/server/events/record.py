"""The record of an event's round: the transcripts of all its boards, so that anybody can check them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from muckle.errors import ActionError, TurnError
from muckle.games.mickell.muckell import Worth, standings
from muckle.match.match import Match
from muckle.server.events.boards import turn_of
from muckle.server.events.state import EventState
from muckle.server.fair import in_thread
from muckle.server.tables.calls import play_timeouts
from muckle.server.tables.matches import Matches
from muckle.store.events import BoardResult


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
    """Yield the standings if there are several boards, and the transcript of each board."""
    if len(results) > 1:
        yield standings(event.options, [Worth(result.score, result.tiebreak) for result in results]).line()
    for result in results:
        board = await matches.find(f"{event.code}.{number}.{result.number}")
        yield await in_thread((await board.load()).copy().transcript)


async def card_record(event: EventState, number: int) -> AsyncGenerator[str]:
    """Yield the transcript of a board whose player placed no card: it shows the order of the cards, which can be checked."""
    header, secret = event.course.dealt[number]
    board = Match(header, secret=secret, narrate=False)
    await in_thread(play_timeouts, turn_of, board, event.turns + 1)
    yield board.transcript()
