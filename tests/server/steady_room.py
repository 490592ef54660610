"""A room that deals and thinks alike in every run: all matches have one secret, and all questions to bots one seed.

With `--plain` no game is compiled: players that search are stood in for, as in a room's first minutes.
With `--still` nothing depends on the clock either: it is always the same day, every bird plays like the greedy player,
which takes no time to think, and no table tells what is being compiled.
"""

import sys
from datetime import date

import msgspec

from muckle.match.log import LogEntry
from muckle.server import __main__ as room
from muckle.server.background import Time
from muckle.server.bots.bots import Bots
from muckle.server.bots.protocol import Advise, Choose, Judge
from muckle.server.bots.question import Question
from muckle.server.room import Room
from muckle.server.tables import tables

ask = Question.request
DAY = date(2026, 5, 14)
PLAIN, STILL = "--plain", "--still"


def request(question: Question, told: tuple[LogEntry, ...] | None, effort: float) -> Choose | Advise | Judge:
    return msgspec.structs.replace(ask(question, told, effort), seed=1)


def request_greedy(question: Question, told: tuple[LogEntry, ...] | None, effort: float) -> Choose | Advise | Judge:
    made = request(question, told, effort)
    return msgspec.structs.replace(made, level="greedy") if isinstance(made, Choose) else made


if __name__ == "__main__":
    tables.new_secret = lambda: "5ec7f4" + "0" * 58
    Question.request = request
    if PLAIN in sys.argv:
        sys.argv.remove(PLAIN)
        Bots._to_compile = lambda self, helper: ""
    if STILL in sys.argv:
        sys.argv.remove(STILL)
        Question.request = request_greedy
        Room._progress = lambda self, seating: ""
        Time.today = lambda self: DAY
        Time.left_of_today = lambda self: 27_720
    room.main()
