"""Advice for the seat to act: streamed from a worker until the match goes on or the client leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from muckle.match.match import Match
from muckle.players.advice import Advice, permitted
from muckle.server.bots.bots import Bots
from muckle.server.messages import Hint
from muckle.server.tables.table import Table
from muckle.server.tables.turns import to_advise


async def advice(owner: str, table: Table, wish: Hint, bots: Bots) -> AsyncGenerator[Advice]:
    """Yield the best actions for the seat to act that asks, with growing confidence.

    Raises:
        TurnError: it is another seat's turn, or this table gives no advice.
        ActionError, OptionsError: see `muckle.players.advice.advise`.
    """
    match, _ = await to_advise(owner, table)
    words = permitted(match, wish.words)
    return _told(owner, table, match, words, bots)


async def _told(owner: str, table: Table, match: Match, words: str, bots: Bots) -> AsyncGenerator[Advice]:
    """Yield pieces of advice as the worker reports them.

    Raises:
        Unanswered: no worker could answer.
    """
    news: asyncio.Queue[Advice | None] = asyncio.Queue()
    seq, thinking = match.seq, asyncio.create_task(bots.advise(owner, table.id, match, words, news.put_nowait))
    thinking.add_done_callback(lambda _: news.put_nowait(None))
    try:
        while (told := await news.get()) and table.seq == seq:
            yield told
        if told is None:
            thinking.result()
    finally:
        thinking.cancel()
