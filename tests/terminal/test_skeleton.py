"""`muckle new GAME`: what it writes is a game like the others."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from muckle.cli.skeleton import game_files, unused_hooks
from muckle.engine.contract import CONSTANTS, HOOKS
from muckle.errors import OptionsError


def run(home: Path, *arguments: str) -> str:
    """Run a muckle that finds its packages in a folder, with rules in plain Python, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(home), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "muckle", *arguments], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_a_new_game_is_found_checked_and_played(tmp_path: Path) -> None:
    told = run(tmp_path, "new", "high_water", str(tmp_path / "made"))
    assert "muckle play high_water" in told
    home = tmp_path / "made" / "src"
    about = home / "muckle_high_water-0.1.0.dist-info"  # as an installer leaves it
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: muckle-high-water\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[muckle.games]\nhigh_water = muckle_high_water:GAME\n")
    games = {game["name"]: game for game in json.loads(run(home, "games", "--json"))}
    assert games["high_water"]["title"] == "High Water" and "mitch" in games
    report = json.loads(run(home, "simulate", "high_water", "--games", "20", "--players", "greedy,random,random", "--json"))
    assert report["games"] == 20
    assert "High Water 4" in run(home, "rules", "high_water", "4")
    tests = tmp_path / "made" / "tests" / "test_high_water.py"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-c", os.devnull, str(tests)]
    environment = {**os.environ, "PYTHONPATH": str(home), "NUMBA_DISABLE_JIT": "1"}
    tested = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert tested.returncode == 0 and "7 passed" in tested.stdout, tested.stdout[-2000:]
    code = "from muckle.games import find; find('high_water').check()"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_every_hook_stands_in_one_of_its_files() -> None:
    files = {path.stem: text for path, text in game_files("high_water").items() if path.suffix == ".py"}
    for hook in HOOKS.values():
        assert f"def {hook.name}(" in files[hook.file], hook
    for constant in CONSTANTS.values():
        assert f"{constant.name} =" in files[constant.file], constant
    assert "tideline" not in "".join(files.values()).lower()


def test_a_hook_that_is_there_is_not_listed_as_unused_hooks(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("def tiebreak(setup, state, seat): ...\n")
    assert "tiebreak" not in unused_hooks(tmp_path / "rules.py") and "# def rounds(setup, state):" in unused_hooks(
        tmp_path / "rules.py"
    )


@pytest.mark.parametrize("name", ["mitch", "Mitch", "two words", "class-", "../away", ""])
def test_a_name_that_is_none_or_taken_is_refused(name: str) -> None:
    with pytest.raises(OptionsError):
        game_files(name)
