"""The metrics that Prometheus collects: requests, queues and workers."""

import time
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select

from arena.web.event_context import EventContext
from arena.web.models import CasualTable, LiveGameRow, Submission, Worker
from arena.web.standings_snapshot import Board
from arena.web.work.work_queue import SILENT_S

MINUTES = 5.0
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

    def watch(self, context: EventContext, board: Board) -> None:
        """Tell of this event too."""
        self.registry.register(_EventNumbers(context, board))

    def text(self) -> bytes:
        return generate_latest(self.registry)


def queue_lengths(context: EventContext) -> dict[tuple[str, str], int]:
    """How many submissions and tables are in which state, of those that are not finished."""
    found: dict[tuple[str, str], int] = {}
    with context.database.reading() as session:
        for name, work in (("submissions", Submission), ("tables", CasualTable)):
            rows = session.execute(select(work.state, func.count()).group_by(work.state)).all()
            counted: dict[str, int] = dict(rows)
            for state in ("waiting", "working", "failed"):
                found[name, state] = counted.get(state, 0)
        found["games", "working"] = session.scalar(select(func.count()).select_from(LiveGameRow)) or 0
    return found


def games_a_minute(board: Board, now_s: float | None = None) -> float:
    """Games begun in the last minutes and finished, by the minute."""
    since_ns = ((time.time() if now_s is None else now_s) - 60.0 * MINUTES) * 1e9
    count = 0
    for one in board.snapshot.latest:
        if one.started_ns < since_ns:
            break
        count += 1
    return count / MINUTES


class _EventNumbers(Collector):
    def __init__(self, context: EventContext, board: Board) -> None:
        self._context = context
        self._board = board

    def collect(self) -> Iterable[Metric]:
        queue = GaugeMetricFamily("arena_queue", "Work by kind and state.", labels=("kind", "state"))
        for (kind, state), count in queue_lengths(self._context).items():
            queue.add_metric((kind, state), count)
        yield queue
        yield GaugeMetricFamily("arena_games_a_minute", "Rated games a minute.", games_a_minute(self._board))
        snapshot = self._board.snapshot
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
            "arena_worker_up", "Whether a worker gives signs of life.", labels=("worker", "kind")
        )
        with self._context.database.reading() as session:
            for one in session.scalars(select(Worker).where(Worker.alive > time.time() - 3600.0)):
                workers.add_metric((one.name, one.kind), float(one.alive > time.time() - SILENT_S))
        yield workers
