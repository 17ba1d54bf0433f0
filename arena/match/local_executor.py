"""How are games played in parallel on this host? In worker processes, each with its own sandbox."""

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from arena.match.executor import ExecutorEvent, GamePlayed, GameSeen, OrderEnded, WorkerFailed, WorkerLost
from arena.match.order import MatchOrder, SeatedBots, seated
from arena.match.settings import MatchSettings
from arena.operating_system import usable_cpus
from arena.referee import no_threads_left

FAREWELL_S = 10.0
STOP = "stop"


def cpu_shares(jobs: int, cores: int) -> list[tuple[int, ...]]:
    """Processors for each worker, as far apart as there are enough of them."""
    cpus = usable_cpus()
    return [tuple(sorted(cpus[(job * cores + n) % len(cpus)] for n in range(cores))) for job in range(jobs)]


@dataclass
class _Worker:
    process: BaseProcess
    cpus: tuple[int, ...]
    match: str | None = None
    stayed_after: MatchOrder | None = None  # whose bots sit at its table


class LocalExecutor:
    """Worker processes, begun when they are needed and replaced when they die."""

    def __init__(
        self, settings: MatchSettings, jobs: int, logs: Path | None = None, watched: bool = False
    ) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._logs = logs
        self._watched = watched
        # With pondering all bots of a game run at once and are spread out by the sandbox.
        self._shares: list[tuple[int, ...]] = (
            [()] * jobs if settings.ponder else cpu_shares(jobs, settings.limits.cores)
        )
        self._workers: dict[Connection, _Worker] = {}

    @property
    def free(self) -> int:
        return len(self._shares) + sum(worker.match is None for worker in self._workers.values())

    def submit(self, order: MatchOrder) -> None:
        idle = [link for link, worker in self._workers.items() if worker.match is None]
        idle.sort(key=lambda link: self._workers[link].stayed_after is None)  # bots that are there go on
        link = idle[0] if idle else self._begin(self._shares.pop(0))
        terms = replace(order.terms, cpus=self._workers[link].cpus, logs=self._logs)
        self._send(link, replace(order, terms=terms))

    def send_home(self) -> list[MatchOrder]:
        stayed = [
            (link, worker.stayed_after)
            for link, worker in self._workers.items()
            if worker.match is None and worker.stayed_after is not None
        ]
        for link, order in stayed:
            self._send(link, order.going_home())
        return [order for _, order in stayed]

    def _send(self, link: Connection, order: MatchOrder) -> None:
        worker = self._workers[link]
        worker.match, worker.stayed_after = order.match, order if order.bots_stay else None
        link.send(order)

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        busy = [link for link, worker in self._workers.items() if worker.match is not None]
        for link in wait(busy, patience_s) if busy else []:
            assert isinstance(link, Connection)
            yield from self._receive(link)

    def stop(self) -> None:
        for link in self._workers:
            link.send(STOP)

    def close(self) -> None:
        for link, worker in self._workers.items():
            if worker.match is None:
                with suppress(OSError):  # it died while it had nothing to do
                    link.send(None)
            else:
                link.close()  # a worker ends at once when nobody listens
        for link, worker in self._workers.items():
            worker.process.join(FAREWELL_S)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            link.close()
        self._workers.clear()

    def _begin(self, cpus: tuple[int, ...]) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs, self._watched))
        process.start()
        theirs.close()
        self._workers[ours] = _Worker(process, cpus)
        return ours

    def _receive(self, link: Connection) -> tuple[ExecutorEvent, ...]:
        worker = self._workers[link]
        assert worker.match is not None
        try:
            events: tuple[ExecutorEvent, ...] = link.recv()
        except (EOFError, OSError):
            worker.process.join(1)
            del self._workers[link]
            self._shares.append(worker.cpus)
            return (WorkerLost(worker.match, f"a worker ended with exit code {worker.process.exitcode}"),)
        if isinstance(events[-1], OrderEnded | WorkerFailed):
            worker.match = None
        if isinstance(events[-1], WorkerFailed):
            worker.stayed_after = None
        return events


def work(link: Connection, watched: bool) -> None:
    """A worker's life: orders in, events out, those that belong together in one message."""
    # Ctrl-C is the parent's to handle: it lets the games under way be finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders: queue.Queue[MatchOrder | None] = queue.Queue()
    stopped = threading.Event()
    threading.Thread(target=_listen, args=(link, orders, stopped), daemon=True).start()
    with no_threads_left(), ExitStack() as stack:
        own = _Work(stack, lambda *events: _tell(link, events), watched)
        while (order := orders.get()) is not None:
            try:
                own.play(order, stopped.is_set)
            except Exception as error:  # whatever it is, the parent has to know
                _tell(link, (WorkerFailed(order.match, f"{type(error).__name__}: {error}"),))


class _Work:
    """The table of a worker, and the bots that sit there until an order for others comes."""

    def __init__(self, stack: ExitStack, tell: Callable[..., None], watched: bool) -> None:
        self._stack = stack
        self._tell = tell
        self._watched = watched
        self._last: MatchOrder | None = None
        self._bots: SeatedBots | None = None

    def play(self, order: MatchOrder, stopped: Callable[[], bool]) -> None:
        """Carry out an order. The last game of bots that stay is told with the end, so that the next order comes at once."""
        try:
            ended = self._play_games(order, stopped)
        except Exception:
            self._clear()
            raise
        if not order.bots_stay:
            self._clear()
        if not ended:
            self._tell(OrderEnded(order.match))

    def _play_games(self, order: MatchOrder, stopped: Callable[[], bool]) -> bool:
        """Whether the end was told with the last game."""
        bots = self._seat(order)
        if not order.seatings and (last := bots.part()) is not None:
            self._tell(GamePlayed(order.match, last))
        for seating in order.seatings:
            if stopped():
                return False
            played = GamePlayed(order.match, bots.play(seating, order.ends_with(seating)))
            if order.bots_stay and seating is order.seatings[-1]:
                self._tell(played, OrderEnded(order.match))
                return True
            self._tell(played)
        return False

    def _seat(self, order: MatchOrder) -> SeatedBots:
        if self._bots is None or self._last is None or not order.same_table(self._last):
            self._clear()
            watch = (lambda game: self._tell(GameSeen(order.match, game))) if self._watched else None
            self._bots = self._stack.enter_context(seated(order, watch))
            self._last = order
        return self._bots

    def _clear(self) -> None:
        self._last = self._bots = None
        self._stack.close()


def _tell(link: Connection, events: tuple[ExecutorEvent, ...]) -> None:
    try:
        link.send(events)
    except OSError:  # the parent was killed meanwhile, and nobody wants it any more
        os._exit(1)


def _listen(link: Connection, orders: queue.Queue[MatchOrder | None], stopped: threading.Event) -> None:
    """Hand on what comes, and end the process, bots and all, as soon as the parent is gone."""
    message: MatchOrder | str | None = STOP
    while message is not None:
        try:
            message = link.recv()
        except (EOFError, OSError):
            os._exit(1)
        if isinstance(message, str):
            stopped.set()
        else:
            orders.put(message)
