"""How are games played on many hosts? As Ray tasks that reserve their processors and memory.

Records stream back and are written here, once; workers need neither the store nor anything but this package and Ray. An order whose
worker died is reported as lost, and a ladder orders what is missing of the match again.

A cluster is used if RAY_ADDRESS names one; else Ray is started for this host alone, and then it talks to nobody but itself. Left to itself it would
ask the clouds' metadata services where it runs, even with its usage reports turned off.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # unasked, nothing is told to anyone
# On Linux, too, "0" means: by the loopback address.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "1" if "RAY_ADDRESS" in os.environ else "0"

import ray
from ray.exceptions import RayActorError, RayError, RayTaskError, WorkerCrashedError

from arena.match.executor import ExecutorEvent, GamePlayed, OrderEnded, WorkerFailed, WorkerLost
from arena.match.manifest import Bot
from arena.match.order import MatchOrder, seated
from arena.match.packed_bot import PackedBot
from arena.match.settings import MatchSettings
from arena.record import GameRecord
from arena.units import MIB

_REFEREE_MB = 256
_CLOSED_PORT = "http://127.0.0.1:9"


class RayExecutor:
    """Orders on a Ray cluster: the one that RAY_ADDRESS names, else one of this host alone."""

    def __init__(self, settings: MatchSettings, jobs: int) -> None:
        self._ours = not ray.is_initialized()
        if self._ours:
            _begin()
        self._jobs = jobs or max(1, int(_resources()["CPU"]) // settings.busy_cores)
        self._packed: dict[str, Any] = {}
        self._matches: dict[Any, str] = {}
        self._stopped = False

    @property
    def free(self) -> int:
        return self._jobs - len(self._matches)

    def submit(self, order: MatchOrder) -> None:
        settings = order.terms.settings
        memory_mb = _REFEREE_MB + len(order.bots) * settings.limits.memory_mb
        task = _play.options(num_cpus=settings.busy_cores, memory=memory_mb * MIB)
        # A list would hand over references; arguments of their own hand over what they refer to.
        versions = [bot.version for bot in order.bots]
        stream = task.remote(replace(order, bots=()), versions, *map(self._sent, order.bots))
        self._matches[stream] = order.match

    def _sent(self, bot: Bot | PackedBot) -> Any:
        """What a worker needs of a bot: a packed version is put into the cluster once."""
        if isinstance(bot, Bot):
            return bot
        if bot.version not in self._packed:
            self._packed[bot.version] = ray.put(bot.read())
        return self._packed[bot.version]

    def send_home(self) -> list[MatchOrder]:
        return []  # a task ends with its order, and its bots go with it

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
            event: ExecutorEvent = OrderEnded(match)
        except (WorkerCrashedError, RayActorError) as error:
            event = WorkerLost(match, _sentence(error))
        except RayTaskError as error:
            event = OrderEnded(match) if self._stopped else WorkerFailed(match, _sentence(error.cause))
        except RayError as error:  # a node is gone, or a task was cancelled
            event = OrderEnded(match) if self._stopped else WorkerLost(match, _sentence(error))
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
def _play(order: MatchOrder, versions: Sequence[str], *sent: Bot | bytes) -> Iterator[GameRecord]:
    """An order on whatever host Ray chose; the sandbox is checked there. A bot that came as a folder must lie there too."""
    bots = tuple(
        one if isinstance(one, Bot) else PackedBot(version, partial(bytes, one))
        for version, one in zip(versions, sent, strict=True)
    )
    with seated(replace(order, bots=bots)) as table:
        for seating in order.seatings:
            yield table.play(seating, order.ends_with(seating))


def _resources() -> dict[str, float]:
    found: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray left it unannotated
    return found


def _sentence(error: BaseException) -> str:
    return f"{type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}"
