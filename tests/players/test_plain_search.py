"""Mickell's own search and its hindsight as plain Python: the short run sees them here alone.

To compile them takes 50 seconds, and the long run does (`order.LATE`).
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TRIED = (
    "tests/mickell/test_strategy.py::test_rows_are_trimmed_to_their_best_word_and_claimed_in_the_end",
    "tests/mickell/test_strategy.py::test_a_word_is_claimed_at_once_when_its_place_is_wanted",
    "tests/mickell/test_strategy.py::test_every_level_plays_any_options_to_the_end[easy-given0]",
    "tests/mickell/test_strategy.py::test_every_level_plays_any_options_to_the_end[hard-given0]",
    "tests/mickell/test_strategy.py::test_the_search_makes_far_more_of_a_small_deck_than_a_look_ahead",
    "tests/match/test_typed_order.py::test_par_and_hindsight_follow_the_order",
    "tests/players/test_par.py::test_par_and_hindsight_have_lines_that_score_them_and_hindsight_is_never_less",
    "tests/players/test_par.py::test_a_solver_whose_line_does_not_reach_its_score_is_noticed",
    "tests/players/test_par.py::test_a_hosted_deck_is_worth_nothing_yet_while_its_secret_is_kept",
)
WRAPS = "ignore:overflow:RuntimeWarning"
"""Hashes of positions overflow on purpose; machine code does not warn of that."""


def test_what_the_long_run_compiles_holds_in_plain_mode() -> None:
    command = [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", "-W", WRAPS, *TRIED]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-1000:]
    assert "10 passed" in result.stdout
