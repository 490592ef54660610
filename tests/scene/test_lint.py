"""Faults of scenes that the lint finds."""

from msgspec.structs import replace

from muckle.match.match import new_match
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
