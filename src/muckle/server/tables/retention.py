"""Retention: deletes tables whose match never began and, if the operator wishes, old matches, and gives their space back."""

from __future__ import annotations

import asyncio
import logging
import time

from muckle.errors import StoreError
from muckle.server.tables.matches import Matches
from muckle.store.sql import Store

HOUR = 3600.0
DAY = 24 * HOUR
log = logging.getLogger("muckle.room")


async def tidy(store: Store, matches: Matches, unplayed: int, played: int) -> None:
    """Delete old tables and matches, now and every hour until cancelled.

    Args:
        unplayed, played: days after which tables without a match, and matches, are deleted; 0: never.
    """
    while True:
        now = time.time()
        before = [now - days * DAY if days else 0.0 for days in (unplayed, played)]
        try:
            gone = await store.forget(before[0], before[1], frozenset(table.id for table in matches))
            if gone:
                log.info("%d tables that nobody came back to are forgotten", gone)
            if not await store.compact(forgotten=True):
                log.warning("traces of deleted rows are left in the file: close the room and run `muckle store vacuum`")
        except StoreError as error:
            log.error("nothing is forgotten: %s", error)
        await asyncio.sleep(HOUR)
