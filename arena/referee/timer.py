"""How does a wait time out? One timer serves many waits, because one for each wait is slow."""

import asyncio
from collections.abc import Callable


class Timer:
    """Rings once if it is not off by its deadline.

    The event loop's timer stays set when the alarm goes off: it is found to be early at some later wait, and is then set to that one's
    deadline. So whoever asks many short questions with long deadlines hardly ever sets a timer.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._deadline_s = 0.0
        self._ring: Callable[[], object] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.rang = False

    def set(self, timeout_s: float, ring: Callable[[], object]) -> None:
        """Have it ring when the time has passed."""
        self._deadline_s = self._loop.time() + timeout_s
        self._ring = ring
        self.rang = False
        if self._timer is None or self._timer.when() > self._deadline_s:
            self._set_timer()

    def off(self) -> None:
        """Let it not ring."""
        self._ring = None

    def close(self) -> None:
        """Give the timer back, unless someone still waits."""
        if self._timer is not None and self._ring is None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._deadline_s, self._go_off)

    def _go_off(self) -> None:
        self._timer = None
        ring = self._ring
        if ring is None:
            return
        if self._loop.time() < self._deadline_s:
            self._set_timer()
        else:
            self._ring = None
            self.rang = True
            ring()
