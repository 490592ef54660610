"""Work done by a Ray cluster: pieces go to whichever machine is free, and what they came to is brought into order here.

What comes of a piece depends on its number alone, so a piece whose worker or machine was lost is done again elsewhere, and no
number depends on how many machines there are.
"""

from __future__ import annotations

import os
import pickle
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from muckle.engine import sources
from muckle.errors import MuckleError, OptionsError, lacking
from muckle.games import GAMES
from muckle.lab.work import Work, timed

CHUNK_SECONDS = 0.5
"""About as long as a worker takes for the pieces it is sent at once; Ray needs some thousandths of that for itself."""
AHEAD = 3
"""So many parts a processor are under way or wait for one before them."""
TRIES = 10
"""So often a part is begun anew whose worker or machine was lost."""
WAIT = 1.0
"""Seconds after which is looked whether the cluster has grown or shrunk, and whether Ctrl-C was pressed."""


LAST_PORT = 65_535
SECONDS = 10.0
"""So long a cluster has to answer at all."""


class Sent(NamedTuple):
    """Work as it is sent to machines."""

    packed: bytes
    """Pickled apart, as what Ray itself unpacks cannot be written to, and compiled code would be another then."""
    module: str
    """Name of the module that the work's class stands in."""
    version: str
    """Hash of the sources that decide how the work's games are played, see `version`."""


class Cluster:
    """All machines of a Ray cluster.

    Args:
        address: of its head, such as ``10.0.0.1:6379``; "auto": the cluster that this machine belongs to.

    Raises:
        MuckleError: Ray is not installed, there is no such cluster, or it does not let this machine in.
    """

    def __init__(self, address: str = "auto") -> None:
        self._ray = _ray()
        if not self._ray.is_initialized():
            if address != "auto":
                reach(address)
            try:
                self._ray.init(address=address, logging_level="ERROR", log_to_driver=False)
            except (OSError, ValueError, RuntimeError, self._ray.exceptions.AuthenticationError) as error:
                said = str(error).splitlines()[0].partition(". ")[0]
                raise MuckleError(
                    f"there is no Ray cluster at {address} that lets this machine in: {said:.200}; if it asks for a token, "
                    "RAY_AUTH_MODE=token and the same token are needed here, too (docs/cluster.md)"
                ) from None
        self._part = self._ray.remote(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")(do_part)
        self._jobs: dict[int, _Job] = {}

    def in_order(self, work: Work, numbers: range) -> Iterator[Any]:
        """As of `Pool`."""
        if work.concurrency == "alone":
            raise OptionsError("players of one's own are asked on this machine, one thing at a time; leave the cluster out")
        if id(work) not in self._jobs:
            home = type(work).__module__
            self._jobs[id(work)] = _Job(work, self._ray.put(Sent(pickle.dumps(work), home, version(home))))
        return _Run(self._ray, self._part, self._jobs[id(work)], numbers).answers()


class _Job:
    """Work that machines can find."""

    def __init__(self, work: Work, sent: Any) -> None:
        self.work, self.sent, self.size = work, sent, 1
        """`size`: how many pieces are sent at once."""


class _Run:
    """Some pieces of a work under way."""

    def __init__(self, ray: Any, part: Any, job: _Job, numbers: range) -> None:
        self._ray, self._part, self._job, self._left = ray, part, job, numbers
        self._parts: deque[Any] = deque()
        """Those that were sent and not handed on, in order."""
        self._pending: dict[Any, int] = {}
        """Those whose answer is not there, each with its size."""
        self._processors, self._looked = 1, -WAIT

    def answers(self) -> Iterator[Any]:
        """What they came to, in order."""
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
        """Send as many as there is room for; the last ones smaller, so that all machines end together."""
        if time.monotonic() - self._looked > WAIT:
            self._processors, self._looked = max(1, int(self._ray.cluster_resources().get("CPU", 1))), time.monotonic()
        while self._left and len(self._parts) < AHEAD * self._processors:
            size = min(self._job.size, max(1, len(self._left) // (2 * self._processors)))
            part = self._part.remote([self._job.sent], self._left[:size])
            self._left = self._left[size:]
            self._parts.append(part)
            self._pending[part] = size

    def _wait(self) -> None:
        """Wait until something is there, and send larger parts if it took no time."""
        self._ray.wait([*self._pending], timeout=WAIT)
        there, _ = self._ray.wait([*self._pending], num_returns=len(self._pending), timeout=0)
        for part in there:
            size = self._pending.pop(part)
            if size == self._job.size and self._get(part).cpu_seconds < CHUNK_SECONDS:
                self._job.size *= 2

    def _get(self, part: Any) -> Any:
        """The answer of a part that is there.

        Raises:
            MuckleError: it could not be done.
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


def reach(address: str) -> None:
    """See that somebody listens there; Ray itself would try for minutes.

    Raises:
        OptionsError: it is no address. MuckleError: nobody listens there.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > LAST_PORT:
        raise OptionsError(f"a Ray cluster's address is HOST:PORT, such as 10.0.0.1:6379, or auto, got {address!r:.80}")
    try:
        socket.create_connection((host, int(port)), SECONDS).close()
    except OSError as error:
        raise MuckleError(f"there is no Ray cluster at {address}: {error.strerror or error}") from None


def do_part(sent: Sequence[Any], numbers: range) -> Any:
    """What the pieces of these numbers came to: what a worker runs.

    Args:
        sent: a reference to `Sent`, in a list, so that Ray does not fetch what is there already.
    """
    return timed(_begun(sent[0]), numbers)


@lru_cache(maxsize=4)
def _begun(sent: Any) -> Callable[[range], Any]:
    """What does pieces of a work, begun once a process."""
    ray = _ray()
    work: Sent = ray.get(sent)
    if work.version != version(work.module):
        raise MuckleError(f"the machine {ray.util.get_node_ip_address()} has another muckle than the one that asks it")
    return pickle.loads(work.packed).begin()


def version(module: str) -> str:
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
        raise lacking("for a cluster, Ray is needed", "ray")
    return ray
