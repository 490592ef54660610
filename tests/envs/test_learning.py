"""The examples of learning learn."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"


def test_the_tiny_match_is_solved() -> None:
    """Both by chance alone leave 8.28 points to gain (`test_openspiel.py`)."""
    command = [sys.executable, str(EXAMPLES / "solve_tiny.py"), "60"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=250).stdout
    gains = [float(line.split()[2]) for line in said.splitlines()]
    assert len(gains) == 6 and gains[0] > gains[-1] and gains[-1] < 0.02


def test_a_network_learns_mitch() -> None:
    """Train with a small budget; docs/environments.md has the results of a larger one."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib and PyTorch are no part of muckle, and not installed here")
    command = [sys.executable, str(EXAMPLES / "train_mitch.py"), "--lessons=1", "--steps=32000", "--matches=200"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=280).stdout
    against_random = [float(share) for share in re.findall(r"two random: ([0-9.]+)%", said)]
    assert len(against_random) == 3 and against_random[0] < 50 < 80 < min(against_random[1:])
