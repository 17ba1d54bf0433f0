"""Who does the work of an event? Processes that play matches, check uploads and host tables; each is replaced when it dies."""

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

from arena.referee.loop import run
from arena.sandbox import Sandbox
from arena.web.checks import check_next
from arena.web.claims import Signs, release
from arena.web.matches import Matches
from arena.web.seating import host_tables
from arena.web.venue import Venue

IDLE_S: Final = 0.3
AGAIN_S: Final = 1.0
FAREWELL_S: Final = 10.0
MATCHES, CHECKS, TABLES = "matches", "checks", "tables"
KINDS: Final = (MATCHES, CHECKS, TABLES)


@dataclass(frozen=True, slots=True)
class Terms:
    """How the matches are played."""

    jobs: int = 0
    ray: bool = False


@dataclass
class _Child:
    kind: str
    name: str
    process: BaseProcess
    link: Connection
    begun: float


class Workers:
    """The worker processes of this host."""

    def __init__(self, venue: Venue, terms: Terms, kinds: tuple[str, ...] = KINDS) -> None:
        self._venue = venue
        self._terms = terms
        self._context = multiprocessing.get_context("spawn")
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

    def _begin(self, kind: str) -> _Child:
        ours, theirs = self._context.Pipe()
        name = f"{kind}-{os.getpid()}-{secrets.token_hex(4)}"
        arguments = (theirs, self._venue.event.path, kind, name, self._terms)
        process = self._context.Process(target=work, args=arguments)
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
        with self._venue.database.session() as session:
            release(session, child.name)


def work(link: Connection, path: Path, kind: str, name: str, terms: Terms) -> None:
    """A worker's life, until it is told to stop or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    venue = Venue.open(path)
    stopped = threading.Event()
    if kind == MATCHES:
        matches = Matches(venue, name, terms.jobs, terms.ray)
        _listen(link, matches.stop)
        matches.work()
        return
    _listen(link, stopped.set)
    with Signs(venue.database, name, kind):
        if kind == CHECKS:
            while not stopped.is_set():
                if not check_next(venue, name):
                    stopped.wait(IDLE_S)
        else:
            with Sandbox.open(no_sandbox=venue.event.ladder.tier == 3) as sandbox:
                run(host_tables(venue, name, sandbox, stopped.is_set))


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
