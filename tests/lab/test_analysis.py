"""Recorded matches judged on any number of cores: the numbers are those of one process that goes through them in order."""

from __future__ import annotations

import io
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from muckle.cli import app
from muckle.errors import OptionsError, TranscriptError
from muckle.lab.analysis import AnalysisWork, analyse_matches
from muckle.lab.simulate import simulate
from muckle.match import transcript
from muckle.match.match import Match
from muckle.match.transcript import Transcript
from muckle.players import analysis
from muckle.players.advice import unit_of
from muckle.players.analysis import Analysis, Judge, JudgedDecision, ends_of, read_manner, turn_numbers

EFFORT = 0.02


@pytest.fixture(scope="module")
def recorded() -> list[Transcript]:
    """Two short matches of Mitch and one of Mickell."""
    file = io.StringIO()
    simulate("mitch", "tiny", games=2, seed=5, transcripts=file, cores=1)
    simulate("mickell", "tiny", games=1, seed=5, transcripts=file, cores=1)
    return [*transcript.read(file.getvalue().encode().splitlines())]


def one_by_one(recorded: list[Transcript]) -> list[Analysis]:
    """Rate the decisions of each match in order, with a judge for each match."""
    made: list[Analysis] = []
    for each in recorded:
        states = Match.replay(each, narrate=False)
        match = next(states)
        judge, decisions = Judge(match, read_manner(each, "expert"), EFFORT), list[JudgedDecision]()
        for number, (line, turn) in enumerate(zip(each.lines, turn_numbers(each), strict=True), 1):
            decisions.append(judge.decision(match, line.action, number, turn))
            match = next(states)
        game = match.game
        made.append(Analysis(game.name, unit_of(game), "expert", EFFORT, 0, tuple(decisions), ends_of(match.position)))
    return made


@pytest.mark.parametrize("cores", [1, 2])
def test_cores_change_no_number(recorded: list[Transcript], cores: int) -> None:
    told = list[int]()
    assert [*analyse_matches(recorded, effort=EFFORT, cores=cores, progress=told.append)] == one_by_one(recorded)
    assert sum(told) == sum(len(each.lines) for each in recorded)


def in_pieces(recorded: list[Transcript]) -> list[JudgedDecision]:
    """Rate the second half of the decisions first, as another process may."""
    work = AnalysisWork(recorded, "expert", EFFORT, 0, None)
    do, half = work.begin(), len(work.numbers) // 2
    behind = do(work.numbers[half:]).judged
    return do(work.numbers[:half]).judged + behind


def test_pieces_come_to_the_same_in_any_order(recorded: list[Transcript]) -> None:
    assert in_pieces(recorded) == [decision for each in one_by_one(recorded) for decision in each.decisions]


def test_its_break_a_judge_that_goes_on_with_its_chance_depends_on_the_order(
    recorded: list[Transcript], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls, stream = count(), analysis.stream
    monkeypatch.setattr(analysis, "stream", lambda seed, _: stream(seed, next(calls)))
    assert in_pieces(recorded) != in_pieces(recorded)


def test_all_matches_are_checked_before_one_is_judged(recorded: list[Transcript]) -> None:
    wrong = Transcript(recorded[1].header, recorded[1].lines[1:], None, recorded[1].places)
    with pytest.raises(TranscriptError, match="line"):
        next(analyse_matches([recorded[0], wrong], effort=EFFORT))
    with pytest.raises(OptionsError, match="does not search"):
        next(analyse_matches(recorded, level="greedy"))


def test_the_command_takes_files_and_folders(tmp_path: Path) -> None:
    for number in range(2):
        simulate("mitch", "tiny", games=1, seed=number, transcripts=(file := io.StringIO()), cores=1)
        (tmp_path / f"{number}.jsonl").write_text(file.getvalue(), encoding="utf-8")

    def run(*words: str) -> Any:
        return CliRunner().invoke(app, ["replay", *words])

    both = [str(tmp_path / f"{number}.jsonl") for number in range(2)]
    how = ("--analyse", "--seconds", "0.01", "--cores", "1", "--json")
    lines = [json.loads(line) for line in run(str(tmp_path), *how).stdout.splitlines()]
    assert [line["file"] for line in lines] == both and [line["line"] for line in lines] == [1, 1]
    assert run(*both, "--check").stdout.count("every line agrees with the rules") == 2
    assert run(*both).exception.message == "one file is stepped through, got 2; --check and --analyse take many"
    (tmp_path / "empty").mkdir()
    assert "expected files that end in .jsonl" in run(str(tmp_path / "empty"), "--check").exception.message
