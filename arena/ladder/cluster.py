"""How are matches played on many hosts? As Ray tasks that reserve their processors and memory.

Records stream back and are written here, once; workers need neither the store nor anything but this package and Ray. A match whose
worker died is reported as lost, and the runner orders what is missing of it again.

A cluster is used if RAY_ADDRESS names one; else Ray is started for this host alone, and then it talks to nobody but itself. Left to itself it would
ask the clouds' metadata services where it runs, even with its usage reports turned off.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # unasked, nothing is told to anyone
# On Linux, too, "0" means: by the loopback address.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "1" if "RAY_ADDRESS" in os.environ else "0"

import ray
from ray.exceptions import RayActorError, RayError, RayTaskError, WorkerCrashedError

from arena.ladder.executor import ExecutorEvent, GamePlayed, MatchEnded, WorkerFailed, WorkerLost
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.work import MatchOrder, play
from arena.record import GameRecord
from arena.sandbox import MIB

_REFEREE_MB = 256
_CLOSED_PORT = "http://127.0.0.1:9"


class RayExecutor:
    """Matches on a Ray cluster: the one that RAY_ADDRESS names, else one of this host alone."""

    def __init__(self, ladder_folder: LadderFolder, jobs: int, cores: int) -> None:
        self._ours = not ray.is_initialized()
        if self._ours:
            _begin()
        self._ladder_folder = ladder_folder
        self._jobs = jobs or max(1, int(_resources()["CPU"]) // cores)
        self._packed: dict[str, Any] = {}
        self._matches: dict[Any, str] = {}
        self._stopped = False

    @property
    def free(self) -> int:
        return self._jobs - len(self._matches)

    def submit(self, order: MatchOrder) -> None:
        for version in order.versions:
            if version not in self._packed:
                self._packed[version] = ray.put(self._ladder_folder.packed(version))
        bots = len(order.versions) if order.ponder else 1
        memory_mb = _REFEREE_MB + len(order.versions) * order.limits.memory_mb
        task = _play.options(num_cpus=bots * order.limits.cores, memory=memory_mb * MIB)
        # A list would hand over references; arguments of their own hand over what they refer to.
        stream = task.remote(order, *(self._packed[version] for version in order.versions))
        self._matches[stream] = order.match

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        if not self._matches:
            return
        ready, _ = ray.wait(list(self._matches), timeout=patience_s, num_returns=1)
        for stream in ready:
            yield self._next(stream)

    def stop(self) -> None:
        self._stopped = True
        for stream in self._matches:
            ray.cancel(stream, force=False)

    def close(self) -> None:
        for stream in self._matches:
            ray.cancel(stream, force=True)
        self._matches.clear()
        if self._ours:
            ray.shutdown()

    def _next(self, stream: Any) -> ExecutorEvent:
        match = self._matches[stream]
        try:
            record = ray.get(next(stream))
        except StopIteration:
            event: ExecutorEvent = MatchEnded(match)
        except (WorkerCrashedError, RayActorError) as error:
            event = WorkerLost(match, _sentence(error))
        except RayTaskError as error:
            event = MatchEnded(match) if self._stopped else WorkerFailed(match, _sentence(error.cause))
        except RayError as error:  # a node is gone, or a task was cancelled
            event = MatchEnded(match) if self._stopped else WorkerLost(match, _sentence(error))
        else:
            return GamePlayed(match, record)
        del self._matches[stream]
        return event


def _begin() -> None:
    quietly: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if "RAY_ADDRESS" in os.environ:
        ray.init(**quietly)
        return
    with _nowhere_to_go():
        ray.init(address="local", include_dashboard=False, **quietly)


@contextmanager
def _nowhere_to_go() -> Iterator[None]:
    """What is started meanwhile finds no way to any web server: its proxy is a port of this host at which nobody listens."""
    names = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "RAY_USAGE_STATS_REPORT_URL")
    closed = {**dict.fromkeys(names, _CLOSED_PORT), "no_proxy": "", "NO_PROXY": ""}
    before = {name: os.environ.get(name) for name in closed}
    os.environ.update(closed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@ray.remote(max_retries=0, num_returns="streaming")
def _play(order: MatchOrder, *packed: bytes) -> Iterator[GameRecord]:
    """A match on whatever host Ray chose; the sandbox is checked there."""
    yield from play(order, dict(zip(order.versions, packed, strict=True)).__getitem__)


def _resources() -> dict[str, float]:
    found: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray left it unannotated
    return found


def _sentence(error: BaseException) -> str:
    return f"{type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}"
