"""Refusals of malformed numbers on the command line: what was expected, and what was given."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import pytest
import typer
from typer.testing import CliRunner

from muckle.cli import app
from muckle.cli.arguments import decimal, whole
from muckle.match.match import new_match
from muckle.scene.tell import counted
from muckle.store.faults import Findings

SAID = re.compile(r"expected a (whole )?number.*, got '1\.5x'")
WIDE = {"COLUMNS": "400", "TERM": "dumb", "NO_COLOR": "1"}


def commands(within: typer.Typer, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield all commands with their functions."""
    if within.registered_callback:
        yield path, within.registered_callback.callback
    for each in within.registered_commands:
        assert each.callback
        yield (*path, each.name or each.callback.__name__), each.callback
    for group in within.registered_groups:
        assert group.typer_instance
        yield from commands(group.typer_instance, (*path, str(group.name)))


def answers(within: typer.Typer) -> dict[str, str]:
    """Return the refusal of a malformed number by each option that takes one."""
    found: dict[str, str] = {}
    for path, function in commands(within):
        for name, kind in get_type_hints(function).items():
            if {int, float} & {kind, *get_args(kind)}:
                option = f"--{name.replace('_', '-')}"
                found[" ".join((*path, option))] = CliRunner().invoke(within, [*path, option, "1.5x"], env=WIDE).output
    return found


def test_a_number_that_is_none_is_told_with_what_was_expected() -> None:
    said = answers(app)
    assert len(said) > 20 and {"--port", "par --seed", "serve --workers", "print score-sheets --count"} < {*said}
    assert [option for option, message in said.items() if not SAID.search(message)] == []


def test_its_break_an_option_that_reads_its_number_otherwise() -> None:
    other = typer.Typer()

    @other.command()
    def par(seed: Annotated[int | None, typer.Option()] = None) -> None:
        assert seed is None

    @other.command()
    def rules() -> None:
        """A second command, so that par has a name."""

    said = answers(other)
    assert [*said] == ["par --seed"] and rules and not SAID.search(said["par --seed"])


@pytest.mark.parametrize(
    ("wrong", "expected"), [("0", "from 1 to 10000"), ("10001", "from 1 to 10000"), ("2.5", "a whole number")]
)
def test_a_number_out_of_its_range_is_told_with_the_range(wrong: str, expected: str) -> None:
    with pytest.raises(typer.BadParameter, match=f"{expected}.*, got '{wrong}'"):
        whole(1, 10_000)(wrong)


def test_numbers_are_read_as_people_write_them() -> None:
    assert [whole()(each) for each in ("1000", "1e3", "1_000", "1,000", " 7 ", -3)] == [1000, 1000, 1000, 1000, 7, -3]
    assert [decimal(0)(each) for each in ("0.5", "10", "1e-2")] == [0.5, 10.0, 0.01]
    assert decimal(0.01, 0.3)("0.01") == 0.01 and decimal(0.01, 0.3)("0.3") == 0.3, "the ends of a range belong to it"
    assert decimal(0, exclusive=True)("0.1") == 0.1
    with pytest.raises(typer.BadParameter, match="expected a number more than 0, got '0'"):
        decimal(0, exclusive=True)("0")
    for wrong in ("nan", "inf", "0,5", "-1"):
        with pytest.raises(typer.BadParameter):
            decimal(0)(wrong)


def test_one_of_a_thing_is_said_as_one(tmp_path: Path) -> None:
    """Break: "1 matches, 1 decisions", "1 histories", "1 tables"."""
    match, file = new_match("mitch", "tiny"), tmp_path / "match.jsonl"
    match.apply(match.legal()[0])
    file.write_text(match.transcript(), encoding="utf-8")
    said = CliRunner().invoke(app, ["replay", "--check", str(file)]).stdout
    assert said.startswith(f"{file}: 1 match, 1 decision, every line agrees with the rules\n")
    assert [counted(n, "history", "histories") for n in (0, 1, 2000)] == ["0 histories", "1 history", "2,000 histories"]
    assert str(Findings(1, 1, True, {})) == "sound: 1 table, 1 entry"
