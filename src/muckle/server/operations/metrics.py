"""Figures of a room for Prometheus, on an address of their own: they are for whoever runs it, not for visitors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from muckle.errors import OptionsError
from muckle.server.door.shares import Shares
from muckle.server.door.shield import Guard
from muckle.server.room import Room


class RoomFigures(Collector):
    """Reads what the room counts anyway, whenever it is asked."""

    def __init__(self, room: Room, guard: Guard, shares: Shares) -> None:
        self._room, self._guard, self._shares = room, guard, shares

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("muckle_connections", "Open connections.", self._guard.open)
        yield GaugeMetricFamily("muckle_matches_in_memory", "Matches in memory.", len(self._room.matches))
        watching = sum(len(hosted.clients) for hosted in self._room.matches)
        yield GaugeMetricFamily("muckle_sockets", "Sockets that look at a match.", watching)
        yield GaugeMetricFamily("muckle_questions", "Questions that wait for a bot's worker.", self._room.bots.waiting)
        yield counted("muckle_dropped", "Connections that were dropped.", "why", self._guard.dropped)
        yield counted("muckle_refused", "Requests that were refused.", "share", self._shares.refused)


def counted(name: str, help: str, label: str, counts: Counter[str]) -> Metric:
    """Counts by a label; copied, because the room goes on counting in another thread."""
    family = CounterMetricFamily(name, help, labels=[label])
    for value, count in counts.copy().items():
        family.add_metric([value], count)
    return family


def publish(address: str, room: Room, guard: Guard, shares: Shares) -> None:
    """Serve the figures at an address such as 127.0.0.1:9464.

    Raises:
        OptionsError: it is none, or cannot be listened on.
    """
    host, _, port = address.rpartition(":")
    acts = Histogram("muckle_act_seconds", "From an act that came to its being on disk.", registry=None)
    registry = CollectorRegistry()
    for collector in (RoomFigures(room, guard, shares), acts, ProcessCollector(registry=None)):
        registry.register(collector)
    try:
        start_http_server(int(port), host or "127.0.0.1", registry)
    except (ValueError, OverflowError):
        raise OptionsError(f"metrics go to an address such as 127.0.0.1:9464, got {address!r}") from None
    except OSError as error:
        raise OptionsError(f"metrics cannot be served at {address}: {error.strerror}") from None
    room.took = acts.observe
