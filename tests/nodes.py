"""Machines of a Ray cluster for tests: processes on this machine, each with its own loopback address."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from muckle.errors import MuckleError
from muckle.lab import cluster
from patience import PATIENCE, wait_until

ENVIRONMENT = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(),  # for this run only: nobody else joins, and no token in a home folder counts
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
    "RAY_raylet_start_wait_time_s": "60",
    "RAY_worker_niceness": "0",  # the default, 15, would make workers wait for everything else on the machine
    "RAY_health_check_failure_threshold": "60",  # a busy machine must not be taken for dead
}
SMALL = ["--num-cpus=1", f"--object-store-memory={80 << 20}"]
PAGE = Path(__file__).parents[1] / "docs" / "cluster.md"
HEAD, JOIN = (line.split() for line in re.findall(r"^\$ (ray start .+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
"""Commands with which docs/cluster.md starts machines."""


class Node:
    """A machine: ``ray start``, which stays and ends all its processes when it is ended.

    Args:
        folder: for the logs and sockets of its cluster; a short path. ip: its own.
        head: the address of the head's port; None: it is the head.
    """

    def __init__(self, folder: Path, ip: str, head: str | None = None) -> None:
        port = free_port(ip)
        self.address = head or f"{ip}:{port}"
        told = {"--port=6379": f"--port={port}", "--address=10.0.0.1:6379": f"--address={head}"}
        command = [told.get(word, word) for word in (JOIN if head else HEAD)]
        command[0] = str(Path(sys.executable).with_name("ray"))
        command += ["--block", f"--node-ip-address={ip}", *([] if head else [f"--temp-dir={folder}"]), *SMALL]
        self.process = subprocess.Popen(
            command, env={**os.environ, **ENVIRONMENT}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    @property
    def raylet(self) -> int:
        """Number of the machine's main process."""
        return next(pid for pid in children(self.process.pid) if name(pid).split(" ")[0].endswith("/raylet"))

    @property
    def gave_up(self) -> bool:
        """Whether the machine ended by itself, because its main process waits for its agents for a few seconds only."""
        return self.process.poll() is not None or any("(raylet) Z" in status(pid) for pid in children(self.process.pid))

    def workers(self) -> list[int]:
        """Return the processes that work or wait for work; some have an idle process's name even while working."""
        try:
            return [pid for pid in children(self.raylet) if name(pid).startswith(("ray::IDLE", "ray::do_chunk"))]
        except StopIteration:  # the machine is just ending
            return []

    def lose(self) -> None:
        """Make the machine vanish."""
        os.kill(self.raylet, signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """End the machine and everything it has started."""
        started = family(self.process.pid)
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for pid in started:
            if "ray" in name(pid):
                os.kill(pid, signal.SIGKILL)


def start(folder: Path, ip: str, head: str | None, there: Callable[[Node], object]) -> Node:
    """Start a machine, again if it gives up, until `there` is true of it; `Node` has the arguments."""
    node = Node(folder, ip, head)

    def came() -> object:
        nonlocal node
        if node.gave_up:
            node.end()
            node = Node(folder, ip, head)
        return there(node)

    try:
        wait_until(came, f"the machine {ip}")
    except AssertionError:
        node.end()
        raise
    return node


def joined(address: str) -> bool:
    """Return whether this process belongs to the cluster, which it does once the first machine is there."""
    try:
        cluster.reach(address)
        cluster.Cluster(address)
    except (OSError, MuckleError):
        return False
    return True


def alive() -> int:
    """Return the number of machines in the cluster of this process."""
    ray: Any = import_module("ray")
    return sum(node["Alive"] for node in ray.nodes())


def free_port(ip: str) -> int:
    """Return a port at an address where nobody listens."""
    with socket.socket() as listener:
        listener.bind((ip, 0))
        return listener.getsockname()[1]


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    try:
        return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:  # it has just ended
        return []


def family(pid: int) -> list[int]:
    """Return the processes that a process has started, and all that those have started."""
    return [each for child in children(pid) for each in (child, *family(child))]


def status(pid: int) -> str:
    """Return a process's number, program and state, among others; "" if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""


def name(pid: int) -> str:
    """Return the command line of a process; "" if there is no such process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")[:200]
    except OSError:
        return ""
