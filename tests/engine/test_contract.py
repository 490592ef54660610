"""The contract of a game's files: whatever is missing or wrong is named with its file and the way to mend it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from muckle.engine import contract
from muckle.engine.game import Game
from muckle.engine.position import Position
from muckle.errors import GameError
from muckle.games import GAMES
from muckle.games.mitch import GAME as MITCH
from muckle.games.mitch import rules, scene, state, strategy, text

UNORDERED = NamedTuple("UNORDERED", [(field, int) for field in contract.CHANCE])
"""A State whose last field is not `drew`."""


def stand_in(module: ModuleType, **changed: object) -> ModuleType:
    """Copy a module with some names changed; names given as None are missing."""
    made = ModuleType(module.__name__)
    vars(made).update({name: value for name, value in (vars(module) | changed).items() if value is not None})
    return made


def defined_in(module: ModuleType) -> Callable[..., None]:
    """Make a function look as if it were written in a module."""

    def written(setup: object, state: object) -> None: ...

    written.__module__ = module.__name__
    return written


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_contract(name: str) -> None:
    GAMES[name].check()


@pytest.mark.parametrize(
    ("module", "says"),
    [
        (stand_in(text, timeout=None), r"mitch\.text lacks timeout; write def timeout\(s"),
        (stand_in(text, reason=3), "reason must be a function, got 3"),
        (stand_in(text, hints=lambda a, b: []), r"hints takes \(a, b\); write def"),
        (stand_in(scene, build=None), r"scene lacks build; .*viewer, names"),
        (stand_in(rules, apply=None), "rules lacks apply; write def apply\\(setup, state, action\\): Take an action"),
        (stand_in(rules, tiebreak=lambda: 0), r"tiebreak takes \(\)"),
        (
            stand_in(rules, round=defined_in(rules), rounds=None),
            r"has round, and no rounds; .*write def rounds\(",
        ),
        (stand_in(strategy, leav=defined_in(strategy), leaf=None), r"strategy has leav, and no leaf; .* def leaf\("),
        (
            stand_in(strategy, LEVEL={}, LEVELS=None),
            r"has LEVEL, and no LEVELS; if that is meant, it is: How each level",
        ),
        (stand_in(text, hitns=defined_in(text), hints=None), r"text has hitns, and no hints"),
    ],
    ids=str,
)
def test_what_is_missing_or_wrong_is_named(module: ModuleType, says: str) -> None:
    with pytest.raises(GameError, match=says):
        contract.check(module, module.__name__.rpartition(".")[2])


@pytest.mark.parametrize(
    ("module", "says"),
    [
        (stand_in(state, State=None), "State must be a NamedTuple .* it is missing"),
        (stand_in(state, STATE=None), r"write STATE = record\(State\)"),
        (stand_in(state, State=UNORDERED), "drew must be the last field of State, behind turn"),
        (stand_in(state, State=state.SeatState), "State lacks rng, draws, drawn, drew, turn"),
        (stand_in(state, ACTIONS=0), "ACTIONS must be a whole number from 1, got 0"),
        (stand_in(state, OBSERVD=3, OBSERVED=None), "state has OBSERVD, and no OBSERVED"),
    ],
    ids=str,
)
def test_what_is_wrong_in_a_state_file_is_named(module: ModuleType, says: str) -> None:
    with pytest.raises(GameError, match=says):
        contract.check_state(module)


def test_a_name_near_a_hook_that_is_there_is_the_games_own_affair() -> None:
    contract.check(stand_in(rules, legals=defined_in(rules), applied=defined_in(rules)), "rules")


def test_what_a_game_leaves_out_has_its_default() -> None:
    part = contract.part_of_game(stand_in(text, offered=None, revocable=None, hints=None), "text", contract.TextFile)
    position = tiny_mitch()
    setup, plain = position.plain_setup, position.plain_state
    assert part.offered(setup, plain, position.legal()) == [text.action_text(setup, plain, each) for each in position.legal()]
    assert part.revocable(setup, plain, 0, plain) is False
    assert part.hints(setup, plain, 0) == []
    assert part.completions(setup, plain, 3) == [3]
    assert contract.is_default(part.hints) and not contract.is_default(part.timeout)


def test_a_hook_in_the_wrong_file_is_not_taken() -> None:
    """Otherwise a strategy that imports the generic `apply` would pass it off as the game's own."""
    functions = contract.functions_of(stand_in(strategy, apply=contract.apply), "strategy")
    assert "apply" not in functions and functions["knowledge"] is contract.DEFAULTS["knowledge"]


def test_the_first_line_about_each_hook_is_a_sentence() -> None:
    assert len(contract.HOOKS) > 30
    assert [hook.name for hook in contract.HOOKS.values() if not hook.meaning.endswith(".")] == []


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
