"""A patch always makes exactly the new scene: its fields, its order, nothing left over."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from muckle.scene.contract import Act, Face, Piece, Scene, Seat, Zone
from muckle.scene.diff import diff, patch

IDS = st.sampled_from("abcdef")
TEXT = st.sampled_from(["", "Ann", "Ben", "row 1"])
PIECES = st.builds(Piece, label=TEXT, face=st.none() | st.builds(Face, kind=st.just("text"), text=TEXT), came=TEXT)
ZONES = st.builds(Zone, kind=st.sampled_from(["row", "fan"]), label=TEXT, items=st.lists(IDS, unique=True).map(tuple))
ACTS = st.builds(Act, label=TEXT, verb=TEXT, main=st.booleans())
SCENES = st.builds(
    Scene,
    game=st.just("mitch"),
    title=TEXT,
    status=TEXT,
    seats=st.lists(st.builds(Seat, name=TEXT, turn=st.booleans()), max_size=3).map(tuple),
    zones=st.dictionaries(IDS, ZONES),
    pieces=st.dictionaries(IDS, PIECES),
    acts=st.dictionaries(IDS, ACTS),
    say=st.lists(TEXT).map(tuple),
    help=st.dictionaries(IDS, TEXT),
    seq=st.integers(0, 3),
)


def decoded(thing: object) -> dict[str, object]:
    """Encode and decode a scene, as on its way to a client."""
    return msgspec.json.decode(msgspec.json.encode(thing))


@given(SCENES, SCENES)
def test_patching_the_old_scene_makes_the_new_one(old: Scene, new: Scene):
    patched = msgspec.convert(patch(decoded(old), decoded(diff(old, new))), Scene)
    assert patched == new
    assert [list(patched.zones), list(patched.acts)] == [list(new.zones), list(new.acts)]


@given(SCENES)
def test_equal_scenes_differ_in_nothing(scene: Scene):
    assert diff(scene, msgspec.structs.replace(scene)) == {}


@given(SCENES, SCENES)
def test_patching_alters_nothing_that_was_given(old: Scene, new: Scene):
    scene, changes = decoded(old), decoded(diff(old, new))
    patch(scene, changes)
    assert (scene, changes) == (decoded(old), decoded(diff(old, new)))


def test_a_patch_holds_only_what_changed():
    zones = {"row1": Zone("row", "Row 1"), "row2": Zone("row", "Row 2")}
    old = Scene("mickell", "Mickell", "Place it", (Seat("Ann"),), zones, {}, {"place 1": Act("Row 1", "place")})
    grown = Zone("row", "Row 1", items=("AL",))
    new = msgspec.structs.replace(old, zones={**zones, "row1": grown}, acts={})
    assert diff(old, new) == {"zones": {"row1": grown}, "acts": {"place 1": None}}
