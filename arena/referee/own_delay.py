"""How late is the referee itself? The time that its own threads waited for a processor."""

import os
import time
from functools import cache
from typing import Final

from arena.units import SECOND_NS

_TASKS: Final = "/proc/self/task"
_LIST_NS: Final = SECOND_NS  # how long a list of threads is believed; gRPC starts and ends some now and then

_RECENT_NS: Final = 5_000_000
# A bot can wake our threads again and again, and on a busy host they wait a moment each time: of such waiting this much
# counts. It cannot make them wait for long at once; that is the host's doing, and counts in full.
_LONG_NS: Final = SECOND_NS // 50
_MOST_SHORT_NS: Final = SECOND_NS

Waiting = dict[str, tuple[int, int]]  # by thread: what it waited in all, in ns, and how often it ran


class OwnDelay:
    """The waiting of all threads of this process so far, from descriptors that are kept open."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._fds: dict[str, int] = {}
        self._listed_ns = -_LIST_NS
        self._read_ns = -_RECENT_NS
        self._last: Waiting = {}

    def read(self) -> Waiting:
        """What each thread has waited so far."""
        now_ns = time.monotonic_ns()
        if now_ns - self._listed_ns >= _LIST_NS:
            self._listed_ns = now_ns
            self._list()
        self._read_ns = now_ns
        self._last = {thread: self._waited(thread, fd) for thread, fd in list(self._fds.items())}
        return self._last

    def recent(self) -> Waiting:
        """The same, if it was just read then: a bot that answers at once is asked again before much can change."""
        recent = time.monotonic_ns() - self._read_ns < _RECENT_NS
        return self._last if recent else self.read()

    def ns_since(self, before: Waiting) -> int:
        """The longest that one thread has waited since then: they wait at the same time, so a sum would count time twice."""
        return max(
            (_counted_ns(before[thread], now) for thread, now in self.read().items() if thread in before),
            default=0,
        )

    def _list(self) -> None:
        if self._pid != os.getpid():  # after a fork the descriptors show the other process
            for thread in list(self._fds):
                self._forget(thread)
            self._pid = os.getpid()
        threads = os.listdir(_TASKS)  # noqa: PTH208 - paths as objects take four times as long
        for thread in set(self._fds) - set(threads):
            self._forget(thread)
        for thread in threads:
            if thread not in self._fds:
                try:
                    path = f"{_TASKS}/{thread}/schedstat"
                    self._fds[thread] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                except OSError:  # it ended just now, or the kernel does not tell
                    continue

    def _waited(self, thread: str, fd: int) -> tuple[int, int]:
        try:
            _, waited_ns, slices = os.pread(fd, 64, 0).split()
            return int(waited_ns), int(slices)
        except (OSError, ValueError):
            self._forget(thread)
            return 0, 0

    def _forget(self, thread: str) -> None:
        os.close(self._fds.pop(thread))


def _counted_ns(before: tuple[int, int], now: tuple[int, int]) -> int:
    """What counts of the waiting of one thread."""
    waited_ns, slices = max(0, now[0] - before[0]), now[1] - before[1]
    return waited_ns if waited_ns > slices * _LONG_NS else min(waited_ns, _MOST_SHORT_NS)


@cache
def own_delay() -> OwnDelay:
    """That of this process."""
    return OwnDelay()
