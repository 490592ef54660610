"""What stays of a match that is over when the rules change: its result, its story and its record, as they were."""

from __future__ import annotations

from msgspec import Struct

from muckle.match.fairness import fairness
from muckle.match.log import Header
from muckle.match.match import Match
from muckle.scene.contract import Result, Scene, Seat


class Ending(Struct, frozen=True):
    """A match that is over, in words: no rule is needed to show it."""

    title: str
    status: str
    seats: tuple[Seat, ...]
    result: Result
    stories: tuple[tuple[str, ...], ...]
    """Everything that happened, as each seat was told it, and last as spectators were."""
    record: str
    """The transcript; empty where the options keep it from everybody (General 11)."""


def ending(match: Match) -> Ending:
    """What stays of a match that is over."""
    scene = match.scene(None)
    assert scene.result is not None
    stories = tuple(tuple(match.story(viewer)) for viewer in (*range(match.options.seats), None))
    return Ending(scene.title, scene.status, scene.seats, scene.result, stories, match.transcript() if match.open else "")


def last_scene(header: Header, ended: Ending, viewer: int | None) -> Scene:
    """What a viewer sees of it: no table any more, but how it ended and all that was told."""
    seats = tuple(
        Seat(seat.name, seat.score, seat.kind, note=seat.note, you=number == viewer) for number, seat in enumerate(ended.seats)
    )
    return Scene(
        game=header.game,
        title=ended.title,
        status=ended.status,
        seats=seats,
        zones={},
        pieces={},
        acts={},
        say=ended.stories[-1 if viewer is None else viewer],
        result=ended.result,
        viewer=viewer,
        record=bool(ended.record),
        fairness=fairness(header, begun=True, over=True, secret=None),
    )
