"""The commands and examples in docs/laboratory.md print what the page shows."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from muckle.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"
BLOCK = re.compile(r"```console\n\$ muckle ([^\n]+)\n(.*?)```", re.DOTALL)
TIMES = re.compile(r" in [\d.]+ CPU seconds: [^\n]+")
COMMANDS = BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def come_to(command: str) -> str:
    """Return the output of a command without times."""
    return TIMES.sub("", CliRunner().invoke(app, command.split()).stdout)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_commands_come_to_what_stands_there(command: str, printed: str) -> None:
    assert come_to(command) == printed and printed.count("\n") > 5


def test_the_three_questions_of_designers_are_answered() -> None:
    assert [command.split()[:2] for command, _ in COMMANDS[:3]] == [
        ["simulate", "multzo"],
        ["compare", "mitch"],
        ["compare", "alphabetickell"],
    ]


def test_the_examples_hold() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 8 and failed == 0


if __name__ == "__main__":  # writes what the commands print into the page: run it after a change, and read it
    text = PAGE.read_text(encoding="utf-8")
    sys.stdout.write("written\n")
    PAGE.write_text(BLOCK.sub(lambda block: f"```console\n$ muckle {block[1]}\n{come_to(block[1])}```", text), encoding="utf-8")
