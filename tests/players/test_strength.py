"""`bench/strength.py` measures, and whoever is told what is hidden is stronger for it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def gains(game: str, *heroes: str, matches: int) -> list[tuple[float, float]]:
    """Return how much more each hero wins than the first one in per cent, and half of its interval."""
    command = [sys.executable, "bench/strength.py", game, *heroes, "--set", "seats=3", "--games", str(matches), "--cores", "1"]
    rows = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert len(rows) == len(heroes)
    told = [row.rstrip(" |").rpartition("| ")[2].split(" ± ") for row in rows]
    return [(float(gain), float(error)) for gain, error in told]


@pytest.mark.slow
def test_a_cheater_beats_the_same_player_who_is_honest():
    """Otherwise the search has a fault: its playouts end before what was won is paid, or they peek themselves."""
    hero = "hard/playouts=60/slip=0"
    same, again, cheater = gains("multzo", hero, hero, f"cheater:{hero}", matches=150)
    assert same == again == (0, 0), "the same player on the same deals"
    assert cheater[0] - cheater[1] > 0
