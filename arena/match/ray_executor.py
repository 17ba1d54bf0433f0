"""How are games played on many hosts? As Ray tasks that reserve their processors and memory.

Records, games under way and what the bots wrote stream back and are kept here; workers need neither the store nor anything but this
package and Ray. An order whose worker died is reported as lost, and a ladder orders what is missing of the match again.

A cluster is used if RAY_ADDRESS names one; else Ray is started for this host alone, and then it talks to nobody but itself. Left to itself it would
ask the clouds' metadata services where it runs, even with its usage reports turned off.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # unasked, nothing is told to anyone
# On Linux, too, "0" means: by the loopback address.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "1" if "RAY_ADDRESS" in os.environ else "0"

import ray
from ray.exceptions import RayActorError, RayError, RayTaskError, WorkerCrashedError

from arena.match.executor import ExecutorEvent, GamePlayed, GameSeen, OrderEnded, WorkerFailed, WorkerLost
from arena.match.live_game import LiveGame
from arena.match.manifest import Bot
from arena.match.order import MatchOrder, seated
from arena.match.packed_bot import PackedBot
from arena.match.settings import MatchSettings
from arena.units import MIB

_REFEREE_MB = 256
_CLOSED_PORT = "http://127.0.0.1:9"


class RayExecutor:
    """Orders on a Ray cluster: the one that RAY_ADDRESS names, else one of this host alone."""

    def __init__(
        self, settings: MatchSettings, jobs: int, logs: Path | None = None, watched: bool = False
    ) -> None:
        self._logs = logs
        self._telling = _Telling(watched, logs is not None)
        self._ours = not ray.is_initialized()
        self._keeper = _begin() if self._ours else None
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
        stream = task.remote(replace(order, bots=()), self._telling, versions, *map(self._sent, order.bots))
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
            if (event := self._next(stream)) is not None:
                yield event

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
        if self._keeper is not None:
            self._keeper.communicate()  # closes its input, and waits until it has ended whoever is left

    def _next(self, stream: Any) -> ExecutorEvent | None:
        """What a worker tells next; None if that was what a bot wrote, which is kept."""
        match = self._matches[stream]
        try:
            told: GamePlayed | GameSeen | _Written = ray.get(next(stream))
        except StopIteration:
            event: ExecutorEvent = OrderEnded(match)
        except (WorkerCrashedError, RayActorError) as error:
            event = WorkerLost(match, _sentence(error))
        except RayTaskError as error:
            event = OrderEnded(match) if self._stopped else WorkerFailed(match, _sentence(error.cause))
        except RayError as error:  # a node is gone, or a task was cancelled
            event = OrderEnded(match) if self._stopped else WorkerLost(match, _sentence(error))
        else:
            if not isinstance(told, _Written):
                return told
            self._keep(told)
            return None
        del self._matches[stream]
        return event

    def _keep(self, written: "_Written") -> None:
        assert self._logs is not None, "a worker tells what it was asked for"
        self._logs.mkdir(parents=True, exist_ok=True)
        (self._logs / written.name).write_text(written.text, encoding="utf-8")


@dataclass(frozen=True, slots=True)
class _Telling:
    """What a worker tells besides the records."""

    watched: bool  # games under way
    logs: bool  # what bots wrote


@dataclass(frozen=True, slots=True)
class _Written:
    """What a bot wrote, and the name of the file that it belongs in."""

    name: str
    text: str


def _begin() -> subprocess.Popen[bytes] | None:
    """Join the cluster, or start one for this host alone, with a keeper that ends it should we be killed."""
    quietly: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if "RAY_ADDRESS" in os.environ:
        ray.init(**quietly)
        return None
    keeper = subprocess.Popen(
        [sys.executable, "-m", "arena.match.ray_keeper", str(os.getpid())],
        stdin=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,
    )
    with _nowhere_to_go():
        ray.init(address="local", include_dashboard=False, **quietly)
    return keeper


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
def _play(
    order: MatchOrder, telling: _Telling, versions: Sequence[str], *sent: Bot | bytes
) -> Iterator[GamePlayed | GameSeen | _Written]:
    """An order on whatever host Ray chose; the sandbox is checked there. A bot that came as a folder must lie there too."""
    bots = tuple(
        one if isinstance(one, Bot) else PackedBot(version, partial(bytes, one))
        for version, one in zip(versions, sent, strict=True)
    )
    seen: asyncio.Queue[LiveGame] = asyncio.Queue()
    with TemporaryDirectory(prefix="arena-logs-") as folder:
        logs = Path(folder)
        terms = replace(order.terms, logs=logs if telling.logs else None)
        own = replace(order, bots=bots, terms=terms)
        with seated(own, seen.put_nowait if telling.watched else None) as table:
            for seating in own.seatings:
                for step in table.play_in_steps(seating, own.ends_with(seating), seen):
                    if isinstance(step, LiveGame):
                        yield GameSeen(order.match, step)
                    else:
                        yield GamePlayed(order.match, step)
                yield from _written(logs)
        yield from _written(logs)


def _written(logs: Path) -> Iterator[_Written]:
    """What bots that have gone wrote; each is told once."""
    for path in sorted(logs.iterdir()):
        yield _Written(path.name, path.read_text(encoding="utf-8"))
        path.unlink()


def _resources() -> dict[str, float]:
    found: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray left it unannotated
    return found


def _sentence(error: BaseException) -> str:
    return f"{type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}"
