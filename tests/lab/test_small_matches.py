"""The table of small matches in docs/researchers.md is what bench/small_matches.py prints."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BENCH = runpy.run_path(str(ROOT / "bench" / "small_matches.py"))
PAGE = (ROOT / "docs" / "researchers.md").read_text(encoding="utf-8").splitlines()
ROWS = {line.split(" | ")[0]: line for line in PAGE if line.startswith("| `")}
"""Rows of the table by their first column."""


def test_each_row_is_a_match_of_the_bench() -> None:
    assert list(ROWS) == [f"| {match.label()}" for match in BENCH["MATCHES"]]


@pytest.mark.parametrize("match", [BENCH["MATCHES"][number] for number in (0, 3, 5, 12)], ids=lambda match: match.label())
def test_a_row_is_what_the_bench_finds(match: Any) -> None:
    """Compare the counts, the value and the gains against random and greedy players.

    Seats that know nothing but their own actions (`exact._knowledge`, `Tree._tell`) come to other gains.
    """
    found = BENCH["row"](match, match.solved(("random", "greedy")))
    assert found.split(" | ")[:6] == ROWS[f"| {match.label()}"].split(" | ")[:6]


@pytest.mark.slow
@pytest.mark.timeout(1200)  # the match of Multzo takes some minutes on a busy machine
@pytest.mark.parametrize("match", [BENCH["MATCHES"][number] for number in (2, 4, 10)], ids=lambda match: match.label())
def test_larger_matches_of_mitch_multzo_and_grabble_road_have_the_values_of_their_rows(match: Any) -> None:
    solution = match.solved(())
    assert 10**5 < solution.histories < 10**7
    assert BENCH["row"](match, solution).split(" | ")[:4] == ROWS[f"| {match.label()}"].split(" | ")[:4]
