"""The metrics that Prometheus collects: requests, queues and workers."""

import time
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.web.event_context import EventContext
from arena.web.standings_cache import StandingsCache
from arena.web.work.health import games_a_minute, is_up, queue_lengths, recent_workers

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "arena_requests", "Requests by route and status.", ("route", "status"), registry=self.registry
        )
        self.latency = Histogram(
            "arena_request_seconds",
            "Time to answer by route.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )

    def watch(self, context: EventContext, cache: StandingsCache) -> None:
        """Tell of this event too."""
        self.registry.register(_EventNumbers(context, cache))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _EventNumbers(Collector):
    def __init__(self, context: EventContext, cache: StandingsCache) -> None:
        self._context = context
        self._cache = cache

    def collect(self) -> Iterable[Metric]:
        queue = GaugeMetricFamily("arena_queue", "Work by kind and state.", labels=("kind", "state"))
        for (kind, state), count in queue_lengths(self._context).items():
            queue.add_metric((kind, state), count)
        yield queue
        yield GaugeMetricFamily("arena_games_a_minute", "Rated games a minute.", games_a_minute(self._cache))
        snapshot = self._cache.snapshot
        yield GaugeMetricFamily("arena_games", "Rated games.", len(snapshot.games))
        faults = GaugeMetricFamily("arena_faults", "Faults of active bots by kind.", labels=("kind",))
        counts: dict[str, int] = {}
        for row in snapshot.rows:
            for kind, count in row.faults.items():
                counts[kind] = counts.get(kind, 0) + count
        for kind, count in sorted(counts.items()):
            faults.add_metric((kind,), count)
        yield faults
        workers = GaugeMetricFamily(
            "arena_worker_up", "Whether a worker has a heartbeat.", labels=("worker", "kind")
        )
        now_s = time.time()
        for one in recent_workers(self._context, now_s):
            workers.add_metric((one.name, one.kind), float(is_up(one, now_s)))
        yield workers
