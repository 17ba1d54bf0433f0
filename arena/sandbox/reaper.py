"""Who waits for a bot that does not die? A thread of its own, so that nobody else has to."""

import threading
from collections.abc import Callable, Sequence

from arena.sandbox.process import Process

_LOOK_S = 0.1


class Reaper:
    """Keeps on killing what was left to it, and tells when it is gone."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left: list[tuple[tuple[Process, ...], Callable[[], None]]] = []
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    def take(self, processes: Sequence[Process], then: Callable[[], None]) -> None:
        """End these in the background, and do this when all of them are gone."""
        with self._lock:
            self._left.append((tuple(processes), then))
            if self._thread is None:
                self._thread = threading.Thread(target=self._reap, name="arena-reaper", daemon=True)
                self._thread.start()

    def close(self) -> bool:
        """Wait no longer; whether all are gone."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        self._look()
        return not self._left

    def _reap(self) -> None:
        while not self._closed.wait(_LOOK_S):
            self._look()

    def _look(self) -> None:
        with self._lock:
            left, self._left = self._left, []
        for processes, then in left:
            lingering = tuple(process for process in processes if not process.kill().gone)
            if lingering:
                with self._lock:
                    self._left.append((lingering, then))
            else:
                then()
