"""Games from outside the house (examples), built and installed as their authors would, are games like the others.

They need no change to any other file: every test for all games runs on them, and every face plays them. They differ in shape.
In tideline cards are drawn all the time; in hearts only the deal is chance, and all choose at once; reversi hides nothing.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BROKEN = """
from muckle.errors import GameError
from muckle import games
assert "mitch" in games.GAMES
try:
    games.find("tideline")
except GameError as error:
    print(error)
"""

PYTEST = ("-m", "pytest", "-n", "0", "-p", "no:cacheprovider")
EXAMPLES = ("tideline", "hearts", "reversi")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and install the packages into a folder."""
    uv = os.environ.get("UV") or shutil.which("uv")
    assert uv, "uv builds the example"
    home = tmp_path_factory.mktemp("installed")
    for game in EXAMPLES:
        command = [uv, "pip", "install", "-q", "--no-deps", "--target", str(home), str(ROOT / "examples" / game)]
        subprocess.run(command, check=True, capture_output=True, text=True)
    return home


def run(package: Path, *arguments: str, given: str = "") -> str:
    """Run a fresh Python process that finds the package, and return what it prints."""
    result = subprocess.run(
        [sys.executable, *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(package)},
        check=False,
    )
    assert result.returncode == 0, (result.stdout + result.stderr)[-4000:]
    return result.stdout


@pytest.mark.parametrize(("game", "extent"), [("tideline", ["--long"]), ("hearts", []), ("reversi", [])])
def test_every_test_for_all_games_passes_on_it(package: Path, game: str, extent: list[str]) -> None:
    printed = run(package, *PYTEST, "-k", game, *extent, "tests/every_game")
    passed = [word for word in printed.splitlines()[-1].split() if word.isdigit()]
    assert "passed" in printed and int(passed[0]) > 40, printed[-500:]


@pytest.mark.parametrize("game", EXAMPLES)
def test_its_own_tests_pass(package: Path, game: str) -> None:
    assert "." in run(package, *PYTEST, f"examples/{game}/tests")


@pytest.mark.browser
@pytest.mark.parametrize("game", EXAMPLES)
def test_the_room_plays_it_in_a_real_browser(package: Path, game: str) -> None:
    assert "passed" in run(package, *PYTEST, "-k", game, "tests/browser/test_every_game.py")


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_terminal_plays_it_to_its_end(package: Path, game: str) -> None:
    played = ("play", game, "--preset", "tiny", "--against", "random", "--plain")
    assert "The match is over" in run(package, "-m", "muckle", *played, given="1\n" * 20)


def test_a_game_from_outside_is_played_simulated_and_explained_at_the_command_line(package: Path) -> None:
    assert "tideline" in run(package, "-m", "muckle", "games")
    assert "takes the whole" in run(package, "-m", "muckle", "rules", "tideline", "4") or "take the whole" in run(
        package, "-m", "muckle", "rules", "tideline", "4"
    )
    report = json.loads(
        run(package, "-m", "muckle", "simulate", "tideline", "--games", "300", "--players", "greedy,random,random", "--json")
    )
    assert report["games"] == 300 and report["win_shares"][0] > 0.45
    lead = json.loads(run(package, "-m", "muckle", "leads", "tideline", "--games", "50", "--json"))
    assert lead["games"] == 50 and lead["moments"][0]["led"]["mean"] < 0.5 < lead["moments"][-1]["led"]["mean"]
    learned = run(package, "-m", "muckle", "learn", "tideline", "--plain", given="lay 9\nlay 3\nskip\n")
    assert "high cards are worth keeping" in learned and "Step 2 of 6" in learned


def test_a_package_that_breaks_is_named_and_harms_no_other_game(package: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(package, broken)
    (broken / "muckle_tideline" / "__init__.py").write_text("import sandcastle\n", encoding="utf-8")
    assert "the game 'tideline' (muckle_tideline:GAME) cannot be loaded: No module named 'sandcastle'" in run(
        broken, "-c", BROKEN
    )
