"""Yardsticks of a round: first par, then the best result with hindsight, both kept as matches."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from muckle.errors import TurnError
from muckle.match.match import Match
from muckle.players.par import Hindsight
from muckle.server.background import Background
from muckle.server.bots.question import Unanswered
from muckle.server.events.events import Events
from muckle.server.events.messages import RoundPar
from muckle.server.events.yardsticks import play
from muckle.server.tables.matches import Matches
from muckle.server.tables.table import Services
from muckle.store.events import Called
from muckle.store.sqlite import SqliteStore
from patience import PATIENCE, until
from server.test_event_faults import TURNS, begun

Seek = Callable[[str, Match], Awaitable[Hindsight]]


def line_of(deal: Match, choice: int) -> tuple[str, ...]:
    """Return the line of a player who always takes the first (0) or the last (-1) legal action."""
    again = Match(deal.header, secret=deal.secret, narrate=False)
    while not again.over:
        again.apply(again.legal()[choice])
    return tuple(decision.action for decision in again.decisions)


def score_of(deal: Match, line: tuple[str, ...]) -> int:
    again = Match(deal.header, secret=deal.secret, narrate=False)
    for action in line:
        again.apply(action)
    return again.scores[0]


@asynccontextmanager
async def over(folder: Path, seek: Seek) -> AsyncGenerator[tuple[Callable[[], Awaitable[RoundPar]], Matches]]:
    """Yield a function that asks for the par of a finished round, and all matches; no bot ever answers."""
    store, background = SqliteStore(folder / "room.db"), Background()
    events = Events(Services(store, background), seek)
    event = await begun(events, "seconds:1000")
    with pytest.raises(TurnError, match="par is played when a round is over"):
        await events.par(event.state.code, 0)
    for turn in range(1, TURNS + 1):
        await events.lead("host", event.state.code, Called(turn))
    await until(lambda: event.state.course.phase == "over")
    yield lambda: events.par(event.state.code, 0), events.matches
    await background.close()
    await store.close()


async def par_played(ask: Callable[[], Awaitable[RoundPar]], matches: Matches) -> Match:
    """Ask for par, play it, and return its match."""
    par = await ask()
    table = await matches.find(par.match)
    assert par == RoundPar(table.id, None) and table.state.move, "its bot thinks"
    assert table.state.exact, "nobody who stands in for the strongest sets par"
    await play(table, line_of(await table.load(), 0))
    return await table.load()


async def until_found(ask: Callable[[], Awaitable[RoundPar]]) -> RoundPar:
    """Ask again and again until the best result is there."""
    async with asyncio.timeout(PATIENCE):
        while not (par := await ask()).best:
            await asyncio.sleep(0.01)
    return par


async def test_the_best_is_sought_once_par_is_known_and_its_line_is_played(tmp_path: Path) -> None:
    deals = list[str]()

    async def seek(name: str, deal: Match) -> Hindsight:
        deals.append(name)
        line = line_of(deal, 0)
        return Hindsight(score_of(deal, line), True, line)

    async with over(tmp_path, seek) as (ask, matches):
        made = await par_played(ask, matches)
        assert not deals, "par comes first"
        par = await until_found(ask)
        assert par.best and par.best.proven and par.best.match.endswith(".1.best")
        assert (par.score, par.best.score) == (made.scores[0], made.scores[0])
        assert await ask() == par and len(deals) == 1


async def test_the_best_is_never_less_than_par(tmp_path: Path) -> None:
    async def seek(_: str, deal: Match) -> Hindsight:
        return Hindsight(-1, False, line_of(deal, -1))

    async with over(tmp_path, seek) as (ask, matches):
        made = await par_played(ask, matches)
        par = await until_found(ask)
        assert par.best and not par.best.proven and par.best.match.endswith(".1.found")
        assert par.best.score == made.scores[0]


async def test_a_search_that_was_interrupted_begins_again_when_somebody_asks(tmp_path: Path) -> None:
    tries = list[str]()

    async def seek(name: str, deal: Match) -> Hindsight:
        tries.append(name)
        if len(tries) < 3:
            raise Unanswered("a bot was to move")
        line = line_of(deal, 0)
        return Hindsight(score_of(deal, line), True, line)

    async with over(tmp_path, seek) as (ask, matches):
        await par_played(ask, matches)
        assert (await until_found(ask)).best and len(tries) == 3
