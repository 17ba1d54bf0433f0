"""How are matches played in parallel on this host? Each in a worker process that ends with its parent."""

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from arena.ladder.executor import ExecutorEvent, GamePlayed, GameSeen, MatchEnded, WorkerFailed, WorkerLost
from arena.ladder.ladder_folder import LadderFolder
from arena.ladder.work import MatchOrder, play
from arena.match import FAREWELL_S, LiveGame, cpu_shares
from arena.record import GameRecord

STOP = "stop"


@dataclass
class _Worker:
    process: BaseProcess
    cpus: tuple[int, ...]
    match: str | None = None


class LocalExecutor:
    """Worker processes, begun when they are needed and replaced when they die."""

    def __init__(
        self,
        url: str,
        jobs: int,
        cores: int,
        ponder: bool,
        logs: Path | None = None,
        watched: bool = False,
    ) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._url = url
        self._logs = logs
        self._watched = watched
        # With pondering all bots of a game run at once and are spread out by the sandbox.
        self._shares: list[tuple[int, ...]] = [()] * jobs if ponder else cpu_shares(jobs, cores)
        self._workers: dict[Connection, _Worker] = {}

    @property
    def free(self) -> int:
        return len(self._shares) + sum(worker.match is None for worker in self._workers.values())

    def submit(self, order: MatchOrder) -> None:
        link = next((link for link, worker in self._workers.items() if worker.match is None), None)
        if link is None:
            link = self._begin(self._shares.pop(0))
        self._workers[link].match = order.match
        link.send(order)

    def events(self, patience_s: float) -> Iterator[ExecutorEvent]:
        busy = [link for link, worker in self._workers.items() if worker.match is not None]
        for link in wait(busy, patience_s) if busy else []:
            assert isinstance(link, Connection)
            yield self._receive(link)

    def stop(self) -> None:
        for link in self._workers:
            link.send(STOP)

    def close(self) -> None:
        for link, worker in self._workers.items():
            if worker.match is None:
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
        process = self._context.Process(
            target=work, args=(theirs, self._url, cpus, self._logs, self._watched)
        )
        process.start()
        theirs.close()
        self._workers[ours] = _Worker(process, cpus)
        return ours

    def _receive(self, link: Connection) -> ExecutorEvent:
        worker = self._workers[link]
        match = worker.match
        assert match is not None
        try:
            message: GameRecord | LiveGame | str | None = link.recv()
        except (EOFError, OSError):
            worker.process.join(1)
            del self._workers[link]
            self._shares.append(worker.cpus)
            return WorkerLost(match, f"a worker ended with exit code {worker.process.exitcode}")
        if isinstance(message, GameRecord):
            return GamePlayed(match, message)
        if isinstance(message, LiveGame):
            return GameSeen(match, message)
        worker.match = None
        return MatchEnded(match) if message is None else WorkerFailed(match, message)


def work(
    link: Connection, url: str, cpus: tuple[int, ...], logs: Path | None = None, watched: bool = False
) -> None:
    """A worker's life: orders in, records out, and after each order None, or a sentence that says what is wrong."""
    # Ctrl-C is the parent's to handle: it lets the games under way be finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ladder_folder = LadderFolder.open(url)
    orders: queue.Queue[MatchOrder | None] = queue.Queue()
    stopped = threading.Event()
    threading.Thread(target=_listen, args=(link, orders, stopped), daemon=True).start()
    while (order := orders.get()) is not None:
        message: str | None = None
        try:
            for record in play(
                order, ladder_folder.packed, stopped.is_set, cpus, logs, link.send if watched else None
            ):
                link.send(record)
        except Exception as error:  # whatever it is, the parent has to know
            message = f"{type(error).__name__}: {error}"
        link.send(message)


def _listen(link: Connection, orders: queue.Queue[MatchOrder | None], stopped: threading.Event) -> None:
    """Hand on what comes, and end the process, bots and all, as soon as the parent is gone."""
    while True:
        try:
            message = link.recv()
        except (EOFError, OSError):
            os._exit(1)
        if message == STOP:
            stopped.set()
        else:
            orders.put(message)
