"""The replay of a finished match: the scene after the deal and after each decision that stands.

If the record is open (General 11), everything is: any seat's view, with all hands on the table. If it is not, everybody sees
what they saw.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence

from msgspec.structs import replace

from muckle.errors import ActionError, TurnError
from muckle.match.match import Match
from muckle.players.analysis import VERSION
from muckle.scene.contract import Scene, Seat, Zone
from muckle.scene.diff import diff
from muckle.server.encoded import EncodedAnswers
from muckle.server.errors import HttpError
from muckle.server.fair import in_thread
from muckle.server.messages import Fork, PatchMessage, Replay, SceneMessage, encode
from muckle.server.tables.pictures import bird
from muckle.server.tables.table import Table
from muckle.store.matches import DEFAULT_TERMS, Sitter, Terms
from muckle.store.sql import Store


async def replay(
    owner: str,
    table: Table,
    store: Store,
    encoded: EncodedAnswers,
    seat: int | None,
    hands: bool,
    forks: Callable[[Match], Iterable[Fork]],
) -> AsyncGenerator[bytes]:
    """Return a stream of lines: what there is to step through, the first scene, and what each decision changed.

    Args:
        seat: the seat whose view is wanted; None: the owner's own.
        hands: whether to show all hands, if the record is open.
        forks: returns what others did on each card.

    Raises:
        TurnError: the match is not over.
        HttpError: there is no such seat.
        ActionError: the record is closed and another seat's view is wanted, or the match was played by other rules.
    """
    if await table.ended():
        raise ActionError("this match was played by other rules, so only its story and its record are left")
    match, own = await table.load(), table.state.acting_seat(owner)
    if not match.over:
        raise TurnError("a match can be stepped through when it is over")
    if seat is not None and seat not in range(match.options.seats):
        raise HttpError(400, f"there is no seat {seat} at this table of {match.options.seats}")
    if seat not in (None, own) and not match.open:
        raise ActionError("this match keeps hidden what was hidden: nobody sees more than they saw", "General 11")
    viewer = own if seat is None else seat
    judged = await store.judged(table.id, VERSION)
    head = Replay(
        steps=match.count,
        seat=viewer,
        own=own,
        open=match.open,
        judged=len(judged) if own is not None else 0,
        field=tuple(forks(match)),
    )
    seating, hands = table.seating, hands and match.open
    make = functools.partial(Past, match.copy(), table.id, seating.sitters, hands, seating.terms)
    return _lines(head, encoded.lines(("replay", *table.edition, viewer, hands), _frames(head, make)))


async def _lines(head: Replay, frames: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    try:
        yield encode(head) + b"\n"
        async for line in frames:
            yield line
    finally:
        await frames.aclose()


async def _frames(head: Replay, make: Callable[[], Past]) -> AsyncGenerator[SceneMessage | PatchMessage]:
    past = await in_thread(make)
    scene = await in_thread(past.scene, 0, head.seat)
    yield SceneMessage(scene)
    for step in range(1, head.steps + 1):
        before, scene = scene, await in_thread(past.scene, step, head.seat)
        yield PatchMessage(before.seq, scene.seq, diff(before, scene))


class Past:
    """The scenes of a finished match.

    Args:
        match: a copy of the match that nobody changes.
        sitters: who played it.
        hands: whether scenes show all hands.
        terms: the terms of its table.
    """

    def __init__(
        self, match: Match, match_id: str, sitters: Sequence[Sitter], hands: bool, terms: Terms = DEFAULT_TERMS
    ) -> None:
        self._match, self._id, self._sitters, self._hands, self._terms = match, match_id, sitters, hands, terms
        self._last = match.scene(None)

    def scene(self, step: int, viewer: int | None) -> Scene:
        """Return a viewer's scene after some decisions, without acts and with the story of the last decision only."""
        match = self._match.at(step)
        scene = match.scene(viewer)
        if self._hands:
            scene = with_hands(match, scene)
        return replace(
            scene,
            match=self._id,
            acts={},
            seats=tuple(map(_seat, scene.seats, self._sitters)),
            say=(*match.latest(viewer), scene.status) if match.given_up else match.latest(viewer),
            own=(),
            words=self._last.words,
            record=self._last.record,
            fairness=self._last.fairness,
            event=self._terms.event,
            daily=self._terms.daily,
        )


def with_hands(match: Match, scene: Scene) -> Scene:
    """Return a scene with the hands of all other seats, where the viewer sees others' hands or in their seats' panels.

    A hand is the fan that a seat has in front of itself. A piece gets a new id if another piece has the same id for the viewer,
    as two equal cards may.
    """
    zones, pieces = dict(scene.zones), dict(scene.pieces)
    for seat in set(range(match.options.seats)) - {scene.viewer}:
        own = match.scene(seat)
        for hand in (zone for zone in own.zones.values() if zone.kind == "fan" and zone.place == "me"):
            ids = {id: id if id not in scene.pieces else f"{id} of seat {seat}" for id in hand.items}
            place, shown = _hand_of(scene, seat)
            zones[place] = replace(shown, items=tuple(ids.values()), n=hand.n)
            pieces |= {ids[id]: own.pieces[id] for id in hand.items}
    return replace(scene, zones=zones, pieces=pieces)


def _hand_of(scene: Scene, seat: int) -> tuple[str, Zone]:
    """Return the id and the zone that shows another seat's hand: the existing one or a new one."""
    theirs = {id: zone for id, zone in scene.zones.items() if zone.owner == seat and zone.place == "others"}
    for id, zone in theirs.items():
        if zone.kind == "fan":
            return id, zone
    panel = next((id for id, zone in theirs.items() if zone.kind == "panel"), "")
    return f"hand of seat {seat}", Zone("fan", f"{scene.seats[seat].name}'s hand", "others", seat, parent=panel)


def _seat(seat: Seat, sitter: Sitter) -> Seat:
    return replace(seat, kind="bot", bird=bird(sitter)) if sitter.level else seat
