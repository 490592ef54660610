"""A room whose workers start when a bot is first asked: in most tests none is, and two processes take a second of CPU time.

Games in MUCKLE_TEST_LATE are not compiled, see `order.LATE`: as in a room's first minutes, simple players stand in.
"""

import os

from muckle.server import __main__ as room
from muckle.server.bots.bots import Bots

LATE = os.environ.get("MUCKLE_TEST_LATE", "").split()
start, give_work = Bots.start, Bots._give_work
started = set[Bots]()


def start_and_give_work(bots: Bots) -> None:
    if bots not in started:
        started.add(bots)
        start(bots)
    bots._wanted.difference_update(LATE)
    give_work(bots)


if __name__ == "__main__":
    Bots.start = lambda self: None
    Bots._give_work = start_and_give_work
    room.main()
