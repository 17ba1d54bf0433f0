"""How are several processors used? Processes that search the same decision, each with a tree of its own.

Compiled Python runs one thread at a time, so it takes processes. A helper is sent one guess at the whole game: what its seat has
seen there is what it has seen in truth, and from that the helper goes on to guesses of its own. The visits are added up.
"""

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

from arena.rules import State
from arena.search.settings import Settings
from arena.search.thinker import Limit, Thinker, visits


class Task(NamedTuple):
    """One decision for a helper."""

    game: int
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
        self._links: list[Connection] = []
        for number in range(1, helpers + 1):
            ours, theirs = context.Pipe()
            arguments = (theirs, [*self._links, ours], number, settings, now_ns)
            context.Process(target=_help, args=arguments, daemon=True).start()
            theirs.close()
            self._links.append(ours)

    def start(self, task: Task) -> None:
        """Have all helpers search a decision."""
        for link in self._links:
            link.send(task)

    def collect(self, counts: list[int]) -> list[int]:
        """Add what the helpers found to these visits by place in the list of legal actions."""
        for link in self._links:
            counts = [own + other for own, other in zip(counts, link.recv(), strict=True)]
        return counts


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def _help(
    link: Connection, others: list[Connection], number: int, settings: Settings, now_ns: Callable[[], int]
) -> None:
    for other in others:
        other.close()  # or the end of the bot would not be noticed
    game = 0
    thinker = Thinker(settings, b"")
    while True:
        try:
            task: Task = link.recv()
        except EOFError:
            return
        if task.game != game:
            game = task.game
            thinker = Thinker(settings, task.seed + f" helper {number}".encode())
        state = State.from_bytes(task.guess)
        observation = state.observe(task.seat)
        legal = state.legal_actions()
        limit = Limit(task.iterations, task.stop_ns, now_ns)
        search = thinker.think(observation, state.history(task.seat), legal, limit)
        link.send(visits(search, observation, legal))
