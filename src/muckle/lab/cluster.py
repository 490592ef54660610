"""A pool on a Ray cluster: any free machine does the next pieces, and this machine puts the answers in order.

An answer depends on the number of its piece alone. So a piece whose worker or machine was lost is done again elsewhere, and the
results do not depend on the number of machines.
"""

from __future__ import annotations

import os
import pickle
import socket
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from muckle.engine import sources
from muckle.errors import MuckleError, OptionsError, missing_extra
from muckle.games import GAMES
from muckle.lab.pool import Cores, Pool, Work, with_cpu_seconds

CHUNK_SECONDS = 0.5
"""Approximate CPU time of the pieces that a worker is sent at once, in seconds; Ray adds some milliseconds."""
AHEAD = 3
"""Number of chunks per processor that are running or queued."""
TRIES = 10
"""Number of retries of a chunk whose worker or machine was lost."""
WAIT = 1.0
"""Seconds between checks of the cluster's size and of Ctrl-C."""
LAST_PORT = 65_535
CONNECT_SECONDS = 10.0
"""Timeout of the first connection to a cluster, in seconds."""


def open_pool(cores: int | None, cluster: str | None) -> Pool:
    """Return the pool that a function of the laboratory was asked to use.

    Args:
        cores: number of cores of this machine; None: all.
        cluster: address of a Ray cluster to use instead, or "auto".

    Raises:
        OptionsError: the number of cores is out of range, or both arguments were given. MuckleError: there is no such cluster.
    """
    if cluster is None:
        return Cores(cores)
    if cores is not None:
        raise OptionsError("cores are those of this machine; on a cluster all are used")
    return Cluster(cluster)


class SentWork(NamedTuple):
    """Work as it is sent to the machines of a cluster."""

    packed: bytes
    """The pickled work. Ray's own unpickling makes arrays read-only, and functions would be compiled again for those."""
    module: str
    """Name of the module that defines the work's class."""
    version: str
    """Hash of the sources that decide how games are played, see `source_version`."""


class Cluster:
    """All machines of a Ray cluster.

    Args:
        address: address of the head node, such as ``10.0.0.1:6379``; "auto": the cluster that this machine belongs to.

    Raises:
        MuckleError: Ray is not installed, there is no such cluster, or it refuses this machine.
    """

    def __init__(self, address: str = "auto") -> None:
        self._ray = _ray()
        if not self._ray.is_initialized():
            if address != "auto":
                check_reachable(address)
            try:
                self._ray.init(address=address, logging_level="ERROR", log_to_driver=False)
            except (OSError, ValueError, RuntimeError, self._ray.exceptions.AuthenticationError) as error:
                said = str(error).splitlines()[0].partition(". ")[0]
                raise MuckleError(
                    f"there is no Ray cluster at {address} that lets this machine in: {said:.200}; if it asks for a token, "
                    "RAY_AUTH_MODE=token and the same token are needed here, too (docs/cluster.md)"
                ) from None
        self._part = self._ray.remote(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")(do_chunk)
        self._jobs: dict[int, _Job] = {}

    def in_order(self, work: Work, numbers: range) -> Generator[Any]:
        """Do the pieces of these numbers, and yield the answers in order.

        Raises:
            OptionsError: the work needs this process, because it asks custom players.
        """
        if work.concurrency == "alone":
            raise OptionsError("players of one's own are asked on this machine, one thing at a time; leave the cluster out")
        if id(work) not in self._jobs:
            home = type(work).__module__
            self._jobs[id(work)] = _Job(work, self._ray.put(SentWork(pickle.dumps(work), home, source_version(home))))
        return _Run(self._ray, self._part, self._jobs[id(work)], numbers).answers()


class _Job:
    """Work in the cluster's object store, from which all machines fetch it."""

    def __init__(self, work: Work, sent: Any) -> None:
        self.work, self.sent, self.size = work, sent, 1
        """`size` is the number of pieces in a chunk."""


class _Run:
    """The pieces of one call of `in_order`."""

    def __init__(self, ray: Any, part: Any, job: _Job, numbers: range) -> None:
        self._ray, self._part, self._job, self._left = ray, part, job, numbers
        self._parts: deque[Any] = deque()
        """Chunks that were sent and whose answers have not been yielded, in order."""
        self._pending: dict[Any, int] = {}
        """Sizes of the chunks that are not finished."""
        self._processors, self._looked = 1, -WAIT

    def answers(self) -> Generator[Any]:
        """Yield the answers in order."""
        try:
            while self._left or self._parts:
                self._send()
                self._wait()
                while self._parts and self._parts[0] not in self._pending:
                    yield self._get(self._parts.popleft())
        finally:
            for part in self._pending:
                self._ray.cancel(part)

    def _send(self) -> None:
        """Send chunks until enough are queued. The last chunks are smaller, so that all machines end together."""
        if time.monotonic() - self._looked > WAIT:
            self._processors, self._looked = max(1, int(self._ray.cluster_resources().get("CPU", 1))), time.monotonic()
        while self._left and len(self._parts) < AHEAD * self._processors:
            size = min(self._job.size, max(1, len(self._left) // (2 * self._processors)))
            part = self._part.remote([self._job.sent], self._left[:size])
            self._left = self._left[size:]
            self._parts.append(part)
            self._pending[part] = size

    def _wait(self) -> None:
        """Wait until a chunk is finished, and double the size of chunks that were too quick."""
        self._ray.wait([*self._pending], timeout=WAIT)
        finished, _ = self._ray.wait([*self._pending], num_returns=len(self._pending), timeout=0)
        for part in finished:
            size = self._pending.pop(part)
            if size == self._job.size and self._get(part).cpu_seconds < CHUNK_SECONDS:
                self._job.size *= 2

    def _get(self, part: Any) -> Any:
        """Return the answer of a finished chunk.

        Raises:
            MuckleError: it failed.
        """
        errors = self._ray.exceptions
        try:
            return self._ray.get(part)
        except errors.RayTaskError as error:
            if isinstance(error.cause, MuckleError):
                raise error.cause from None
            raise
        except errors.RayError as error:
            lost = str(error).splitlines()[0]
            raise MuckleError(
                f"{TRIES} workers or machines were lost with the same games, or all machines: {lost:.200}"
            ) from None


def check_reachable(address: str) -> None:
    """Check that a head node listens at an address, because Ray itself would try for minutes.

    Raises:
        OptionsError: the address is malformed. MuckleError: nothing listens there.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > LAST_PORT:
        raise OptionsError(f"a Ray cluster's address is HOST:PORT, such as 10.0.0.1:6379, or auto, got {address!r:.80}")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise MuckleError(f"there is no Ray cluster at {address}: {error.strerror or error}") from None


def do_chunk(sent: Sequence[Any], numbers: range) -> Any:
    """Return the answer for a range of pieces: the function that workers run.

    Args:
        sent: list with a reference to `SentWork`. The list keeps Ray from fetching the work for every chunk.
    """
    return with_cpu_seconds(_begin(sent[0]), numbers)


@lru_cache(maxsize=4)
def _begin(sent: Any) -> Callable[[range], Any]:
    """Begin a work, once per process."""
    ray = _ray()
    work: SentWork = ray.get(sent)
    if work.version != source_version(work.module):
        raise MuckleError(f"the machine {ray.util.get_node_ip_address()} has another muckle than the one that asks it")
    return pickle.loads(work.packed).begin()


def source_version(module: str) -> str:
    """Return a hash of the sources of a module and of every game's rules, texts and strategies."""
    return sources.digest(
        [module, *(file for game in GAMES.values() for file in (*game.compiled_files, f"{game.folder}.text"))]
    )


def _ray() -> Any:
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")  # machines have muckle installed; nothing is sent there
    try:
        ray = import_module("ray")
    except ModuleNotFoundError:
        ray = None
    if not hasattr(ray, "init"):  # not installed; any folder called ray passes for a module
        raise missing_extra("for a cluster, Ray is needed", "ray")
    return ray
