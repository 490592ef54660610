"""Rows of decisions: they are those of the matches, and no interruption changes a byte of them."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow.parquet import read_table

from lab.test_stored_table import files, run_with_kills
from muckle.errors import OptionsError
from muckle.games import GAMES
from muckle.lab import matches
from muckle.lab.decisions import COLUMNS
from muckle.lab.plan import make_plan
from muckle.lab.record import Recorder, RecordingWork
from muckle.lab.simulate import simulate
from muckle.lab.stored_table import StoredTable
from muckle.match import transcript
from muckle.match.match import check_transcript
from muckle.players.match_row import layout

RUN = """
import sys
from muckle.lab import stored_table
from muckle.lab.simulate import simulate
stored_table.MAX_AGE_SECONDS = 0.005
simulate("mitch", "tiny", games=int(sys.argv[2]), seed=9, out=sys.argv[1], decisions=True, cores=1)
"""
TABLES = ("rows.parquet", "rows.csv", "decisions.parquet", "decisions.csv")
TINY: dict[str, Any] = {"game": "mitch", "preset": "tiny", "seed": 9, "cores": 1, "decisions": True}


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_decisions_are_those_of_the_matches(game: str, player: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"seats": 1} if game == "mickell" else {}
    simulate(game, games=2, players=player, seed=8, out=tmp_path, decisions=True, **options)
    rows = read_table(tmp_path / "decisions.parquet").to_pylist()
    text = Recorder(make_plan(game, None, options, player, 8, 2)).record_transcripts(range(2)).text
    games = read_table(tmp_path / "rows.parquet").to_pylist()
    for number, recorded in enumerate(transcript.read(text.encode().splitlines())):
        own = [row for row in rows if row["match"] == number]
        decided = [(step, line.seat, line.action) for step, line in enumerate(recorded.lines, 1)]
        assert [(row["step"], row["seat"], row["action"]) for row in own] == decided
        checked = check_transcript(recorded)
        for row in own:
            match = checked.at(row["step"] - 1)
            assert row["legal"] == len(match.position.legal())
            assert (row["score_before"], row["lead_before"]) == standing(match.scores, row["seat"])
            after = checked.at(row["step"]).scores
            assert (row["score_after"], row["lead_after"]) == standing(after, row["seat"])
        kinds = Counter(row["kind"] for row in own)
        assert all(games[number][f"decisions_{kind}"] == kinds[kind] for kind in layout(GAMES[game], 1).kinds)
        assert own[0]["turn"] == own[0]["round"] == 1
        assert games[number]["turns"] in (own[-1]["turn"], own[-1]["turn"] - 1)
        assert own[-1]["round"] == games[number]["rounds"]


def standing(scores: Any, seat: int) -> tuple[int, int]:
    """Return a seat's score and its lead over the best of the other seats."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat], scores[seat] - max(others) if others else 0


def test_a_run_that_is_killed_again_and_again_comes_to_the_same_tables_to_the_last_byte(tmp_path: Path) -> None:
    games, folder = 6_000, tmp_path / "killed"
    simulate(**TINY, games=games, out=tmp_path / "whole")
    run_with_kills(RUN, folder, games, (2, 5))
    assert files(folder) == files(tmp_path / "whole") and set(files(folder)) == {*TABLES, "asked.json"}


def interrupted(folder: Path, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt a run when all tables but one are written, and resume it."""

    def flush(kept: StoredTable) -> None:
        if kept._name != table:  # pyright: ignore[reportPrivateUsage]
            written(kept)

    written = StoredTable.flush
    with monkeypatch.context() as broken:
        broken.setattr(StoredTable, "flush", flush)
        broken.setattr(StoredTable, "finish", StoredTable.flush)
        simulate(**TINY, games=300, out=folder)
    assert {path.name.split("-")[1] for path in folder.glob("part-*")} == {"rows", "decisions"} - {table}
    simulate(**TINY, games=500, out=folder)


@pytest.mark.parametrize("table", ["rows", "decisions"])
def test_a_table_that_is_behind_the_other_catches_up(table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(**TINY, games=500, out=tmp_path / "whole")
    interrupted(tmp_path / "behind", table, monkeypatch)
    assert files(tmp_path / "behind") == files(tmp_path / "whole")


def test_its_break_a_table_that_takes_all_it_is_given_has_matches_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulate(**TINY, games=500, out=tmp_path / "whole")
    monkeypatch.setattr(matches.np, "searchsorted", lambda *_: 0)
    interrupted(tmp_path / "behind", "rows", monkeypatch)
    assert files(tmp_path / "behind")["decisions.parquet"] != files(tmp_path / "whole")["decisions.parquet"]


def test_decisions_can_be_asked_for_afterwards_and_on_any_number_of_cores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordingWork, "few", 0)
    simulate(**TINY, games=60, out=tmp_path / "whole")
    simulate(**{**TINY, "decisions": False}, games=40, out=tmp_path / "later")
    simulate(**{**TINY, "cores": 2}, games=60, out=tmp_path / "later")
    assert files(tmp_path / "later") == files(tmp_path / "whole")
    with (tmp_path / "later" / "decisions.csv").open(newline="") as file:
        lines = [*csv.reader(file)]
    table = read_table(tmp_path / "later" / "decisions.parquet")
    assert lines[0] == [*COLUMNS] == table.column_names
    assert lines[1:] == [[str(value) for value in row.values()] for row in table.to_pylist()]
    assert np.unique(table["match"]).tolist() == [*range(60)]


def test_decisions_want_a_folder() -> None:
    with pytest.raises(OptionsError, match="say in which folder"):
        simulate("mitch", games=1, decisions=True)
