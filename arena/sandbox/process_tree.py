"""How are a bot's processes held together on a host without control groups?

A weaker hold than a control group: processor time misses children that nobody waited for and counts those that ended
in ticks, and memory is not counted at all. Inside bwrap nothing gets out of the tree, because its init adopts every
orphan; without a sandbox a process that forks twice and leaves its group does.
"""

import os
import select
import signal
from contextlib import suppress
from pathlib import Path

from arena.sandbox import procfs
from arena.sandbox.group import Usage


class ProcessTree:
    """The first process, which leads a process group of its own, and all that descend from it."""

    weighted = False
    stolen = None  # nobody can tell, and what an orphan used would look stolen

    def __init__(self) -> None:
        self._root: int | None = None
        self._root_start = 0
        self._watched: dict[int, int] = {}
        self._cpu_ns = 0
        self._reaped_ns = 0
        self._seen: list[int] = []
        self._last_born = 0

    def entrances(self) -> tuple[Path, ...]:
        return ()

    def adopt(self, pid: int) -> None:
        found = procfs.stat(pid)
        if found is None:
            return
        self._root, self._root_start = pid, found.start_ticks
        for member in procfs.descendants(pid):
            self._watch(member)

    def freeze(self) -> bool:
        """Stop everything once more; whether everything had already been stopped, and nothing new was born."""
        # Every thread: the first one may have stopped while another is still in a system call.
        stats = [procfs.stat(thread) for pid in self._members() for thread in procfs.threads(pid)]
        still = all(stat is None or stat.dead or stat.state in "Tt" for stat in stats)
        if not still:
            self._signal(signal.SIGSTOP)
        return still

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def runnable(self) -> bool:
        return any(procfs.runnable(thread) for pid in self._members() for thread in procfs.threads(pid))

    def cpu_ns(self) -> int:
        news = self._look()
        if news or len(self._seen) > 1:
            stats = [procfs.stat(pid) for pid in self._seen]
            self._reaped_ns = sum(stat.reaped_ns for stat in stats if stat is not None)
        used_ns = self._reaped_ns + sum(map(procfs.cpu_ns, self._seen))
        # Never smaller than before: the time of a child that died unwaited vanishes.
        self._cpu_ns = max(self._cpu_ns, used_ns)
        return self._cpu_ns

    def stand_back(self) -> None:
        pass

    def memory_kills(self) -> None:
        return None

    def usage(self) -> Usage:
        return Usage(cpu_ns=self.cpu_ns(), memory_peak_bytes=None, memory_kills=None, forks_refused=None)

    def kill(self) -> None:
        self.cpu_ns()
        self.freeze()
        for pid in self._members():
            self._watch(pid)
        self._signal(signal.SIGKILL)
        if self._root is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._root, signal.SIGKILL)

    def empty(self) -> bool:
        return not any(self._running(pidfd) for pidfd in self._watched.values())

    def remove(self) -> None:
        for pidfd in self._watched.values():
            os.close(pidfd)
        self._watched.clear()
        self._root = None

    def _members(self) -> list[int]:
        self._look()
        return self._seen

    def _look(self) -> bool:
        """Read the tree again unless nothing was born on the host since the last time; whether it was read."""
        last_born = procfs.last_born()
        if last_born and last_born == self._last_born:
            return False
        self._last_born = last_born
        found = None if self._root is None else procfs.stat(self._root)
        # The number may be another process's by now.
        ours = found is not None and found.start_ticks == self._root_start
        self._seen = procfs.descendants(self._root) if self._root is not None and ours else []
        return True

    def _signal(self, number: signal.Signals) -> None:
        for pid in self._members():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _watch(self, pid: int) -> None:
        if pid not in self._watched:
            with suppress(ProcessLookupError):
                self._watched[pid] = os.pidfd_open(pid)

    @staticmethod
    def _running(pidfd: int) -> bool:
        poller = select.poll()
        poller.register(pidfd, select.POLLIN)
        return not poller.poll(0)
