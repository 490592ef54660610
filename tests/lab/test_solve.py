"""`muckle solve`: values of small matches, players measured against best answers, and certificates checked without muckle."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from muckle.cli import app
from muckle.errors import MuckleError
from muckle.lab.solve import solve

CHECK = Path(__file__).parents[2] / "examples" / "certificates" / "check_tree.py"
FOUR = {"rows": 1, "deck": "custom", "deck_check": "loose", "cards": "RB EK TH OA"}


def gains(**found: Any) -> dict[str, float]:
    return {gain.player: gain.points for gain in solve(**found).gains}


def test_who_plays_alone_loses_alike_whether_the_tree_is_walked_or_all_lies_open() -> None:
    tree, open_ = (
        solve("mickell", "tiny", players=["random", "greedy"], all_open=all_open, **FOUR) for all_open in (False, True)
    )
    assert tree.values == pytest.approx(open_.values) and tree.values[0] == pytest.approx(5 / 24)
    assert tree.histories == open_.histories == 5253 and tree.positions > open_.positions
    for walked, table in zip(tree.gains, open_.gains, strict=True):
        assert walked.points == pytest.approx(table.points) and 0 < walked.points <= 5 / 24


def test_best_answers_gain_less_against_those_who_play_better() -> None:
    found = gains(game="mitch", preset="tiny", players=["random", "greedy"])
    assert found == {"random": pytest.approx(8.2833, abs=1e-4), "greedy": pytest.approx(0.25)}
    found = gains(game="mitch", preset="tiny_zero", players=["random", "greedy"], all_open=True, seats=2)
    assert found["random"] > found["greedy"] >= 0


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(MuckleError, match="too many positions"):
        solve("mitch", "tiny", most=1000)
    with pytest.raises(MuckleError, match="too large to be solved"):
        solve("mitch", "tiny", most=1000, all_open=True)


# The command and its certificate


def run(*given: str) -> str:
    ran = CliRunner().invoke(app, ["solve", *given])
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def check(path: Path, told: dict[str, Any]) -> str:
    """Return what the page outside muckle says of a certificate; it runs where muckle cannot be imported."""
    path.write_text(json.dumps(told))
    ran = subprocess.run([sys.executable, "-I", "-S", CHECK, path], capture_output=True, text=True, check=False)
    return ran.stdout.strip() or ran.stderr.strip()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("certificate") / "tree.json"
    printed = run("mitch", "--preset", "tiny", "--players", "random", "--certificate", str(path))
    assert printed.splitlines() == [
        "mitch (version 1 of its rules)",
        "  3,312 histories, 6,456 positions, information sets of each seat: 888 888",
        "  Best play is worth: seat 1 0.0000, seat 2 0.0000.",
        "  Points that best answers gain, all seats together:",
        "  random   8.2833",
    ]
    return path.read_text()


def test_a_certificate_is_checked_without_muckle(certificate: str, tmp_path: Path) -> None:
    told = json.loads(certificate)
    assert told["game"] == "mitch" and told["options"]["ranks"] == 4 and told["sets"][0][0][1][0].startswith("discard ")
    said = check(tmp_path / "tree.json", told)
    assert said == "Nobody can do better than by these plans: seat 1 0.000000, seat 2 0.000000."


def change_value(told: dict[str, Any]) -> None:
    told["value"][0] += 0.1


def change_reward(told: dict[str, Any]) -> None:
    """Raise a reward of seat 2 at an end that seat 1's plan leads to."""
    next(end for end in told["ends"] if told["plans"][0][end[1][0]])[2][1] += 100


def change_chance(told: dict[str, Any]) -> None:
    told["ends"][0][0] += 0.5


def change_plan(told: dict[str, Any]) -> None:
    told["plans"][0][1] += 0.1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (change_value, "seat 1 gets 0.000000 by these plans"),
        (change_reward, "seat 2 gets"),
        (change_chance, "if all actions are alike, the ends have a probability of 1."),
        (change_plan, "seat 1 plays actions with another probability"),
    ],
)
def test_a_certificate_with_one_number_changed_is_refused(
    certificate: str, tmp_path: Path, change: Callable[[dict[str, Any]], None], fault: str
) -> None:
    told = json.loads(certificate)
    change(told)
    assert check(tmp_path / "tree.json", told).startswith(f"refused: {fault}")


def test_plans_that_can_be_bettered_are_refused(certificate: str, tmp_path: Path) -> None:
    """The first action at every information set is a plan, but no good one."""
    told = json.loads(certificate)
    plan = [1.0]
    for parent, actions in told["sets"][0]:
        plan += [plan[parent], *[0.0] * (len(actions) - 1)]
    told["plans"][0] = plan
    worth = sum(
        chance * plan[sequences[0]] * told["plans"][1][sequences[1]] * rewards[0] for chance, sequences, rewards in told["ends"]
    )
    told["value"] = [worth, -worth]
    assert "can get" in check(tmp_path / "tree.json", told)


def test_a_certificate_of_open_cards_is_refused() -> None:
    ran = CliRunner().invoke(app, ["solve", "mitch", "--preset", "tiny", "--open", "--certificate", "tree.json"])
    assert "leave --open out" in str(ran.exception)
