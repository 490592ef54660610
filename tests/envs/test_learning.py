"""The examples of learning learn."""

from __future__ import annotations

import re
import shutil
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


def test_a_network_of_numpy_learns_mitch_and_sits_down_at_a_table(tmp_path: Path) -> None:
    """Train with a small budget, and play a match against the network as docs/environments.md tells."""
    shutil.copy(EXAMPLES / "numpy_mitch.py", tmp_path)
    command = [sys.executable, "numpy_mitch.py", "--lessons=2", "--updates=1", "--matches=200"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=280, cwd=tmp_path).stdout
    against_random = [float(share) for share in re.findall(r"three random: ([0-9.]+)%", said)]
    assert len(against_random) == 3 and against_random[0] < 40 < 80 < min(against_random[1:])
    play = ["-m", "muckle", "play", "mitch", "--plain", "--set", "hands=1", "--seed=1", "--against", "numpy_mitch:policy"]
    command = [sys.executable, *play]
    table = subprocess.run(command, input="1\n" * 300, check=True, capture_output=True, text=True, timeout=280, cwd=tmp_path)
    assert "The match is over" in table.stdout and "plays on for it" not in table.stdout + table.stderr


def test_a_network_learns_mitch() -> None:
    """Train with a small budget; docs/environments.md has the results of a larger one."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib and PyTorch are no part of muckle, and not installed here")
    command = [sys.executable, str(EXAMPLES / "train_mitch.py"), "--lessons=1", "--steps=32000", "--matches=200"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=280).stdout
    against_random = [float(share) for share in re.findall(r"two random: ([0-9.]+)%", said)]
    assert len(against_random) == 3 and against_random[0] < 50 < 80 < min(against_random[1:])
