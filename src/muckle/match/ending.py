"""Endings: the result, story and record of a finished match in words, which stay readable when the rules change."""

from __future__ import annotations

from msgspec import Struct

from muckle.match.fairness import fairness
from muckle.match.log import Header
from muckle.match.match import Match
from muckle.scene.contract import Result, Scene, Seat


class Ending(Struct, frozen=True):
    """A finished match in words: it can be shown without the rules that it was played by."""

    title: str
    status: str
    seats: tuple[Seat, ...]
    result: Result
    stories: tuple[tuple[str, ...], ...]
    """The story of the match for each seat, and last the one for spectators."""
    record: str
    """The transcript; empty where the options keep it from everybody (General 11)."""
    scores: tuple[int, ...] = ()
    """The score of each seat."""


def ending(match: Match) -> Ending:
    """Return the ending of a finished match."""
    scene = match.scene(None)
    assert scene.result is not None
    stories = tuple(tuple(match.story(viewer)) for viewer in (*range(match.options.seats), None))
    record, scores = match.transcript() if match.open else "", tuple(map(int, match.scores))
    return Ending(
        title=scene.title,
        status=scene.status,
        seats=scene.seats,
        result=scene.result,
        stories=stories,
        record=record,
        scores=scores,
    )


def last_scene(header: Header, ended: Ending, viewer: int | None) -> Scene:
    """Return the scene of a stored ending for a viewer: no table, but the result and the whole story."""
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
