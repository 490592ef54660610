"""Every scene of every game is sound: see `muckle.scene.lint`."""

from __future__ import annotations

import msgspec

from every_game.walks import Case, names, positions, with_every_case
from muckle.engine.position import Position
from muckle.scene.contract import Act, Scene
from muckle.scene.lint import lint

every_case = with_every_case()


@every_case
def test_scenes_are_sound(case: Case) -> None:
    for position in positions(case, seed=41, chance=0.3):
        for viewer in (None, *range(case.options.seats)):
            scene: Scene = case.game.scene.build(position.plain_setup, position.plain_state, viewer, names(case))
            assert lint(scene) == []
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
            assert bool(scene.acts) <= (viewer == position.turn), "acts only for the seat to act"
            assert [seat.turn for seat in scene.seats] == [seat == position.turn for seat in range(case.options.seats)]
            assert (scene.result is None) != position.over


def stands_for(case: Case, position: Position, name: str, act: Act) -> list[str]:
    """The texts of what an act can come to: its own, or if it asks for a letter the actions it becomes with each."""
    if act.ask is None or act.ask.kind != "letter":
        return [name]
    text, letters = case.game.text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    read = [text.read_action(position.plain_setup, position.plain_state, f"{name} {letter}") for letter in letters]
    return [text.action_text(position.plain_setup, position.plain_state, action) for action in read]


@every_case
def test_acts_are_what_there_is_to_do(case: Case) -> None:
    """Without an answer an act is an action; with one it begins like an action; nothing legal has no act."""
    text = case.game.text
    for position in positions(case, seed=42, chance=0.3):
        if position.over:
            continue
        scene: Scene = case.game.scene.build(position.plain_setup, position.plain_state, position.turn, names(case))
        legal = position.legal()
        offered = (
            text.offered(position.plain_setup, position.plain_state, legal)
            if hasattr(text, "offered")
            else [text.action_text(position.plain_setup, position.plain_state, action) for action in legal]
        )
        acts = {name: act for name, act in scene.acts.items() if act.verb != "hint"}
        assert {action for name, act in acts.items() for action in stands_for(case, position, name, act)} == set(offered)
        for name, act in scene.acts.items():
            if act.ask is None and act.verb != "hint":
                assert text.read_action(position.plain_setup, position.plain_state, name) in legal
