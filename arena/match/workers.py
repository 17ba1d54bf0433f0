"""How are games played in parallel? By worker processes that each have a sandbox of their own."""

import asyncio
import multiprocessing
import os
import signal
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from typing import Any

from arena.match.duplicates import Seating
from arena.match.session import Contest, session
from arena.record import GameRecord
from arena.referee import run_to_end
from arena.sandbox import Sandbox

FAREWELL_S = 10.0


class WorkerDied(Exception):
    """A worker ended without a word: the host's failure."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a worker could not do, and why, in a sentence."""

    sentence: str
    detail: str


def cpu_shares(jobs: int, cores: int) -> list[tuple[int, ...]]:
    """Processors for each worker, as far apart as there are enough of them."""
    cpus = sorted(os.sched_getaffinity(0))
    return [tuple(sorted(cpus[(job * cores + n) % len(cpus)] for n in range(cores))) for job in range(jobs)]


def default_jobs(bots: int, cores: int, ponder: bool) -> int:
    """How many games fit on this machine without two bots sharing a processor; a bot that is frozen needs none."""
    busy = cores * (bots if ponder else 1)
    return max(1, len(os.sched_getaffinity(0)) // busy)


class MatchWorkers:
    """The processes of a match. Leaving the context ends them all."""

    def __init__(self, contest: Contest, jobs: int, no_sandbox: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self._links: dict[Connection, Any] = {}
        self._idle: list[Connection] = []
        self._stopping = False
        # With pondering all bots of a game run at once and are spread out by the sandbox.
        shares = [()] * jobs if contest.terms.ponder else cpu_shares(jobs, contest.terms.limits.cores)
        for share in shares:
            ours, theirs = context.Pipe()
            terms = replace(contest.terms, cpus=share)
            process = context.Process(
                target=work, args=(theirs, replace(contest, terms=terms), no_sandbox), daemon=False
            )
            process.start()
            theirs.close()
            self._links[ours] = process
            self._idle.append(ours)

    def play(self, seatings: Sequence[Seating]) -> Iterator[GameRecord | Trouble]:
        """Records as they come, until there are no more or `stop` was called; games under way are played to their end."""
        waiting = list(reversed(seatings))
        while waiting and self._idle:
            self._idle.pop().send(waiting.pop())
        while len(self._idle) < len(self._links):
            for link in wait(list(self._busy())):
                assert isinstance(link, Connection)
                result = self._receive(link)
                if waiting and not self._stopping:
                    link.send(waiting.pop())
                else:
                    self._idle.append(link)
                yield result

    def stop(self) -> None:
        """Begin no more games."""
        self._stopping = True

    def close(self) -> None:
        """Tell every worker to go, and see that it does."""
        for link in self._links:
            try:
                link.send(None)
            except OSError:
                continue
        for link, process in self._links.items():
            process.join(FAREWELL_S)
            if process.is_alive():
                process.kill()
                process.join()
            link.close()

    def _busy(self) -> Iterator[Connection]:
        return (link for link in self._links if link not in self._idle)

    def _receive(self, link: Connection) -> GameRecord | Trouble:
        try:
            result = link.recv()
        except (EOFError, OSError):
            process = self._links[link]
            process.join(1)
            raise WorkerDied(f"a worker ended with exit code {process.exitcode}") from None
        assert isinstance(result, GameRecord | Trouble)
        return result


def work(link: Connection, contest: Contest, no_sandbox: bool) -> None:
    """A worker's life: games in, records out, until there is no more."""
    # Ctrl-C is the parent's to handle: it lets the game under way be finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Sandbox.open(no_sandbox=no_sandbox) as sandbox:
        run_to_end(_work(link, contest, sandbox))


async def _work(link: Connection, contest: Contest, sandbox: Sandbox) -> None:
    async with session(contest, sandbox) as table:
        while True:
            seating = await asyncio.to_thread(_next, link)
            if seating is None:
                return
            result: GameRecord | Trouble
            try:
                result = await table.play(seating)
            except Exception as error:
                result = Trouble(f"{type(error).__name__}: {error}", traceback.format_exc())
            if not _sent(link, result) or isinstance(result, Trouble):
                return


def _sent(link: Connection, result: GameRecord | Trouble) -> bool:
    """Hand a result over; False if the parent was killed meanwhile, and nobody wants it any more."""
    try:
        link.send(result)
    except OSError:
        return False
    return True


def _next(link: Connection) -> Seating | None:
    try:
        seating: Seating | None = link.recv()
    except (EOFError, OSError):
        return None
    return seating
