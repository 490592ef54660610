"""The scene contract: what holds for all of its types."""

import gc
import inspect

import msgspec
import pytest

from muckle.match.log import Decision, Resignation, Takeback
from muckle.match.match import new_match
from muckle.scene import contract
from muckle.scene.contract import Scene

TYPES = [
    kind
    for _, kind in inspect.getmembers(contract, inspect.isclass)
    if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
]


@pytest.mark.parametrize("kind", [*TYPES, Decision, Takeback, Resignation], ids=lambda kind: kind.__name__)
def test_python_need_not_look_for_circles_in_what_is_made_for_every_act(kind: type[msgspec.Struct]) -> None:
    """Rooms make thousands of these per second. None can be in a cycle, because each is made from what exists already."""
    config = kind.__struct_config__
    assert config.frozen and not config.gc


def test_the_garbage_collector_does_not_visit_scenes() -> None:
    match = new_match("mitch", seed=7)
    match.apply(match.legal()[0])
    scene = match.scene(0)
    assert isinstance(scene, Scene) and scene.pieces and scene.say
    assert not any(gc.is_tracked(part) for part in (scene, *scene.zones.values(), *scene.pieces.values(), *scene.seats))
    assert not gc.is_tracked(match.log[0]) and isinstance(match.log[0], Decision)
