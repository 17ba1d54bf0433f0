"""How are several processors used? Processes that search the same decision, each with a tree of its own.

Compiled Python runs one thread at a time, so it takes processes. A helper is sent one guess at the whole game: what its seat has
seen there is what it has seen in truth, and from that the helper goes on to guesses of its own. What they found is added up. Nobody
waits for a helper that is late, or gone: what it found is left out, and it is asked again when it is done.
"""

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from arena.rules import State
from arena.search import Limit, RootAction, SeatSearch, Settings, root_actions

LATE_NS = 10_000_000  # a helper may be so much later than it should


class Task(NamedTuple):
    """One decision for a helper."""

    game: int
    decision: int
    seed: bytes
    seat: int
    guess: bytes
    iterations: int
    stop_ns: int


class Crew:
    """The helpers, there for as long as the bot is."""

    def __init__(self, helpers: int, settings: Settings, now_ns: Callable[[], int]) -> None:
        # Forked, and so to be made before there is any thread.
        context = multiprocessing.get_context("fork")
        self._now_ns = now_ns
        self._links: list[Connection] = []
        self._at_work: list[Connection] = []
        self._task: Task | None = None
        for number in range(1, helpers + 1):
            ours, theirs = context.Pipe()
            arguments = (theirs, [*self._links, ours], number, settings, now_ns)
            context.Process(target=_help, args=arguments, daemon=True).start()
            theirs.close()
            self._links.append(ours)

    def start(self, task: Task) -> None:
        """Have all helpers search a decision that are not busy with the last one."""
        self._task = task
        self._hear([], 0.0)
        for link in self._links:
            if link not in self._at_work:
                try:
                    link.send(task)
                except OSError:
                    self._links = [other for other in self._links if other is not link]
                else:
                    self._at_work.append(link)

    def collect(self, own: list[RootAction]) -> list[RootAction]:
        """Add what the helpers found to what the bot has found itself, by place in the list of legal actions."""
        together = own[:]
        task = self._task
        while self._at_work and task is not None:
            # With fixed iterations there is no hurry, and the same game must come out.
            left_ns = task.stop_ns + LATE_NS - self._now_ns()
            if not self._hear(together, None if task.iterations else max(left_ns, 0) / 1e9):
                break
        return together

    def _hear(self, together: list[RootAction], timeout_s: float | None) -> bool:
        """Take in what has arrived; whether anything did."""
        ready = wait(self._at_work, timeout_s)
        for link in [link for link in self._at_work if link in ready]:
            self._at_work.remove(link)
            try:
                decision, tried = link.recv()
            except (EOFError, OSError):
                self._links.remove(link)
                continue
            if self._task is not None and decision == (self._task.game, self._task.decision):
                for place, more in enumerate(tried[: len(together)]):
                    together[place] = together[place].with_more(more)
        return bool(ready)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def _help(
    link: Connection, others: list[Connection], number: int, settings: Settings, now_ns: Callable[[], int]
) -> None:
    for other in others:
        other.close()  # or the end of the bot would not be noticed
    game = 0
    seat_search = SeatSearch(settings, b"")
    while True:
        try:
            task: Task = link.recv()
        except EOFError:
            return
        if task.game != game:
            game = task.game
            seat_search = SeatSearch(settings, task.seed + f" helper {number}".encode())
        state = State.from_bytes(task.guess)
        observation = state.observe(task.seat)
        legal = state.legal_actions()
        limit = Limit(task.iterations, task.stop_ns, now_ns)
        search = seat_search.think(observation, state.history(task.seat), legal, limit)
        link.send(((task.game, task.decision), root_actions(search, observation, legal)))
