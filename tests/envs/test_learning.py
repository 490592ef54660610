"""The examples of learning learn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"


def test_the_tiny_match_is_solved() -> None:
    """Both by chance alone leave 8.28 points to gain (`test_openspiel.py`)."""
    command = [sys.executable, str(EXAMPLES / "solve_tiny.py"), "60"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=250).stdout
    gains = [float(line.split()[2]) for line in said.splitlines()]
    assert len(gains) == 6 and gains[0] > gains[-1] and gains[-1] < 0.02
