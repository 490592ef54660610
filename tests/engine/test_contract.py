"""What a game's files must offer: whatever is missing or wrong is named with its file and the way to mend it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from muckle.engine import contract
from muckle.engine.game import Game
from muckle.engine.position import Position
from muckle.errors import GameError
from muckle.games import GAMES
from muckle.games.mitch import GAME as MITCH
from muckle.games.mitch import rules, scene, state, text


def stand_in(module: ModuleType, **changed: object) -> ModuleType:
    """The module with some names changed; those given as None are missing."""
    made = ModuleType(module.__name__)
    vars(made).update({name: value for name, value in (vars(module) | changed).items() if value is not None})
    return made


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_contract(name: str) -> None:
    GAMES[name].check()


@pytest.mark.parametrize(
    ("check", "says"),
    [
        (
            lambda: contract.load(stand_in(text, timeout=None), contract.TextFile),
            r"mitch\.text lacks timeout; write def timeout\(s",
        ),
        (lambda: contract.load(stand_in(text, reason=3), contract.TextFile), "reason must be a function, got 3"),
        (lambda: contract.load(stand_in(text, hints=lambda a, b: []), contract.TextFile), r"hints takes \(a, b\); write def"),
        (lambda: contract.load(stand_in(scene, build=None), contract.SceneFile), r"scene lacks build; .*viewer, names"),
        (lambda: contract.check_compiled(stand_in(rules, apply=None), contract.RulesFile), "rules lacks apply"),
        (lambda: contract.check_compiled(stand_in(rules, tiebreak=lambda: 0), contract.RulesFile), r"tiebreak takes \(\)"),
        (lambda: contract.check_state(stand_in(state, State=None)), "State must be a NamedTuple .* it is missing"),
        (lambda: contract.check_state(stand_in(state, STATE=None)), r"write STATE = record\(State\)"),
        (lambda: contract.check_state(stand_in(state, State=state.SeatState)), "State lacks rng, draws, drawn, drew, turn"),
        (lambda: contract.check_state(stand_in(state, ACTIONS=0)), "ACTIONS must be a whole number from 1, got 0"),
    ],
)
def test_what_is_missing_or_wrong_is_named(check: Callable[[], object], says: str) -> None:
    with pytest.raises(GameError, match=says):
        check()


def test_what_a_game_leaves_out_has_its_usual_form() -> None:
    part = contract.load(stand_in(text, offered=None, revocable=None, hints=None), contract.TextFile)
    position = tiny_mitch()
    setup, plain = position.plain_setup, position.plain_state
    assert part.offered(setup, plain, position.legal()) == [text.action_text(setup, plain, each) for each in position.legal()]
    assert part.revocable(setup, plain, 0, plain) is False
    assert part.hints(setup, plain, 0) == []
    assert part.completions(setup, plain, 3) == [3]


def tiny_mitch() -> Position:
    return Position(MITCH, MITCH.read_options("tiny"))


def test_a_file_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare/__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    bare = Game("bare", "Bare", 1, "", MITCH.options, MITCH.presets, "bare")
    with pytest.raises(GameError, match=r"bare lacks RULES\.md"):
        bare.check()
    (tmp_path / "bare/RULES.md").write_text("# Bare\n", encoding="utf-8")
    with pytest.raises(GameError, match=r"bare lacks state\.py"):
        bare.check()


def test_a_state_file_needs_no_numba() -> None:
    names = ", ".join(f"'{game.folder}.state'" for game in GAMES.values())
    code = f"import importlib, sys; [importlib.import_module(name) for name in ({names},)]; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
