"""The commands and examples in docs/laboratory.md, and the commands in docs/researchers.md, print what the pages show."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muckle.cli import app
from muckle.games import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"
BLOCK = re.compile(r"```console\n\$ muckle ([^\n]+)\n(.*?)```", re.DOTALL)
ACT = re.compile(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \| `(\w+)=(\w+)` \|", re.MULTILINE)
"""Matches a row of the table of optional acts: game, rule, option and value of the switch."""
TIMES = re.compile(r" in [\d.]+ CPU seconds: [^\n]+")
COMMANDS = BLOCK.findall("".join(page.read_text(encoding="utf-8") for page in (PAGE, PAGE.with_name("researchers.md"))))


def come_to(command: str) -> str:
    """Return the output of a command without times."""
    return TIMES.sub("", CliRunner().invoke(app, command.split()).stdout)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_commands_come_to_what_stands_there(command: str, printed: str) -> None:
    assert come_to(command) == printed and printed.count("\n") > 2


def test_the_three_questions_of_designers_are_answered() -> None:
    assert [command.split()[:2] for command, _ in COMMANDS[:3]] == [
        ["simulate", "multzo"],
        ["compare", "mitch"],
        ["compare", "alphabetickell"],
    ]


def optional_acts(page: str) -> dict[tuple[str, str], str]:
    """Return the rule of each switch in the table of optional acts, by the titles of games and the names of options.

    Raises:
        OptionsError: a game has no such option, or the option has no such value.
    """
    rules = dict[tuple[str, str], str]()
    for title, rule, option, value in ACT.findall(page):
        game = next(game for game in GAMES.values() if game.title == title)
        assert getattr(game.read_options(None, {option: value}), option) != getattr(game.read_options(), option)
        rules[title, option] = rule
    return rules


def experiments() -> dict[tuple[str, str], str]:
    """Return the rule of each option that says that it is an experiment, by the titles of games and the names of options."""
    fields = [(game.title, field) for game in GAMES.values() for field in game.options.fields()]
    return {(title, field.name): field.rule for title, field in fields if "is an experiment" in field.help}


def test_every_switch_of_an_optional_act_is_in_the_table() -> None:
    acts = optional_acts(PAGE.read_text(encoding="utf-8"))
    assert len(acts) == 15 and experiments().items() <= acts.items()


def test_a_switch_that_is_left_out_of_the_table_is_seen() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("`declaring=no`", "`null_coins=no`")
    assert not experiments().items() <= optional_acts(page).items()


def test_the_examples_hold() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 8 and failed == 0


if __name__ == "__main__":  # writes what the commands print into the page: run it after a change, and read it
    text = PAGE.read_text(encoding="utf-8")
    sys.stdout.write("written\n")
    PAGE.write_text(BLOCK.sub(lambda block: f"```console\n$ muckle {block[1]}\n{come_to(block[1])}```", text), encoding="utf-8")
