"""The metrics that Prometheus collects: requests, queues and workers.

Every series of the event is there from the first moment and stays, with 0 where there is nothing, so that an alert cannot miss it.
"""

import time
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from arena.record import Termination, is_fault
from arena.web.event_context import EventContext
from arena.web.standings_cache import EventStandings
from arena.web.work.health import at_work, games_a_minute, games_played, health_of, matches_due, queue_lengths

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

    def watch(self, context: EventContext, standings: EventStandings) -> None:
        """Tell of this event too."""
        self.registry.register(_EventNumbers(context, standings))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _EventNumbers(Collector):
    def __init__(self, context: EventContext, standings: EventStandings) -> None:
        self._context = context
        self._standings = standings

    def collect(self) -> Iterable[Metric]:
        context, standings = self._context, self._standings
        for name, words, value in (
            (
                "arena_healthy",
                "Whether all is well, as /health says.",
                bool(health_of(context, standings)["ok"]),
            ),
            ("arena_paused", "Whether the organiser has paused the matches.", context.now().paused),
            ("arena_matches_due", "Whether matches are to be played now.", matches_due(context, standings)),
            ("arena_games", "Rated games, those of the finals included.", games_played(standings)),
            ("arena_games_a_minute", "Rated games a minute.", games_a_minute(standings)),
        ):
            yield GaugeMetricFamily(name, words, float(value))
        queue = GaugeMetricFamily("arena_queue", "Work by kind and state.", labels=("kind", "state"))
        for (kind, state), count in queue_lengths(context).items():
            queue.add_metric((kind, state), count)
        yield queue
        yield self._faults()
        able = at_work(context, time.time())
        for name, words, counts in (
            ("arena_workers", "Workers that are at work, by kind.", able),
            (
                "arena_workers_expected",
                "Workers that the event file expects, by kind.",
                context.event.workers,
            ),
        ):
            workers = GaugeMetricFamily(name, words, labels=("kind",))
            for kind, count in counts.items():
                workers.add_metric((kind,), count)
            yield workers

    def _faults(self) -> Metric:
        faults = GaugeMetricFamily("arena_faults", "Faults of bots on the ladder, by kind.", labels=("kind",))
        counts = {str(kind): 0 for kind in Termination if is_fault(kind)}
        for row in self._standings.ladder.snapshot.rows:
            for kind, count in row.faults.items():
                counts[kind] = counts.get(kind, 0) + count
        for kind, count in sorted(counts.items()):
            faults.add_metric((kind,), count)
        return faults
