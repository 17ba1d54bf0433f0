"""What would the search play? Hints for a person at a table, found in a separate process with the lowest priority."""

import multiprocessing
import os
import threading
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from typing import Any, Final

from arena.drawing import action_words
from arena.rules import State
from arena.search import Limit, SeatSearch, Settings, root_actions
from arena.units import SECOND_NS
from arena.web.refusals import NotNow

SEARCH_S: Final = 1.0
PATIENCE_S: Final = 20.0
AT_ONCE: Final = 3  # one is searched for, the others wait
MOST: Final = 3
_YIELD: Final = 15


class Hints:
    """The process that searches, begun when somebody first asks."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()
        self._asked = threading.BoundedSemaphore(AT_ONCE)

    def best(self, position: State) -> list[dict[str, Any]]:
        """The best actions that a short search finds, the best first, from what the seat that decides knows."""
        if not self._asked.acquire(blocking=False):
            raise NotNow("Several people want a hint. Ask again in a moment.")
        try:
            found = self._process().submit(searched, position.to_bytes(), SEARCH_S).result(PATIENCE_S)
        except (TooLate, BrokenExecutor):
            self.close()
            raise NotNow("The search did not answer. Ask again in a moment.") from None
        finally:
            self._asked.release()
        return found

    def close(self) -> None:
        """End the process."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _process(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_yielding)
            return self._pool


def searched(content: bytes, search_s: float) -> list[dict[str, Any]]:
    """Search a position for the seat that decides. The search gets what that seat sees, and guesses the rest."""
    state = State.from_bytes(content)
    seat, legal = state.seat, state.legal_actions()
    seen = state.observe(seat)
    limit = Limit(0, time.monotonic_ns() + int(search_s * SECOND_NS), time.monotonic_ns)
    search = SeatSearch(Settings(), b"hint").think(seen, state.history(seat), legal, limit)
    tried = [
        (one.total / one.visits, one.visits, action)
        for one, action in zip(root_actions(search, seen, legal), legal, strict=True)
        if one.visits
    ]
    enough = max(visits for _, visits, _ in tried) / 4 if tried else 0
    best = sorted([one for one in tried if one[1] >= enough], key=lambda one: -one[0])
    rest = sorted([one for one in tried if one[1] < enough], key=lambda one: -one[1])
    return [
        {
            "action": str(action),
            "text": action_words(seen, seat, action),
            "value": round(value, 3),
            "visits": visits,
        }
        for value, visits, action in [*best, *rest][:MOST]
    ]


def _yielding() -> None:
    os.nice(_YIELD)
