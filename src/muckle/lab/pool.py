"""Somewhere to work: numbered pieces of work go in, what they came to comes out in order, the same wherever it was done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from muckle.errors import OptionsError
from muckle.lab.cluster import Cluster
from muckle.lab.plan import read_cores
from muckle.lab.work import Work, by_threads
from muckle.lab.workers import by_processes


class Pool(Protocol):
    """Where work is done."""

    def in_order(self, work: Work, numbers: range) -> Iterator[Any]:
        """What the pieces of these numbers came to, some of them at a time, ascending.

        Whoever asks for no more has the rest given up.
        """
        ...


class Cores:
    """Cores of this machine.

    Args:
        cores: how many; None: all.

    Raises:
        OptionsError: it is no such number.
    """

    def __init__(self, cores: int | None = None) -> None:
        self.cores = read_cores(cores)

    def in_order(self, work: Work, numbers: range) -> Iterator[Any]:
        """As of `Pool`."""
        if work.concurrency == "threads":
            return by_threads(work.begin(), numbers, self.cores)
        if work.concurrency == "alone" or self.cores == 1 or len(numbers) <= work.few:
            return by_threads(work.begin(), numbers, 1)
        return by_processes(work, numbers, self.cores)


def open_pool(cores: int | None, cluster: str | None) -> Pool:
    """What a laboratory's functions work with.

    Args:
        cores: how many of this machine; None: all. cluster: the address of a Ray cluster instead, or "auto".

    Raises:
        OptionsError: it is no number of cores, or both were asked for. MuckleError: there is no such cluster.
    """
    if cluster is None:
        return Cores(cores)
    if cores is not None:
        raise OptionsError("cores are those of this machine; on a cluster all are used")
    return Cluster(cluster)
