"""The scenes of a table: one for each viewer of its present position, made when somebody needs it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from muckle.match.ending import Ending, last_scene
from muckle.scene.contract import Scene
from muckle.server.tables import clock
from muckle.server.tables.actions import table_actions
from muckle.server.tables.claim import claim_summary
from muckle.server.tables.petition import petition_summary
from muckle.server.tables.pictures import dress, waiting
from muckle.server.tables.state import TableState
from muckle.store.matches import Seating


class Scenes:
    """Keeps the scenes of a table until it changes.

    Args:
        progress: see `Services`.
    """

    def __init__(self, progress: Callable[[Seating], str]) -> None:
        self._progress = progress
        self._known: dict[int | None, Scene] = {}
        self._built: dict[int | None, Scene] = {}
        """The match's own scenes of the present position; the room has added nothing yet."""
        self._built_from: tuple[object, ...] = ()

    def forget(self) -> None:
        """Forget all scenes: the table has changed."""
        self._known = {}

    def see(self, viewer: int | None, state: TableState, ended: Ending | None, now: float) -> Scene:
        """Return what a viewer sees of what is in memory; clocks and absences show the present time."""
        if state.limit or clock.zero_at(state.clock) is not None or state.away_since:
            self._known.pop(viewer, None)
        return self.get(viewer, state, ended, now)

    def get(self, viewer: int | None, state: TableState, ended: Ending | None, now: float) -> Scene:
        """Return what a viewer sees, as it was when the first of these scenes was made."""
        if viewer not in self._known:
            scene = dress(self._own(viewer, state, ended), state, now)
            self._known[viewer] = replace(
                scene, manage=table_actions(state, viewer), request=request(state), progress=self._progress(state.seating)
            )
        return self._known[viewer]

    def _own(self, viewer: int | None, state: TableState, ended: Ending | None) -> Scene:
        match = state.visible.last if state.limit and state.match else state.match
        if (built_from := (match, state.limit, state.seating, ended)) != self._built_from:
            self._built, self._built_from = {}, built_from
        if viewer not in self._built:
            self._built[viewer] = (
                last_scene(state.seating.header, ended, viewer)
                if ended
                else state.visible.scene(viewer)
                if state.match
                else waiting(state.seating, viewer)
            )
        return self._built[viewer]


def request(state: TableState) -> str:
    """Return what is asked of the table, or else what holds it up or has come of its clocks."""
    if state.match is None:
        return ""
    return claim_summary(state) or petition_summary(state.petition, state.match) or clock.news(state.clock, state.match)
