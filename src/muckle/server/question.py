"""A question: what a bot is to do at one position of a match, and where the answer goes."""

from __future__ import annotations

import asyncio
import secrets

from muckle.match.match import Match
from muckle.server.protocol import Choose

PATIENCE = 5.0
"""Seconds that a worker may take for any answer, before another is asked."""


class Unanswered(Exception):
    """No worker could choose."""


class Question:
    """Asked of one worker, and of another one if that one dies or is silent.

    Args:
        visitor: in whose line it waits: who opened the table.
        match: as it is now; it may go on meanwhile.
    """

    def __init__(self, visitor: str, match_id: str, match: Match, level: str) -> None:
        self.id = secrets.randbelow(2**62)
        self.visitor, self.match_id, self.level = visitor, match_id, level
        self.game, self.seq = match.game.name, match.seq
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.deaths = 0
        """Workers that have died of it."""
        self._match, self._seed = match, secrets.randbelow(2**62)

    def request(self, told: int | None) -> Choose:
        """As it is put to a worker that has been told of the match up to an entry; None: of nothing."""
        match = self._match
        assert match.secret
        header, after = (match.header, 0) if told is None or told > self.seq else (None, told)
        log = match.entries(after)[: self.seq - after]  # others may have come since
        return Choose(self.id, self.match_id, header, after, log, match.secret, self.level, self._seed)

    def refuse(self, error: str) -> None:
        """There will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(Unanswered(error))
