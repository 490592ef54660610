"""Measure how the laboratory scales over machines: ``uv run --group test --group cluster python bench/cluster.py``.

Two machines of a Ray cluster with a processor each are started on this one (Linux), as the tests start theirs. The same games
are simulated by one and by both; docs/cluster.md has the figures, and what follows from them for more.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from nodes import ENVIRONMENT, alive, joined, start

os.environ.update(ENVIRONMENT)  # which Ray reads when it is imported
import ray

from muckle.lab.simulate import simulate

JOB: dict[str, Any] = {"game": "mitch", "seats": 3, "players": "greedy"}


class Cost(NamedTuple):
    """The times of a simulation, in seconds."""

    wall: float
    workers: float
    """CPU time of those who play."""
    driver: float
    """CPU time of the process that asks them and counts."""


def measure(address: str, games: int) -> Cost:
    """Simulate once; the workers have compiled before."""
    simulate(**JOB, games=games // 10, seed=1, cluster=address)
    began, spent = time.monotonic(), time.process_time()
    report = simulate(**JOB, games=games, cluster=address)
    return Cost(time.monotonic() - began, report.cpu_seconds, time.process_time() - spent)


def main() -> None:
    """Print both as a Markdown table."""
    parser = argparse.ArgumentParser(description="How the laboratory scales over machines.")
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp") as folder:  # sockets have short paths
        machines = [start(Path(folder), "127.0.0.2", None, lambda node: joined(node.address))]
        address = machines[0].address
        try:
            print(
                "| machines | games | wall s | CPU s of workers | CPU s of the driver | load |\n|---:|---:|---:|---:|---:|---:|"
            )
            for count in (1, 2):
                if count == 2:
                    machines.append(start(Path(folder), "127.0.0.3", address, lambda _: alive() == 2))
                cost = measure(address, games)
                print(
                    f"| {count} | {games:,} | " + " | ".join(f"{each:.2f}" for each in (*cost, os.getloadavg()[0])) + " |",
                    flush=True,
                )
        finally:
            ray.shutdown()
            for machine in reversed(machines):
                machine.end()


if __name__ == "__main__":
    main()
