"""A room that does nothing in advance, as most tests need none of it: two seconds of CPU time for each room.

Workers start when a bot is first asked, and word lists are read when somebody needs them. Games in MUCKLE_TEST_LATE are not
compiled, see `order.LATE`: as in a room's first minutes, simple players stand in.
"""

import os

from muckle.server import __main__ as room
from muckle.server.bots.bots import Bots
from muckle.server.room import Room

LATE = os.environ.get("MUCKLE_TEST_LATE", "").split()
start, give_work = Bots.start, Bots._give_work
started = set[Bots]()


def start_and_give_work(bots: Bots) -> None:
    if bots not in started:
        started.add(bots)
        start(bots)
    bots._wanted.difference_update(LATE)
    give_work(bots)


async def prepare_tables(self: Room) -> None:
    await self._tables.prepare()


if __name__ == "__main__":
    Bots.start = lambda self: None
    Bots._give_work = start_and_give_work
    Room._prepare = prepare_tables
    room.main()
