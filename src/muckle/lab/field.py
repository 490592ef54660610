"""The field that somebody plays against in a crowd: the other seats, each with a board of its own and the same cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from muckle.lab.crowd import Boarding
from muckle.lab.plan import make_plan
from muckle.lab.workers import WorkerProcess
from muckle.match.crowd import FieldBoard, first_decisions
from muckle.match.match import Match


def play_field(match: Match, level: str) -> Iterator[FieldBoard]:
    """What the other seats did, seat by seat, played by players of one level.

    They are played in another process, compiled, as strong players need it.

    Args:
        match: the board of one seat, dealt from a seed; its header names the crowd.

    Raises:
        OptionsError: no such player. MuckleError: the process has died.
    """
    header, own = match.header, match.header.crowd
    assert own and header.seed is not None
    given: dict[str, Any] = {**header.options, **own.options, "seats": own.seats}
    if header.cards:
        given["cards"] = " ".join(header.cards)
    plan = replace(make_plan(header.game, None, given, level, 0, 1), dealt=header.seed)
    worker = WorkerProcess(Boarding(plan, told=True), compiled=True)
    try:
        for seat in range(own.seats):
            if seat != own.seat:
                (board,) = worker.ask(range(seat, seat + 1)).boards
                played = Match.from_transcript(board.text, narrate=False)
                yield FieldBoard(board.worth, tuple(action for _, action in first_decisions(played)))
    finally:
        worker.end()
