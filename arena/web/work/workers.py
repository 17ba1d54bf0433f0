"""The worker processes of an event, which play, check and host games; each is replaced when it dies."""

import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from arena.web.event_context import EventContext
from arena.web.models import WorkerKind
from arena.web.work.casual_games import host_tables
from arena.web.work.checks import check_next
from arena.web.work.matches import Matches
from arena.web.work.reviews import review_next
from arena.web.work.work_queue import WorkerHeartbeat, release

IDLE_S: Final = 0.3
AGAIN_S: Final = 1.0
FAREWELL_S: Final = 10.0
LOWEST_PRIORITY: Final = 19


@dataclass(frozen=True, slots=True)
class WorkerTerms:
    """How the matches are played."""

    jobs: int = 0
    ray: bool = False


@dataclass
class _Child:
    kind: WorkerKind
    name: str
    process: BaseProcess
    link: Connection
    begun: float


class EventWorkers:
    """The worker processes of this host."""

    def __init__(
        self, context: EventContext, terms: WorkerTerms, kinds: tuple[WorkerKind, ...] | None = None
    ) -> None:
        if kinds is None:  # one of each that the event expects
            kinds = tuple(kind for kind, count in context.event.workers.items() if count)
        self._context = context
        self._terms = terms
        self._spawn = multiprocessing.get_context("spawn")
        self._children = {kind: self._begin(kind) for kind in kinds}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def processes(self) -> dict[str, int | None]:
        """The process of each kind of worker."""
        return {kind: child.process.pid for kind, child in self._children.items()}

    def close(self) -> None:
        """Let the games under way come to their end, but not for ever."""
        self._ended.set()
        self._thread.join()
        for child in self._children.values():
            try:
                child.link.send(None)
            except OSError:
                continue
        deadline = time.monotonic() + FAREWELL_S
        for child in self._children.values():
            child.process.join(max(0.1, deadline - time.monotonic()))
            if child.process.is_alive():
                child.process.kill()
                child.process.join()
            child.link.close()
            self._gone(child)

    def _begin(self, kind: WorkerKind) -> _Child:
        ours, theirs = self._spawn.Pipe()
        name = f"{kind}-{os.getpid()}-{secrets.token_hex(4)}"
        arguments = (theirs, self._context.event.path, kind, name, self._terms)
        process = self._spawn.Process(target=work, args=arguments)
        process.start()
        theirs.close()
        return _Child(kind, name, process, ours, time.monotonic())

    def _watch(self) -> None:
        while not self._ended.wait(0.2):
            for kind, child in self._children.items():
                if child.process.is_alive() or time.monotonic() - child.begun < AGAIN_S:
                    continue
                child.link.close()
                self._gone(child)
                self._children[kind] = self._begin(kind)

    def _gone(self, child: _Child) -> None:
        with self._context.database.session() as session:
            release(session, child.name)


def work(link: Connection, path: Path, kind: WorkerKind, name: str, terms: WorkerTerms) -> None:
    """A worker's life, until it is told to stop or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    context = EventContext.open(path)
    stopped = threading.Event()
    if kind == WorkerKind.MATCHES:
        matches = Matches(context, name, terms.jobs, terms.ray)
        _listen(link, matches.stop)
        matches.work()
        return
    _listen(link, stopped.set)
    with WorkerHeartbeat(context.database, name, kind):
        if kind == WorkerKind.CHECKS:
            while not stopped.is_set():
                if not check_next(context, name):
                    stopped.wait(IDLE_S)
        elif kind == WorkerKind.REVIEWS:
            os.nice(LOWEST_PRIORITY)  # rated games go first
            while not stopped.is_set():
                if not review_next(context, name, stopped.is_set):
                    stopped.wait(IDLE_S)
        else:
            host_tables(context, name, stopped.is_set)


def _listen(link: Connection, stop: Callable[[], None]) -> None:
    """End in peace when told to, and at once, bots and all, when the parent is gone."""

    def listen() -> None:
        try:
            link.recv()
            stop()
            link.recv()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
