"""The par of an event's round: what the strongest bot makes of its cards, knowing as little of what will come as anybody."""

from __future__ import annotations

from collections.abc import Callable

from muckle.errors import ActionError, TurnError
from muckle.server.events.event import HostedEvent
from muckle.server.events.event_messages import RoundPar
from muckle.server.tables.hosted import Hosted
from muckle.server.tables.matches import Matches
from muckle.store.contract import Sitter, Store, Terms
from muckle.store.gatherings import NewBoard

LEVEL = "expert"


async def par(event: HostedEvent, store: Store, matches: Matches, wake: Callable[[Hosted], object], number: int) -> RoundPar:
    """The par of a round, 0: of the newest. It is played once the round is over, and goes on while somebody asks.

    Raises:
        TurnError: it is not over. ActionError: its options keep the cards from everybody.
    """
    number = number or event.course.round
    if number not in event.course.results:
        raise TurnError("par is played when a round is over")
    if event.options.reveal_after_match == "none":
        raise ActionError("this event was set up with reveal_after_match=none: nobody plays its cards again", "General 11")
    match = f"{event.code}.{number}.par"
    ended = await store.ending(match)
    if ended:
        return RoundPar(match, int(ended.result.standings[0].score))
    hosted = matches.held(match)
    if hosted is None:
        header, secret = event.course.dealt[number]
        await store.gatherings.deal([NewBoard(match, header, secret, Sitter(LEVEL.title(), level=LEVEL), Terms(away=0))])
        hosted = await matches.find(match)
        hosted.pace = "off"
    wake(hosted)
    return RoundPar(match, None)
