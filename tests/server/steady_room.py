"""A room that deals and thinks alike in every run: all matches have one secret, all questions to bots one seed."""

import msgspec

from muckle.server import __main__ as room
from muckle.server.bots.protocol import Advise, Choose, JudgeTask
from muckle.server.bots.question import Question
from muckle.server.tables import tables

ask = Question.request


def request(question: Question, told: int | None, effort: float) -> Choose | Advise | JudgeTask:
    return msgspec.structs.replace(ask(question, told, effort), seed=1)


if __name__ == "__main__":
    tables.new_secret = lambda: "5ec7e7" + "0" * 58
    Question.request = request
    room.main()
