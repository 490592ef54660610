"""Metrics of a room for Prometheus. They have an address of their own, because they are for the operator only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from muckle.errors import OptionsError
from muckle.server.door.guard import Guard
from muckle.server.door.rate_limits import RateLimits
from muckle.server.operations.pulse import Pulse
from muckle.server.room import Room
from muckle.version import VERSION


class RoomFigures(Collector):
    """Collects the room's own counts whenever Prometheus asks.

    Args:
        answers: number of answers by HTTP status.
        errors: number of errors by kind.
        pulse: the room's pulse, which knows the size of the database.
    """

    def __init__(
        self, room: Room, guard: Guard, rate_limits: RateLimits, answers: Counter[str], errors: Counter[str], pulse: Pulse
    ) -> None:
        self.room, self.pulse = room, pulse
        self._guard, self._rate_limits, self._answers, self._errors = guard, rate_limits, answers, errors

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("muckle", "The version that runs.", {"version": VERSION})
        yield GaugeMetricFamily("muckle_connections", "Open connections.", self._guard.open)
        yield GaugeMetricFamily("muckle_matches_in_memory", "Matches in memory.", len(self.room.matches))
        watching = sum(len(table.clients) for table in self.room.matches)
        yield GaugeMetricFamily("muckle_sockets", "Sockets that look at a match.", watching)
        yield GaugeMetricFamily("muckle_questions", "Questions that wait for a bot's worker.", self.room.bots.waiting)
        workers = self.room.bots.running
        yield GaugeMetricFamily("muckle_workers", "Processes in which bots think.", len(workers))
        memory = sum(worker.memory for worker in workers)
        yield GaugeMetricFamily("muckle_workers_memory_bytes", "Physical memory of those processes, as they last said.", memory)
        size = self.pulse.database_size
        yield GaugeMetricFamily("muckle_database_bytes", "Size of the database on disk, measured once a minute.", size)
        yield counted("muckle_answers", "Answers by HTTP status.", "status", self._answers)
        yield counted("muckle_errors", "Errors by kind: an exception, or the logger that told of it.", "kind", self._errors)
        yield counted("muckle_dropped", "Connections that were dropped.", "why", self._guard.dropped)
        yield counted("muckle_refused", "Requests that were refused.", "share", self._rate_limits.refused)


def counted(name: str, help: str, label: str, counts: Counter[str]) -> Metric:
    """Return counts as a metric with one label. They are copied, because the room goes on counting in another thread."""
    family = CounterMetricFamily(name, help, labels=[label])
    for value, count in counts.copy().items():
        family.add_metric([value], count)
    return family


def publish(address: str, figures: RoomFigures) -> None:
    """Serve the metrics at an address such as 127.0.0.1:9464.

    Raises:
        OptionsError: the text is not an address, or nothing can listen there.
    """
    host, _, port = address.rpartition(":")
    acts = Histogram("muckle_act_seconds", "From an act that came to its being on disk.", registry=None)
    late = Histogram("muckle_loop_lag_seconds", "How late the event loop was, measured once a second.", registry=None)
    registry = CollectorRegistry()
    for collector in (figures, acts, late, ProcessCollector(registry=None)):
        registry.register(collector)
    try:
        start_http_server(int(port), host.strip("[]") or "127.0.0.1", registry)
    except (ValueError, OverflowError):
        raise OptionsError(f"metrics go to an address such as 127.0.0.1:9464, got {address!r}") from None
    except OSError as error:
        raise OptionsError(f"metrics cannot be served at {address}: {error.strerror}") from None
    figures.room.took, figures.pulse.late = acts.observe, late.observe
