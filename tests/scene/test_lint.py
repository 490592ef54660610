"""Faults of scenes that the lint finds."""

import pytest
from msgspec.structs import replace

from muckle.match.match import new_match
from muckle.scene.contract import Act, Cell, Face, Piece, Scene, Zone
from muckle.scene.lint import lint


def test_a_half_must_show_the_letter_it_is_for() -> None:
    match = new_match("alphabetickell", "tiny", seed=1)
    for _ in range(50):
        scene = match.scene(match.turn)
        halved = next(((name, act) for name, act in scene.acts.items() if act.half), None)
        if halved:
            break
        match.apply(next(iter(match.legal())))
    assert halved and lint(scene) == []
    name, act = halved
    broken = replace(scene, acts={**scene.acts, name: replace(act, half="?")})
    assert lint(broken) == [f"act {name!r} is for the half '?' of {act.on!r}, which shows no such letter"]


GRID = Zone("grid", "Board", width=2, height=2, on={"1,2": ("a",)})
WRONG = {
    "has no size": replace(GRID, width=0, on={}),
    "which have no square": replace(GRID, on={}, items=("a",)),
    "no square '3,1'": replace(GRID, on={"3,1": ("a",)}),
    "which has no squares": Zone("row", "Row", items=("a",), width=2),
    "which a frame does not show": Zone("panel", "Frame", items=("a",)),
    "which shows no piece": Zone("stack", "Stack", items=("a",)),
    "a pile lies face up": Zone("pile", "Pile", items=("a",), n=2),
    "grid zone lies at the tray": replace(GRID, place="tray"),
    "grid zone lies at the side": replace(GRID, place="side"),
    "row zone lies at the side": Zone("row", "Row", "side", items=("a",)),
    "the look 'swamp', which no client knows": replace(GRID, cells={"1,1": Cell("a", "swamp")}),
    "room for 3 characters": replace(GRID, cells={"1,1": Cell("swamp")}),
    "only a row lies on the alphabet": Zone("fan", "Hand", items=("a",), scale="ABC"),
}


def with_zone(zone: Zone) -> Scene:
    return Scene("x", "X", "X is to act.", (), {"zone": zone}, {"a": Piece("a", Face("text", "a"))}, {})


def test_a_grid_with_a_piece_on_a_square_is_sound() -> None:
    assert lint(with_zone(GRID)) == []


@pytest.mark.parametrize(("said", "zone"), WRONG.items(), ids=WRONG)
def test_what_no_client_would_draw_is_refused(said: str, zone: Zone) -> None:
    found = lint(with_zone(zone))
    assert any(said in fault and "zone" in fault for fault in found), found


@pytest.mark.parametrize(("to", "sound"), [("c:zone:1,1", True), ("c:zone:3,1", False), ("z:zone", False)])
def test_with_nothing_picked_only_a_square_can_be_chosen(to: str, sound: bool) -> None:
    scene = replace(with_zone(GRID), acts={"place a1": Act("Place a1", "place", to=to)})
    assert (lint(scene) == []) == sound
