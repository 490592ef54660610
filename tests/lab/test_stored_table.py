"""Stored tables: rows are read as they were played, and no interruption changes a byte of a table."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from pyarrow.parquet import ParquetFile, read_table

from muckle.errors import MuckleError
from muckle.lab import stored_table
from muckle.lab.compare import compare
from muckle.lab.simulate import Interrupted, simulate
from muckle.lab.stored_table import StoredTable

RUN = """
import sys
from muckle.lab import stored_table
from muckle.lab.simulate import simulate
stored_table.MAX_AGE_SECONDS = 0.005
simulate("mitch", "tiny", games=int(sys.argv[2]), seed=9, out=sys.argv[1], cores=2)
"""
FILES = ("rows.parquet", "rows.csv", stored_table.ASKED)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def run_with_kills(script: str, folder: Path, games: int, parts: tuple[int, ...]) -> None:
    """Run a script that simulates into a folder, kill it each time so many parts are there, and then let it end."""
    command, killed = [sys.executable, "-c", script, str(folder), str(games)], 0
    for number in parts:
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 100
        while process.poll() is None and len([*folder.glob("part-*")]) < number and time.monotonic() < until:
            time.sleep(0.002)
        process.kill()
        killed += process.wait() == -9
        assert process.returncode in (-9, 0)
    assert killed, "at least one was killed in mid-run"
    subprocess.run(command, check=True)


def test_a_run_that_is_killed_again_and_again_comes_to_the_same_table_to_the_last_byte(tmp_path: Path) -> None:
    games, folder = 60_000, tmp_path / "killed"
    simulate("mitch", "tiny", games=games, seed=9, out=tmp_path / "whole")
    run_with_kills(RUN, folder, games, (1, 3))
    assert files(folder) == files(tmp_path / "whole") and set(files(folder)) == set(FILES)
    told = [simulate("mitch", "tiny", games=games, seed=9, out=out).figures for out in (folder, None)]
    assert told[0] == told[1], "the report is made of the rows that are kept"


def test_killed_while_the_table_is_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate("mitch", "tiny", games=500, seed=9, out=tmp_path / "whole")
    for number, step in enumerate(("_even_groups", "_write_csv", "unlink")):
        folder = tmp_path / str(number)
        with monkeypatch.context() as broken:
            broken.setattr(Path if step == "unlink" else StoredTable, step, stop)
            with pytest.raises(OSError, match="stopped"):
                simulate("mitch", "tiny", games=500, seed=9, out=folder)
        assert "rows.csv" not in files(folder) or any(name.startswith("part-") for name in files(folder))
        simulate("mitch", "tiny", games=500, seed=9, out=folder)
        assert files(folder) == files(tmp_path / "whole")


def stop(*_: object) -> None:
    raise OSError("stopped")


def test_the_table_is_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_table, "GROUP", 64)
    report = simulate("mitch", seats=3, games=200, seed=2, out=str(tmp_path))
    table = read_table(tmp_path / "rows.parquet")
    assert table.num_rows == 200 and ParquetFile(tmp_path / "rows.parquet").metadata.num_row_groups == 4
    scores = [np.mean(table[f"score_{seat}"].to_numpy()) for seat in range(3)]
    assert scores == pytest.approx(report.mean_scores, abs=1e-6)
    with (tmp_path / "rows.csv").open(newline="") as file:
        lines = [*csv.DictReader(file)]
    assert [{name: int(value) for name, value in line.items()} for line in lines] == table.to_pylist()
    assert b'"seats": 3' in table.schema.metadata[b"muckle"], "the file says what was asked for"


def test_more_games_go_on_where_fewer_ended(tmp_path: Path) -> None:
    simulate("mitch", "tiny", games=300, seed=9, out=tmp_path / "one")
    simulate("mitch", "tiny", games=700, seed=9, out=tmp_path / "one")
    simulate("mitch", "tiny", games=700, seed=9, out=tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")
    fewer = simulate("mitch", "tiny", games=300, seed=9, out=tmp_path / "one")
    assert fewer.figures == simulate("mitch", "tiny", games=300, seed=9).figures


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    done = 0

    def interrupt(games: int) -> None:
        nonlocal done
        done += games
        if done > 20:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        simulate("mitch", "tiny", games=10**9, seed=9, cores=1, progress=interrupt, out=tmp_path)
    counted = caught.value.report.games
    rows = sum(ParquetFile(path).metadata.num_rows for path in tmp_path.glob("part-*"))
    assert rows >= counted > 20


def test_a_comparison_keeps_a_folder_a_variant(tmp_path: Path) -> None:
    vary = {"win_value": [4, 5], "draw": ["stock", "must_place"]}
    found = [compare("mitch", "tiny", vary=vary, games=300, out=out) for out in (tmp_path, tmp_path, None)]
    assert found[0] == found[1] == found[2]
    tables = sorted(str(path.relative_to(tmp_path).parent) for path in tmp_path.rglob("rows.parquet"))
    assert tables == [f"win_value={win}/draw={draw}" for win in (4, 5) for draw in ("must_place", "stock")]
    mean = np.mean(read_table(tmp_path / "win_value=5" / "draw=stock" / "rows.parquet")["score_0"].to_numpy())
    assert compare("mitch", "tiny", vary=vary, games=300, metrics=["score_0"]).variants[2].measures[
        "score_0"
    ].mean == pytest.approx(mean, abs=1e-6)


def test_a_folder_of_another_run_or_of_other_things_is_left_alone(tmp_path: Path) -> None:
    simulate("mitch", "tiny", games=5, out=tmp_path / "run")
    with pytest.raises(MuckleError, match="holds a run with seed 0, not 1"):
        simulate("mitch", "tiny", games=5, seed=1, out=tmp_path / "run")
    with pytest.raises(MuckleError, match="holds a run with players"):
        simulate("mitch", "tiny", games=5, players="greedy", out=tmp_path / "run")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(MuckleError, match="holds other files"):
        simulate("mitch", "tiny", games=5, out=tmp_path / "mine")
    with pytest.raises(MuckleError, match="cannot be written"):
        simulate("mitch", "tiny", games=5, out=tmp_path / "mine" / "letter.txt" / "run")
